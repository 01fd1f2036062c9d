import { createHash } from 'node:crypto'
import type { ObjectId } from '../../../shared/change.ts'
import { withoutLines } from '../../../shared/merge/lines.ts'
import { merge, settled } from '../../../shared/merge/merge.ts'
import { linesWithEnds } from '../../../shared/merge/tokens.ts'
import type { LineFates, ProposedFile, TidySelection } from '../../../shared/tidy.ts'
import type { Choice, Choices, UndoConflict } from '../../../shared/undoing.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import { Elsewhere } from './elsewhere.ts'
import { fatesOf } from './fates.ts'
import type { Texts } from './lines.ts'

// What a part of a proposal makes of the memory. Pure.

/** The files that a selection changes, with the texts they would have. */
export function chosenFiles(
  files: readonly ProposedFile[],
  selection: TidySelection,
  base: Texts,
): readonly ProposedFile[] {
  const byPath = new Map(selection.map((each) => [each.path, each.without]))
  return files.flatMap((file): readonly ProposedFile[] => {
    const without = byPath.get(file.path)
    if (without === undefined) return []
    const isWhole = without.removed.length === 0 && without.added.length === 0
    if (isWhole || file.before === null || file.after === null) return [file]
    const was = base.get(file.path) ?? ''
    const after = withoutLines(was, file.after, without)
    return after === was ? [] : [{ ...file, after }]
  })
}

/** The memory with these files as they are proposed. */
export function resultOf(base: Texts, files: readonly ProposedFile[]): Texts {
  const result = new Map(base)
  for (const { path, after } of files) {
    if (after === null) result.delete(path)
    else result.set(path, after)
  }
  return result
}

/** A whole proposal: the files that it changes, as they are, and what becomes of their lines. */
export interface WholeJudged {
  readonly base: Texts
  readonly elsewhere: Elsewhere
  readonly inWhole: LineFates
}

export async function judgeWhole(all: Texts, files: readonly ProposedFile[]): Promise<WholeJudged> {
  const changed = new Set(files.map(({ path }) => path))
  const isChanged = ([path]: readonly [string, string]): boolean => changed.has(path)
  const base = new Map([...all].filter(isChanged))
  const elsewhere = await Elsewhere.of(new Map([...all].filter((each) => !isChanged(each))))
  return { base, elsewhere, inWhole: await fatesOf(base, resultOf(base, files), elsewhere) }
}

export interface PartJudged {
  readonly fates: LineFates
  /** Dropped by this part, and kept by the whole. */
  readonly lost: readonly PlacedLine[]
  /** Files in which the whole keeps them. */
  readonly needs: readonly string[]
}

/** What a part drops, and what of that only because the rest is not accepted. */
export async function judgePart(
  { base, elsewhere, inWhole }: WholeJudged,
  part: readonly ProposedFile[],
): Promise<PartJudged> {
  const fates = await fatesOf(base, resultOf(base, part), elsewhere)
  const gone = new Set(inWhole.dropped.map(keyOf))
  const lost = fates.dropped.filter((line) => !gone.has(keyOf(line)))
  const kept = new Map<string, string>()
  for (const { from, to } of [...inWhole.moved, ...inWhole.reworded]) kept.set(keyOf(from), to.path)
  for (const { into, from } of inWhole.merged) for (const line of from) kept.set(keyOf(line), into.path)
  const needs = new Set(lost.flatMap((line) => kept.get(keyOf(line)) ?? []))
  return { fates, lost, needs: [...needs].toSorted() }
}

const keyOf = ({ path, line }: PlacedLine): string => `${line} ${path}`

/** Whether a proposal drops more than the share of the lines that it may. One line may always go. */
export function isOverShare({ dropped, lines }: LineFates, share: number): boolean {
  return dropped.length > Math.floor(lines * share)
}

/** A file as it is now. */
export interface Present {
  readonly id: ObjectId | null
  readonly text: string | null
}

export interface MergedFile {
  readonly path: string
  readonly before: ObjectId | null
  readonly text: string | null
}

/** What a proposed file becomes if its version changed meanwhile; the places that only the user can decide. */
export function mergeFile(
  { path, before, after }: ProposedFile,
  { base, now }: { readonly base: string | null; readonly now: Present },
  choices: Choices = {},
): { readonly file: MergedFile | null; readonly conflicts: readonly UndoConflict[] } {
  if (now.text === after) return { file: null, conflicts: [] }
  if (now.id === before) return { file: { path, before, text: after }, conflicts: [] }
  if (now.text === null || after === null) {
    const conflict = wholeFile(path, { base, mine: now.text, theirs: after })
    const choice = choices[conflict.id] ?? null
    const text = choice === 'theirs' ? after : now.text
    const file = choice === null || text === now.text ? null : { path, before: now.id, text }
    return { file, conflicts: [{ ...conflict, choice }] }
  }
  return mergeTexts(path, { base: base ?? '', ours: now.text, theirs: after, before: now.id }, choices)
}

interface Three {
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly before: ObjectId | null
}

function mergeTexts(
  path: string,
  { base, ours, theirs, before }: Three,
  choices: Choices,
): ReturnType<typeof mergeFile> {
  const pieces = merge({ base, ours, theirs })
  const conflicts: UndoConflict[] = []
  let line = 1
  for (const piece of pieces) {
    if (piece.kind === 'conflict') {
      const id = idOf([path, piece.base, piece.ours, piece.theirs])
      const context = { before: '', after: '' }
      const versions = { base: piece.base, mine: piece.ours, theirs: piece.theirs }
      conflicts.push({ id, path, kind: 'lines', line, ...versions, context, choice: choices[id] ?? null })
    }
    line += linesWithEnds(piece.kind === 'conflict' ? piece.ours : piece.text).length
  }
  if (conflicts.some(({ choice }) => choice === null)) return { file: null, conflicts }
  const text = settled(pieces, (piece, at) => chosenText(conflicts[at]?.choice ?? 'mine', piece.ours, piece.theirs))
  return { file: text === ours ? null : { path, before, text }, conflicts }
}

function chosenText(choice: Choice, mine: string, theirs: string): string {
  if (typeof choice === 'object') return choice.text
  return choice === 'mine' ? mine : choice === 'theirs' ? theirs : `${theirs}${mine}`
}

function wholeFile(
  path: string,
  versions: Pick<UndoConflict, 'base' | 'mine' | 'theirs'>,
): Omit<UndoConflict, 'choice'> {
  const id = idOf([path, versions.base, versions.mine, versions.theirs])
  return { id, path, kind: 'file', line: 1, ...versions, context: { before: '', after: '' } }
}

const idOf = (parts: readonly (string | null)[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('hex')
