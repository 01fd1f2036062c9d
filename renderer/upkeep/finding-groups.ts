import type { StoreLayout } from '../../shared/layout.ts'
import type { Finding, FindingKind } from '../../shared/upkeep.ts'

/** `unwritten`: links to notes that nobody has written, which are usual where people link before they write. */
export type GroupKind = FindingKind | 'unwritten'

export interface FindingGroup {
  readonly kind: GroupKind
  readonly found: readonly Finding[]
  /** In the order of the list. */
  readonly files: readonly (readonly [path: string, found: readonly Finding[]])[]
  /** Too many to be listed unasked, or nothing that is wrong. */
  readonly isFolded: boolean
}

/** Fewer are more likely mistakes. */
const USUAL_LINKS = 5
const LISTED_UNASKED = 20

/** The findings by kind and by file. Unwritten links come last, since nothing is wrong with them. */
export function groupFindings(list: readonly Finding[], layout: StoreLayout): readonly FindingGroup[] {
  const unwritten = layout === 'plain' ? list.filter(isUnwritten) : []
  const isApart = unwritten.length > USUAL_LINKS
  const others = isApart ? list.filter((finding) => !isUnwritten(finding)) : list
  const groups: readonly (readonly [GroupKind, readonly Finding[]])[] = [
    ...Map.groupBy(others, ({ kind }) => kind),
    ...(isApart ? [['unwritten', unwritten] as const] : []),
  ]
  return groups.map(([kind, found]) => ({
    kind,
    found,
    files: [...Map.groupBy(found, ({ path }) => path)],
    isFolded: kind === 'unwritten' || found.length > LISTED_UNASKED,
  }))
}

/** A `[[link]]` to a note that is nowhere else either. */
function isUnwritten({ kind, text, fixes }: Finding): boolean {
  return kind === 'dead-link' && text.includes('[[') && fixes.every(({ name }) => name !== 'link-there')
}
