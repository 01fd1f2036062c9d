import type { Buffer } from 'node:buffer'
import { inGitOrder, treeEntryAt, type TreeEntry } from './objects.ts'

const COMPARED_BLOCK_BYTES = 512
const ID_BYTES = 20

/** An entry before and after, or null if it does not exist. A file and a folder with the same name count as two entries. */
export type DifferingEntry = readonly [before: TreeEntry | null, after: TreeEntry | null]

/**
 * The entries that differ between two directories, in git's order, from the bytes of both. Entries in common are skipped
 * unparsed: of a large folder, a commit usually changes one file. Throws MalformedObject.
 */
export function differingEntries(before: Buffer, after: Buffer): readonly DifferingEntry[] {
  const found: DifferingEntry[] = []
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    const shared = sharedEntries(before, a, after, b)
    a += shared
    b += shared
    const [entryA, entryB] = [treeEntryAt(before, a), treeEntryAt(after, b)]
    const order = entryA === null ? 1 : entryB === null ? -1 : orderOf(entryA.entry, entryB.entry)
    if (entryA !== null && order <= 0) a = entryA.end
    if (entryB !== null && order >= 0) b = entryB.end
    const pair: DifferingEntry = [
      order <= 0 ? (entryA?.entry ?? null) : null,
      order >= 0 ? (entryB?.entry ?? null) : null,
    ]
    if (pair[0] !== null || pair[1] !== null) found.push(pair)
  }
  return found
}

function orderOf(a: TreeEntry, b: TreeEntry): number {
  return a.name === b.name && a.mode === b.mode ? 0 : inGitOrder(a, b)
}

/** The length in bytes of the entries that two directories have in common from these places on. */
function sharedEntries(a: Buffer, startA: number, b: Buffer, startB: number): number {
  const length = sharedLength(a, startA, b, startB)
  let whole = 0
  for (;;) {
    let nul = startA + whole
    while (nul < startA + length && a[nul] !== 0) nul += 1
    const end = nul + 1 + ID_BYTES - startA
    if (end > length) return whole
    whole = end
  }
}

function sharedLength(a: Buffer, startA: number, b: Buffer, startB: number): number {
  const max = Math.min(a.length - startA, b.length - startB)
  const block = COMPARED_BLOCK_BYTES
  let length = 0
  while (
    length + block <= max &&
    a.compare(b, startB + length, startB + length + block, startA + length, startA + length + block) === 0
  )
    length += block
  while (length < max && a[startA + length] === b[startB + length]) length += 1
  return length
}
