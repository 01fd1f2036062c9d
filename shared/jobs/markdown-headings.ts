export interface Heading {
  readonly level: number
  /** Without its marks. */
  readonly text: string
  readonly start: number
  /** Behind its line. */
  readonly end: number
}

/** The headings of a Markdown text that begin with "#", outside of fenced code. */
export function headingsIn(markdown: string): readonly Heading[] {
  const headings: Heading[] = []
  let start = 0
  let fence: string | null = null
  for (const line of markdown.split(/(?<=\n)/)) {
    fence = fenceAfter(fence, line)
    const marks = fence === null ? /^ {0,3}(#{1,6})(?=\s|$)/.exec(line)?.[1] : undefined
    if (marks !== undefined)
      headings.push({ level: marks.length, text: wordsOf(line), start, end: start + line.length })
    start += line.length
  }
  return headings
}

const wordsOf = (line: string): string => line.trim().replace(/^#+/, '').replace(/\s#+$/, '').trim()

/** The fence that is open behind a line; null for none. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, fence, info] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
  if (fence === undefined) return open
  if (open === null) return fence
  return fence.startsWith(open) && info?.trim() === '' ? null : open
}
