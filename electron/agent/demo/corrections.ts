import { type Files, type FoundLine, linesIn } from './edits.ts'
import { FIRST_PERSON, MONTH, PRONOUN, WEEKDAY } from './fact-patterns.ts'
import { contrastIn, NAME } from './sentences.ts'
import type { EarlierTurn } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'
import { contentWords, isEmptyWord, isUnspaced } from './words.ts'

// “No, it’s on 5 May”: corrections that name only the new value, or it and the old one.

const DATE = new RegExp(
  String.raw`(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?!\p{L})|${MONTH} (?:the )?\d{1,2}(?:st|nd|rd|th)?|\d{1,2}月\d{1,2}[日号]?|\d{1,2}\. \p{Lu}\p{L}+)(?:,? \d{4})?`,
  'iu',
)
const NUMBER = /\d[\d.,:]*\d(?:st|nd|rd|th)?|\d(?:st|nd|rd|th)?/u
const ORDINAL = /\d(?:st|nd|rd|th)(?!\p{L})/iu
/** “In Faro”, of which the first word says how it is meant; in Chinese, what stands after a verb. */
const PLACE = new RegExp(
  String.raw`(?<=^|\s)(?<frame>in|at|from|to|for|bei|aus|nach|en|de)\s(?:the )?${NAME}(?=$|[\s.,])|(?<=住在|来自|喜欢|叫|^是)\p{Script=Han}+$|(?<=对)\p{Script=Han}+(?=过敏)`,
  'u',
)
const KINDS = [DATE, new RegExp(String.raw`(?<!\p{L})${WEEKDAY}(?!\p{L})`, 'iu'), NUMBER, PLACE]

