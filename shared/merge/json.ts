// The three-way merge of a JSON text by its members. Nothing here knows what they mean.

export interface MergedJson {
  readonly text: string
  /** Whether both sides changed one member differently; ours stands. */
  readonly isOpen: boolean
}

/** Members deeper than this nobody wrote by hand; to look into them takes a stack that is not there. */
const MAX_DEPTH = 200

/** Null if one of the versions is no JSON, or too deep. @param base null for none */
export function mergeJson(base: string | null, ours: string, theirs: string): MergedJson | null {
  const [was, mine, other] = [base ?? 'null', ours, theirs].map(parsed)
  if (was === undefined || mine === undefined || other === undefined) return null
  if ([was, mine, other].some(({ value }) => isTooDeep(value))) return null
  const merging = new JsonMerge()
  const value = merging.member(was.value, mine.value, other.value)
  const isIndented = ours === indented(mine.value)
  return { text: isIndented ? indented(value) : JSON.stringify(value), isOpen: merging.isOpen }
}

const indented = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1)
    level = level.flatMap((each) => (Array.isArray(each) ? each : isMembers(each) ? Object.values(each) : []))
  return level.length > 0
}

/** The same text for the same value, in whatever order its members are. */
function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formOf).join()}]`
  if (!isMembers(value)) return JSON.stringify(value) ?? 'undefined'
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${formOf(value[key])}`).join()}}`
}

const areSame = (a: unknown, b: unknown): boolean => formOf(a) === formOf(b)

/** What an element of a list is known by. */
const NAMES = ['id', 'path', 'name'] as const

function nameOf(element: unknown): string {
  if (isMembers(element))
    for (const name of NAMES) if (typeof element[name] === 'string') return `${name}:${element[name]}`
  return formOf(element)
}

class JsonMerge {
  isOpen = false

  /** `undefined` is a member that is not there. */
  member(base: unknown, ours: unknown, theirs: unknown): unknown {
    if (areSame(ours, theirs) || areSame(theirs, base)) return ours
    if (areSame(ours, base)) return theirs
    if (isMembers(ours) && isMembers(theirs)) return this.#members(isMembers(base) ? base : {}, ours, theirs)
    if (Array.isArray(ours) && Array.isArray(theirs)) {
      const merged = this.#elements(Array.isArray(base) ? base : [], ours, theirs)
      if (merged !== null) return merged
    }
    this.isOpen = true
    return ours
  }

  #members(base: Members, ours: Members, theirs: Members): Members {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)])
    const merged = [...keys].map((key) => [key, this.member(own(base, key), own(ours, key), own(theirs, key))] as const)
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }

  /** Null for lists with an element twice: their places tell them apart, not what they hold. */
  #elements(base: readonly unknown[], ours: readonly unknown[], theirs: readonly unknown[]): unknown[] | null {
    const [was, mine, other] = [base, ours, theirs].map(
      (list) => new Map(list.map((element) => [nameOf(element), element] as const)),
    )
    if (was === undefined || mine === undefined || other === undefined) return null
    if (was.size < base.length || mine.size < ours.length || other.size < theirs.length) return null
    const isReordered = orderIn(mine, was).join('\n') !== orderIn(was, mine).join('\n')
    const [first, second] = isReordered ? [mine, other] : [other, mine]
    // What was in the base keeps its place; what is new comes behind, theirs before ours.
    const names = new Set([...orderIn(first, was), ...orderIn(second, was), ...other.keys(), ...mine.keys()])
    return [...names]
      .map((name) => this.member(was.get(name), mine.get(name), other.get(name)))
      .filter((element) => element !== undefined)
  }
}

const own = (members: Members, key: string): unknown => (Object.hasOwn(members, key) ? members[key] : undefined)

function orderIn(list: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): readonly string[] {
  return [...list.keys()].filter((name) => other.has(name))
}
