import type { Row } from './diff-rows.ts'
import type { TextLine } from './text-lines.ts'

const FENCE = /^ {0,3}(```+|~~~+)/

/** The lines of both texts that are inside of code fences, with the fences. */
export function codeLines(rows: readonly Row[]): ReadonlySet<TextLine> {
  const code = new Set<TextLine>()
  addCode(
    rows.flatMap((row) => (row.kind === 'added' ? [] : [row.old])),
    code,
  )
  addCode(
    rows.flatMap((row) => (row.kind === 'removed' ? [] : [row.now])),
    code,
  )
  return code
}

function addCode(lines: readonly TextLine[], code: Set<TextLine>): void {
  let open: string | null = null
  for (const line of lines) {
    const mark = FENCE.exec(line.text)?.[1]
    if (open !== null || mark !== undefined) code.add(line)
    if (open === null) open = mark ?? null
    else if (mark?.startsWith(open) === true) open = null
  }
}
