import type { Message } from '../../../shared/messages/message.ts'
import { isWithin, type Redacted, type RedactionPolicy, type RuleAction } from '../../../shared/policy.ts'
import { type Encoded, encodedRuns, unescaped } from './decoded.ts'
import { type ActiveDetector, detectorsOf } from './detectors.ts'
import { withoutEmphasis } from './emphasis.ts'
import { type KnownValues, MARKED_RULE, NO_VALUES } from './known-values.ts'
import { markOf, marksIn, outside, type Range, within } from './marks.ts'
import { normalised } from './normalise.ts'
import { type Finding, lowerSameLength } from './scan.ts'
import { type CompiledRule, compileRule } from './user-rules.ts'
import { originalRange, type View } from './view.ts'
import { EVERY_LANGUAGE, type Vocabulary } from './vocabulary.ts'

/** The processor time of this thread, in ms. Node before 23.9 cannot tell: there, elapsed time counts. */
const threadMs = (): number => {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A limit on the processor time of some work, so that nothing is refused because other programs keep the machine busy. */
class TimeLimit {
  #left: number

  /** @param ms of this thread's processor time, for all calls of `spend` together */
  constructor(ms: number) {
    this.#left = ms
  }

  /** @param work is not run once the time is used up; looks at `isOver` while it runs, and returns `late` if it gave up */
  spend(work: (isOver: () => boolean) => 'done' | 'late'): 'done' | 'late' {
    if (this.#left <= 0) return 'late'
    const from = performance.now()
    const threadFrom = threadMs()
    // Processor time takes longer to read, and never exceeds elapsed time.
    const isOver = (): boolean => performance.now() - from > this.#left && threadMs() - threadFrom > this.#left
    const outcome = work(isOver)
    this.#left -= threadMs() - threadFrom
    return outcome
  }
}

/** A compiled policy. Rules that cannot be run are left out and listed with the reason. */
export interface RuleSet {
  readonly detectors: readonly ActiveDetector[]
  readonly vocabulary: Vocabulary
  readonly rules: readonly CompiledRule[]
  readonly names: ReadonlySet<string>
  readonly values: KnownValues
  readonly refused: readonly { readonly name: string; readonly reason: Message }[]
}

export interface Redaction {
  readonly text: string
  /** Sorted and disjoint, in the offsets of the given text. */
  readonly found: readonly Redacted[]
  /** The names of matching rules whose action is "refuse". */
  readonly refusing: readonly string[]
  /** The names of the user's rules that ran out of time: they may have missed something. */
  readonly late: readonly string[]
}

interface CompileOptions {
  readonly vocabulary?: Vocabulary
  /** What the user said of single values on this device. */
  readonly values?: KnownValues
}

export function compileRules(
  policy: Pick<RedactionPolicy, 'groups' | 'detectors' | 'rules'>,
  { vocabulary = EVERY_LANGUAGE, values = NO_VALUES }: CompileOptions = {},
): RuleSet {
  const outcomes = policy.rules.filter(({ on }) => on).map((rule) => compileRule(rule))
  return {
    detectors: detectorsOf(policy),
    vocabulary,
    values,
    rules: outcomes.flatMap((outcome) => (outcome.kind === 'ready' ? [outcome.rule] : [])),
    names: new Set(policy.rules.map(({ name }) => name)),
    refused: outcomes.flatMap((outcome) =>
      outcome.kind === 'refused' ? [{ name: outcome.name, reason: outcome.reason }] : [],
    ),
  }
}

/**
 * Time for the user's rules on one text, so that redacting 100 kB takes at most 50 ms in all. On a long text the
 * built-in patterns need their share. They are linear and need no clock.
 */
const RULES_MS = 40
const RULES_MS_PER_100_KB = 20
function rulesLimit(length: number): TimeLimit {
  const share = (length / 100_000) * RULES_MS_PER_100_KB
  return new TimeLimit(Math.max(RULES_MS - share, share))
}
const MAX_PASSES = 24

/**
 * Replaces what the rules match, until nothing more is found: redacting the outcome again changes nothing, and every
 * character outside `found` is unchanged.
 * @param path the text's file, for rules that apply only to some paths
 */
export function redact(text: string, set: RuleSet, path = ''): Redaction {
  const rules = set.rules.filter(({ appliesTo }) => path === '' || appliesTo(path))
  const actions = actionsOf(rules)
  const run: Run = { set, rules, late: new Set(), limit: rulesLimit(text.length) }
  let replaced: readonly Redacted[] = []
  let current = text
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const more = findAll(current, run)
    if (more.length === 0) break
    replaced = [...replaced, ...inOriginal(more, replaced, actions)].toSorted((one, two) => one.start - two.start)
    current = apply(text, replaced, actions)
    // Out of time: keep what was found, and report the rules that are late.
    if (run.late.size > 0) break
  }
  const refusing = new Set(replaced.filter(({ rule }) => actions.get(rule) === 'refuse').map(({ rule }) => rule))
  return { text: current, found: replaced, refusing: [...refusing], late: [...run.late] }
}

/** The action of each name. A file may have several rules of one name; if one of them refuses, all do. */
function actionsOf(rules: readonly CompiledRule[]): ReadonlyMap<string, RuleAction> {
  const actions = new Map<string, RuleAction>()
  for (const { name, action } of rules) if (actions.get(name) !== 'refuse') actions.set(name, action)
  return actions
}

/** Whether redacting the text would leave it as it is. One pass: most of what redacting a clean text costs. */
export function isClean(text: string, set: RuleSet, path = ''): boolean {
  const rules = set.rules.filter(({ appliesTo }) => path === '' || appliesTo(path))
  const run: Run = { set, rules, late: new Set(), limit: rulesLimit(text.length) }
  return findAll(text, run).length === 0 && run.late.size === 0
}

interface Run {
  readonly set: RuleSet
  readonly rules: readonly CompiledRule[]
  readonly late: Set<string>
  /** For all of the user's rules. */
  readonly limit: TimeLimit
}

/** One pass over the text in all its forms. */
function findAll(text: string, run: Run): readonly Finding[] {
  const found: Finding[] = []
  const base = normalised(text)
  findIn(base, run, found)
  if (base.starts !== null) userRules(text, run, found)
  const decoded = unescaped(base)
  if (decoded !== null) findIn(decoded, run, found)
  for (const { start, end, rule } of inEncoded(encodedRuns(base.text), run))
    found.push({ ...originalRange(base, start, end), rule })
  return disjoint(withoutAllowed(text, found, run.set), marksIn(text, run.set.names))
}

function findIn(view: View, run: Run, found: Finding[]): void {
  const here: Finding[] = []
  userRules(view.text, run, here)
  run.set.values.findMarked(view.text, here)
  detect(view.text, run, here)
  for (const { start, end, rule } of here) if (end > start) found.push({ ...originalRange(view, start, end), rule })
}

function detect(text: string, { set }: Run, found: Finding[]): void {
  const { vocabulary } = set
  const scan = { text, lower: lowerSameLength(text), marked: within(marksIn(text, set.names)), vocabulary }
  for (const { detect, certainty, level } of set.detectors) {
    const own: Finding[] = []
    detect.find(scan, own, level)
    for (const finding of own) {
      const bare = isWithin(level, finding.certainty ?? certainty) ? withoutEmphasis(scan, finding) : null
      if (bare !== null) found.push(bare)
    }
  }
}

function userRules(text: string, run: Run, found: Finding[]): void {
  for (const rule of run.rules) {
    if (run.limit.spend((isOver) => rule.find(text, found, isOver)) === 'late') run.late.add(rule.name)
  }
}

/** Decoded texts are scanned together, with a gap that no sentence spans; a finding removes the whole run. */
const GAP = '\n.\n.\n.\n'

function inEncoded(runs: readonly Encoded[], run: Run): readonly Finding[] {
  if (runs.length === 0) return []
  const starts: number[] = []
  let length = 0
  for (const { text } of runs) {
    starts.push(length)
    length += text.length + GAP.length
  }
  const text = runs.map((encoded) => encoded.text).join(GAP)
  const found: Finding[] = []
  userRules(text, run, found)
  detect(text, run, found)
  let at = 0
  return found
    .toSorted((one, two) => one.start - two.start)
    .flatMap(({ start, rule }) => {
      while ((starts[at + 1] ?? Infinity) <= start) at += 1
      const encoded = runs[at]
      return encoded === undefined ? [] : [{ start: encoded.start, end: encoded.end, rule }]
    })
}

/**
 * What the user called no secret is left, and so is what another rule finds within it. What they forbid themselves, by a
 * rule of their own or as a marked value, stays forbidden.
 */
function withoutAllowed(text: string, found: readonly Finding[], { values, names }: RuleSet): readonly Finding[] {
  const isForbidden = ({ rule }: Finding): boolean => names.has(rule) || rule === MARKED_RULE
  const allowed = found.filter(
    (finding) => !isForbidden(finding) && values.isAllowed(text.slice(finding.start, finding.end)),
  )
  if (allowed.length === 0) return found
  return found.filter(
    (finding) =>
      isForbidden(finding) || !allowed.some(({ start, end }) => start <= finding.start && finding.end <= end),
  )
}

/** Merges overlapping findings under the name of the rule that ran first; existing marks are left alone. */
function disjoint(found: readonly Finding[], marks: readonly Range[]): readonly Finding[] {
  const sorted = found
    .map((finding, rank) => ({ ...finding, rank }))
    .toSorted((one, two) => one.start - two.start || one.rank - two.rank)
  const merged: { start: number; end: number; rule: string; rank: number }[] = []
  for (const finding of sorted) {
    const last = merged.at(-1)
    // Adjacent findings with the same name are one.
    if (last === undefined || finding.start > last.end || (finding.start === last.end && finding.rule !== last.rule)) {
      merged.push({ ...finding })
      continue
    }
    last.end = Math.max(last.end, finding.end)
    if (finding.rank < last.rank) {
      last.rank = finding.rank
      last.rule = finding.rule
    }
  }
  return merged.flatMap(({ start, end, rule }) => outside({ start, end }, marks).map((range) => ({ ...range, rule })))
}

/** Converts findings in the text after `replaced` to offsets of the original. They do not overlap any mark. */
function inOriginal(
  found: readonly Finding[],
  replaced: readonly Redacted[],
  actions: ReadonlyMap<string, RuleAction>,
): readonly Redacted[] {
  let index = 0
  let shift = 0
  let marksEnd = 0
  return found.map(({ start, end, rule }) => {
    for (let next = replaced[index]; next !== undefined; next = replaced[index]) {
      const mark = markOf(next.rule, actions.get(next.rule) ?? 'replace').length
      if (next.start + shift + mark > start) break
      marksEnd = next.end
      shift += mark - (next.end - next.start)
      index += 1
    }
    return { rule, start: Math.max(start - shift, marksEnd), end: end - shift }
  })
}

function apply(text: string, replaced: readonly Redacted[], actions: ReadonlyMap<string, RuleAction>): string {
  const pieces: string[] = []
  let done = 0
  for (const { rule, start, end } of replaced) {
    pieces.push(text.slice(done, start), markOf(rule, actions.get(rule) ?? 'replace'))
    done = end
  }
  pieces.push(text.slice(done))
  return pieces.join('')
}
