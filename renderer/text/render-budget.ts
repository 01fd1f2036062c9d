/**
 * Estimates the cost of rendering a text before it is parsed. The parser and React recurse as deep as marks are
 * nested, and some runs of marks take quadratic time. A text is therefore split where blocks end, and sections that
 * are too long or too dense are shown as source.
 */

export interface Section {
  readonly kind: 'markdown' | 'plain' | 'code'
  readonly text: string
}

const MAX_SECTION_CHARACTERS = 8_000
const MAX_SECTION_LINES = 400
const MAX_SECTION_MARKS = 800
const MAX_DEPTH = 8
/** Small blocks share a section, since each section has a cost of its own. */
const MIN_SECTION_CHARACTERS = 1_500

const MARKS = /[[\]()<>*_~`!@\\&:]/g
const CONTAINERS = /^(?:[ \t]{0,3}(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]?)+/
const CONTAINER = />|[-*+]|\d{1,9}[.)]/g
const DEEP_INDENT = /^(?:[ ]{40}|\t{10})/
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** Continues the block above, or could. */
const CONTINUATION = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])/
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[^\n]{1,500}$/
const MAX_DEFINITIONS = 30

function count(text: string, pattern: RegExp, most: number): number {
  let found = 0
  pattern.lastIndex = 0
  while (found <= most && pattern.test(text)) found += 1
  return found
}

function isDeep(line: string): boolean {
  // The first 200 characters suffice: a longer run of marks is too deep anyway.
  const lead = CONTAINERS.exec(line.slice(0, 200))?.[0] ?? ''
  return count(lead, CONTAINER, MAX_DEPTH) > MAX_DEPTH || DEEP_INDENT.test(line)
}

/** Whether a text is sure to be parsed and rendered within tens of milliseconds. */
export function isWithinBudget(text: string, mostMarks = MAX_SECTION_MARKS): boolean {
  if (text.length > MAX_SECTION_CHARACTERS || count(text, MARKS, mostMarks) > mostMarks) return false
  const lines = text.split('\n')
  return lines.length <= MAX_SECTION_LINES && !lines.some(isDeep)
}

/** Splits a text into sections that can be rendered separately: code, Markdown within the budget, and plain source. */
export function sectionsOf(text: string): readonly Section[] {
  if (text.length <= MIN_SECTION_CHARACTERS && isWithinBudget(text)) return [{ kind: 'markdown', text }]
  const lines = text.split('\n')
  const definitions = lines
    .filter((line) => DEFINITION.test(line))
    .slice(0, MAX_DEFINITIONS)
    .join('\n')
  const sections: Section[] = []
  let block: string[] = []
  let length = 0
  let fence: string | null = null

  const put = (kind: 'markdown' | 'code'): void => {
    const piece = block.join('\n')
    block = []
    length = 0
    if (piece.trim() === '') return
    if (kind === 'code' || !isWithinBudget(piece))
      sections.push({ kind: kind === 'code' ? 'code' : 'plain', text: piece })
    // Links may be defined anywhere in the text.
    else
      sections.push({
        kind,
        text: definitions === '' || definitions.length > MIN_SECTION_CHARACTERS ? piece : `${piece}\n\n${definitions}`,
      })
  }
  const add = (line: string): void => {
    block.push(line)
    length += line.length + 1
  }

  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        fence = null
        put('code')
      } else add(line)
      continue
    }
    const atEnd = block.at(-1)?.trim() === ''
    if (mark !== undefined && (block.length === 0 || atEnd || !CONTINUATION.test(block.at(-1) ?? ''))) {
      put('markdown')
      fence = mark
      continue
    }
    const isEnd = atEnd && !CONTINUATION.test(line) && length >= MIN_SECTION_CHARACTERS
    const isTooMuch =
      (length + line.length > MAX_SECTION_CHARACTERS / 2 || block.length >= MAX_SECTION_LINES / 2) &&
      (ITEM.test(line) || atEnd)
    if (isEnd || isTooMuch) put('markdown')
    add(line)
  }
  put(fence === null ? 'markdown' : 'code')
  return sections
}
