import { type Announcement, findAnnounced, type Judged } from './announced-numbers.ts'
import { isDay } from './checksums.ts'
import { detector, NEAR } from './scan.ts'

const WORD = String.raw`[\p{L}][\p{L}\p{M}]{1,14}`
const ORDINAL = String.raw`(?:\.?[ºª]|\.|st|nd|rd|th|er|[oaº]|-?(?:го|й|e|ème))?`
/** Whole dates, the month in digits or as any word: what announces them says that they are dates. */
const DATE = new RegExp(
  String.raw`(?<![\p{N}])(?<!\d[.,/-])(?:` +
    [
      String.raw`(?:明治|大正|昭和|平成|令和|民國|民国) ?(?:\d{1,3}|元) ?年 ?\d{1,2} ?月 ?\d{1,2} ?日?`,
      String.raw`\d{2,4} ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일號号]?`,
      String.raw`\d{4} ?[-./ ] ?\d{1,2} ?[-./ ] ?\d{1,2}`,
      String.raw`\d{1,2} ?[-./ ] ?\d{1,2} ?[-./ ] ?(?:\d{4}|\d{2})`,
      String.raw`(?:1[89]|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`,
      String.raw`\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`,
      String.raw`\d{1,2}${ORDINAL}[ .-]{0,2}(?:(?:of|de|del|di|da)\b ?)?${WORD}[.,]?[ /.-]{0,2}(?:(?:de|del|of|năm|พ\.ศ\.|ค\.ศ\.)[ .]{0,2})?['’]?(?:\d{4}|\d\d)`,
      String.raw`\d{1,2} ?\p{L}{2,6} ?\d{1,2} ?,? ?\p{L}{2,4} ?\d{4}`,
      String.raw`${WORD}\.? ?\d{1,2}${ORDINAL},? (?:of )?(?:\d{4}|'\d\d)`,
      String.raw`\d{4}(?:\.|,| ?-| \p{L}{1,4}\.?)? ?(?:\d{1,2}\. )?${WORD}\.?(?:[ -]?\d{1,2}\.?(?: d\.)?)?`,
    ].join('|') +
    String.raw`)(?![\p{N}]|[./-]\d)`,
  'gu',
)
/** A day without its year, or a year without its day. */
const PART = new RegExp(
  String.raw`(?<![\p{N}.,/-])(?:\d{1,2}${ORDINAL} ?(?:de |of )?\p{L}{3,14}|\d{1,2}[./]\d{1,2}\.?|(?:19|20)\d\d)(?![\p{N}]|[./-]\d)`,
  'gu',
)

export const birthDates = detector(NEAR, (scan, found, level) => {
  findAnnounced(scan, found, {
    rule: 'date of birth',
    cues: ['birth'],
    shape: DATE,
    farthest: 'far',
    judge: wholeDate,
    behind: true,
  })
  if (level === 'broad')
    findAnnounced(scan, found, {
      rule: 'date of birth',
      cues: ['birth'],
      shape: PART,
      farthest: 'near',
      judge: ({ value }) => ({ length: value.length, certainty: 'broad' }),
    })
})

function wholeDate({ value, distance }: Announcement): Judged | null {
  const numbers = (value.match(/\d+/g) ?? []).map(Number)
  if (!/\p{L}/u.test(value) && numbers.length === 3) {
    const [first = 0, second = 0, third = 0] = numbers
    const [one, two] = first > 31 ? [second, third] : [first, second]
    if (!isDay(one, two) && !isDay(two, one)) return null
  } else if (/\p{L}/u.test(value) && !numbers.some((number) => number >= 1 && number <= 31)) return null
  // "born in the house at 12 High 40": far away, only a whole year makes a date.
  return distance === 'far' && !/\d{4}/.test(value) ? null : { length: value.length }
}
