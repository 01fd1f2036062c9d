import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { bringsBack } from '../../shared/origin.ts'
import type { Gate, JudgedChange, Policies, Redacted, Totals, Verdict } from '../../shared/policy.ts'
import { BoundedCache } from '../disk/bounded-cache.ts'
import { bytesOf, damagedTextOf, textOf } from './bytes-as-text.ts'
import {
  compileLimits,
  countLines,
  judgeSize,
  type CompiledLimits,
  type FileSize,
  type SizeChange,
  type StoreTotals,
} from './limits.ts'
import { isChangeClean } from './redaction/changed-part.ts'
import { type KnownValues, NO_VALUES } from './redaction/known-values.ts'
import { compileRules, redact, type Redaction, type RuleSet } from './redaction/redact.ts'
import { compileWriteRules, type CompiledWriteRules } from './write-rules.ts'

/** Compiled policies; compile them again when they change. */
export interface PolicyGate {
  readonly gate: Gate
  /** Redacts a text: a commit message, a tool's input, a file shown to the model. */
  readonly redactText: (text: string, path?: string) => Redaction
  /** See CompiledWriteRules.hiddenFrom. */
  readonly hiddenFrom: CompiledWriteRules['hiddenFrom']
  /** The rules that cannot be run, and why. */
  readonly unusable: RuleSet['refused']
}

/** @param values what the user said of single values on this device */
export function createGate(policies: Policies, values: KnownValues = NO_VALUES): PolicyGate {
  const rules = compileRules(policies.redaction, { values })
  const writeRules = compileWriteRules(policies.rules)
  const compiled: Compiled = {
    rules,
    limits: compileLimits(policies.limits),
    clean: new CleanVersions(),
    cleanPaths: new BoundedCache(MAX_CLEAN_PATHS),
  }
  return {
    gate: (change) => {
      const ruled = change.origin.actor === 'agent' ? writeRules.judge(change) : null
      if (ruled?.kind === 'refuse') return ruled
      const verdict = judgeText(change, compiled)
      const isPassed = verdict.kind === 'allow' || verdict.kind === 'replace'
      return ruled !== null && isPassed ? { ...ruled, approved: verdict } : verdict
    },
    redactText: (text, path = '') => redact(text, rules, path),
    hiddenFrom: writeRules.hiddenFrom,
    unusable: rules.refused,
  }
}

function judgeText(change: JudgedChange, compiled: Compiled): Verdict {
  const { path, after } = change
  // Whatever is taken away brings no secret in and makes nothing larger.
  if (after === null) return { kind: 'allow' }
  if (change.totals === null) return judgeOutside(path, after, compiled.rules)
  const verdict = judge({ ...change, after, totals: change.totals }, compiled)
  return verdict.kind === 'refuse' && mayOverride(change) ? { ...verdict, mayOverride: true } : verdict
}

/** What is brought back was the user's already, so they decide. Nothing the model can call brings anything back. */
const mayOverride = ({ origin: { actor, verb } }: JudgedChange): boolean => actor === 'user' && bringsBack(verb)

interface Compiled {
  readonly rules: RuleSet
  readonly limits: CompiledLimits
  readonly clean: CleanVersions
  /** Paths in which the rules of this gate found nothing. */
  readonly cleanPaths: BoundedCache<string, true>
}

/** A version that a command is about to write. */
interface Version extends JudgedChange {
  readonly after: Uint8Array
  readonly totals: Totals
}

/** Nothing of it was asked for, so it is not rewritten: a secret waits for the user, and a size is as it is. */
function judgeOutside(path: string, after: Uint8Array, rules: RuleSet): Verdict {
  const texts = [textOf(after), damagedTextOf(after)].filter((text) => text !== null)
  try {
    const found = texts.flatMap((text) => redact(text, rules, path).found.map(({ rule }) => rule))
    const [first, ...more] = new Set(found)
    if (first === undefined) return { kind: 'allow' }
    const holding = [first, ...more] as const
    return { kind: 'hold', rules: holding, reason: say('file-withheld', { path, rules: holding }) }
  } catch (error) {
    // Expressions give up on runs of many millions of characters.
    if (error instanceof RangeError) return { kind: 'refuse', rule: '', reason: say('text-not-searchable') }
    throw error
  }
}

