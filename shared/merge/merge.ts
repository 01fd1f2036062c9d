import { afterMoves } from './followed-moves.ts'
import { append, applied, type Hunk, hunksBetween, type Ties } from './hunks.ts'
import { alignLineEnds } from './line-ends.ts'
import { areRivals, described } from './similarity.ts'
import { isSpace, joinedLines, linesWithEnds, tokensOf } from './tokens.ts'

// The three-way merge of texts: of an edit with the version it was not made on, and of an undo with what was written
// since. Pure. By lines; where both changed the same lines, by words; and blocks that one side moved are followed.
// Wherever git's own merge is clean, the result is the same; nothing of either side is dropped to get there.

/** A stretch of the result, or both versions of what only a person can decide. */
export type MergePiece =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflict'; readonly base: string; readonly ours: string; readonly theirs: string }
export type MergeConflict = Extract<MergePiece, { readonly kind: 'conflict' }>

export interface Versions {
  /** What both started from. */
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Merges two versions of a text. Without a conflict there is at most one piece. */
export function merge(versions: Versions): readonly MergePiece[] {
  const { base, ours, theirs } = versions
  if (ours === theirs || base === theirs) return merged(ours)
  if (base === ours) return merged(theirs)
  const aligned = alignLineEnds(versions)
  const pieces = mergeLines({
    base: linesWithEnds(aligned.versions.base),
    ours: linesWithEnds(aligned.versions.ours),
    theirs: linesWithEnds(aligned.versions.theirs),
  })
  return aligned.restore(joined(pieces))
}

/** The text of a merge without conflicts; null with one. */
export function mergedText(pieces: readonly MergePiece[]): string | null {
  return pieces.every(({ kind }) => kind === 'merged') ? settled(pieces, () => '') : null
}

/** The text with every conflict decided. */
export function settled(
  pieces: readonly MergePiece[],
  decide: (conflict: MergeConflict, index: number) => string,
): string {
  let index = 0
  return joinedLines(pieces.map((piece) => (piece.kind === 'merged' ? piece.text : decide(piece, index++))))
}

const merged = (text: string): readonly MergePiece[] => (text === '' ? [] : [{ kind: 'merged', text }])

interface Lines {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

function mergeLines(lines: Lines): readonly MergePiece[] {
  const strict = mergeInPlace(lines, 'strict')
  const ours = lines.ours.join('')
  // Git's merge is clean. But a merge that leaves everything as it is has not found what the other side changed.
  const unchanged = mergedText(strict) === ours
  if (mergedText(strict) !== null && !unchanged) return strict
  const isBetter = (pieces: readonly MergePiece[]): boolean => {
    const text = mergedText(pieces)
    return text !== null && text !== ours && keepsLines(lines, text)
  }
  // Where lines repeat, git may have found another shortest difference than we did, in which nothing touches.
  const otherwise = mergeInPlace(lines, 'strict', 'last')
  if (isBetter(otherwise)) return otherwise
  const fine = mergeInPlace(lines, 'fine')
  if (isBetter(fine)) return fine
  for (const followed of afterMoves(lines)) {
    const pieces = mergeInPlace(followed, 'fine')
    if (isBetter(pieces)) return pieces
  }
  return unchanged || mergedText(fine) !== null ? strict : fine
}

/**
 * Whether each line that only one side removed or moved is in the result as often as on that side, and no new line
 * more often than on either. A new line may be less often there: both sides may have changed words of it.
 */
function keepsLines({ base, ours, theirs }: Lines, result: string): boolean {
  const [inBase, inOurs, inTheirs, inResult] = [base, ours, theirs, linesWithEnds(result)].map(counts)
  const lines = new Set([...base, ...ours, ...theirs])
  return [...lines].every((line) => {
    const [was = 0, mine = 0, other = 0, now = 0] = [inBase, inOurs, inTheirs, inResult].map((each) => each?.get(line))
    if (was === 0) return line.trim() === '' || now <= Math.max(mine, other)
    return was === other ? now === mine : was !== mine || now === other
  })
}

function counts(lines: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const line of lines) found.set(line, (found.get(line) ?? 0) + 1)
  return found
}

/** `strict` is git's rule: changes that touch are a conflict. `fine` tells them apart, and goes on by words. */
type Rule = 'strict' | 'fine'

function mergeInPlace({ base, ours, theirs }: Lines, rule: Rule, ties: Ties = 'first'): readonly MergePiece[] {
  const pieces: MergePiece[] = []
  let at = 0
  for (const group of groupsOf(hunksBetween(base, ours, { ties }), hunksBetween(base, theirs, { ties }), rule)) {
    pieces.push(...merged(base.slice(at, group.from).join('')), ...mergeGroup(base, group, rule))
    at = group.to
  }
  return [...pieces, ...merged(base.slice(at).join(''))]
}

/** Changes of one side, or changes of both that overlap. */
interface Group {
  readonly from: number
  readonly to: number
  readonly ours: readonly Hunk[]
  readonly theirs: readonly Hunk[]
}

/** All changes in order, overlapping ones together. */
function groupsOf(ours: readonly Hunk[], theirs: readonly Hunk[], rule: Rule): readonly Group[] {
  const all = [
    ...ours.map((hunk) => ({ from: hunk.from, to: hunk.to, ours: [hunk], theirs: [] })),
    ...theirs.map((hunk) => ({ from: hunk.from, to: hunk.to, ours: [], theirs: [hunk] })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const groups: Group[] = []
  for (const next of all) {
    const last = groups.at(-1)
    if (last === undefined || !(rule === 'strict' ? next.from <= last.to : overlap(last, next))) groups.push(next)
    else
      groups[groups.length - 1] = {
        from: last.from,
        to: Math.max(last.to, next.to),
        ours: [...last.ours, ...next.ours],
        theirs: [...last.theirs, ...next.theirs],
      }
  }
  return groups
}

/** `b` starts nowhere before `a`. Two insertions at one place overlap; one at the edge of a replacement does not. */
function overlap(a: Group, b: Group): boolean {
  if (a.from === a.to && b.from === b.to) return a.from === b.from
  return b.from < a.to && (b.from > a.from || b.from < b.to)
}

function mergeGroup(base: readonly string[], { from, to, ours, theirs }: Group, rule: Rule): readonly MergePiece[] {
  const [mine, other] = [applied(base, ours, { from, to }), applied(base, theirs, { from, to })]
  if (theirs.length === 0) return merged(mine.join(''))
  if (ours.length === 0 || mine.join('') === other.join('')) return merged(other.join(''))
  const old = base.slice(from, to).join('')
  const both =
    rule === 'strict' ? null : from === to ? unite(mine, other) : mergeWords(old, mine.join(''), other.join(''))
  return both === null ? [{ kind: 'conflict', base: old, ours: mine.join(''), theirs: other.join('') }] : merged(both)
}

/** Lines that both sides added at one place: all of them, once. Null if two of them are rivals. */
function unite(ours: readonly string[], theirs: readonly string[]): string | null {
  const hunks = hunksBetween(theirs, ours)
  const mine = hunks.flatMap(({ pieces }) => pieces)
  const other = hunks.flatMap(({ from, to }) => theirs.slice(from, to))
  if (hasRivals(mine, other) || mine.some((line) => !line.endsWith('\n')) || other.some((line) => !line.endsWith('\n')))
    return null
  // Without a line in common, they stay apart: equal empty lines must not interleave two paragraphs.
  const hasCommon = hunks.some(({ to }, at) =>
    theirs.slice(to, hunks[at + 1]?.from ?? theirs.length).some((line) => line.trim() !== ''),
  )
  if (!hasCommon && theirs.slice(0, hunks[0]?.from).every((line) => line.trim() === ''))
    return [...theirs, ...ours].join('')
  return applied(
    theirs,
    hunks.map((hunk) => ({ ...hunk, pieces: [...theirs.slice(hunk.from, hunk.to), ...hunk.pieces] })),
  ).join('')
}

/** Where both sides added more pairs of lines than this, a person decides. */
const MAX_COMPARED_PAIRS = 250_000

function hasRivals(ours: readonly string[], theirs: readonly string[]): boolean {
  if (ours.length * theirs.length > MAX_COMPARED_PAIRS) return true
  const others = theirs.map(described)
  return ours
    .filter((line) => line.trim() !== '')
    .map(described)
    .some((line) => others.some((other) => areRivals(line, other)))
}

/** At least this share of the words must still stand in each version: else a line was rewritten, not edited. */
const MIN_KEPT = 0.3

/** With more changed words than this, lines are not merged by words: that would hold up the store. */
const MAX_WORD_EDITS = 1_000

/** Merges changed lines word by word; null if both changed the same words. */
function mergeWords(base: string, ours: string, theirs: string): string | null {
  const [tokens, limit] = [tokensOf(base), { maxEdits: MAX_WORD_EDITS }]
  const [mine, other] = [hunksBetween(tokens, tokensOf(ours), limit), hunksBetween(tokens, tokensOf(theirs), limit)]
  if (keptShare(tokens, mine) < MIN_KEPT || keptShare(tokens, other) < MIN_KEPT) return null
  const groups = groupsOf(mine, other, 'fine')
  const out: string[] = []
  let at = 0
  for (const [index, group] of groups.entries()) {
    const previous = groups[index - 1]
    if (previous !== undefined && previous.to === group.from && !isBoundary(tokens, previous, group)) return null
    const [first, second] = [applied(tokens, group.ours, group), applied(tokens, group.theirs, group)]
    if (group.ours.length > 0 && group.theirs.length > 0 && first.join('') !== second.join('')) return null
    append(out, tokens.slice(at, group.from))
    append(out, group.ours.length > 0 ? first : second)
    at = group.to
  }
  return [...out, ...tokens.slice(at)].join('')
}

function keptShare(tokens: readonly string[], hunks: readonly Hunk[]): number {
  const words = (some: readonly string[]): number => some.filter((token) => !isSpace(token)).length
  const all = words(tokens)
  return all === 0 ? 1 : 1 - hunks.reduce((sum, { from, to }) => sum + words(tokens.slice(from, to)), 0) / all
}

/** Whether two changes side by side are of different words: there is white space between them. */
function isBoundary(tokens: readonly string[], a: Group, b: Group): boolean {
  const added = (group: Group): readonly string[] => [...group.ours, ...group.theirs].flatMap(({ pieces }) => pieces)
  if (a.from === a.to) return isSpace(added(a).at(-1))
  if (b.from === b.to) return isSpace(added(b)[0])
  return isSpace(tokens[a.to - 1]) || isSpace(tokens[b.from])
}

/** Merged pieces side by side become one. */
function joined(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const out: MergePiece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (piece.kind === 'merged' && last?.kind === 'merged')
      out[out.length - 1] = { kind: 'merged', text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}
