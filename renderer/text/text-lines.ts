/** How a line ends; '' for a last line without a line break. */
export type LineEnd = '\n' | '\r\n' | ''

/** One line of a text. Texts and ends in order are the text. */
export interface TextLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly end: LineEnd
}

export function linesWithEnds(text: string): readonly TextLine[] {
  const lines: TextLine[] = []
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    const end = newline < 0 ? '' : text[to - 1] === '\r' && to > from ? '\r\n' : '\n'
    lines.push({ number: lines.length + 1, text: text.slice(from, end === '\r\n' ? to - 1 : to), end })
    from = to + 1
  }
  return lines
}

export function linesOf(text: string): readonly string[] {
  return linesWithEnds(text).map((line) => line.text)
}
