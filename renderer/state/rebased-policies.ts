import { Policies } from '../../shared/policy.ts'

/**
 * What somebody made of policies, made of others instead: where both changed the same, what the user has stays, and the
 * page shows it as a difference. Pure.
 */
export function rebased(edited: Policies, base: Policies, now: Policies): Policies {
  return Policies.safeParse(merged(edited, base, now)).data ?? edited
}

type Fields = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(mine: unknown, base: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  if (isObject(mine) && isObject(base) && isObject(theirs)) return mergedFields(mine, base, theirs)
  if (!Array.isArray(mine) || !Array.isArray(base) || !Array.isArray(theirs)) return mine
  const lists: readonly (readonly unknown[])[] = [mine, base, theirs]
  const keyOf = lists.every(hasUniqueNames) ? nameOf : JSON.stringify
  const byKey = (list: readonly unknown[]): Fields => Object.fromEntries(list.map((each) => [keyOf(each), each]))
  return Object.values(mergedFields(byKey(mine), byKey(base), byKey(theirs)))
}

function mergedFields(mine: Fields, base: Fields, theirs: Fields): Fields {
  return Object.fromEntries(
    keysOf(mine, theirs)
      .map((key) => [key, merged(mine[key], base[key], theirs[key])] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** Theirs in their order, each of mine before the one it precedes: of two limits for one path, the first one applies. */
function keysOf(mine: Fields, theirs: Fields): readonly string[] {
  const keys = Object.keys(theirs)
  let at = keys.length
  for (const key of Object.keys(mine).toReversed()) {
    if (!Object.hasOwn(theirs, key)) keys.splice(at, 0, key)
    at = keys.indexOf(key)
  }
  return keys
}

/** The key of a rule; as JSON, it is never one that an object moves to its front, like "1". */
const nameOf = (item: unknown): string => JSON.stringify(isObject(item) ? (item['name'] ?? item) : item)

const hasUniqueNames = (list: readonly unknown[]): boolean => new Set(list.map(nameOf)).size === list.length
