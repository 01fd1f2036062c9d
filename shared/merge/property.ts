import type { Versions } from './merge.ts'

// One property of a note that both sides changed: a date, a count, a list. Null where only a person can decide.

export function mergeProperty(key: string, versions: Versions): string | null {
  return laterDate(key, versions) ?? bothCounts(key, versions) ?? bothLists(versions)
}

/** A property in one line: its value, and the same with another one. Taken apart: a pattern would take quadratic time. */
function valueOf(field: string): { readonly value: string; readonly with: (value: string) => string } | null {
  const end = field.indexOf('\n')
  if (end < 0 || field.slice(end).trim() !== '') return null
  const line = field.slice(0, end)
  let colon = line.indexOf(':')
  while (colon >= 0 && !/[ \t]/.test(line[colon + 1] ?? '')) colon = line.indexOf(':', colon + 1)
  const value = colon < 0 ? '' : line.slice(colon + 1).trim()
  if (value === '') return null
  const start = line.indexOf(value, colon + 1)
  return { value, with: (other) => field.slice(0, start) + other + field.slice(start + value.length) }
}

/** Whether it is in one line, and says nothing, or `[]`. */
function isEmpty(field: string): boolean {
  const line = field.trimEnd()
  if (line.includes('\n')) return false
  if (!line.endsWith(']')) return line.endsWith(':')
  const open = line.lastIndexOf('[')
  return line.slice(open + 1, -1).trim() === '' && line.slice(0, Math.max(open, 0)).trimEnd().endsWith(':')
}

