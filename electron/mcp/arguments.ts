// What models call the arguments of the tools when they have not read the schema, or remember another server's.

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  path: ['file', 'file_path', 'filepath', 'filename', 'name', 'uri', 'folder', 'dir', 'directory'],
  file_text: ['text', 'content', 'contents', 'body'],
  old_str: ['old_string', 'old_text', 'old_content', 'find', 'find_text', 'search'],
  new_str: ['new_string', 'new_text', 'new_content', 'replace', 'replacement'],
  insert_line: ['line', 'line_number', 'after_line'],
  insert_text: ['text', 'content', 'new_str', 'new_text'],
  old_path: ['from', 'source', 'path'],
  new_path: ['to', 'destination', 'dest', 'target', 'new_name'],
  view_range: ['range', 'lines'],
  query: ['words', 'q', 'search', 'text', 'pattern'],
  before: ['cursor', 'after', 'next'],
  at: ['point', 'commit', 'as_of', 'date'],
  limit: ['max', 'count', 'max_results'],
}

const PATHS = ['path', 'old_path', 'new_path']
const ROOT = '/memories'

/**
 * A tool's arguments by the names of its schema, with numbers and lists that came as text. Nothing is left out, and
 * nothing is made up: what is wrong with a value, the command says.
 * @param known the arguments of the tool
 */
export function argumentsOf(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  const snake = snakeCased(given)
  for (const name of known) {
    const key = [name, ...(ALIASES[name] ?? [])].find(
      (each) => snake[each] != null && (each === name || !known.includes(each)),
    )
    if (key !== undefined) named[name] = snake[key]
  }
  for (const name of known) named[name] = valueOf(name, named[name])
  if (known.includes('view_range')) named.view_range ??= rangeOf(snake)
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

/** "filePath" is "file_path", as the tools of OpenCode write it; what is written so already counts before it. */
function snakeCased(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const renamed = Object.entries(given).map(([name, value]): [string, unknown] => [
    name
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
      .replaceAll('-', '_')
      .toLowerCase(),
    value,
  ])
  return { ...Object.fromEntries(renamed), ...given }
}

function valueOf(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (PATHS.includes(name)) return wholePath(value)
  if (name === 'insert_line' || name === 'limit') return /^\s*-?\d+\s*$/.test(value) ? Number(value) : value
  if (name === 'view_range') return numbersIn(value) ?? value
  return value
}

/** "people/ana.md" and "memory://people/ana.md" are "/memories/people/ana.md". Any other absolute path stays, and is refused. */
function wholePath(path: string): string {
  const [, relative = path] = /^memory:\/\/(.*)$/s.exec(path) ?? []
  if (relative.startsWith('/') || (relative === '' && path === '')) return relative
  const below = relative.replace(/^\.(?:\/|$)/, '').replace(/^memories(?:\/|$)/, '')
  return below === '' ? ROOT : `${ROOT}/${below}`
}

/** "[1, 20]", "1-20" and "1,20". */
function numbersIn(text: string): readonly number[] | null {
  const [, from, to] = /^\s*\[?\s*(\d+)\s*[,:-]\s*(-?\d+)\s*\]?\s*$/.exec(text) ?? []
  return from === undefined || to === undefined ? null : [Number(from), Number(to)]
}

/** A range as other tools take it: first and last line, or the line before and how many. */
function rangeOf(given: Readonly<Record<string, unknown>>): readonly number[] | undefined {
  const number = (...names: readonly string[]): number | undefined => {
    const value = names.map((name) => given[name]).find((each) => each != null)
    const parsed = typeof value === 'string' ? Number(value) : value
    return typeof parsed === 'number' && Number.isInteger(parsed) ? parsed : undefined
  }
  const [start, end] = [number('start_line', 'start', 'from_line'), number('end_line', 'end', 'to_line')]
  if (start !== undefined || end !== undefined) return [start ?? 1, end ?? -1]
  const [offset, limit] = [number('offset'), number('limit')]
  if (offset === undefined && limit === undefined) return undefined
  const first = Math.max(1, offset ?? 1)
  return [first, limit === undefined ? -1 : first + limit - 1]
}
