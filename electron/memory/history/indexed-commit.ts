import { FileMode } from '../../../shared/change.ts'
import { Actor, Lineage, Verb } from '../../../shared/origin.ts'
import type { Counted } from '../repo/changes.ts'
import type { ChainEntry } from './chain.ts'

/** What the index stores of a commit: everything that a page of the timeline needs. */
export interface IndexedCommit {
  readonly entry: ChainEntry
  readonly counted: Counted
}

/** The stored form. The index on the disk names the entry `link`. */
interface Stored {
  readonly link: ChainEntry
  readonly counted: Counted
}

export function encodeIndexed({ entry, counted }: IndexedCommit): string {
  return JSON.stringify({ link: entry, counted } satisfies Stored)
}

/**
 * Throws for a text that `encodeIndexed` did not make. Checked by hand: the first pass through a zod schema of this
 * depth takes longer than everything else that a new process does for its first page.
 */
export function decodeIndexed(text: string): IndexedCommit {
  const value: unknown = JSON.parse(text)
  if (!isStored(value)) throw new TypeError('not an entry of the index')
  return { entry: value.link, counted: value.counted }
}

type Guard<T> = (value: unknown) => value is T

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isNull = (value: unknown): value is null => value === null
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isOneOf =
  <T extends string>(options: readonly T[]): Guard<T> =>
  (value): value is T =>
    options.some((option) => option === value)
const isTextOrNull = (value: unknown): boolean => isNull(value) || isText(value)
const isOptional = (value: unknown, guard: Guard<unknown>): boolean => value === undefined || guard(value)
const isListOf = <T>(value: unknown, guard: Guard<T>): value is readonly T[] =>
  Array.isArray(value) && value.every(guard)

const [isActor, isVerb, isLineage, isMode] = [
  isOneOf(Actor.options),
  isOneOf(Verb.options),
  isOneOf(Lineage.options),
  isOneOf(FileMode.options),
]
const TEXTS_OF_ORIGIN = [
  'conversation',
  'message',
  'call',
  'toolUse',
  'provider',
  'model',
  'restores',
  'source',
  'sourceHash',
  'sourceTime',
]

function isStored(value: unknown): value is Stored {
  return (
    isRecord(value) &&
    isChainEntry(value.link) &&
    isRecord(value.counted) &&
    isNumber(value.counted.count) &&
    isListOf(value.counted.changes, isCountedChange)
  )
}

function isChainEntry(value: unknown): value is ChainEntry {
  return (
    isRecord(value) &&
    ['subject', 'commit', 'tree', 'time', 'author'].every((name) => isText(value[name])) &&
    [value.id, value.parent].every(isTextOrNull) &&
    isOptional(value.named, isText) &&
    isOrigin(value.origin)
  )
}

function isOrigin(value: unknown): value is ChainEntry['origin'] {
  return (
    isRecord(value) &&
    isActor(value.actor) &&
    isVerb(value.verb) &&
    isOptional(value.lineage, isLineage) &&
    isOptional(value.turn, isNumber) &&
    isOptional(value.tokens, isNumber) &&
    TEXTS_OF_ORIGIN.every((name) => isOptional(value[name], isText)) &&
    (value.undoes === undefined || isListOf(value.undoes, isText))
  )
}

function isCountedChange(value: unknown): value is Counted['changes'][number] {
  if (!isRecord(value) || !isRecord(value.change)) return false
  const {
    change: { path, from, before, after },
    lines,
    excerpt,
  } = value
  return (
    isText(path) &&
    isOptional(from, isText) &&
    isBlob(before) &&
    isBlob(after) &&
    (isNull(lines) || (isRecord(lines) && isNumber(lines.added) && isNumber(lines.removed))) &&
    (excerpt === undefined || (isRecord(excerpt) && [excerpt.added, excerpt.removed].every(isTextOrNull)))
  )
}

function isBlob(value: unknown): boolean {
  return isNull(value) || (isRecord(value) && isText(value.id) && isNumber(value.size) && isMode(value.mode))
}