function judge(version: Version, compiled: Compiled): Verdict {
  const { limits } = compiled
  const named = ruleOnPath(version.path, compiled)
  if (named !== null) return { kind: 'refuse', rule: named, reason: say('path-holds-secret', { rule: named }) }
  // A size is known at once. What is brought back may be too large, if the user wants it: they must hear of secrets first.
  const asGiven = judgeSize(limits, sizesOf(version), totalsWithout(version))
  if (asGiven.kind === 'refuse' && !bringsBack(version.origin.verb)) return refused(asGiven)
  const cleaned = cleanEverywhere(version, compiled)
  if (cleaned.kind === 'refuse') return cleaned
  // Bringing back is allowed or refused, never rewritten: that would forge the past.
  if (cleaned.kind === 'replace' && bringsBack(version.origin.verb)) {
    return {
      kind: 'refuse',
      rule: cleaned.rule,
      reason: say('version-holds-secret', { path: version.path, rule: cleaned.rule }),
    }
  }
  const size =
    cleaned.kind === 'replace'
      ? judgeSize(limits, sizesOf({ ...version, after: cleaned.after }), totalsWithout(version))
      : asGiven
  if (size.kind === 'refuse') return refused(size)
  const warnings = size.kind === 'warn' ? size.warnings : []
  if (cleaned.kind === 'replace')
    return { kind: 'replace', after: cleaned.after, notes: [...cleaned.notes, ...warnings] }
  return warnings.length === 0 ? { kind: 'allow' } : { kind: 'allow', notes: warnings }
}

const refused = ({ rule, reason }: { readonly rule: string; readonly reason: Message }): Verdict => ({
  kind: 'refuse',
  rule,
  reason,
})

/** The rule that finds something in the path itself. */
function ruleOnPath(path: string, { rules, cleanPaths }: Compiled): string | null {
  if (cleanPaths.get(path) === true) return null
  const { found, late } = redact(path, rules, path)
  const [named] = found
  if (named === undefined && late.length === 0) cleanPaths.set(path, true)
  return named?.rule ?? null
}

/** Reading a shorter text as a whole costs less than finding out what changed. */
const MIN_BYTES_IN_PARTS = 30_000

/** What the model moves also stays under the rules of where it was: to move a file must not bring to light what they hide. */
function cleanEverywhere(version: Version, compiled: Compiled): Cleaned {
  const { from, origin, before, after } = version
  const cleaned = clean(version, after, compiled)
  if (cleaned.kind === 'refuse' || from === undefined || origin.actor !== 'agent') return cleaned
  const there = clean({ path: from, before }, cleaned.kind === 'replace' ? cleaned.after : after, compiled)
  if (there.kind !== 'replace' || cleaned.kind !== 'replace') return there.kind === 'clean' ? cleaned : there
  return { ...there, notes: [...cleaned.notes, ...there.notes] }
}

/** Of a long version that follows one known to be clean, only what changed is read. */
function clean(
  { path, before }: Pick<Version, 'path' | 'before'>,
  after: Uint8Array,
  { rules, clean: known }: Compiled,
): Cleaned {
  if (after.length < MIN_BYTES_IN_PARTS) return redactBytes(after, rules, path)
  const isKnown = before !== null && known.has(before, path) && isChangeClean(before, after, rules, path)
  const cleaned = isKnown ? ({ kind: 'clean' } as const) : redactBytes(after, rules, path)
  if (cleaned.kind === 'clean') known.add(after, path)
  if (cleaned.kind === 'replace') known.add(cleaned.after, path)
  return cleaned
}

const MAX_CLEAN_VERSIONS = 10_000
const MAX_CLEAN_PATHS = 10_000

