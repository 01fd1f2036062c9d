import type { Scan } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

/** What is found where a value is expected. */
export interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** The sentence does not continue in a way that would make the value one of its words. */
  readonly endsClause: boolean
  /** The character right after it. */
  readonly next: string
}

/** A bare value that ends its clause. */
export const valueAt = (text: string, start: number): Value => ({
  text,
  start,
  end: start + text.length,
  quoted: false,
  endsClause: true,
  next: '',
})

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '«': '»', '「': '」', '『': '』' }
const MAX_CHARACTERS = 512
const MARK_BEGIN = '[redacted: '
const BARE = /[^\s"'`<>|「」。，、]{1,512}/y

const expressions = builtOnce(({ all, oneOf }) => {
  const copulas = oneOf(({ sentences }) => sentences?.copulas)
  const clauseEnd = (joiners: readonly string[], quotes: string): RegExp =>
    new RegExp(
      String.raw`(?:[*_)\]}]{0,3}[.,;:!?)\]}]{0,2}(?:\s*(?:$|\n)|[ \t]+(?:\(|[-\u2013\u2014#|]|\/\/|(?:${joiners.join('|')})\b|[A-Za-z][\w.-]{0,40}=\S)|[ \t]*[)\]}])|[.,;][ \t]|\\n|${quotes}|[\x60<|]|[。，、]|${copulas})`,
      'y',
    )
  const joiners = all(({ sentences }) => sentences?.joiners)
  return {
    clauseEnd: clauseEnd(joiners, `["']`),
    /** A word of letters may go on behind an apostrophe, and what joins sentences in one language is a preposition in another. */
    wordEnd: clauseEnd(
      joiners.filter((joiner) => joiner.length > 1),
      String.raw`["']+(?![^\s"'.,;:!?)\]}|<])`,
    ),
    copulaEnding: new RegExp(`(?<=[!-~]{4})${oneOf(({ sentences }) => sentences?.copulaEndings)}[。.]?$`),
  }
})

/** Reads the value that begins at `from`, past emphasis and opening brackets; `null` when there is none. */
export function readValue({ text, marked, vocabulary }: Scan, from: number): Value | null {
  let at = from
  while (at < text.length && at - from < 8 && /[*_([{=:$@rbfuLN]/.test(text[at] ?? '') && opens(text, at)) at += 1
  if (marked(at)) {
    while (marked(at)) at += 1
    if (/^(?:$|[\s"'`.,;)\]}<|])/.test(text.slice(at, at + 1))) return null
  }
  // Brackets like those of a mark, but without the name of a rule, are part of the text.
  if (text.startsWith(MARK_BEGIN, at)) at += MARK_BEGIN.length
  const quote = text[at] ?? ''
  const close = PAIRS[quote]
  return close === undefined
    ? bare(text, at, vocabulary)
    : (inQuotes(text, at, close) ?? bare(text, at + 1, vocabulary))
}

/** Emphasis before a value, and the prefix letter of a string literal. */
function opens(text: string, at: number): boolean {
  const character = text[at] ?? ''
  const next = text[at + 1] ?? ''
  if (character === '*' || character === '_') return next === character || /[\p{L}\p{N}"'`*_]/u.test(next)
  if (/[([{]/.test(character)) return /["'`]/.test(next)
  return /[$@rbfuLN]/.test(character) && (next === '"' || next === "'")
}

function inQuotes(text: string, at: number, close: string): Value | null {
  const triple = close.length === 1 && text.startsWith(close.repeat(3), at)
  const open = triple ? 3 : 1
  const start = at + open
  for (let end = start; end < text.length && end - start <= MAX_CHARACTERS; end += 1) {
    const character = text[end]
    if (character === '\n' && !triple) return null
    if (character === '\\' && text[end + 1] !== undefined && close !== '»') end += 1
    else if (character === close) {
      if (close === "'" && /\p{L}/u.test(text[end + 1] ?? '') && /\p{L}/u.test(text[end - 1] ?? '')) continue
      return end === start
        ? null
        : { text: text.slice(start, end), start, end, quoted: true, endsClause: true, next: character }
    }
  }
  return null
}

const TOKEN_CHARACTERS = /^[\w+/=.~:%-]+$/
const RUN = /[\w+/=.~:%-]*/y
let lastRun = { text: '', start: 0, end: 0 }

/**
 * Where a run of token characters ends. Its beginning decides, and the whole run is removed. Each run is scanned once.
 */
function runEnd(text: string, at: number): number {
  if (lastRun.text !== text || at < lastRun.start || at >= lastRun.end) {
    RUN.lastIndex = at
    RUN.test(text)
    lastRun = { text, start: at, end: RUN.lastIndex }
  }
  return lastRun.end
}

function bare(text: string, at: number, vocabulary: Vocabulary): Value | null {
  BARE.lastIndex = at
  const run = BARE.exec(text)?.[0]
  if (run === undefined) return null
  const { clauseEnd, wordEnd, copulaEnding } = expressions(vocabulary)
  const value = trimmed(run.replace(copulaEnding, ''))
  if (value === '') return null
  const end = value.length === MAX_CHARACTERS && TOKEN_CHARACTERS.test(value) ? runEnd(text, at) : at + value.length
  const ending = /^\p{L}+$/u.test(value) ? wordEnd : clauseEnd
  ending.lastIndex = end
  return {
    text: value,
    start: at,
    end,
    quoted: false,
    endsClause: end >= text.length || ending.test(text),
    next: text[end] ?? '',
  }
}

/** The run without trailing punctuation and without the next field. */
function trimmed(run: string): string {
  let value = run.replace(/(?:[;&,](?=[A-Za-z_][\w .-]{0,40}[=:])|\\n|\\r|\\t|;(?=[A-Za-z]*$)).*$/s, '')
  for (;;) {
    const last = value.at(-1) ?? ''
    const open = { ')': '(', ']': '[', '}': '{' }[last]
    if (/[.,;:]/.test(last) || (open !== undefined && !value.includes(open))) value = value.slice(0, -1)
    else if (value.length > 4 && /(?:\*\*|__)$/.test(value)) value = value.slice(0, -2)
    else return value
  }
}
