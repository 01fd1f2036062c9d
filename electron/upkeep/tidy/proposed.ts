import { createHash } from 'node:crypto'
import type { ObjectId } from '../../../shared/change.ts'
import { Deciding } from '../../../shared/merge/conflicts.ts'
import { withoutLines } from '../../../shared/merge/lines.ts'
import type { LeftOutFile, LineFates, ProposedFile, TidySelection } from '../../../shared/tidy.ts'
import type { Choices, Conflict } from '../../../shared/undoing.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import { Elsewhere } from './elsewhere.ts'
import { fatesOf } from './fates.ts'
import { whyLeftOut } from './left-out.ts'
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
  /** The files that can be accepted. */
  readonly files: readonly ProposedFile[]
  readonly leftOut: readonly LeftOutFile[]
  readonly base: Texts
  readonly elsewhere: Elsewhere
  readonly inWhole: LineFates
}

export async function judgeWhole(all: Texts, proposed: readonly ProposedFile[]): Promise<WholeJudged> {
  const leftOut: LeftOutFile[] = []
  const files = proposed.filter(({ path, after }) => {
    const why = whyLeftOut(path, all.get(path) ?? null, after)
    if (why !== null) leftOut.push({ path, why })
    return why === null
  })
  const changed = new Set(files.map(({ path }) => path))
  const isChanged = ([path]: readonly [string, string]): boolean => changed.has(path)
  const base = new Map([...all].filter(isChanged))
  const elsewhere = await Elsewhere.of(new Map([...all].filter((each) => !isChanged(each))))
  return { files, leftOut, base, elsewhere, inWhole: await fatesOf(base, resultOf(base, files), elsewhere) }
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
  for (const { from, to } of [...inWhole.repeated, ...inWhole.moved, ...inWhole.reworded])
    kept.set(keyOf(from), to.path)
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

export interface PartMerged {
  readonly files: readonly MergedFile[]
  readonly conflicts: readonly Conflict[]
  /** Notes whose frontmatter could no longer be read: a part of a change, or a merge, may break what the whole does not. */
  readonly broken: readonly string[]
}

/** What a part would write. @param presentOf each file as it is now */
export function mergePart(
  part: readonly ProposedFile[],
  { base, presentOf }: { readonly base: Texts; readonly presentOf: (path: string) => Present },
  choices: Choices | undefined,
): PartMerged {
  const deciding = new Deciding(choices ?? {}, (text) => createHash('sha1').update(text).digest('hex'))
  const files = part.flatMap((file) => {
    const known = { base: base.get(file.path) ?? null, now: presentOf(file.path) }
    return mergeFile(file, known, deciding) ?? []
  })
  const isBroken = ({ path, text }: MergedFile): boolean => whyLeftOut(path, presentOf(path).text, text) !== null
  return { files, conflicts: deciding.conflicts, broken: files.filter(isBroken).map(({ path }) => path) }
}

/** What a proposed file becomes if its version changed meanwhile; null for nothing to write. */
function mergeFile(
  { path, before, after }: ProposedFile,
  { base, now }: { readonly base: string | null; readonly now: Present },
  deciding: Deciding,
): MergedFile | null {
  if (now.text === after) return null
  if (now.id === before) return { path, before, text: after }
  const text =
    now.text === null || after === null
      ? deciding.whole(path, 'file', { base, mine: now.text, theirs: after }) === 'theirs'
        ? after
        : now.text
      : deciding.text(path, { base: base ?? '', mine: now.text, theirs: after })
  return text === now.text ? null : { path, before: now.id, text }
}
