import type { AnnouncedNumber, Announcement, Judged } from './announced-numbers.ts'
import { GROUPED, groupedLength } from './payment.ts'

/** A number of a paper: of so many digits and signs. */
const paper =
  (digits: readonly [number, number], signs: number) =>
  ({ value, distance }: Announcement): Judged | null => {
    if (/[a-z]/.test(value) && (distance !== 'beside' || /[a-z]{3}/.test(value))) return null
    const length = groupedLength(value, digits, signs)
    const count = value.slice(0, length ?? 0).replace(/[^A-Za-z0-9]/g, '').length
    return length === null || count < 6 ? null : { length }
  }

/** With capitals first, too: "NXDR96804", "C01X00T47". */
const LETTERED = new RegExp(`${GROUPED.source}|(?<![\\p{L}\\p{N}_])[A-Z]{1,6}\\d[A-Z0-9]{2,16}(?![\\p{L}\\p{N}])`, 'gu')

export const PAPERS: readonly AnnouncedNumber[] = [
  {
    rule: 'passport number',
    cues: ['passport'],
    shape: LETTERED,
    farthest: 'far',
    judge: paper([3, 12], 14),
    behind: true,
  },
  {
    rule: 'driving licence number',
    cues: ['drivingLicence'],
    shape: LETTERED,
    farthest: 'far',
    judge: paper([4, 18], 22),
    behind: true,
  },
  {
    rule: 'identity number',
    cues: ['identity'],
    shape: LETTERED,
    farthest: 'far',
    judge: paper([5, 20], 24),
    behind: true,
  },
]

const IN_GROUPS = /^[+(0]|\d[ ./()-]+\d/
export const ANNOUNCED_PHONE: AnnouncedNumber = {
  rule: 'phone number',
  cues: ['phone'],
  shape:
    /(?<![\p{N}_+]|[\p{Script=Latin}])(?<!\d[.,:])[+(]{0,2}\d(?:[ ./()-]{0,3}\d){5,16}(?![\p{Script=Latin}\p{N}_]|[.,:]\d)/gu,
  farthest: 'near',
  judge: ({ value, distance }) => {
    const digits = value.replace(/\D/g, '').length
    if (/^(?:(?:19|20)\d\d[-./ ]\d\d?[-./ ]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d)$/.test(value)) return null
    const isLikely = (IN_GROUPS.test(value) && digits >= 7) || digits >= 9
    return digits <= 15 && (isLikely || (distance === 'beside' && digits >= 6)) ? { length: value.length } : null
  },
  behind: true,
}

const CHINESE = String.raw`\p{Script=Han} ?[A-Z] ?[·•.・-]? ?[A-Z0-9]{4,6}`
const JAPANESE = String.raw`\p{Script=Han}{1,4} ?\d{2,3} ?\p{Script=Hiragana} ?[\d・·-]{1,5}`
const KOREAN = String.raw`(?:\p{Script=Hangul}{2})? ?\d{2,3} ?\p{Script=Hangul} ?\d{4}`
const ARABIC = String.raw`\p{Script=Arabic}(?: ?\p{Script=Arabic}){0,2} ?[|-]? ?\d{1,4}|\d{1,4} ?(?:\p{Script=Arabic} ){1,3}`
const THAI = String.raw`\d?[ก-ฮ]{1,3}[ -]?\d{1,4}`
const LATIN = String.raw`(?<![\p{L}\p{N}_])[\p{Lu}\d]{1,7}(?:[ ·•.・-]{1,3}[\p{Lu}\d]{1,7}){0,4}(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_])`

export const PLATE: AnnouncedNumber = {
  rule: 'number plate',
  cues: ['plate'],
  shape: new RegExp([CHINESE, JAPANESE, KOREAN, THAI, LATIN, ARABIC].join('|'), 'gu'),
  farthest: 'far',
  judge: ({ value, distance }) => {
    const length = value.replace(/(?:[ .·-]+\p{Lu}{4,})+$/u, '').trimEnd().length
    const text = value.slice(0, length)
    const signs = text.replace(/[^\p{L}\p{N}]/gu, '')
    const hasBoth = /\p{N}/u.test(signs) && /\p{L}/u.test(signs)
    const isCounted =
      /^\p{Lu}{4,}[ -]?\d|^(?:ISO|DIN|EN|NO|NR)\b|^\d+ ?(?:[KMGT]B|K[MGW]H?|[CM]M|[KMG]HZ|[AP]M|EUR|USD|GBP|CHF)$/u.test(
        text,
      )
    if (distance === 'far' && !/\p{L}.*\d.*\d|\d.*\d.*\p{L}/u.test(text)) return null
    return hasBoth && !isCounted && signs.length >= 4 && signs.length <= 10 ? { length } : null
  },
  behind: true,
}
