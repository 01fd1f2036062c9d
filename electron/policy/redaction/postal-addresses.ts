import { withUnits } from './address-endings.ts'
import { type Cue, cuesIn } from './cues.ts'
import type { Range } from './marks.ts'
import { detector, lineBefore, NEAR } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

const REACH = 260
const MAX_PARTS = 12
const MAX_PART = 120
const MAX_WORD = 40
/** Where four cues are closer than that, only the last can have an address. */
const SHORTEST = 27
const RULE = 'postal address'

/** A part of an address, between commas or line breaks. */
interface Part extends Range {
  readonly text: string
}

interface Expressions {
  /** A word that names a kind of street. */
  readonly street: RegExp
  /** A part like "flat 3". */
  readonly unit: RegExp
  /** "12 Oak Lane" and "Rua das Flores 12", without any cue. */
  readonly bare: RegExp
}

const expressions = builtOnce(({ all }: Vocabulary): Expressions => {
  const pattern = (words: readonly string[]): string =>
    words
      .toSorted((one, two) => two.length - one.length)
      .map((word) =>
        word
          .replace(/[.()]/g, String.raw`\$&`)
          .replace(/^~/, String.raw`\p{L}{1,24}`)
          .replace(/ /g, '[ .]{1,2}'),
      )
      .join('|')
  const streets = all(({ personal }) => personal?.streets).filter((word) => word.length > 1)
  const units = all(({ personal }) => personal?.units)
  const any = '(?!)'
  const long = streets.filter((word) => word.length > 4)
  return {
    street: new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${pattern(streets) || any})(?![\p{L}\p{M}])`, 'iu'),
    unit: new RegExp(String.raw`^(?:${pattern(units) || any})(?![\p{L}\p{M}])`, 'iu'),
    bare: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,/-])\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'’.-]{1,20} ){1,3}(?:${pattern(long.filter((word) => !word.startsWith('~'))) || any})(?!\p{L})|` +
        String.raw`(?<![\p{L}])(?:\p{Lu}[\p{L}.-]{1,20} ){0,2}(?:${pattern(long.filter((word) => word.startsWith('~'))) || any}) \d{1,4}[a-z]?(?![\p{L}\p{N}]|[.,]\d)`,
      'giu',
    ),
  }
})

export const postalAddresses = detector(NEAR, (scan, found, level) => {
  const { text, vocabulary } = scan
  const words = expressions(vocabulary)
  let done = 0
  const cues = cuesIn(scan).filter(({ kind }) => kind === 'address' || kind === 'residence')
  for (const [index, cue] of cues.entries()) {
    const third = cues[index + 3]?.start ?? Infinity
    if (cue.end < done || third - cue.end < SHORTEST || scan.marked(cue.start)) continue
    const after = addressAfter(text, cue, words)
    for (const { start, end } of after.length > 0 ? after : addressBefore(text, cue, words)) {
      const whole = withUnits(text, end, cue)
      if (!scan.marked(start)) found.push({ start, end: whole, rule: RULE })
      done = Math.max(done, whole)
    }
  }
  if (level !== 'broad') return
  for (const match of text.matchAll(words.bare))
    found.push({ start: match.index, end: match.index + match[0].length, rule: RULE, certainty: 'broad' })
})

function addressAfter(text: string, cue: Cue, words: Expressions): readonly Range[] {
  let stretch = text.slice(cue.end, cue.end + REACH).split(/\n[ \t]*\n/, 1)[0] ?? ''
  // "address of my aunt (the new one): …": what the label says of it is no address.
  const label = /^[^\n:：\d]{0,80}[:：]["'`*]{0,3}[ \t]*/u.exec(stretch)?.[0] ?? ''
  stretch = stretch.slice(label.length)
  if (!/\d/.test(stretch)) return []
  const from = cue.end + label.length
  const dense = denseAddress(stretch)
  if (dense !== null) return [{ start: from + dense.start, end: from + dense.end }]
  const parts = partsOf(stretch).slice(0, MAX_PARTS)
  const ranges: Range[] = []
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const isFirst = ranges.length === 0
    const range = isFirst
      ? streetIn(part, next, words, {
          isNamed: cue.kind === 'address',
          isLabelled: label !== '',
          isDirect: index === 0,
        })
      : furtherPart(part, next, words)
    // A name may come first, or that of the house.
    if (range === null && (!isFirst || index > 3 || part.text.split(/\s+/).length > 9)) break
    if (range === null) continue
    const house = isFirst ? houseBefore(parts[index - 1], index === 1 && label === '') : null
    ranges.push({ start: from + (house ?? range.start), end: from + range.end })
  }
  return joined(text, ranges)
}

