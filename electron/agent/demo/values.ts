import type { Fact } from './facts.ts'
import { keyOf } from './facts.ts'
import { type Language, NAME } from './languages/language.ts'
import { contentWords } from './words.ts'

// “No, it’s on 5 May”: corrections that name only the new value.

const MONTH =
  '(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s|zo|ço)?|märz|a[pv]r(?:il)?|abril|may|mai|mayo|maio|june?|juni|juin|junio|junho|july?|juli|juillet|julio|julho|aug(?:ust)?|août|agosto|sept(?:ember|embre|iembre)?|set(?:iembre|embro)|o[ckt]t(?:ober|obre|ubre)?|octobre|octubre|outubro|nov(?:ember|embre|iembre|embro)?|de[czs](?:ember|embre|iembre|embro)?|déc(?:embre)?|enero|janeiro|febrero|fevereiro|dezember|dezembro|diciembre)'
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?`
const DATE = new RegExp(
  String.raw`(?:${DAY} (?:of |de |do )?${MONTH}(?!\p{L})\.?|${MONTH} (?:the )?${DAY}|\d{1,2}月\d{1,2}[日号號]?|\d{1,2}[./]\d{1,2}\.?(?!\d))(?:,? (?:de )?\d{4})?`,
  'iu',
)
const NUMBER = /\d[\d.,:]*\d|\d/u
const PLACE = new RegExp(
  String.raw`(?<=^|\s)(?:in|at|from|for|bei|aus|für|à|au|chez|en|em|para|de)\s(?:the |la |le |el |[ao] )?${NAME}(?=$|[\s.,])`,
  'u',
)

/** “Not in Faro” does not say where. */
const NEGATION =
  /(?:^|[\s,])(?:not|never|no|nicht|kein\p{L}*|nie|pas|jamais|non|nunca|não|nem)(?=[\s,]|$)|n['’]t(?=\s|$)|不|没|ない|じゃ|ません/iu

/** The one fact said before that a correction puts right; `null` if that is not clear. */
export function correctedFact(said: string, before: readonly Fact[], language: Language): Fact | null {
  if (NEGATION.test(said)) return null
  for (const kind of [DATE, NUMBER, PLACE]) {
    const value = kind.exec(said)?.[0]
    if (value === undefined) continue
    const same = before.filter(({ line }) => isOfKind(line, value, kind))
    const [old] = same
    if (old === undefined || same.length > 1) return null
    return fits(said.replace(value, ' '), old, language) ? withValue(old, value, kind) : null
  }
  return null
}

function isOfKind(line: string, value: string, kind: RegExp): boolean {
  const old = kind.exec(line)?.[0]
  return old !== undefined && (kind !== PLACE || firstWord(old) === firstWord(value))
}

function firstWord(text: string): string {
  return text.split(' ')[0] ?? ''
}

/** Beside the value there is nothing that the old line does not say too. */
function fits(rest: string, { line, path }: Fact, language: Language): boolean {
  const known = contentWords(line, language)
  if (language.firstPerson.test(rest.trim()) && path !== 'about-me.md') return false
  return contentWords(rest, language).every((word) => known.includes(word))
}

function withValue(old: Fact, value: string, kind: RegExp): Fact {
  const line = old.line.replace(kind, () => value)
  return { ...old, line, key: keyOf(line) }
}
