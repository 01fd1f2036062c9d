import { blocksOf } from './blocks.ts'
import { isHeading, isTelling } from './entries.ts'
import type { Added, Side } from './line-fates.ts'

// What both sides added in different places of a note.

type NameOf = (line: string) => string

/**
 * Theirs with the new blocks that ours added, too, elsewhere under the same heading, where ours has them; in an index,
 * with the new entries that lead where one of ours leads.
 */
export function besideOurs(
  { base, ours, theirs }: { readonly base: readonly string[]; readonly ours: Side; readonly theirs: Side },
  nameOf: NameOf,
): Side {
  const places = new Map<string, number>()
  ours.gaps.forEach((gap, at) => {
    for (const { name } of addedBlocks(gap, nameOf)) if (name !== null) places.set(name, at)
  })
  if (places.size === 0) return theirs
  const headings = headingsOf(base)
  const gaps: Added[][] = theirs.gaps.map(() => [])
  theirs.gaps.forEach((gap, at) => {
    for (const { name, isNamed, added } of addedBlocks(gap, nameOf)) {
      const place = name === null ? undefined : places.get(name)
      const isThere = place !== undefined && (isNamed || headings[place] === headings[at])
      for (const each of added) gaps[isThere ? place : at]?.push(each)
    }
  })
  return { ...theirs, gaps }
}

interface AddedBlock {
  readonly added: readonly Added[]
  /** What it is known by; null if it stays where it is. */
  readonly name: string | null
  /** Whether it is known by something other than its text. */
  readonly isNamed: boolean
}

function addedBlocks(gap: readonly Added[], nameOf: NameOf): readonly AddedBlock[] {
  let at = 0
  return blocksOf(gap.map(({ text }) => text)).map(({ lines }) => {
    const added = gap.slice(at, (at += lines.length))
    const [first = ''] = lines
    const isNamed = nameOf(first) !== first
    const isNew = added.every(({ line }) => line === null) && (isNamed || isTelling(lines.join('')))
    return { added, name: isNew ? (isNamed ? nameOf(first) : lines.join('')) : null, isNamed }
  })
}

/** The heading that each gap is under. */
function headingsOf(base: readonly string[]): readonly string[] {
  let heading = ''
  return ['', ...base].map((line) => (heading = isHeading(line) ? line : heading))
}
