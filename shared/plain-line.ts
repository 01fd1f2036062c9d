// A line of a note as it is quoted. Pure.

const BLOCK_MARKS = /^\s*(?:(?:[-*+]|\d{1,9}[.)]|>|#{1,6}|\[[ xX]\])\s+)+/
const HEADING = /^\s*#{1,6}\s/
// Of these, the words.
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g
const LINK = /\[([^[\]]+)\]\([^()]*\)/g
/** What a program stamps on a note that it wrote: a key of the frontmatter with a time, or an id, for its value. */
const STAMP =
  /^\s*[\w-]+:\s*["']?(?:\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})["']?\s*$/i
const FENCE = /^---\s*$/
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

export const isHeading = (line: string): boolean => HEADING.test(line)

/** Whether there is a letter or a digit in it. */
export const saysSomething = (line: string): boolean => SAYS_SOMETHING.test(line)

/** The line without Markdown's marks. */
export const plainLine = (line: string): string =>
  line.replace(BLOCK_MARKS, '').replace(STRONG, '$2').replace(LINK, '$1').trim()

/** The line that a change of a note is told by; undefined where none says anything. A heading, or what is written about the note, only where there is nothing else. */
export function tellingLine(lines: readonly string[]): string | undefined {
  const said = lines.filter(saysSomething)
  const isTold = (line: string): boolean => saysSomething(line) && !isHeading(line) && !STAMP.test(line)
  return belowFrontmatter(lines).find(isTold) ?? said.find(isTold) ?? said[0]
}

/** What is below the frontmatter, where the lines begin with one. */
function belowFrontmatter(lines: readonly string[]): readonly string[] {
  const end = FENCE.test(lines[0] ?? '') ? lines.findIndex((line, at) => at > 0 && FENCE.test(line)) : -1
  return lines.slice(end + 1)
}
