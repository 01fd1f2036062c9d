import { MatcherInput, RE2JS } from 're2js'
import { type PathMatcher, pathMatcher } from '../../../shared/globs.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { RuleAction, UserRule } from '../../../shared/policy.ts'
import { type Finding, NEAR, type Reach } from './scan.ts'

class OutOfTime extends Error {}

/** Characters read between two checks of the clock: the largest program takes less than a millisecond for them. */
const CHARACTERS_PER_CHECK = 32

/**
 * A text for re2js that throws once the time is over. Although linear, expressions with many states take seconds on a
 * long text, and there is no other way to end a search.
 */
class WatchedText extends String {
  readonly #text: string
  readonly #isLate: () => boolean
  #left = CHARACTERS_PER_CHECK

  constructor(text: string, isLate: () => boolean) {
    super(text)
    this.#text = text
    this.#isLate = isLate
  }

  override charCodeAt(at: number): number {
    this.#left -= 1
    if (this.#left < 0) this.check()
    return this.#text.charCodeAt(at)
  }

  /** @throws OutOfTime */
  check(): void {
    if (this.#isLate()) throw new OutOfTime()
    this.#left = CHARACTERS_PER_CHECK
  }
}

/**
 * A compiled rule of the user. When the time is over, `find` stops, even in the middle of a search, and returns `late`.
 */
export interface CompiledRule {
  readonly name: string
  readonly action: RuleAction
  readonly appliesTo: PathMatcher
  /** `file`: what it matches may be of any length, or depend on the beginning or the end of the text. */
  readonly reach: Reach | 'file'
  readonly find: (text: string, found: Finding[], isLate: () => boolean) => 'done' | 'late'
}
export type RuleOutcome =
  | { readonly kind: 'ready'; readonly rule: CompiledRule }
  /** `reason` is a sentence for the person who wrote the rule. */
  | { readonly kind: 'refused'; readonly name: string; readonly reason: Message }

/** Instructions of the linear engine; a longer program would take too long on a large file. */
const MAX_PROGRAM_INSTRUCTIONS = 1_000

export function compileRule(rule: UserRule): RuleOutcome {
  const { name, action, paths } = rule
  const find =
    rule.kind === 'words' ? wordFinder(name, rule.words) : expressionFinder(name, rule.expression, rule.ignoreCase)
  if (typeof find !== 'function') return { kind: 'refused', name, reason: find }
  return {
    kind: 'ready',
    rule: {
      name,
      action,
      reach: isNear(rule) ? NEAR : 'file',
      find: inTime(find),
      appliesTo: paths.length === 0 ? () => true : pathMatcher(paths),
    },
  }
}

/**
 * What matches within a line: ordinary characters, the classes of digits and of words, and sets without a backslash or a
 * control character. Whatever else there is may match a line break.
 */
const WITHIN_LINES = /^(?:[^\\[\]^$\p{Cc}]|\\[dwbB.+*?()[\]{}|/\\-]|\[[^\\^[\]\p{Cc}][^\\[\]\p{Cc}]*\])+$/u
const FLAGS = /\(\?(?!:)/

function isNear(rule: UserRule): boolean {
  if (rule.kind === 'words') return rule.words.every((word) => word.split(/\s+/).length < NEAR.lines / 4)
  return WITHIN_LINES.test(rule.expression) && !FLAGS.test(rule.expression)
}

type Find = (text: WatchedText, found: Finding[]) => void

const inTime =
  (find: Find): CompiledRule['find'] =>
  (text, found, isLate) => {
    try {
      find(new WatchedText(text, isLate), found)
      return 'done'
    } catch (error) {
      if (error instanceof OutOfTime) return 'late'
      throw error
    }
  }

/** Whole words, ignoring case; a word that begins or ends with another character needs no boundary there. */
function wordFinder(name: string, words: readonly string[]): Find | Message {
  const wanted = words.map((word) => word.trim().normalize('NFKC')).filter((word) => word !== '')
  if (wanted.length === 0) return say('rule-without-words')
  const parts = wanted
    .toSorted((one, two) => two.length - one.length)
    .map((word) => {
      const inner = word
        .split(/\s+/)
        .map((part) => RE2JS.quote(part))
        .join('\\s{1,4}')
      return `${/^[\p{L}\p{N}_]/u.test(word) ? '(?:^|[^\\pL\\pN_])' : ''}(${inner})`
    })
  const patterns = chunks(parts, 200).map((some) => RE2JS.compile(some.join('|'), RE2JS.CASE_INSENSITIVE))
  return (text, found) => {
    for (const pattern of patterns) {
      const matcher = pattern.matcher(MatcherInput.utf16(text))
      for (let from = 0; matcher.find(from);) {
        const group =
          parts.length === 1
            ? 1
            : (Array.from({ length: matcher.groupCount() }, (_, at) => at + 1).find((at) => matcher.start(at) >= 0) ??
              1)
        const start = matcher.start(group)
        const end = matcher.end(group)
        if (
          !/^[\p{L}\p{N}_]$/u.test(text.substring(end - 1, end)) ||
          !/^[\p{L}\p{N}_]/u.test(text.substring(end, end + 2))
        )
          found.push({ start, end, rule: name })
        from = Math.max(end, start + 1)
        if (from > text.length) break
        text.check()
      }
    }
  }
}

function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}

/** Ordinary text of several kinds: a rule that matches most of it matches most of everything. */
const ORDINARY = [
  'The meeting with Ana moved to Thursday at 10:30; bring the notes, please. She asked about 3 things.',
  'const total = items.reduce((sum, item) => sum + item.price, 0) // see docs/plan.md',
  '- [ ] buy milk\n- [x] call Tomás\n\n## Next\nDie Werte für März fehlen noch, 12 von 40.',
  '今日は天気がいいですね。明日は雨が降るでしょう。',
]
const MAX_SHARE_OF_TEXT = 0.5

function expressionFinder(name: string, expression: string, ignoreCase: boolean): Find | Message {
  const pattern = compiled(expression, ignoreCase)
  if ('id' in pattern) return pattern
  if (pattern.programSize() > MAX_PROGRAM_INSTRUCTIONS) return say('expression-too-large')
  for (const text of ['', 'a', ' ', '1', '-', '\n', 'a b', 'a\nb', '.', 'é', ...ORDINARY]) {
    const spans = spansOf(pattern, text)
    if (spans.some(([start, end]) => start === end)) return say('expression-matches-nothing')
    const taken = spans.reduce((sum, [start, end]) => sum + end - start, 0)
    if (text.length > 20 && taken / text.length > MAX_SHARE_OF_TEXT) return say('expression-matches-most')
  }
  return (text, found) => {
    const matcher = pattern.matcher(MatcherInput.utf16(text))
    while (matcher.find()) {
      if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end(), rule: name })
      text.check()
    }
  }
}

function compiled(expression: string, ignoreCase: boolean): RE2JS | Message {
  try {
    return RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    return whyNot(error instanceof Error ? error.message : '')
  }
}

function whyNot(message: string): Message {
  const detail = message.replace(/^error parsing regexp: /, '')
  if (/\(\?<?[=!]/.test(detail)) return say('expression-lookaround')
  if (/\\[1-9k]/.test(detail)) return say('expression-backreference')
  return say('expression-invalid', { why: `${detail}.` })
}

function spansOf(pattern: RE2JS, text: string): readonly (readonly [number, number])[] {
  const spans: [number, number][] = []
  const matcher = pattern.matcher(text)
  while (matcher.find()) spans.push([matcher.start(), matcher.end()])
  return spans
}
