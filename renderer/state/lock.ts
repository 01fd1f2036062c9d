import { WriteRule } from '../../shared/write-rules.ts'
import { differencesText } from '../format/difference-text.ts'
import { editPolicies } from './policy-store.ts'

/** Whether a rule locks this one file for every agent, and says nothing else. */
export function isLockOf(path: string, { paths, client, do: kind, when, on }: WriteRule): boolean {
  return on && kind === 'refuse' && when === 'always' && client === null && paths.length === 1 && paths[0] === path
}

/** Locks a file for every agent, before any other rule, or takes that back. */
export function setLocked(path: string, isLocked: boolean): void {
  editPolicies((now) => {
    const others = now.rules.filter((rule) => !isLockOf(path, rule))
    return { ...now, rules: isLocked ? [WriteRule.parse({ paths: [path], do: 'refuse' }), ...others] : others }
  }, differencesText)
}
