import { countMarks } from '../format/marks.ts'

/** A line between the two edges: a property, an item of a list, or a comment. */
export interface PropertyLine {
  /** '' for an item and a comment. */
  readonly name: string
  readonly value: string
}

export interface FrontMatter {
  /** How many lines there are, with both edges. */
  readonly length: number
  /** Those between the edges; `null` where they are more than names, values and flat lists. */
  readonly properties: readonly PropertyLine[] | null
}

const MAX_LINES = 200
const EDGE = /^---[ \t]*$/
const PROPERTY = /^([\p{L}\p{N}_][\p{L}\p{N}_ ./-]*):(?:[ \t]+(.*))?$/u
const ITEM = /^[ \t]*-[ \t]+(.*)$/
/** What begins something other than a plain value, or cannot be part of one. */
const NOT_PLAIN = /^[[\]{}&*!|>%@`"',?]|^[-:]\s|:\s|\s#|:$/
const LIST = /^\[([^[\]{}"':#&*!]*)\]$/
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/

/**
 * The properties (YAML) at the top of a Markdown file. Only what is flat is read: anything else, and whatever is no valid
 * YAML, stays as it is written.
 * @returns `null` where the file does not begin with any
 */
export function frontMatterOf(lines: readonly string[]): FrontMatter | null {
  if (!EDGE.test(lines[0] ?? '')) return null
  const end = lines.slice(1, MAX_LINES).findIndex((line) => EDGE.test(line)) + 1
  return end === 0 ? null : { length: end + 1, properties: propertiesIn(lines.slice(1, end)) }
}

function propertiesIn(lines: readonly string[]): readonly PropertyLine[] | null {
  const names = new Set<string>()
  const properties: PropertyLine[] = []
  let inList = false
  for (const line of lines) {
    const [, name, written = ''] = PROPERTY.exec(line) ?? []
    const [, item] = ITEM.exec(line) ?? []
    const value = shownValue(item ?? written)
    if (trimmed(line) === '' || /^[ \t]*#/.test(line)) properties.push({ name: '', value: trimmed(line) })
    else if (value !== null && name !== undefined && !names.has(name)) {
      names.add(name)
      properties.push({ name, value })
      inList = value === ''
    } else if (value !== null && item !== undefined && inList) properties.push({ name: '', value })
    else return null
  }
  return names.size === 0 ? null : properties
}

/** Not by `trim`, which takes characters away that the page shows a sign for. */
const trimmed = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')

/** A value as it is shown; `null` for what is not plain. */
function shownValue(written: string): string | null {
  const value = trimmed(written)
  if (countMarks(value) > 0) return value
  const [, double, single] = QUOTED.exec(value) ?? []
  return double ?? single ?? LIST.exec(value)?.[1] ?? (NOT_PLAIN.test(value) ? null : value)
}
