import type { Scan } from './scan.ts'

/** What stands where a value is expected. */
export interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** Nothing of the sentence follows that would make the value a word of it. */
  readonly endsClause: boolean
  /** The character right after it. */
  readonly next: string
}

const PAIRS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '«': '»', '「': '」', '『': '』' }
const LONGEST = 512
const MARK_BEGIN = '[redacted: '
const BARE = /[^\s"'`<>|「」。，、]{1,512}/y
const CLAUSE_END =
  /(?:[*_)\]}]{0,3}[.,;:!?)\]}]{0,2}(?:\s*(?:$|\n)|[ \t]+(?:\(|[-\u2013\u2014#|]|\/\/|and\b|or\b|but\b|for\b|on\b|in\b|at\b|until\b|since\b|und\b|oder\b|für\b|y\b|para\b|et\b|pour\b|e\b|per\b|och\b|en\b)|[ \t]*[)\]}])|[.,;][ \t]|\\n|["'`<|]|。|，|、|です|입니다|이다|来)/y

/** Reads the value that begins at `from`, past emphasis and opening brackets. `null` when none stands there. */
export function readValue({ text, marked }: Scan, from: number): Value | null {
  let at = from
  while (at < text.length && at - from < 8 && /[*_([{=:$@rbfuLN]/.test(text[at] ?? '') && opens(text, at)) at += 1
  if (marked(at)) {
    while (marked(at)) at += 1
    if (/^(?:$|[\s"'`.,;)\]}<|])/.test(text.slice(at, at + 1))) return null
  }
  // Brackets that look like a mark and carry no rule's name hide nothing.
  if (text.startsWith(MARK_BEGIN, at)) at += MARK_BEGIN.length
  const quote = text[at] ?? ''
  const close = PAIRS[quote]
  return close === undefined ? bare(text, at) : (inQuotes(text, at, close) ?? bare(text, at + 1))
}

/** Emphasis before a value, and the prefix letter of a string literal. */
function opens(text: string, at: number): boolean {
  const sign = text[at] ?? ''
  const next = text[at + 1] ?? ''
  if (sign === '*' || sign === '_') return next === sign || /[\p{L}\p{N}"'`*_]/u.test(next)
  if (/[([{]/.test(sign)) return /["'`]/.test(next)
  return /[$@rbfuLN]/.test(sign) && (next === '"' || next === "'")
}

function inQuotes(text: string, at: number, close: string): Value | null {
  const triple = close.length === 1 && text.startsWith(close.repeat(3), at)
  const open = triple ? 3 : 1
  const start = at + open
  for (let end = start; end < text.length && end - start <= LONGEST; end += 1) {
    const sign = text[end]
    if (sign === '\n' && !triple) return null
    if (sign === '\\' && text[end + 1] !== undefined && close !== '»') end += 1
    else if (sign === close) {
      if (close === "'" && /\p{L}/u.test(text[end + 1] ?? '') && /\p{L}/u.test(text[end - 1] ?? '')) continue
      return end === start
        ? null
        : { text: text.slice(start, end), start, end, quoted: true, endsClause: true, next: sign }
    }
  }
  return null
}

const TOKEN_SIGNS = /^[\w+/=.~:%-]+$/
const RUN = /[\w+/=.~:%-]*/y
let lastRun = { text: '', start: 0, end: 0 }

/** Where a run of a token's signs ends. It is judged by its beginning, and goes whole; each run is walked once. */
function runEnd(text: string, at: number): number {
  if (lastRun.text !== text || at < lastRun.start || at >= lastRun.end) {
    RUN.lastIndex = at
    RUN.test(text)
    lastRun = { text, start: at, end: RUN.lastIndex }
  }
  return lastRun.end
}

function bare(text: string, at: number): Value | null {
  BARE.lastIndex = at
  const run = BARE.exec(text)?.[0]
  if (run === undefined) return null
  const value = trimmed(run)
  if (value === '') return null
  const end = value.length === LONGEST && TOKEN_SIGNS.test(value) ? runEnd(text, at) : at + value.length
  CLAUSE_END.lastIndex = end
  return {
    text: value,
    start: at,
    end,
    quoted: false,
    endsClause: end >= text.length || CLAUSE_END.test(text),
    next: text[end] ?? '',
  }
}

/** Without what belongs to the sentence or to the next field. */
function trimmed(run: string): string {
  let value = run
    .replace(/(?<=[!-~]{4})(?:です|でした|だよ|だ|입니다|이에요|예요|이야)[。.]?$/, '')
    .replace(/(?:[;&,](?=[A-Za-z_][\w .-]{0,40}[=:])|\\n|\\r|\\t|;(?=[A-Za-z]*$)).*$/s, '')
  for (;;) {
    const last = value.at(-1) ?? ''
    const open = { ')': '(', ']': '[', '}': '{' }[last]
    if (/[.,;:]/.test(last) || (open !== undefined && !value.includes(open))) value = value.slice(0, -1)
    else if (value.length > 4 && /(?:\*\*|__)$/.test(value)) value = value.slice(0, -2)
    else return value
  }
}
