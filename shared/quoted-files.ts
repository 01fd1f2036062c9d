// A file in a message is a fenced block behind its name, so that a model, a person and a program read the same text. Its
// words are not the user's: a message with such a block counts as text from outside.

export interface QuotedFile {
  readonly name: string
  readonly text: string
}

const OPENING = /^(`{3,})file (.+)$/
/** Before each block behind what is typed. */
const GAP = '\n\n'

/** The block: its fence is longer than any in the text, so that nothing in the text closes it. */
function quoteFile({ name, text }: QuotedFile): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}file ${name.replace(/\s+/g, ' ').trim() || '?'}\n${text}\n${fence}`
}

/** A message: what the user typed, and behind it the files. */
export function withFiles(typed: string, files: readonly QuotedFile[]): string {
  return [typed, ...files.map(quoteFile)].join(GAP)
}

interface Block extends QuotedFile {
  /** Its lines: the first, and the one behind the last. */
  readonly from: number
  readonly to: number
}

/** A block that is never closed is the user's text. */
function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [, fence, name = ''] = OPENING.exec(lines[at] ?? '') ?? []
    const end = fence === undefined ? -1 : lines.indexOf(fence, at + 1)
    if (end < 0) continue
    blocks.push({ name, text: lines.slice(at + 1, end).join('\n'), from: at, to: end + 1 })
    at = end
  }
  return blocks
}

/** Takes apart what `withFiles` made: the files are those at the end. */
export function takeApart(message: string): { readonly typed: string; readonly files: readonly QuotedFile[] } {
  const lines = message.split('\n')
  const files: QuotedFile[] = []
  let end = lines.length
  for (const { name, text, from, to } of blocksIn(lines).toReversed()) {
    if (to !== end || from < 2 || lines[from - 1] !== '') break
    files.unshift({ name, text })
    end = from - 1
  }
  return { typed: lines.slice(0, end).join('\n'), files }
}

/** Whether a message quotes a file, wherever in it. */
export const hasFile = (message: string): boolean => blocksIn(message.split('\n')).length > 0

/** A message without the files in it. */
export function withoutFiles(message: string): string {
  const lines = message.split('\n')
  const quoted = new Set(blocksIn(lines).flatMap(({ from, to }) => lines.slice(from, to).map((_, at) => from + at)))
  return lines.filter((_, at) => !quoted.has(at)).join('\n')
}
