import { type Language, NAME } from './languages/language.ts'
import { factIn, type Files } from './memory-edits.ts'
import type { RecentLine } from './recent.ts'
import type { FoundLine } from './search.ts'
import { isAlike } from './spelling.ts'
import { allWords, contentWords, isUnspaced, slug } from './words.ts'

// “No, it’s on 5 May”: corrections that name only the new value, or it and the old one.

const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s|zo|ço)?|märz|a[pv]r(?:il)?|abril|may|mai|mayo|maio|june?|juni|juin|junio|junho|july?|juli|juillet|julio|julho|aug(?:ust)?|août|agosto|sept(?:ember|embre|iembre)?|set(?:iembre|embro)|o[ckt]t(?:ober|obre|ubre)?|octobre|octubre|outubro|nov(?:ember|embre|iembre|embro)?|de[czs](?:ember|embre|iembre|embro)?|déc(?:embre)?|enero|janeiro|febrero|fevereiro|dezember|dezembro|diciembre)'
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?`
const DATE = new RegExp(
  String.raw`(?:${DAY} (?:of |de |do )?${MONTH}(?!\p{L})\.?|${MONTH} (?:the )?${DAY}|\d{1,2}月\d{1,2}[日号號]?|\d{1,2}[./]\d{1,2}\.?(?!\d))(?:,? (?:de )?\d{4})?`,
  'iu',
)
const WEEKDAY = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|sonnabends?|mittwochs?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:lunes|martes|miércoles|miercoles|jueves|viernes|s[áa]bados?|domingos?|(?:segunda|ter[çc]a|quarta|quinta|sexta)s?(?:-feiras?)?)(?!\p{L})`,
    '(?:周|週|星期|礼拜)[一二三四五六日天]',
    '[月火水木金土日]曜日?',
  ].join('|'),
  'iu',
)
/** “4日”: a number of what it counts. */
const COUNTED = /[\d一二三四五六七八九十]+(?<unit>[日号號月岁歲歳才年時时点點人匹只隻个個])/u
const ORDINAL = /\d(?:st|nd|rd|th)(?!\p{L})/iu
const NUMBER = /\d[\d.,:]*\d(?:st|nd|rd|th)?|\d(?:st|nd|rd|th)?/u
const PLACE = new RegExp(
  String.raw`(?<=^|\s)(?<frame>in|at|from|to|for|bei|aus|nach|für|à|au|chez|en|em|para|de|a)\s(?:the |la |le |el |[ao] )?${NAME}(?=$|[\s.,])`,
  'u',
)
const KINDS = [DATE, WEEKDAY, COUNTED, NUMBER, PLACE]

/** “Not in Faro” does not say where. */
const NEGATION =
  /(?:^|[\s,])(?:not|never|no|nicht|kein\p{L}*|nie|pas|jamais|non|nunca|não|nem)(?=[\s,]|$)|n['’]t(?=\s|$)|不|没|ない|じゃ|ません/iu

export interface Contrast {
  readonly value: string
  readonly old: string
}

/** Of two values both are short. */
const MAX_CONTRAST_CHARACTERS = 200

/** “The 15th, not the 14th” */
export function contrastIn(said: string, { contrasts }: Language): Contrast | null {
  if (said.length > MAX_CONTRAST_CHARACTERS) return null
  for (const contrast of contrasts) {
    const { value, old } = contrast.exec(said)?.groups ?? {}
    if (value !== undefined && old !== undefined) return { value: value.replace(/[\s,，、]+$/u, ''), old: old.trim() }
  }
  return null
}

/** What a correction does: to one line, or to a name wherever it stands. */
export type Amendment =
  | { readonly kind: 'line'; readonly at: FoundLine; readonly line: string }
  | { readonly kind: 'name'; readonly from: string; readonly to: string }

interface Memory {
  readonly files: Files
  /** Lines that were written in the conversation, the latest first. */
  readonly recent: readonly RecentLine[]
}

/** The one thing that a correction puts right; `null` if that is not clear. */
export function amendmentOf(said: string, memory: Memory, language: Language): Amendment | null {
  const contrast = contrastIn(said, language)
  if (contrast !== null) return contrasted(contrast, memory, language)
  const value = said.replace(language.copula, '')
  const spelling = otherSpelling(value, memory)
  if (NEGATION.test(said)) return spelling
  return byKind(said, memory, language) ?? bySubject(said, memory, language) ?? spelling
}

/** The old value is replaced where it was said last. */
export function contrasted({ value, old }: Contrast, memory: Memory, language: Language): Amendment | null {
  for (const wanted of coresOf(old, language)) {
    const isName = isNameIn(wanted, memory, language)
    const lines = linesWith(wanted, memory).filter((line) => isName || isOfSame(value, line, language))
    const [at] = lines
    if (at === undefined) continue
    const replacement = valueFor(at.text, wanted, value, language)
    if (replacement === null) return null
    if (isName) return { kind: 'name', from: wanted, to: replacement }
    if (lines.length > 1 && lines[0] !== memory.recent.find((line) => line === at)) return null
    return { kind: 'line', at, line: replacedIn(at.text, wanted, replacement) }
  }
  return null
}

/** The old value, from as it is said to its bare core: “in Faro”, “Faro”; “the 14th”, “14”. */
function coresOf(old: string, language: Language): readonly string[] {
  const bare = withoutEmpty(old, language)
  const number = KINDS.slice(0, 4)
    .map((kind) => kind.exec(old)?.[0])
    .find((found) => found !== undefined)
  return [...new Set([bare, old, ...(number === undefined ? [] : [number, number.replace(/\D+$/, '')])])].filter(
    (core) => core !== '',
  )
}

function withoutEmpty(text: string, { emptyWords }: Language): string {
  const words = text.split(/\s+/)
  const first = words.findIndex((word) => !emptyWords.has(word.toLowerCase()))
  return words.slice(Math.max(0, first)).join(' ')
}

/** The latest first. */
function linesWith(words: string, { files, recent }: Memory): readonly FoundLine[] {
  const others = [...files].flatMap(([path, lines]) =>
    lines.flatMap((line, index) => {
      const text = factIn(line)
      return text === null || recent.some((known) => known.path === path && known.index === index)
        ? []
        : [{ path, index, text }]
    }),
  )
  return [...recent, ...others].filter(({ text }) => placeOf(text, words) >= 0)
}

/** Where a line has these words, whole; -1 if it does not. */
export function placeOf(line: string, words: string): number {
  const [text, wanted] = [line.toLowerCase(), words.toLowerCase()]
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' ']
    const isDigits = /^\d+$/.test(words)
    if (isUnspaced(words) || around.every((character) => !/[\p{L}\p{N}\p{M}]/u.test(character))) return at
    if (isDigits && /^\d+(?:st|nd|rd|th|er)(?!\p{L})/iu.test(text.slice(at)) && !/\d/.test(around[0] ?? '')) return at
  }
  return -1
}

