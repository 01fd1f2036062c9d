// A line of a note as it is quoted. Pure.

const BLOCK_MARKS = /^\s*(?:(?:[-*+]|\d{1,9}[.)]|>|#{1,6}|\[[ xX]\])\s+)+/
const HEADING = /^\s*#{1,6}\s/
// Of these, the words.
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g
const LINK = /\[([^[\]]+)\]\([^()]*\)/g
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

export const isHeading = (line: string): boolean => HEADING.test(line)

/** Whether there is a letter or a digit in it. */
export const saysSomething = (line: string): boolean => SAYS_SOMETHING.test(line)

/** The line without Markdown's marks. */
export const plainLine = (line: string): string =>
  line.replace(BLOCK_MARKS, '').replace(STRONG, '$2').replace(LINK, '$1').trim()
