import { type ActiveRule, activeRules, type WriteRule } from '../../shared/write-rules.ts'

const compiled = new WeakMap<readonly WriteRule[], readonly ActiveRule[]>()

/** The first rule that an agent, whichever, can meet at a path. */
export function ruleAt(path: string, rules: readonly WriteRule[]): WriteRule | null {
  let active = compiled.get(rules)
  if (active === undefined) compiled.set(rules, (active = activeRules(rules)))
  return active.find(({ rule, isAbout }) => rule.who !== 'outside' && isAbout(path))?.rule ?? null
}
