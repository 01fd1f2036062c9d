import { keyOf, similarity, wordSet } from './similarity.ts'

// What tells one entry of a list, an index or a log from another one that is worded much like it. Pure.

const LINK = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:\[[ xX]\]\s+)?[*_]{0,3}(?:\[([^\]]*)\]\(([^)\s]+)|\[\[([^\]|]+))/
const BULLET = /^\s*(?:[-*+]|\d{1,4}[.)])\s/
const DATE =
  /^[\s>*+\-#[\]xX(_|]{0,20}(\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?:[T ,]{1,2}\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}:\d{2}(?!\d))/

export const isBullet = (line: string): boolean => BULLET.test(line)
export const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line)
export const isBlank = (line: string): boolean => line.trim() === ''

/** A shorter line may be added twice, and mean two things. */
const MIN_TELLING_CHARACTERS = 16

/** Whether two equal lines are one line that was written twice. */
export const isTelling = (line: string): boolean => line.trim().length >= MIN_TELLING_CHARACTERS && !isHeading(line)

/** Where an entry that begins with a link leads; null for any other line. */
export function linkTarget(line: string): string | null {
  const [, , target, page] = LINK.exec(line) ?? []
  return target ?? page ?? null
}

/** The date or time that an entry of a log begins with; null for any other line. */
export const dateOf = (line: string): string | null => DATE.exec(line)?.[1] ?? null

/** What an entry is compared by. */
export interface Entry {
  readonly line: string
  readonly target: string | null
  /** The words of its link. */
  readonly title: string | null
  readonly date: string | null
  readonly key: string | null
  readonly words: ReadonlySet<string>
}

export function entryOf(line: string): Entry {
  const target = linkTarget(line)
  return {
    line,
    target,
    title: LINK.exec(line)?.[1] ?? null,
    date: dateOf(line),
    key: target === null ? keyOf(line) : null,
    words: wordSet(line),
  }
}

/** Whether two lines say themselves that they are about different things: other links, other dates. */
export function areDistinct(a: Entry, b: Entry): boolean {
  if (a.target !== null && b.target !== null) return a.target !== b.target
  return a.date !== null && b.date !== null && a.date !== b.date
}

/** From this similarity on, two new lines speak of the same thing. A list has more lines that are alike. */
const [ALIKE, ALIKE_IN_LIST, ALIKE_ON_ONE_DAY, SURELY_ALIKE] = [0.5, 0.6, 0.7, 0.8]

/** Whether two new lines say something about the same thing, so that only a person can tell whether both hold. */
export function areRivalEntries(a: Entry, b: Entry): boolean {
  const alike = similarity(a.words, b.words)
  // One entry, of which one version leads to where its file was before.
  if (a.title !== null && a.title === b.title && alike >= SURELY_ALIKE) return true
  if (areDistinct(a, b)) return false
  if (a.target !== null && b.target !== null) return true
  if (a.date !== null && b.date !== null) return alike >= ALIKE_ON_ONE_DAY
  if (a.key !== null && b.key !== null) return a.key === b.key
  return alike >= (isBullet(a.line) && isBullet(b.line) ? ALIKE_IN_LIST : ALIKE)
}

/** At least this share of the lines of an index are links. */
const MIN_LINKS = 0.6
const MIN_INDEX_LINES = 2

/** Whether these are the lines of an index: its entries are known by where they lead. */
export function isIndex(lines: readonly string[]): boolean {
  const said = lines.filter((line) => !isBlank(line) && !isHeading(line))
  const links = said.filter((line) => isBullet(line) && linkTarget(line) !== null)
  return links.length >= MIN_INDEX_LINES && links.length >= said.length * MIN_LINKS
}
