// The properties at the top of a Markdown file, as far as they are flat. Pure.

export interface Properties {
  /** Keys with their values: one, or those of a list. A key within another has its name in front ("metadata.type"). */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** What is below them; the whole text where there are none. */
  readonly body: string
}

const EDGED = /^\ufeff?---[ \t]*\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)/m
const MAX_CHARACTERS = 20_000

/**
 * Many that are written by hand are no valid YAML, such as `globs: *.ts`, so they are read line by line, and what is not
 * flat is passed over.
 */
export function propertiesOf(text: string): Properties {
  const values = new Map<string, string[]>()
  const [whole, inside] = text.startsWith('---') || text.startsWith('\ufeff---') ? (EDGED.exec(text) ?? []) : []
  if (whole === undefined || inside === undefined || !text.startsWith(whole) || whole.length > MAX_CHARACTERS)
    return { values, body: text }
  let above = ''
  let last: string[] | undefined
  for (const line of inside.split(/\r?\n/)) {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
    const [, indent = '', key, value = ''] = /^(\s*)([\w-]+):(?:\s+(.*))?$/.exec(line) ?? []
    if (key !== undefined) {
      if (indent === '') above = key
      last = valuesIn(value)
      values.set(indent === '' ? key : `${above}.${key}`, last)
    } else if (item !== undefined) last?.push(unquoted(item))
    // The further lines of a long text.
    else if (/^\s+\S/.test(line) && last !== undefined)
      last.splice(0, last.length, [...last, line.trim()].join(' ').trim())
  }
  return { values, body: text.slice(whole.length).replace(/^(?:[ \t]*\r?\n)+/, '') }
}

function valuesIn(written: string): string[] {
  const value = written.trim()
  // The mark of a text on the lines below.
  if (value === '' || /^[>|][+-]?$/.test(value)) return []
  const [, list] = /^\[(.*)\]$/.exec(value) ?? []
  return list === undefined ? [unquoted(value)] : list.split(',').flatMap((each) => unquoted(each) || [])
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/s, '$2')

/** One value in ISO 8601; null if it is no time. */
export function timeIn({ values }: Properties, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const [value = ''] = values.get(key) ?? []
    const date = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value) ? new Date(value) : null
    if (date !== null && !Number.isNaN(date.getTime())) return date.toISOString()
  }
  return null
}