/** “Not in Faro” does not say where. */
const NEGATION = /(?:^|[\s,])(?:not|never|no|nicht|kein\p{L}*)(?=[\s,]|$)|n't(?=\s|$)/iu
/** “It’s”, at the beginning of what is right. */
const COPULA =
  /^(?:(?:it|that|he|she|they|there|(?:the|his|her|my|our|its) \p{L}+)(?:'?s| is| was| are)?|is|make it) /iu

/** What was said longer ago is not meant by the value alone. */
const MAX_AGE = 3
const MAX_REPLACED_WORDS = 4

/** A line of the memory; written in this conversation, so many changes ago. */
interface AgedLine extends FoundLine {
  readonly age: number
}

/** A line, and how it reads when it is put right. */
export interface Amendment {
  readonly at: FoundLine
  readonly to: string
}

/** All lines; those first that were written in this conversation, the latest before the others. */
export function byAge(earlier: readonly EarlierTurn[], files: Files): readonly AgedLine[] {
  const written = turnsInEffect(earlier)
    .toReversed()
    .map((turn) => changesOf(turn).flatMap((change) => [change.file_text, change.insert_text, change.new_str]))
    .map((texts) => new Set(texts.join('\n').split('\n')))
  const ageOf = ({ path, index }: FoundLine): number => {
    const age = written.findIndex((lines) => lines.has(files.get(path)?.[index] ?? ''))
    return age < 0 ? Infinity : age
  }
  return linesIn(files)
    .map((line) => ({ ...line, age: ageOf(line) }))
    .toSorted((one, other) => (one.age === other.age ? 0 : one.age - other.age))
}

/** The one thing that a correction puts right; `null` if that is not clear. */
export function amendmentOf(said: string, lines: readonly AgedLine[]): Amendment | null {
  const contrast = contrastIn(said)
  if (contrast !== null) return contrasted(contrast.value, contrast.old, lines)
  return NEGATION.test(said) ? null : byKind(said, lines)
}

/** The old value is replaced where it was said last: “14” of “the 14th”, “Faro” of “in Faro”. */
export function contrasted(value: string, old: string, lines: readonly AgedLine[]): Amendment | null {
  const digits = (text: string): string => /\d[\d.,:]*/.exec(text)?.[0] ?? ''
  for (const wanted of [withoutEmpty(old), old, digits(old)]) {
    const [at, other] = lines.filter(({ text }) => placeOf(text, wanted) >= 0)
    if (at === undefined) continue
    const place = placeOf(at.text, wanted)
    // Of “he’s moving to Antwerp”, what stands for “Rotterdam” in “is moving to Rotterdam”.
    const frame = /\S+\s$/.exec(at.text.slice(0, place))?.[0] ?? '\0'
    const bare = withoutEmpty(` ${value}`.split(` ${frame}`).at(-1)?.trim().replace(COPULA, '') ?? '')
    const to = /^\d+$/.test(wanted) && digits(value) !== '' ? digits(value) : bare
    const isClear = other === undefined || at.age < Infinity
    if (to === '' || to.split(/\s+/).length > MAX_REPLACED_WORDS || !isClear || !isOfSame(value, at)) return null
    return { at, to: at.text.slice(0, place) + to + at.text.slice(place + wanted.length) }
  }
  return null
}

function withoutEmpty(text: string): string {
  const words = text.split(/\s+/)
  return words
    .slice(
      Math.max(
        0,
        words.findIndex((word) => !isEmptyWord(word)),
      ),
    )
    .join(' ')
}

/** Where a line has these words, whole; -1 if it does not. */
export function placeOf(line: string, words: string): number {
  const [text, wanted] = [line.toLowerCase(), words.toLowerCase()]
  for (let at = wanted === '' ? -1 : text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [
      text[at - 1] ?? ' ',
      text.slice(at + wanted.length).replace(/^(?:st|nd|rd|th)(?!\p{L})/u, ''),
    ]
    if (isUnspaced(words) || !/[\p{L}\p{N}\p{M}]/u.test(before + (after[0] ?? ' '))) return at
  }
  return -1
}

/** The line that was said last, has a value of the same kind, and says whatever else is said beside the value. */
function byKind(said: string, lines: readonly AgedLine[]): Amendment | null {
  for (const kind of KINDS) {
    const value = kind.exec(said)
    if (value === null) continue
    const rest = contentWords(said.replace(value[0], ' '))
    const [first, other] = lines.flatMap((at) => {
      const known = contentWords(`${at.path.replace(/\.\w+$/, '')} ${at.text}`)
      const isMeant = at.age < MAX_AGE && isOfSame(said, at) && rest.every((word) => known.includes(word))
      const old = isMeant ? oldValue(at.text, value, kind, rest) : undefined
      return old === undefined ? [] : [{ at, old }]
    })
    if (first === undefined) continue
    const { at, old } = first
    if (rest.length === 0 && other?.at.age === at.age) return null
    return { at, to: at.text.slice(0, old.index) + value[0] + at.text.slice(old.index + old[0].length) }
  }
  return null
}

/** Of several values of the kind, the one after the word that is meant; for a number in a date, the day. */
function oldValue(
  line: string,
  value: RegExpExecArray,
  kind: RegExp,
  rest: readonly string[],
): RegExpExecArray | undefined {
  const date = kind === NUMBER ? DATE.exec(line) : null
  if (ORDINAL.test(value[0]) && !ORDINAL.test(line) && !DATE.test(line)) return undefined
  const all = [...line.matchAll(new RegExp(kind.source, `${kind.flags}g`))].filter(
    ({ index, groups }) =>
      groups?.['frame'] === value.groups?.['frame'] &&
      (date === null || (index >= date.index && index < date.index + date[0].length)),
  )
  const said = line.split(/\s+/).find((word) => rest.includes(contentWords(word)[0] ?? ''))
  return all.length < 2 ? all[0] : all.find(({ index }) => said !== undefined && index > line.indexOf(said))
}

/** “She moved” does not put right what the user said of themselves, nor “I moved” what they said of her. */
function isOfSame(said: string, { text, path }: FoundLine): boolean {
  const [first = ''] = said.split(/[\s']/)
  if (FIRST_PERSON.test(said)) return path === 'about-me.md'
  return !PRONOUN.test(first) || /^it/i.test(first) || path !== 'about-me.md' || /[:：]\s/.test(text)
}