function replacedIn(line: string, old: string, replacement: string): string {
  const at = placeOf(line, old)
  return line.slice(0, at) + replacement + line.slice(at + old.length)
}

/** Of “he’s moving to Antwerp”, what stands for “Rotterdam” in “is moving to Rotterdam”. */
function valueFor(line: string, old: string, value: string, language: Language): string | null {
  for (const kind of KINDS.slice(0, 4)) {
    const found = kind.exec(value)?.[0]
    if (kind.exec(old)?.[0] === old && found !== undefined)
      return /^\d+$/.test(old) && !/\d(?:st|nd|rd|th)/.test(line) ? found.replace(/\D+$/, '') || found : found
  }
  const before = line.slice(0, placeOf(line, old))
  const frame = isUnspaced(old) ? before.slice(-1) : (/\S+\s$/.exec(before)?.[0] ?? '')
  const framed = frame.trim() === '' ? -1 : ` ${value}`.lastIndexOf(isUnspaced(old) ? frame : ` ${frame}`)
  const bare = framed < 0 ? value : ` ${value}`.slice(framed + frame.length + (isUnspaced(old) ? 0 : 1))
  const stripped = withoutEmpty(bare.replace(language.copula, ''), language).trim()
  const replacement = withoutEcho(stripped, line.slice(placeOf(line, old) + old.length))
  return replacement === '' || replacement.split(/\s+/).length > MAX_REPLACED_WORDS ? null : replacement
}

const MAX_REPLACED_WORDS = 4

/** “Three cats” for the “two” in “two cats” */
function withoutEcho(replacement: string, after: string): string {
  const words = replacement.split(' ')
  const first = words.findIndex((_, at) => at > 0 && after.trim() === words.slice(at).join(' '))
  return first < 0 ? replacement : words.slice(0, first).join(' ')
}

/** The names of people and pets are put right wherever they stand. */
export function isNameIn(word: string, { files }: Pick<Memory, 'files'>, { several, noName }: Language): boolean {
  if (noName.test(word) || !(isUnspaced(word) || /^\p{Lu}/u.test(word))) return false
  return (
    files.has(`people/${slug(word)}.md`) ||
    [...files.values()].flat().some((line) => {
      const [label = '', value] = (factIn(line) ?? '').split(/[:：]\s/u)
      return value === word && several.test(label)
    })
  )
}

/** What was said longer ago is not meant by the value alone. */
const MAX_AGE = 3

/** The line that was said last and has a value of the same kind. */
function byKind(said: string, { recent }: Memory, language: Language): Amendment | null {
  for (const kind of KINDS) {
    const value = kind.exec(said)
    if (value === null) continue
    const rest = contentWords(said.replace(value[0], ' '), language)
    const fitting = recent.filter(
      (line) => line.age < MAX_AGE && isOfKind(line.text, value, kind) && fits(rest, said, line, language),
    )
    const [at, other] = fitting
    if (at === undefined) continue
    if (other !== undefined && rest.length === 0 && other.age === at.age) return null
    const line = withValue(at.text, value, { kind, rest, language })
    return line === null ? null : { kind: 'line', at, line }
  }
  return null
}

