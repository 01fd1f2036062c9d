import { t } from '@lingui/core/macro'
import type { WriteRule, WriteRuleKind, WriteRuleWhen } from '../../shared/write-rules.ts'
import { factsText, listText } from './language.ts'

/** What a rule does, as the form offers it. */
export function ruleKindName(kind: WriteRuleKind): string {
  switch (kind) {
    case 'ask':
      return t`Asks you`
    case 'refuse':
      return t`Locked`
    case 'append-only':
      return t`May only grow`
    case 'no-delete':
      return t`Not to be deleted`
    case 'hide':
      return t`Hidden`
  }
}

export function ruleWhenName(when: WriteRuleWhen): string {
  switch (when) {
    case 'always':
      return t`always`
    case 'outside':
      return t`if the text may come from outside`
    case 'rejected':
      return t`if you removed the same before`
    case 'large':
      return t`if much of a file goes`
  }
}

/** “work/** (locked, Claude Code)” */
export function writeRuleText({ paths, client, do: kind, when, on }: WriteRule): string {
  const facts = [ruleKindName(kind), client, when !== 'always' && ruleWhenName(when), !on && t`off`]
  return `${listText(paths)} (${factsText(facts)})`
}
