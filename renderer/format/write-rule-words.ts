import { t } from '@lingui/core/macro'
import type { WriteRule, WriteRuleKind, WriteRuleWhen, WriteRuleWho } from '../../shared/write-rules.ts'
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

/** Whose changes a rule is about. */
export function ruleWhoName(who: WriteRuleWho): string {
  switch (who) {
    case 'agents':
      return t`every agent`
    case 'outside':
      return t`other programs`
    case 'all':
      return t`everybody but me`
  }
}

/** The same for a rule, where it is not about every agent. */
export const ruleWritersText = ({ who, client }: WriteRule): string | false =>
  client ?? (who !== 'agents' && ruleWhoName(who))

/** “work/** (locked, Claude Code)” */
export function writeRuleText(rule: WriteRule): string {
  const { paths, do: kind, when, on } = rule
  const facts = [ruleKindName(kind), ruleWritersText(rule), when !== 'always' && ruleWhenName(when), !on && t`off`]
  return `${listText(paths)} (${factsText(facts)})`
}