const DATE =
  /^(["']?)(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)\1(?:\s+#.*)?$/

/** When it is; NaN for what is no date. */
function timeOf(value: string): number {
  const [, , date] = DATE.exec(value) ?? []
  if (date === undefined) return Number.NaN
  const zoned = /Z$|[T ].*[+-]\d{2}:?\d{2}$/.test(date)
  return Date.parse(date.length === 10 || zoned ? date.replace(' ', 'T') : `${date.replace(' ', 'T')}Z`)
}

/** Dates that say something about the world rather than about the note: the later one need not be the right one. */
const SAYS_WHEN =
  /birth|born|died|wedding|anniversary|deadline|\bdue\b|\bstart|\bend|expire|valid|departure|arrival|founded/i

function laterDate(key: string, { ours, theirs }: Versions): string | null {
  const [mine, other] = [valueOf(ours), valueOf(theirs)]
  if (mine === null || other === null || SAYS_WHEN.test(key)) return null
  const [left, right] = [timeOf(mine.value), timeOf(other.value)]
  if (Number.isNaN(left) || Number.isNaN(right)) return null
  return right > left ? theirs : ours
}

const COUNTS =
  /(?:^|[\s_-])(?:count(?:er)?s?|visits?|uses?|used|runs?|sessions?|times|total|reads?|views?|hits?|access(?:es)?|mentions?|recalls?|seen)(?:$|[\s_-])|Count(?:er)?$/i
const WHOLE = /^-?\d{1,15}$/

/** What both counted on from the base. */
function bothCounts(key: string, versions: Versions): string | null {
  const [base, ours, theirs] = [valueOf(versions.base), valueOf(versions.ours), valueOf(versions.theirs)]
  if (base === null || ours === null || theirs === null || !COUNTS.test(key)) return null
  if (![base, ours, theirs].every(({ value }) => WHOLE.test(value))) return null
  const [mine, other] = [Number(ours.value) - Number(base.value), Number(theirs.value) - Number(base.value)]
  return Math.sign(mine) === Math.sign(other) ? ours.with(String(Number(base.value) + mine + other)) : null
}

interface List {
  readonly entries: readonly string[]
  readonly with: (entries: readonly string[]) => string
  readonly kind: 'inline' | 'lines' | 'empty'
}

function bothLists(versions: Versions): string | null {
  const [base, ours, theirs] = [listOf(versions.base), listOf(versions.ours), listOf(versions.theirs)]
  if (base === null || ours === null || theirs === null) return null
  const filled = [base, ours, theirs].filter(({ kind }) => kind !== 'empty')
  if (new Set(filled.map(({ kind }) => kind)).size <= 1) return bothEntries({ base, ours, theirs })
  const changed = ours.kind === base.kind || ours.kind === 'empty' ? theirs : ours
  const [before, left, right] = [base, ours, theirs].map((list) => inWords(list, changed))
  return before == null || left == null || right == null
    ? null
    : bothEntries({ base: before, ours: left, theirs: right })
}

/** The list as it would be in the other's way; null where an entry is no plain word. */
function inWords(list: List, way: List): List | null {
  const words = list.entries.map((entry) => entry.replace(/^[ \t]*-[ \t]+/, '').trim())
  if (!words.every((word) => /^[\p{L}\p{N}_][\p{L}\p{N}_ ./+-]*$/u.test(word))) return null
  const [, start = '', end = ''] = /^([ \t]*-[ \t]+)[^\n]*?(\r?\n)$/.exec(way.entries[0] ?? '') ?? []
  const shown = (word: string): string => (way.kind === 'lines' ? start + word + end : word)
  return { entries: words, with: (some) => way.with(some.map(shown)), kind: 'inline' }
}

function bothEntries({ base, ours, theirs }: Readonly<Record<keyof Versions, List>>): string | null {
  const [was, mine, other] = [base, ours, theirs].map(({ entries }) => new Set(entries))
  if (was === undefined || mine === undefined || other === undefined) return null
  const sizes = [
    was.size === base.entries.length,
    mine.size === ours.entries.length,
    other.size === theirs.entries.length,
  ]
  if (sizes.includes(false)) return null
  const isReordered =
    ours.entries.filter((each) => was.has(each)).join('\n') !== base.entries.filter((each) => mine.has(each)).join('\n')
  const order = isReordered ? ours.entries : theirs.entries
  const stays = order.filter((each) => was.has(each) && mine.has(each) && other.has(each))
  const added = [...theirs.entries, ...ours.entries].filter((each) => !was.has(each))
  const shape = ours.kind === 'empty' ? theirs : ours
  return shape.kind === 'empty' ? null : shape.with([...stays, ...new Set(added)])
}

/** Null for what is no list, or is one that cannot be taken apart safely. */
function listOf(field: string): List | null {
  if (field === '' || isEmpty(field)) return { entries: [], with: () => field, kind: 'empty' }
  const line = valueOf(field)
  const [, inline] = /^\[([^[\]{}#]*)\]$/.exec(line?.value ?? '') ?? []
  if (line !== null && inline !== undefined) {
    const entries = entriesIn(inline)
    return entries === null ? null : { entries, with: (some) => line.with(`[${some.join(', ')}]`), kind: 'inline' }
  }
  return listOfLines(field)
}

/** The entries of an inline list; null where a comma may be inside of one. */
function entriesIn(inline: string): readonly string[] | null {
  const entries = inline.match(/"[^"]*"|'[^']*'|[^,]+/g)?.map((each) => each.trim()) ?? []
  const shown = entries.filter((each) => each !== '')
  return shown.some((each) => /^["']/.test(each) !== /["']$/.test(each) || /^[^"'].*"/.test(each)) ? null : shown
}

function listOfLines(field: string): List | null {
  const [head = '', ...lines] = field.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const [, indent] = /^([ \t]*)-\s/.exec(lines[0] ?? '') ?? []
  if (indent === undefined || !/:[ \t]*\r?\n$/.test(head)) return null
  const entries: string[] = []
  for (const line of lines) {
    if (line.startsWith(`${indent}-`) && /^[ \t]*-\s/.test(line)) entries.push(line)
    else if (entries.length > 0 && line.startsWith(`${indent} `)) entries[entries.length - 1] += line
    else return null
  }
  return {
    entries,
    with: (some) => (some.length === 0 ? head.replace(/:[ \t]*(\r?\n)$/, ': []$1') : head + some.join('')),
    kind: 'lines',
  }
}
