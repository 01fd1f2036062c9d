import { type ReadItem, readItem } from './feature-fields.ts'
import type { Feature } from './features.ts'
import type { ChecklistProblem } from './job.ts'

/** What `features.json` says. The agent writes it, so a list is recognised in more than one form. */
export interface Checklist {
  readonly goal: string | null
  readonly features: readonly Feature[]
}

export const MAX_CHECKLIST_CHARS = 2_000_000
export const MAX_FEATURES = 2000
/** Of an id that gets a number behind it. */
const MAX_STEM_CHARS = 50

export function readChecklist(text: string | null): Checklist | { readonly problem: ChecklistProblem } {
  const parsed = parseChecklist(text)
  if ('problem' in parsed) return parsed
  return {
    goal: parsed.goal,
    features: parsed.items.map(({ id, what, check, state, evidence }) => ({ id, what, check, state, evidence })),
  }
}

/** An item with the id that it has in this list. */
export type IdentifiedItem = ReadItem & { readonly id: string }

export interface ParsedChecklist {
  readonly goal: string | null
  readonly isBareArray: boolean
  readonly items: readonly IdentifiedItem[]
}

export function parseChecklist(text: string | null): ParsedChecklist | { readonly problem: ChecklistProblem } {
  if (text === null) return { problem: 'missing' }
  if (text.length > MAX_CHECKLIST_CHARS) return { problem: 'too-large' }
  const root = parseJson(text)
  if (root === undefined) return { problem: 'not-json' }
  const isBareArray = Array.isArray(root)
  const list = isBareArray ? root : memberOf(root, 'features')
  if (!Array.isArray(list)) return { problem: 'not-a-list' }
  if (list.length > MAX_FEATURES) return { problem: 'too-large' }
  const items = list.flatMap((item) => readItem(item) ?? [])
  if (items.length < list.length) return { problem: 'not-a-list' }
  const goal = memberOf(root, 'goal')
  const words = typeof goal === 'string' ? goal.trim() : ''
  return { goal: words === '' ? null : words, isBareArray, items: identified(items) }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    return value
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined
}

/** The first with an id keeps it; the others, and those without, get one that nobody has. */
function identified(items: readonly ReadItem[]): readonly IdentifiedItem[] {
  const taken = new Set(items.flatMap(({ id }) => id ?? []))
  const seen = new Set<string>()
  return items.map((item, index) => {
    if (item.id !== null && !seen.has(item.id)) {
      seen.add(item.id)
      return { ...item, id: item.id }
    }
    const id =
      item.id === null
        ? freeId(`F${index + 1}`, taken)
        : freeId(`${item.id.slice(0, MAX_STEM_CHARS).toWellFormed()}-2`, taken)
    taken.add(id)
    return { ...item, id }
  })
}

/** The id itself, or with a number behind it. */
function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const stem = wanted.replace(/-\d+$/, '')
  let id = wanted
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`
  return id
}

/** An id for one more feature, numbered as the last ones are. */
export function nextId(ids: readonly string[]): string {
  const numbered = ids.flatMap((id) => {
    const [, stem, digits] = /^(.*?)(\d{1,9})$/u.exec(id) ?? []
    return stem === undefined || digits === undefined || stem.length > MAX_STEM_CHARS ? [] : [{ stem, digits }]
  })
  const { stem, digits } = numbered.at(-1) ?? { stem: 'F', digits: '0' }
  const highest = Math.max(0, ...numbered.filter((one) => one.stem === stem).map((one) => Number(one.digits)))
  return freeId(`${stem}${String(highest + 1).padStart(digits.startsWith('0') ? digits.length : 1, '0')}`, new Set(ids))
}
