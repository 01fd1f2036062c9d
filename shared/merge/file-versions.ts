import type { FileMode, StorePath } from '../change.ts'
import { isPolicyPath, POLICIES_PATH } from '../policies-path.ts'
import type { FileVersion, MergedFile, MergeQuestion, TextOf } from './file-sets.ts'
import { mergeJson } from './json.ts'
import { settled } from './merge.ts'
import { mergeNotes } from './notes.ts'

// The merge of one file, wherever it is.

/** What is asked of a file, before it is known where it will be. */
export type Asked = DistributedOmit<Exclude<MergeQuestion, { readonly kind: 'same' }>, 'path'>
type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

export interface MergedContent {
  /** Null for nothing. */
  readonly file: MergedFile | null
  readonly asked: readonly Asked[]
}

interface Versions {
  readonly base: FileVersion | null
  readonly ours: FileVersion | null
  readonly theirs: FileVersion | null
}

export function mergeVersions(path: StorePath, { base, ours, theirs }: Versions, textOf: TextOf): MergedContent {
  if (ours === null || theirs === null) return afterDeletion(path, { base, ours, theirs })
  if (areEqual(ours, theirs) || (base !== null && areEqual(theirs, base))) return { file: ours, asked: [] }
  if (base !== null && areEqual(ours, base)) return { file: theirs, asked: [] }
  const both = { base, ours, theirs }
  if ([base, ours, theirs].some((version) => version?.mode === '120000')) return undecided(path, both)
  const mode = modeOf(both)
  if (ours.id === theirs.id || theirs.id === base?.id) return { file: { id: ours.id, mode }, asked: [] }
  if (ours.id === base?.id) return { file: { id: theirs.id, mode }, asked: [] }
  return mergeContents(path, both, { mode, textOf })
}

interface Both extends Versions {
  readonly ours: FileVersion
  readonly theirs: FileVersion
}

const areEqual = (a: FileVersion, b: FileVersion): boolean => a.id === b.id && a.mode === b.mode

/** A change of one side; of both, ours. */
const modeOf = ({ base, ours, theirs }: Both): FileMode =>
  base !== null && ours.mode === base.mode ? theirs.mode : ours.mode

/** An edit outlives a deletion, and is asked about. A move is no edit. */
function afterDeletion(path: StorePath, { base, ours, theirs }: Versions): MergedContent {
  const left = ours ?? theirs
  if (base === null || left === null) return { file: left, asked: [] }
  if (left.id === base.id) return { file: null, asked: [] }
  if (isPolicyPath(path) && path !== POLICIES_PATH) return { file: ours, asked: [] }
  return { file: left, asked: [{ kind: 'deleted', by: ours === null ? 'ours' : 'theirs' }] }
}

/** Ours stands. Only what programs keep for themselves is not asked about. */
function undecided(path: StorePath, { ours, theirs }: Both): MergedContent {
  const isAsked = !isPolicyPath(path) || path === POLICIES_PATH
  return { file: ours, asked: isAsked ? [{ kind: 'file', ours, theirs }] : [] }
}

interface Way {
  readonly mode: FileMode
  readonly textOf: TextOf
}

function mergeContents(path: StorePath, both: Both, { mode, textOf }: Way): MergedContent {
  const [mine, other] = [textOf(both.ours.id), textOf(both.theirs.id)]
  const was = both.base === null ? '' : textOf(both.base.id)
  if (mine === null || other === null || was === null) return undecided(path, both)
  const fileOf = (text: string): MergedFile =>
    text === mine ? { id: both.ours.id, mode } : text === other ? { id: both.theirs.id, mode } : { text, mode }
  if (isPolicyPath(path)) {
    const merged = path === POLICIES_PATH ? mergeJson(both.base === null ? null : was, mine, other) : null
    if (merged === null) return undecided(path, both)
    return { file: fileOf(merged.text), asked: merged.isOpen ? undecided(path, both).asked : [] }
  }
  const pieces = mergeNotes({ path, base: was, ours: mine, theirs: other })
  const text = settled(pieces, ({ ours }) => ours)
  let before = ''
  const asked = pieces.flatMap((piece): readonly Asked[] => {
    const line = before.split('\n').length
    before += piece.kind === 'merged' ? piece.text : piece.ours
    const { base, ours, theirs } = piece.kind === 'merged' ? { base: '', ours: '', theirs: '' } : piece
    return piece.kind === 'merged' ? [] : [{ kind: 'lines', line, base, ours, theirs }]
  })
  return { file: fileOf(text), asked }
}