const REACH_BEFORE = 80

/** "12 Oak Lane is her new address": only a kind of street makes it one. */
function addressBefore(text: string, cue: Cue, words: Expressions): readonly Range[] {
  const stretch = lineBefore(text, cue.start, REACH_BEFORE)
  if (cue.kind !== 'address' || !/\d/.test(stretch)) return []
  const from = cue.start - stretch.length
  const ranges: Range[] = []
  const parts = partsOf(stretch)
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const range =
      ranges.length > 0
        ? furtherPart(part, next, words)
        : streetIn(part, next, words, { isNamed: false, isLabelled: false, isDirect: true })
    if (range === null || !(ranges.length > 0 || words.street.test(text.slice(from + range.start, from + range.end))))
      continue
    ranges.push({ start: from + range.start, end: from + range.end })
  }
  return joined(text, ranges)
}

/** Where the name or the number of the house begins that may stand before the street. */
function houseBefore(part: Part | undefined, isNamed: boolean): number | null {
  if (part === undefined) return null
  if (/^\d{1,5}[a-z]?(?: bis| ter)?$/.test(part.text)) return part.start
  const name = isNamed ? /(?:^|\b(?:is|at) )(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)$/u.exec(part.text)?.[1] : undefined
  return name === undefined ? null : part.end - name.length
}

/** Ranges with nothing but a comma or a line break between them are one. */
function joined(text: string, ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    if (last !== undefined && /^[\s,،、.]*$/.test(text.slice(last.end, range.start)))
      all[all.length - 1] = { start: last.start, end: range.end }
    else all.push(range)
  }
  return all
}

