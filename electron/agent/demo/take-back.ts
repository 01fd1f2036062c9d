import type { Files } from './edits.ts'
import { languageOf } from './languages/language.ts'
import {
  below,
  type CommandResult,
  type EarlierTurn,
  filesIn,
  leavesOf,
  listedIn,
  type Situation,
} from './situation.ts'
import { type Call, create, remove, rename, replaceLines } from './tool.ts'
import { intentsOf } from './understand.ts'
import { contentWords } from './words.ts'

// The demo model has only the commands of the memory tool. It viewed what it changed before it changed it, so it puts
// that back, and only where each file still is as it left it. Elsewhere the Undo button is right: it merges.

/** Files with more text may have been shown in part. */
const MAX_RESTORED_CHARACTERS = 20_000

/** The turns whose changes are in effect, oldest first: “undo that” takes back the last one. */
export function turnsInEffect(earlier: readonly EarlierTurn[]): readonly EarlierTurn[] {
  return earlier.reduce<readonly EarlierTurn[]>((inEffect, turn, at) => {
    if (changesOf(turn).length === 0) return inEffect
    const before = earlier.slice(0, at).map(({ message }) => message)
    const intents = intentsOf(turn.message, languageOf(turn.message, before))
    return intents.some(({ kind }) => kind === 'undo') ? inEffect.slice(0, -1) : [...inEffect, turn]
  }, [])
}

export const changesOf = ({ calls }: EarlierTurn): readonly CommandResult[] =>
  calls.filter(({ command, isError }) => command !== 'view' && !isError)

export type TakingBack =
  /** The user, or something else, was faster, or changed the files since. */
  | { readonly kind: 'not'; readonly say: 'nothingToUndo' | 'undoneAgain' | 'useUndoButton' }
  | { readonly kind: 'calls'; readonly calls: readonly Call[]; readonly turn: EarlierTurn }

/** @param about what the change took away; null for the last change that is in effect */
export function takeBack({ earlier, files, listed }: Situation, about: string | null): TakingBack {
  const turn = turnsInEffect(earlier).findLast((each) => about === null || isAbout(each, about))
  if (turn === undefined) return { kind: 'not', say: 'nothingToUndo' }
  const changes = changesOf(turn)
  const before = filesIn(turn.calls)
  const after = new Map(before)
  for (const change of changes) perform(change, after)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const touched = paths.filter((path) => textOf(before.get(path)) !== textOf(after.get(path)))
  const isAs = (state: Files, path: string): boolean =>
    state.has(path) ? textOf(files.get(path)) === textOf(state.get(path)) : listed?.includes(path) !== true
  const isSeen = changes.every((change) => change.command !== 'delete' || wasSeen(below(change.path), turn, before))
  if (isSeen && touched.every((path) => isAs(before, path))) return { kind: 'not', say: 'undoneAgain' }
  if (!isSeen || !touched.every((path) => isAs(after, path))) return { kind: 'not', say: 'useUndoButton' }
  const moves = changes.filter(({ command }) => command === 'rename').toReversed()
  for (const move of moves) perform({ ...move, old_path: move.new_path, new_path: move.old_path }, after)
  const calls = [...new Set([...before.keys(), ...after.keys()])].flatMap((path): readonly Call[] => {
    const [old, now] = [before.get(path), after.get(path)]
    if (old === undefined || now === undefined) return [old === undefined ? remove(path) : create(path, old)]
    return textOf(old) === textOf(now) ? [] : [replaceLines(path, now, old)]
  })
  const back = moves.map((move) => rename(below(move.new_path ?? ''), below(move.old_path ?? '')))
  return { kind: 'calls', calls: [...back, ...calls], turn }
}

/** It took away something about this. */
function isAbout(turn: EarlierTurn, about: string): boolean {
  const removed = changesOf(turn).filter(({ command, new_str: now }) => command === 'delete' || now !== undefined)
  const words = new Set(contentWords(`${turn.message}\n${JSON.stringify(removed)}`))
  return removed.length > 0 && contentWords(about).every((word) => words.has(word))
}

/** All that a deletion took was viewed whole; a mark of redaction may stand for what the file itself has. */
function wasSeen(path: string, turn: EarlierTurn, seen: Files): boolean {
  const deleted = leavesOf(listedIn(turn.calls)).filter((file) => file === path || file.startsWith(`${path}/`))
  const texts = deleted.map((file) => textOf(seen.get(file)))
  return texts.every((text) => text !== GONE && text.length <= MAX_RESTORED_CHARACTERS && !text.includes('[redacted'))
}

/** Does to the files what a command did. */
function perform(change: CommandResult, files: Map<string, readonly string[]>): void {
  const [path, from, to] = [below(change.path), below(change.old_path ?? ''), below(change.new_path ?? '')]
  const lines = files.get(path) ?? []
  if (change.command === 'create') files.set(path, linesOf(change.file_text))
  else if (change.command === 'insert')
    files.set(path, lines.toSpliced(change.insert_line ?? 0, 0, ...linesOf(change.insert_text)))
  else if (change.command === 'str_replace')
    files.set(path, linesOf(lines.join('\n').replace(change.old_str ?? '', () => change.new_str ?? '')))
  else if (change.command === 'rename') files.set(to, files.get(from) ?? []).delete(from)
  else for (const file of files.keys()) if (file === path || file.startsWith(`${path}/`)) files.delete(file)
}

const GONE = '\0'
const linesOf = (text = ''): readonly string[] => text.replace(/\n$/, '').split('\n')
const textOf = (lines: readonly string[] | undefined): string => lines?.join('\n') ?? GONE
