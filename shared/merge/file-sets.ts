import type { FileMode, ObjectId, StorePath } from '../change.ts'
import { isNote } from '../note-files.ts'
import { isPolicyPath } from '../policies-path.ts'
import { type MergedContent, mergeVersions } from './file-versions.ts'
import { followedFiles } from './followed-files.ts'
import { placed } from './placed-files.ts'
import { repeatedFacts } from './repeated-facts.ts'

// The three-way merge of what two devices have: files are followed where they were moved, and each is merged by what it
// is. Pure. Nothing that one of them wrote is lost, doubled or brought back; what only a person can decide is asked.

export interface FileVersion {
  readonly id: ObjectId
  readonly mode: FileMode
}

/** Only paths that differ between any of the three need to be there, in all three sets. */
export type FileSet = ReadonlyMap<StorePath, FileVersion>

export interface FileSets {
  readonly base: FileSet
  readonly ours: FileSet
  readonly theirs: FileSet
  /** Where files of the base are on a side now, as its commits say. */
  readonly ourMoves: ReadonlyMap<StorePath, StorePath>
  readonly theirMoves: ReadonlyMap<StorePath, StorePath>
  /** What else is there, if the sets leave it out: no file gets such a name to stand beside another. */
  readonly alsoTaken?: Iterable<StorePath>
}

/** Null for no text, or one that is too large to be merged. */
export type TextOf = (id: ObjectId) => string | null

export type MergedFile = FileVersion | { readonly text: string; readonly mode: FileMode }

/** What only a person can decide. Meanwhile ours stands. */
export type MergeQuestion =
  | {
      readonly kind: 'lines'
      readonly path: StorePath
      /** The first line of `ours` in the merged text, from 1; where it would be if `ours` is empty. */
      readonly line: number
      readonly base: string
      readonly ours: string
      readonly theirs: string
    }
  /** One side deleted what the other went on with: it is kept. */
  | { readonly kind: 'deleted'; readonly path: StorePath; readonly by: 'ours' | 'theirs' }
  /** No text, or none that can be merged. */
  | { readonly kind: 'file'; readonly path: StorePath; readonly ours: FileVersion; readonly theirs: FileVersion }
  /** Both wrote the same fact, in two places. */
  | {
      readonly kind: 'same'
      readonly path: StorePath
      readonly line: number
      readonly ours: string
      readonly otherPath: StorePath
      readonly otherLine: number
      readonly theirs: string
    }

export interface MergedSet {
  /** For every path in any set, and every new one: what is there after the merge, null for nothing. */
  readonly files: ReadonlyMap<StorePath, MergedFile | null>
  readonly questions: readonly MergeQuestion[]
}

export function mergeFileSets(sets: FileSets, textOf: TextOf): MergedSet {
  const merged = followedFiles(sets, textOf).map((at) => ({
    at,
    ...mergeVersions(at.base ?? at.ours ?? at.theirs ?? '', versionsAt(sets, at), textOf),
  }))
  const files = new Map<StorePath, MergedFile | null>()
  for (const set of [sets.base, sets.ours, sets.theirs]) for (const path of set.keys()) files.set(path, null)
  const present = merged.flatMap(({ at, file, asked }) => (file === null ? [] : [{ at, file, asked }]))
  const found = placed(present, sets)
  for (const { path, file } of found) files.set(path, file)
  const questions = found.flatMap(({ path, asked }) => asked.map((question): MergeQuestion => ({ ...question, path })))
  return { files, questions: [...questions, ...sameFacts(found, sets, textOf)] }
}

type Versions = Readonly<Record<'base' | 'ours' | 'theirs', FileVersion | null>>
type Paths = Readonly<Record<'base' | 'ours' | 'theirs', StorePath | null>>

function versionsAt(sets: FileSets, at: Paths): Versions {
  const version = (side: keyof Versions): FileVersion | null => {
    const path = at[side]
    return path === null ? null : (sets[side].get(path) ?? null)
  }
  return { base: version('base'), ours: version('ours'), theirs: version('theirs') }
}

interface Placed extends MergedContent {
  readonly at: Paths
  readonly path: StorePath
}

function sameFacts(found: readonly Placed[], sets: FileSets, textOf: TextOf): readonly MergeQuestion[] {
  const textAt = (version: FileVersion | null): string => (version === null ? '' : (textOf(version.id) ?? ''))
  const notes = found.flatMap(({ path, file, at }) => {
    if (file === null || isPolicyPath(path) || !isNote(path) || file.mode === '120000') return []
    const { base, ours, theirs } = versionsAt(sets, at)
    const merged = 'text' in file ? file.text : textAt(file)
    return [{ path, base: textAt(base), ours: textAt(ours), theirs: textAt(theirs), merged }]
  })
  return repeatedFacts(notes).map((fact) => ({ kind: 'same', ...fact }))
}
