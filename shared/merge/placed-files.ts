import type { StorePath } from '../change.ts'
import { TakenPaths } from '../taken-paths.ts'
import type { FileSets } from './file-sets.ts'
import type { Followed } from './followed-files.ts'

// Where each file is after the merge. Ours stay where they are; what is in the way of one of them gets a name beside it.

/** What stands between a name and the number that tells it from another. */
const BEFORE_NUMBER = '-'

export function placed<T extends { readonly at: Followed }>(
  files: readonly T[],
  sets: FileSets,
): readonly (T & { readonly path: StorePath })[] {
  const wanted = files.map((file) => ({ ...file, path: wantedPath(file.at) }))
  const [inTheWay, all] = [new TakenPaths(BEFORE_NUMBER), new TakenPaths(BEFORE_NUMBER)]
  for (const set of [
    sets.base,
    sets.ours,
    sets.theirs,
    new Map([...(sets.alsoTaken ?? [])].map((path) => [path, null])),
  ])
    for (const path of set.keys()) all.add(path)
  const isOurs = ({ at, path }: { readonly at: Followed; readonly path: StorePath }): boolean => at.ours === path
  const taken = new Set<StorePath>()
  for (const each of wanted)
    if (isOurs(each)) {
      taken.add(each.path)
      // What theirs has there, too, is in the way of nothing that is theirs.
      if (each.at.theirs !== each.path) inTheWay.add(each.path)
    }
  return wanted.map((each) => {
    if (isOurs(each)) return each
    const isFree = !taken.has(each.path) && inTheWay.isFree(each.path)
    const path = isFree ? each.path : all.free(each.path)
    taken.add(path)
    return { ...each, path }
  })
}

/** Of two moves, ours stands. */
function wantedPath({ base, ours, theirs }: Followed): StorePath {
  return (ours !== null && ours !== base ? ours : null) ?? theirs ?? ours ?? base ?? ''
}
