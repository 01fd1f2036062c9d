import { EVERYWHERE, isLockOf, WriteRule } from '../../shared/write-rules.ts'
import { differencesText } from '../format/difference-text.ts'
import { editPolicies, usePolicies } from './policy-store.ts'

/** Locks a file for every agent, before any other rule, or takes that back. */
export function setLocked(path: string, isLocked: boolean): void {
  editPolicies((now) => {
    const others = now.rules.filter((rule) => !isLockOf(path, rule))
    return { ...now, rules: isLocked ? [WriteRule.parse({ paths: [path], do: 'refuse' }), ...others] : others }
  }, differencesText)
}

/** Whether agents may only read: everything is locked for them. */
export const useReadOnly = (): boolean => usePolicies(({ state }) => isReadOnly(state?.policies.rules ?? []))

export const isReadOnly = (rules: readonly WriteRule[]): boolean => rules.some((rule) => isLockOf(EVERYWHERE, rule))

export const setReadOnly = (isOn: boolean): void => setLocked(EVERYWHERE, isOn)
