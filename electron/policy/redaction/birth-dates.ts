import { isDay } from './checksums.ts'
import { inContext } from './payment.ts'
import type { Detect } from './scan.ts'
import { builtOnce, type Vocabulary } from './vocabulary.ts'

const birthPattern = builtOnce((vocabulary) => {
  const { oneOf } = vocabulary
  const bounded = oneOf(({ dates }) => dates?.birth)
  const unbounded = oneOf(({ dates }) => dates?.birthUnbounded)
  const follower = oneOf(({ dates }) => dates?.birthFollowers)
  return new RegExp(
    String.raw`(?:\b${bounded}|${unbounded})["'\x60*_)]{0,3}[ \t]{0,2}[:=]?[ \t]{0,2}["'\x60*]{0,3}` +
      String.raw`(?:${follower}[ \t]{1,2}){0,3}(${datePattern(vocabulary)})(?![\w])`,
    'giu',
  )
})

/** A date with its year, in digits or with the month's name. */
function datePattern({ oneOf }: Vocabulary): string {
  const year = String.raw`(?:19|20)\d\d`
  const month = '(?:0?[1-9]|1[0-2])'
  const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
  const monthName = String.raw`${oneOf(({ dates }) => dates?.months)}\p{L}{0,8}\.?`
  const ordinal = oneOf(({ dates }) => dates?.ordinals, [String.raw`\.`])
  const ordinalAfterMonth = oneOf(({ dates }) => dates?.ordinalsAfterMonth)
  const beforeMonth = oneOf(({ dates }) => dates?.beforeMonth)
  const beforeYear = oneOf(({ dates }) => dates?.beforeYear)
  const sign = {
    year: oneOf(({ dates }) => dates?.yearSigns),
    month: oneOf(({ dates }) => dates?.monthSigns),
    day: oneOf(({ dates }) => dates?.daySigns),
  }
  return [
    `${year}[-/. ]${month}[-/. ]${day}`,
    String.raw`${day}[-/. ]{1,2}${day}[-/. ]{1,2}(?:${year}|\d\d)`,
    `${day}${ordinal}?(?: ${beforeMonth})? ${monthName}(?: ${beforeYear}|,)? ?${year}`,
    `${monthName} ${day}${ordinalAfterMonth}?,? ${year}`,
    String.raw`${year} ?${sign.year} ?\d{1,2} ?${sign.month} ?\d{1,2} ?${sign.day}`,
  ].join('|')
}

export const birthDates: Detect = (scan, found) => {
  inContext(scan, found, {
    pattern: birthPattern(scan.vocabulary),
    rule: 'date of birth',
    fits: (date) =>
      !/^\d{1,2}\D\d{1,2}\D\d{2,4}$/.test(date) || (/^(\d{1,2})\D{1,2}(\d{1,2})/.test(date) && isEitherDay(date)),
  })
}

function isEitherDay(date: string): boolean {
  const [first = 0, second = 0] = date.split(/\D+/).map(Number)
  return isDay(first, second) || isDay(second, first)
}
