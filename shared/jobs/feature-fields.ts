import { z } from 'zod'
import type { Feature, FeatureState } from './features.ts'

/** A feature as its item in `features.json` has it; the id is given by `checklist.ts` where it is missing or taken. */
export interface ReadItem extends Omit<Feature, 'id'> {
  readonly id: string | null
  /** Where each part was found, or belongs. Null for an item that is only words. */
  readonly fields: ItemFields | null
}

export interface ItemFields {
  readonly what: string
  readonly check: string
  /** Every field that says whether it is done: an edit keeps them in agreement. */
  readonly state: readonly StateField[]
}

export interface StateField {
  readonly name: string
  /** True or false instead of a word. */
  readonly isFlag: boolean
}

// A model writes `what`, `check` and `state` as it is told to, or the names that it knows from elsewhere.
const WHAT_NAMES = ['what', 'description', 'title', 'name', 'feature']
const CHECK_NAMES = ['check', 'verification', 'test', 'steps']
const STATE_NAMES = ['state', 'status', 'passes', 'passed', 'done', 'completed']

const DONE_WORDS = new Set([
  'done',
  'complete',
  'completed',
  'pass',
  'passes',
  'passed',
  'passing',
  'finished',
  'verified',
])
const DOING_WORDS = new Set(['doing', 'in progress', 'started', 'wip', 'active', 'current', 'working', 'ongoing'])

const MAX_ID_CHARS = 60
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/
const Item = z.record(z.string(), z.unknown())

/** Null for what can be no feature: a number, a list, nothing. */
export function readItem(item: unknown): ReadItem | null {
  if (typeof item === 'string') return onlyWords(item)
  const parsed = Item.safeParse(item)
  if (!parsed.success) return null
  const value = parsed.data
  const fields = {
    what: nameIn(value, WHAT_NAMES, isText),
    check: nameIn(value, CHECK_NAMES, (check) => textOf(check) !== ''),
    state: statesIn(value),
  }
  const id = idOf(value['id'])
  return {
    id,
    what: textOf(value[fields.what]) || (id ?? asWords(value)),
    check: textOf(value[fields.check]),
    state: stateOf(value[fields.state[0]?.name ?? '']),
    evidence: textOf(value['evidence']) || null,
    fields,
  }
}

function onlyWords(words: string): ReadItem | null {
  const what = words.trim()
  return what === '' ? null : { id: null, what, check: '', state: 'open', evidence: null, fields: null }
}

function idOf(id: unknown): string | null {
  const text = typeof id === 'number' ? String(id) : typeof id === 'string' ? id.trim() : ''
  return text === '' ? null : text.slice(0, MAX_ID_CHARS).replace(HALF_A_CHARACTER, '')
}

/** Text, or a list of it: steps are often written as one. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  return value
    .filter(isText)
    .map((line) => line.trim())
    .join('\n')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** What it takes for true is the state of the feature; a word that it does not know is not done. */
function stateOf(value: unknown): FeatureState {
  if (typeof value === 'boolean') return value ? 'done' : 'open'
  const word =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]+/g, ' ')
      : ''
  if (DONE_WORDS.has(word)) return 'done'
  return DOING_WORDS.has(word) ? 'doing' : 'open'
}

type Value = z.infer<typeof Item>

/** What an item without words is: its other fields, so that its state may change and it is still the same. */
function asWords(value: Value): string {
  const known = new Set([...CHECK_NAMES, ...STATE_NAMES, 'evidence'])
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name))))
}

function nameIn(value: Value, names: readonly string[], isThere: (value: unknown) => boolean): string {
  return names.find((name) => isThere(value[name])) ?? names.find((name) => name in value) ?? names[0] ?? ''
}

function statesIn(value: Value): readonly StateField[] {
  const there = STATE_NAMES.flatMap((name) => {
    const type = typeof value[name]
    return type === 'boolean' || type === 'string' ? [{ name, isFlag: type === 'boolean' }] : []
  })
  return there.length === 0 ? [{ name: 'state', isFlag: false }] : there
}
