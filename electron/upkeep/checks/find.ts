import { INDEX_PATH, type StoreLayout } from '../../../shared/layout.ts'
import { FindingKind, type Finding } from '../../../shared/upkeep.ts'
import type { Examined } from './examine.ts'
import { toFinding } from './finding.ts'
import { indexSizes } from './index-size.ts'
import { lineFindings } from './line-findings.ts'
import { linkFindings } from './link-findings.ts'
import { Places } from './links.ts'

export interface MemoryLooked {
  /** The text files that were read, by path. */
  readonly files: ReadonlyMap<string, Examined>
  /** All paths of the memory. */
  readonly paths: readonly string[]
  readonly layout: StoreLayout
  /** The program whose memory it is; '' for none. */
  readonly program: string
}

/** Everything in a memory that is worth a look; what is wrong for certain comes first. Pure. */
export function find({ files, paths, layout, program }: MemoryLooked): readonly Finding[] {
  const topics = [...files.values()].filter(({ path }) => layout === 'plain' || path !== INDEX_PATH)
  const found = [
    ...linkFindings(files, new Places(paths), layout),
    ...indexSizes(files, layout, program),
    ...lineFindings(topics),
  ]
  const order = FindingKind.options
  const unique = new Map(found.map(toFinding).map((finding) => [finding.id, finding]))
  return [...unique.values()].toSorted(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : (a.line ?? 0) - (b.line ?? 0)),
  )
}
