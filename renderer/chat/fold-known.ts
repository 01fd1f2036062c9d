import type { KnownLine } from '../../shared/knowledge.ts'

type KnownRow =
  | { readonly kind: 'line'; readonly line: KnownLine }
  /** Lines that do not appear in the answer; `from` is the place of the first. */
  | { readonly kind: 'gap'; readonly from: number; readonly lines: number }

/** Longer runs of lines that do not appear in the answer are folded. */
const MAX_PLAIN_LINES = 4

export function foldKnown(lines: readonly KnownLine[], opened: ReadonlySet<number>): readonly KnownRow[] {
  const rows: KnownRow[] = []
  for (let from = 0; from < lines.length;) {
    let to = from
    while (to < lines.length && lines[to]?.appears === null) to += 1
    if (to - from > MAX_PLAIN_LINES && !opened.has(from)) rows.push({ kind: 'gap', from, lines: to - from })
    else for (const line of lines.slice(from, to)) rows.push({ kind: 'line', line })
    for (const line of lines.slice(to, to + 1)) rows.push({ kind: 'line', line })
    from = to + 1
  }
  return rows
}