/** The parts with anything in them; keys of JSON and YAML are left out. */
function partsOf(stretch: string): readonly Part[] {
  const parts: Part[] = []
  for (const { index, 0: raw } of stretch.matchAll(
    /(?:[^,،、;\n"{}|<>()[\]\\.]|\.(?!\s+\p{Lu}|\s*$|\s*\n)|(?<=(?<!\p{L})\p{L}{1,4})\.(?= )|(?<=(?<!\d)\d{1,3})\.(?= \p{L}))+/gu,
  )) {
    const text = raw.trim()
    if (text === '' || !/[\p{L}\p{N}]/u.test(text)) continue
    const start = index + raw.indexOf(text)
    if (/^"?\s*:/.test(stretch.slice(start + text.length, start + text.length + 4))) continue
    // "line1: 12 High Street"
    const key = /^[a-z_]+\d?: /i.exec(text)?.[0] ?? ''
    const isKey = key.length > 5
    parts.push({
      start: isKey ? start + key.length : start,
      end: start + text.length,
      text: isKey ? text.slice(key.length) : text,
    })
  }
  return parts
}

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** In scripts without spaces an address is one run; in Korean the last group has digits. */
function denseAddress(stretch: string): Range | null {
  const lead = /^[\s:：は이가은는을를/=>"'「-]*/u.exec(stretch)?.[0].length ?? 0
  const rest = stretch.slice(lead)
  const run =
    /^(?:〒? ?\d{3}-\d{4}\s?)?[^\s，。、,;；「」"'()|<>\d]{2,30}[^，。、,;；「」"'()|<>\n ]{0,40}(?: [^\s，。、,;；「」"'()|<>]*\d[^\s，。、,;；「」"'()|<>]*){0,4}/u.exec(
      rest,
    )?.[0] ?? ''
  const korean =
    /^(?:\p{Script=Hangul}[\p{Script=Hangul}\d-]*\s){1,6}(?:[\p{Script=Hangul}\d-]*\d[\p{Script=Hangul}\d-]*(?:[ ,]{1,2}(?=\d))?){1,4}/u.exec(
      rest,
    )?.[0] ?? ''
  if (korean !== '') return { start: lead, end: lead + korean.replace(/[ ,]+$/, '').length }
  return HAN_OR_KANA.test(run.slice(0, 4)) && /\d/.test(run) && run.length >= 6
    ? { start: lead, end: lead + run.length }
    : null
}

const NUMBER = String.raw`\d{1,5}(?:[a-zA-Zа-яА-Я](?![\p{L}]))?(?:[-/]\d{1,4}[a-zA-Z]?|-[IVX]{1,4})*`
const NAME = String.raw`[\p{L}][\p{L}\p{M}'’.·-]*`
const PARTICLES = `de|del|della|delle|dei|degli|di|da|das|do|dos|du|des|la|las|le|les|los|el|van|den|der|het|ter|ten|te|of|the|am|an|zum|zur|im|auf|na|nad|pod|u|v|w|y|e|i|bis|quater|st|a|al|ال`
const PARTICLE = new RegExp(`^(?:${PARTICLES})$`, 'u')
const NUMBER_FIRST = new RegExp(
  String.raw`^${NUMBER}(?: (?:bis|ter|quater))?,? (?:(?:${PARTICLES}) |${NAME} ?){1,7}`,
  'u',
)

/** What speaks for an address: its word means nothing else, ends with a colon, stands right before. */
interface Evidence {
  readonly isNamed: boolean
  readonly isLabelled: boolean
  readonly isDirect: boolean
}

/** The street and the house within the part, without the words around them. */
function streetIn(
  { start, text }: Part,
  next: Part | undefined,
  { street, unit }: Expressions,
  evidence: Evidence,
): Range | null {
  if (text.length > MAX_PART) return null
  const words = [...text.matchAll(/\S+/g)]
  if (words.some(({ 0: word }) => word.length > MAX_WORD)) return null
  const hasStreet = street.test(text)
  if (!/\d/.test(text)) {
    const isNumbered =
      next !== undefined &&
      (/^\d{1,5}\p{L}?(?!\S)/u.test(next.text) || unit.test(next.text) || /^\p{L}{1,4}\.? ?\d{1,4}/u.test(next.text))
    const at = text.search(street)
    if (!hasStreet || !isNumbered || at < 0 || words.length > 8 || !/[\p{Lu}\p{Lo}]/u.test(text)) return null
    const from = /^\p{Lu}/u.test(text)
      ? 0
      : (words.find(({ index, 0: word }) => index === at || /^\p{Lu}/u.test(word))?.index ?? 0)
    return { start: start + from, end: start + text.length }
  }
  if (/\d[.:]\d\d(?!\d)|\d{6}|\d%|[=@]|\d ?(?:am|pm|uhr)\b|^v?\d+\.\d/i.test(text)) return null
  const first =
    words.find(({ 0: word }) => /^\d|^\p{Lu}|^\p{Lo}/u.test(word) || street.test(word)) ??
    words.find(({ 0: word }) => unit.test(word))
  if (first === undefined) return null
  const body = text.slice(first.index)
  const numberFirst = NUMBER_FIRST.exec(body)?.[0]
  const cut = numberFirst === undefined ? wordsFirst(body) : trimmed(numberFirst, street, body)
  if (cut === '' || !/\p{L}{2}/u.test(cut) || !/\d/.test(cut)) return null
  const isStreet = street.test(cut)
  const names = [...cut.matchAll(/(?:\p{Lu}|\p{Lo})\p{L}+/gu)].length
  if (!isStreet && names === 0) return null
  const { isNamed, isLabelled, isDirect } = evidence
  const score = [
    isStreet,
    isStreet,
    isNamed,
    isNamed && isLabelled,
    isDirect,
    numberFirst !== undefined && names > 1,
  ].filter((speaks) => speaks).length
  if (
    score < 2 ||
    (!isStreet && !isDirect && !isLabelled) ||
    (!isDirect && !isStreet && numberFirst === undefined && !POSTCODE.test(next?.text ?? ''))
  )
    return null
  return { start: start + first.index, end: start + first.index + cut.length }
}

/** "Oak Lane 12 b", up to the last number and what belongs to it. */
const WORDS_FIRST = new RegExp(
  String.raw`^(?:\S+ ){0,7}?\S*?(?:\p{L}|\.|:|#)[ .#:]{0,3}${NUMBER}\.?(?: ?(?:[A-ZÅÄÖ]|bis|ter)(?![\p{L}:]))?(?: (?:\S{1,4}:? )?${NUMBER}(?!\p{L}))*`,
  'u',
)
const wordsFirst = (body: string): string => WORDS_FIRST.exec(body)?.[0] ?? ''

/** Without the ordinary words that follow the name of the street. */
function trimmed(found: string, street: RegExp, body: string): string {
  // Scripts without capitals: up to the last number, or all of it.
  if (!/[\p{Lu}\p{Ll}]/u.test(found))
    return /^.*\d\S*/u.exec(body)?.[0].includes(' ') === true ? (/^.*\d\S*/u.exec(body)?.[0] ?? found) : body
  const words = [...found.matchAll(/\S+/g)]
  let end = words[0]?.[0].length ?? 0
  for (const { index, 0: word } of words.slice(1)) {
    if (/^\p{Lu}/u.test(word) || street.test(word)) end = index + word.length
    else if (!PARTICLE.test(word) && !/^(?:d'|l')/.test(word)) break
  }
  return found.slice(0, end)
}

const POSTCODE =
  /^(?:[A-Z]{1,3}-)?\d{4,6}(?: \p{Lu}.{0,40})?$|^\d{3} ?\d{2}(?: \p{Lu}.{0,40})?$|^\d{5}-\d{3}|^(?:.{0,30} )?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$|^\p{Lu}.{0,30} \d{4,6}$|^[A-Z]{2} \d{5}(?:-\d{4})?$|^\d{4} ?[A-Z]{2} \p{Lu}/u

/** What may follow a street: the flat, the postcode with the town. */
function furtherPart({ start, end, text }: Part, next: Part | undefined, { street, unit }: Expressions): Range | null {
  const range = { start, end }
  const words = text.split(/\s+/).length
  if (words > 6 || /\d[:.]\d\d(?!\d)|[=@%]/.test(text)) return null
  if (POSTCODE.test(text)) return range
  if (next !== undefined && POSTCODE.test(next.text) && /^\p{Lu}[^\d]*$/u.test(text)) return range
  if (!/\d/.test(text)) return street.test(text) && words <= 3 && /^[\p{Lu}\p{Lo}]/u.test(text) ? range : null
  if (unit.test(text) && words <= 4) return range
  if (/^\p{L}{1,6}[.:]? ?(?:(?:no|nr|n|नं)[.:]? ?)?#?\d{1,5} ?\p{L}?$/u.test(text)) return words <= 3 ? range : null
  const lead = /^\d{1,5}(?:[-/]\d{1,4})?\p{L}?\.?[ºªeoa]?(?: (?!x )\p{L}{1,4}\.?){0,2}$/u.test(text)
  const isUnit =
    /^\d{1,4}(?:\.|e|er|st|nd|rd|th|º|o)? /.test(text) && words <= 3 && unit.test(text.replace(/^\S+ /, ''))
  if (lead || isUnit) return range
  const more = NUMBER_FIRST.exec(text)?.[0] ?? ''
  return street.test(text) && words <= 5 && more === text ? range : null
}
