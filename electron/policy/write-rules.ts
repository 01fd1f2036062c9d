import type { PathMatcher } from '../../shared/globs.ts'
import { lostLines, tellingLines } from '../../shared/merge/lost-lines.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { isUntrusted } from '../../shared/origin.ts'
import type { JudgedChange, Verdict } from '../../shared/policy.ts'
import {
  type ActiveRule,
  activeRules,
  isAboutAgent,
  isAboutWriter,
  isAlways,
  LARGE,
  type WriteRule,
} from '../../shared/write-rules.ts'
import { textOf } from './bytes-as-text.ts'

// Where agents may write, and what they may see. Pure.

/** The part of a change that rules are about. */
export type RuledChange = Pick<JudgedChange, 'path' | 'to' | 'before' | 'after' | 'origin' | 'isRejected'>

export interface CompiledWriteRules {
  /**
   * What the first rule that is about a change makes of it; `null` if it may be written. What another program wrote is
   * there already: nothing stops it, and the user is shown it first.
   */
  judge(change: RuledChange): Extract<Verdict, { readonly kind: 'refuse' | 'hold' }> | null
  /** The number of that rule in the list. Also of one that lets the change pass; `null` if none is about it. */
  ruleFor(change: RuledChange): number | null
  /** Which paths are hidden from an agent; `null` if none is. @param client its name, if it has one */
  hiddenFrom(client?: string): PathMatcher | null
}

export function compileWriteRules(rules: readonly WriteRule[]): CompiledWriteRules {
  const compiled = activeRules(rules)
  const find = (change: RuledChange): ActiveRule | undefined =>
    compiled.find(
      ({ rule, isAbout }) => isAbout(change.path) && isAboutWriter(rule, change.origin) && appliesTo(rule, change),
    )
  return {
    judge(change) {
      const found = find(change)
      const reason = found === undefined ? null : whyNot(found, change)
      if (found === undefined || reason === null) return null
      const name = found.rule.paths[0] ?? ''
      return found.rule.do === 'ask' ? { kind: 'hold', rules: [name], reason } : { kind: 'refuse', rule: name, reason }
    },
    ruleFor: (change) => find(change)?.at ?? null,
    hiddenFrom(client) {
      const always = compiled.filter(({ rule }) => isAboutAgent(rule, client) && isAlways(rule))
      if (always.every(({ rule }) => rule.do !== 'hide')) return null
      return (path) => always.find(({ isAbout }) => isAbout(path))?.rule.do === 'hide'
    },
  }
}

function appliesTo(rule: WriteRule, change: RuledChange): boolean {
  if (isAlways(rule)) return true
  if (rule.when === 'rejected') return change.isRejected === true
  return rule.when === 'outside' ? isUntrusted(change.origin.lineage) : removesMuch(change)
}

/** Why a rule forbids a change; `null` if it does not. */
function whyNot({ rule, isAbout }: ActiveRule, change: RuledChange): Message | null {
  const { path, to, before, after } = change
  switch (rule.do) {
    case 'ask':
      return say('rule-asks', { path })
    case 'refuse':
      return say('rule-locks', { path })
    case 'append-only':
      return before === null || (after !== null && isLonger(before, after)) ? null : say('rule-append-only', { path })
    case 'no-delete': {
      const staysThere = to !== undefined && isAbout(to)
      const isGone = before !== null && !isBlank(before) && (after === null || isBlank(after))
      return isGone && !staysThere ? say('rule-no-delete', { path }) : null
    }
    case 'hide':
      // Other programs read the folder itself.
      return change.origin.actor === 'outside' ? null : say('rule-hides')
  }
}

const isBlank = (bytes: Uint8Array): boolean => textOf(bytes).trim() === ''

/** Whether all of a version is at the beginning of the other, as whole lines. */
function isLonger(before: Uint8Array, after: Uint8Array): boolean {
  const NEWLINE = 10
  const startsAlike = after.length >= before.length && before.every((byte, at) => after[at] === byte)
  const endsLine = before.length === 0 || before.at(-1) === NEWLINE || after.length === before.length
  return startsAlike && (endsLine || after[before.length] === NEWLINE)
}

function removesMuch({ before, after, to }: RuledChange): boolean {
  if (before === null || to !== undefined) return false
  const had = textOf(before)
  const gone = lostLines(had, after === null ? '' : textOf(after)).length
  return gone > LARGE.lines || (gone >= LARGE.atLeast && gone > LARGE.share * tellingLines(had).length)
}
