import type { LogEntry } from './job.ts'
import { type Heading, headingsIn } from './markdown-headings.ts'

/**
 * The entries of a progress log, in the order of the file. They begin at headings of level two, or of the level whose
 * headings name sessions; a text without headings is one entry.
 */
export function readLog(markdown: string): readonly LogEntry[] {
  const headings = headingsIn(markdown)
  const level = levelOf(headings)
  // An entry ends where the next begins, or where a heading above its level does.
  const marks = headings.filter((heading) => heading.level <= level)
  const entries = marks.flatMap(({ level: own, text, end }, index) =>
    own === level
      ? [{ heading: text, session: sessionOf(text), text: markdown.slice(end, marks[index + 1]?.start).trim() }]
      : [],
  )
  const whole = markdown.trim()
  return entries.length > 0 || whole === '' ? entries : [{ heading: '', session: null, text: whole }]
}

const SESSION = /\bsession\s*(?:no\.?|number|#)?\s*(\d{1,6})\b/i
const MAX_LEVEL = 6
const DATE = /\b\d{4}-\d{2}-\d{2}\b/

function sessionOf(heading: string): number | null {
  const session = Number(SESSION.exec(heading)?.[1] ?? 0)
  return session > 0 ? session : null
}

function levelOf(headings: readonly Heading[]): number {
  const named = (level: number): number =>
    headings.filter((heading) => heading.level === level && (SESSION.test(heading.text) || DATE.test(heading.text)))
      .length
  const byName = [2, 1, 3].reduce((best, level) => (named(level) > named(best) ? level : best))
  if (named(byName) > 0 || headings.some(({ level }) => level === 2)) return byName
  return headings.reduce((least, { level }) => Math.min(least, level), MAX_LEVEL)
}
