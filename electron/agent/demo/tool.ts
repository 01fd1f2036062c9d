// Commands of the memory tool.

export type Call = Readonly<Record<string, unknown>>

export const toolPath = (path: string): string => (path === '' ? '/memories' : `/memories/${path}`)
export const view = (path: string): Call => ({ command: 'view', path: toolPath(path) })
export const remove = (path: string): Call => ({ command: 'delete', path: toolPath(path) })
export const rename = (from: string, to: string): Call => ({
  command: 'rename',
  old_path: toolPath(from),
  new_path: toolPath(to),
})

/** @param lines without line ends */
export function create(path: string, lines: readonly string[]): Call {
  return { command: 'create', path: toolPath(path), file_text: lines.map((line) => `${line}\n`).join('') }
}

/** @param after how many lines stand above */
export function insert(path: string, after: number, lines: readonly string[]): Call {
  const text = lines.map((line) => `${line}\n`).join('')
  return { command: 'insert', path: toolPath(path), insert_line: after, insert_text: text }
}

/** Replaces the lines that differ, with as many around them as make them the only ones of their kind. */
export function replaceLines(path: string, before: readonly string[], after: readonly string[]): Call {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && before[first] === after[first]) first += 1
  let end = 0
  while (end < shorter - first && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const piece = (lines: readonly string[]): string => lines.slice(first, lines.length - end).join('\n')
  const text = before.join('\n')
  // A line that goes or comes takes its line end from a neighbour.
  const isMissing = (): boolean => first + end === shorter && before.length !== after.length
  while ((isMissing() || text.indexOf(piece(before)) !== text.lastIndexOf(piece(before))) && first + end > 0) {
    if (first > 0) first -= 1
    else end -= 1
  }
  return { command: 'str_replace', path: toolPath(path), old_str: piece(before), new_str: piece(after) }
}
