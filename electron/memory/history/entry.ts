import { FileMode } from '../../../shared/change.ts'
import { Actor, Lineage, Verb } from '../../../shared/commit.ts'
import type { Link } from './chain.ts'
import type { Counted } from './changes.ts'

/** What the index keeps of a commit, so that a page of the timeline needs nothing else. */
export interface Entry {
  readonly link: Link
  readonly counted: Counted
}

export function encodeEntry(entry: Entry): string {
  return JSON.stringify(entry)
}

/**
 * Throws where the text is none of `encodeEntry`. Looked at by hand: the first pass through a schema of this depth
 * takes longer than all else that the first page of a fresh process does.
 */
export function decodeEntry(text: string): Entry {
  const value: unknown = JSON.parse(text)
  if (!isEntry(value)) throw new TypeError('no entry of the index')
  return value
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
const isOptional = (value: unknown, guard: Guard<unknown>): boolean => value === undefined || guard(value)
const isListOf = <T>(value: unknown, guard: Guard<T>): value is readonly T[] =>
  Array.isArray(value) && value.every(guard)

const [isActor, isVerb, isLineage, isMode] = [
  isOneOf(Actor.options),
  isOneOf(Verb.options),
  isOneOf(Lineage.options),
  isOneOf(FileMode.options),
]
const TEXTS_OF_ORIGIN = ['conversation', 'message', 'call', 'toolUse', 'provider', 'model', 'restores']

function isEntry(value: unknown): value is Entry {
  return (
    isRecord(value) &&
    isLink(value.link) &&
    isRecord(value.counted) &&
    isNumber(value.counted.count) &&
    isListOf(value.counted.changes, isCountedChange)
  )
}

function isLink(value: unknown): value is Link {
  return (
    isRecord(value) &&
    ['subject', 'commit', 'tree', 'time', 'author'].every((name) => isText(value[name])) &&
    [value.id, value.parent].every((each) => isNull(each) || isText(each)) &&
    isOrigin(value.origin)
  )
}

function isOrigin(value: unknown): value is Link['origin'] {
  return (
    isRecord(value) &&
    isActor(value.actor) &&
    isVerb(value.verb) &&
    isOptional(value.lineage, isLineage) &&
    isOptional(value.turn, isNumber) &&
    TEXTS_OF_ORIGIN.every((name) => isOptional(value[name], isText)) &&
    (value.undoes === undefined || isListOf(value.undoes, isText))
  )
}

function isCountedChange(value: unknown): value is Counted['changes'][number] {
  if (!isRecord(value) || !isRecord(value.change)) return false
  const {
    change: { path, from, before, after },
    lines,
  } = value
  return (
    isText(path) &&
    isOptional(from, isText) &&
    isBlob(before) &&
    isBlob(after) &&
    (isNull(lines) || (isRecord(lines) && isNumber(lines.added) && isNumber(lines.removed)))
  )
}

function isBlob(value: unknown): boolean {
  return isNull(value) || (isRecord(value) && isText(value.id) && isNumber(value.size) && isMode(value.mode))
}
