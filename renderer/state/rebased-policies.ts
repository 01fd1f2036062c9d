import { Policies } from '../../shared/policy.ts'

/**
 * What somebody made of policies, made of others instead: where both changed the same, the draft's value stays, and the
 * page shows it as a difference. Pure.
 */
export function rebased(draft: Policies, base: Policies, now: Policies): Policies {
  return Policies.safeParse(merged(draft, base, now)).data ?? draft
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function merged(mine: unknown, base: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  if (isObject(mine) && isObject(base) && isObject(theirs)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    return Object.fromEntries(
      keys
        .map((key) => [key, merged(mine[key], base[key], theirs[key])] as const)
        .filter(([, value]) => value !== undefined),
    )
  }
  if (!isNames(mine) || !isNames(base) || !isNames(theirs)) return mine
  const kept = theirs.filter((each) => mine.includes(each) || !base.includes(each))
  return [...kept, ...mine.filter((each) => !base.includes(each) && !theirs.includes(each))]
}
