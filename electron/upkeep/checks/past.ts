import { hasDate, isRecord } from './context.ts'
import { type Note, wordsOf } from './note.ts'

// Lines that were meant for a time that is over. Pure.

export interface PastLine {
  /** From 1. */
  readonly line: number
  /** The words that date it: "until 3 May 2025", "next week". */
  readonly words: string
  /** The day that has passed; `null` when it follows from the age of the line. */
  readonly day: string | null
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const DAY_FORMS: readonly (readonly [form: RegExp, order: readonly number[]])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})/, [1, 2, 3]],
  [new RegExp(String.raw`^(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? ${MONTH},? (\d{4})\b`, 'i'), [3, 2, 1]],
  [new RegExp(String.raw`^${MONTH} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`, 'i'), [3, 1, 2]],
  [new RegExp(String.raw`^(?:the end of )?${MONTH},? (\d{4})\b`, 'i'), [2, 1, 0]],
  [/^(?:the end of )?((?:19|20)\d{2})\b(?![-./:]\d)/, [1, 0, 0]],
]
const UNTIL =
  /(?<![-\w])(until|till|up to and including|expires(?: on| in)?|expiring(?: on)?|due(?: on| by)?:?|due date:|deadline(?: is)?:?|ends on|closes on|by)\s+/giu
/** "by" alone also names an author, or the time of something told. */
const DUTY =
  /\b(?:must|has to|have to|needs? to|to be|todo|to do|deadline|submit|renew|pay|book|file|return|register)\b/i
/** These say that the line is a story, a rule, or not the user's to act on any more. */
const TOLD =
  /\b(?:was|were|had|did|worked|lived|stayed|ran|used to|from .{1,40} (?:until|till|to)|since|did not|didn['’]t|not .{0,10}until|done|finished|completed|cancelled|canceled|paid|sent|shipped|submitted|delivered|closed on|renewed|extended|moved to|postponed|passed|settled|over|history|formerly|always|every|each|never|born|died|reigned|built|founded|published|copyright|©|version|released|e\.g|example)\b|~~|\?/i

/** "Nobody noticed", but not "is closed". */
const DONE =
  /(?<!\b(?:is|are|be|stays|remains) )\b(?!need|speed|seed|feed|bed|red\b|shed)[a-z]{2,}ed\b|\b(?:kept|sold|held|left|got|went|came|took|made|ran|met|saw|wrote|bought|brought|spent|sent|lost|won|slept|found|paid|stood|told|began|became|grew|knew)\b/i

/** Days after which a line with these words was meant for another time. */
const RELATIVE: readonly (readonly [words: RegExp, days: number])[] = [
  [/\b(?:tomorrow|tonight|later today|this (?:morning|afternoon|evening)|the day after tomorrow)\b/i, 7],
  [
    /\b(?:next week|this week|this weekend|next weekend|this coming (?:mon|tues|wednes|thurs|fri|satur|sun)day|by the end of the week)\b/i,
    21,
  ],
  [/\b(?:next month|this month|by the end of the month|in a few (?:days|weeks))\b/i, 75],
]
const HABIT =
  /\b(?:motto|saying|proverb|slogan|every|each|always|usually|often|never|sometimes|weekly|daily|monthly|when|whenever|if|asks?|asked|likes?|prefers?|wants?|plans? .{0,20}ahead|shows?|lists?|prints?|returns?|the next (?:week|month)|phrase|word|means?|says?|said|called|titled|song|film|book|was|were|had|remind|before|after|until|instead|rather|not|don['’]t|doesn['’]t|should|must|can|could|would|question|button|label|view|report|meeting notes|schedule|calendar|setting|section)\b|["“”«»`?]|~~/i

const DAY_MS = 86_400_000

/** @param changed when the file was last changed, so that none of its lines is newer; `null` if that is not known */
export function pastLinesIn(
  path: string,
  note: Note,
  { today, changed }: { readonly today: string; readonly changed: string | null },
): readonly PastLine[] {
  const ageDays = changed === null ? 0 : (Date.parse(today) - Date.parse(changed)) / DAY_MS
  const found: PastLine[] = []
  for (const line of note.lines) {
    const { text } = line
    if (!line.isPlain || text.length > 400 || /^\s*(?:>|\||[-*+]\s+\[[xX]\])|~~/.test(text)) continue
    const words = wordsOf(text)
    const past = pastDate(words, today) ?? (ageDays > 0 && !text.includes('`') ? pastRelative(words, ageDays) : null)
    if (past !== null && !isRecord(path, line, note.title)) found.push({ line: line.number, ...past })
  }
  return found
}

function pastDate(words: string, today: string): Omit<PastLine, 'line'> | null {
  if (TOLD.test(words) || DONE.test(words)) return null
  for (const match of words.matchAll(UNTIL)) {
    const [whole, mark = ''] = match
    const day = dayAt(words.slice(match.index + whole.length))
    if (day === null || day.iso >= today) continue
    if (mark.toLowerCase() === 'by' && (!DUTY.test(words) || /^\d+$/.test(day.words))) continue
    const before = words.slice(0, match.index)
    // A span of time, or a remark in brackets.
    if (/^(?:until|till)$/i.test(mark) && (/\([^)]*$/.test(before) || hasDate(before))) continue
    return { words: `${mark} ${day.words}`, day: day.iso }
  }
  return null
}

/** The last day that a date at the beginning of a text can mean. */
function dayAt(text: string): { readonly iso: string; readonly words: string } | null {
  for (const [form, order] of DAY_FORMS) {
    const match = form.exec(text)
    if (match === null) continue
    const [year, month, day] = order.map((group) => (group === 0 ? null : numberOf(match[group] ?? '')))
    if (year == null || (month !== null && (month === undefined || month < 1 || month > 12))) return null
    const last = lastDay(year, month, day ?? null)
    return last === null ? null : { iso: last, words: match[0] }
  }
  return null
}

function numberOf(text: string): number {
  const month = MONTHS.indexOf(text.slice(0, 3).toLowerCase())
  return month < 0 ? Number(text) : month + 1
}

function lastDay(year: number, month: number | null, day: number | null): string | null {
  const lastOfMonth = new Date(Date.UTC(year, month ?? 12, 0)).getUTCDate()
  if (day !== null && (day < 1 || day > lastOfMonth)) return null
  return new Date(Date.UTC(year, (month ?? 12) - 1, day ?? lastOfMonth)).toISOString().slice(0, 10)
}

function pastRelative(words: string, ageDays: number): Omit<PastLine, 'line'> | null {
  if (HABIT.test(words) || hasDate(words)) return null
  for (const [form, days] of RELATIVE) {
    const [found] = form.exec(words) ?? []
    if (found !== undefined && ageDays > days) return { words: found, day: null }
  }
  return null
}
