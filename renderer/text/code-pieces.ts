export interface TextPiece {
  readonly text: string
  readonly isCode: boolean
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})(.*)$/

/** A message as it was typed, cut at its fenced blocks of code. A fence that is never closed is text. */
export function codePieces(text: string): readonly TextPiece[] {
  const lines = text.split('\n')
  const pieces: TextPiece[] = []
  let said: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const fence = FENCE.exec(lines[at] ?? '')?.[1]
    const end = fence === undefined ? -1 : endOf(lines, at + 1, fence)
    if (end < 0) {
      said.push(lines[at] ?? '')
      // Nothing after an unclosed fence closes it either.
      if (fence !== undefined) return withText(pieces, [...said, ...lines.slice(at + 1)])
      continue
    }
    pieces.push(...withText([], said), { text: lines.slice(at + 1, end).join('\n'), isCode: true })
    said = []
    at = end
  }
  return withText(pieces, said)
}

function endOf(lines: readonly string[], from: number, fence: string): number {
  return lines.findIndex((line, at) => at >= from && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()))
}

function withText(pieces: readonly TextPiece[], lines: readonly string[]): readonly TextPiece[] {
  const text = lines.join('\n').replace(/^\n+|\s+$/g, '')
  return text === '' ? pieces : [...pieces, { text, isCode: false }]
}