/** The versions in which the rules of this gate found nothing, or nothing any more, by their hashes. */
class CleanVersions {
  readonly #keys = new BoundedCache<string, true>(MAX_CLEAN_VERSIONS)

  has(bytes: Uint8Array, path: string): boolean {
    return this.#keys.get(keyOf(bytes, path)) === true
  }

  add(bytes: Uint8Array, path: string): void {
    this.#keys.set(keyOf(bytes, path), true)
  }
}

/** Rules may apply to some paths only. */
const keyOf = (bytes: Uint8Array, path: string): string => `${hash('sha1', bytes, 'base64')} ${path}`

/** What the rules make of a version: `refuse` also where replacing would damage it, or leave something. */
export type Cleaned =
  | { readonly kind: 'clean' }
  | { readonly kind: 'replace'; readonly after: Uint8Array; readonly notes: readonly Message[]; readonly rule: string }
  | { readonly kind: 'refuse'; readonly reason: Message; readonly rule: string }

export function redactBytes(bytes: Uint8Array, rules: RuleSet, path: string): Cleaned {
  const text = textOf(bytes)
  const { text: after, found, refusing, late } = redact(text, rules, path)
  const [strict] = refusing
  if (strict !== undefined)
    return {
      kind: 'refuse',
      rule: strict,
      reason: say('refused-by-rule', { rule: strict, path }),
    }
  const [slow] = late
  // A rule that did not finish may have missed what it is there for.
  if (slow !== undefined)
    return {
      kind: 'refuse',
      rule: slow,
      reason: say('rule-too-slow-for-text', { rule: slow, path }),
    }
  const [first] = found
  if (first === undefined) return judgeDamaged(bytes, rules, path)
  const replaced = bytesOf(after, bytes)
  const cleaned = { kind: 'replace', rule: first.rule, after: replaced, notes: notesOf(found) } as const
  // Without the bytes that were not UTF-8, the rest may decode differently and reveal another secret.
  const judgeAgain = isUtf8(replaced) === isUtf8(bytes) ? judgeDamaged : redactBytes
  const again = judgeAgain(replaced, rules, path)
  if (again.kind === 'clean') return cleaned
  return again.kind === 'refuse' ? again : { ...again, rule: first.rule, notes: [...cleaned.notes, ...again.notes] }
}

/** What only a damaged text shows is refused: to replace it would cost the text the bytes that were damaged. */
function judgeDamaged(bytes: Uint8Array, rules: RuleSet, path: string): Cleaned {
  const text = damagedTextOf(bytes)
  const [first] = text === null ? [] : redact(text, rules, path).found
  if (first === undefined) return { kind: 'clean' }
  return { kind: 'refuse', rule: first.rule, reason: say('refused-by-rule', { rule: first.rule, path }) }
}

const notesOf = (found: readonly Redacted[]): readonly Message[] =>
  countedByRule(found, (count, rule) => say('places-replaced', { count, rule }))

/** Says which rule found how much, never what. */
export function countedByRule(
  found: readonly Redacted[],
  told: (count: number, rule: string) => Message,
): readonly Message[] {
  const counts = new Map<string, number>()
  for (const { rule } of found) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => told(count, rule))
}

/** What the store will contain after the whole command, except for this change. */
function totalsWithout({ before, after, totals: { planned, turnBytes } }: Version): StoreTotals {
  const growth = after.byteLength - (before?.byteLength ?? 0)
  return {
    files: planned.files - (before === null ? 1 : 0),
    bytes: planned.bytes - growth,
    turnGrowth: turnBytes - growth,
  }
}

function sizesOf({ path, from, before, after }: Version): SizeChange {
  const size = (bytes: Uint8Array): FileSize => ({
    bytes: bytes.length,
    // Counting takes a while, and few stores limit lines.
    get lines() {
      return countLines(bytes)
    },
  })
  return { path, from, before: before && size(before), after: size(after) }
}