function isOfKind(line: string, value: RegExpExecArray, kind: RegExp): boolean {
  if (ORDINAL.test(value[0]) && !ORDINAL.test(line) && !DATE.test(line)) return false
  return sameIn(line, value, kind).length > 0
}

function sameIn(line: string, value: RegExpExecArray, kind: RegExp): readonly RegExpExecArray[] {
  return [...line.matchAll(new RegExp(kind.source, `${kind.flags}g`))].filter(
    (old) => old.groups?.['frame'] === value.groups?.['frame'] && old.groups?.['unit'] === value.groups?.['unit'],
  )
}

/** “She moved” does not put right what the user said of themselves, nor “I moved” what they said of her. */
function isOfSame(said: string, { text, path }: Pick<FoundLine, 'text' | 'path'>, language: Language): boolean {
  const [first = ''] = said.split(/[\s'’]/)
  if (language.firstPerson.test(said)) return path === 'about-me.md'
  const isOfOthers = language.subjectPronoun.test(said) || language.pronoun.test(first)
  return !isOfOthers || language.impersonal?.test(said) === true || path !== 'about-me.md' || /[:：]\s/.test(text)
}

/** Beside the value there is nothing that the old line does not say too. */
function fits(rest: readonly string[], said: string, { text, path }: FoundLine, language: Language): boolean {
  const known = contentWords(`${path.replace(/\.\w+$/, '')} ${text}`, language)
  if (!isOfSame(said, { text, path }, language)) return false
  return rest.every((word) => known.includes(word) || (isUnspaced(word) && text.includes(word)))
}

/** Of several values, the one after the word that is meant; of a date, the day. */
function withValue(
  line: string,
  value: RegExpExecArray,
  { kind, rest, language }: { readonly kind: RegExp; readonly rest: readonly string[]; readonly language: Language },
): string | null {
  const date = kind === NUMBER ? DATE.exec(line) : null
  const all = sameIn(line, value, kind).filter(
    ({ index }) => date === null || (index >= date.index && index < date.index + date[0].length),
  )
  const [only] = all
  const words = allWords(line, language).filter((word) => rest.includes(contentWords(word, language)[0] ?? ''))
  const from = Math.max(-1, ...words.map((word) => line.toLowerCase().indexOf(word)))
  const meant = all.length === 1 ? only : all.find(({ index }) => from >= 0 && index > from)
  if (meant === undefined) return null
  return line.slice(0, meant.index) + value[0] + line.slice(meant.index + meant[0].length)
}

const MAX_VALUE_WORDS = 3

/** “Her allergy is to nuts”: what stands after the same word is replaced. */
function bySubject(said: string, { recent }: Memory, language: Language): Amendment | null {
  if (isUnspaced(said)) return null
  const words = said.split(/\s+/)
  for (const at of recent) {
    if (at.age >= MAX_AGE) break
    if (!isOfSame(said, at, language)) continue
    const inLine = at.text.split(/\s+/)
    for (const [place, word] of words.entries()) {
      const [meaning] = contentWords(word, language)
      const same =
        meaning === undefined ? -1 : inLine.findIndex((other) => contentWords(other, language)[0] === meaning)
      const isFirst = contentWords(words.slice(0, place).join(' '), language).length === 0
      if (same < 0 || !isFirst) continue
      const value = withoutEmpty(words.slice(place + 1).join(' '), language)
      const old = withoutEmpty(inLine.slice(same + 1).join(' '), language)
      const isShort = [value, old].every((text) => text !== '' && text.split(' ').length <= MAX_VALUE_WORDS)
      if (isShort && value !== old) return { kind: 'line', at, line: replacedIn(at.text, old, value) }
    }
  }
  return null
}

/** “It’s Sara”: a name that was said before, spelled in another way. */
export function otherSpelling(said: string, { files, recent }: Memory): Amendment | null {
  const named = [...files].flatMap(([path, lines]) =>
    path.startsWith('people/') ? (lines[0] ?? '').replace(/^#\s*/, '') : [],
  )
  const spoken = recent.flatMap(({ text }) => text.match(/\p{Lu}[\p{L}\p{M}'’-]+/gu) ?? text.split(/[:：]\s/u).slice(1))
  const names = [...new Set([...spoken, ...named])]
  const candidates = isUnspaced(said)
    ? (said.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,4}/gu) ?? [])
    : (said.match(/\p{Lu}[\p{L}\p{M}'’-]+/gu) ?? [])
  for (const to of candidates) {
    const from = names.find((name) => (isUnspaced(to) ? isAlikeUnspaced(name, to) : isAlike(name, to)))
    if (from !== undefined && !names.includes(to)) return { kind: 'name', from, to }
  }
  return null
}

function isAlikeUnspaced(name: string, to: string): boolean {
  return name !== to && name.length === to.length && [...name].some((character) => to.includes(character))
}
