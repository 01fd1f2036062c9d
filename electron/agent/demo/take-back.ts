import { intentsOf } from './intent.ts'
import { languageOf } from './languages/languages.ts'
import { createCall, type Files, type Step } from './memory-edits.ts'
import {
  below,
  type CommandResult,
  type EarlierTurn,
  filesIn,
  leavesOf,
  listedIn,
  type Situation,
} from './situation.ts'

// The demo model has only the commands of the memory tool, so it undoes a change by the opposite commands, and only
// where each file still is as it left it. Elsewhere the Undo button is right: it merges.

/** What undoes the last change of the conversation that is in effect. */
export type TakingBack =
  | { readonly kind: 'nothing' }
  /** The user, or something else, was faster. */
  | { readonly kind: 'undone-already' }
  | { readonly kind: 'changed-since' }
  | { readonly kind: 'calls'; readonly calls: readonly Step['input'][]; readonly turn: EarlierTurn }

/** Files with more text may have been shown in part. */
const MAX_RESTORED_CHARACTERS = 20_000

/** The turns whose changes are in effect, oldest first: “undo that” takes back the last one. */
export function turnsInEffect(earlier: readonly EarlierTurn[]): readonly EarlierTurn[] {
  const inEffect: EarlierTurn[] = []
  for (const [at, turn] of earlier.entries()) {
    if (changesOf(turn).length === 0) continue
    if (isUndo(turn.message, earlier.slice(0, at))) inEffect.pop()
    else inEffect.push(turn)
  }
  return inEffect
}

export function changesOf({ calls }: EarlierTurn): readonly CommandResult[] {
  return calls.filter(({ command, isError }) => command !== 'view' && !isError)
}

function isUndo(message: string, before: readonly EarlierTurn[]): boolean {
  const language = languageOf(
    message,
    before.map((turn) => turn.message),
  )
  return intentsOf(message, language).some(({ kind }) => kind === 'undo')
}

/** @param files the present lines of all files */
export function takeBack({ earlier, files, listed }: Pick<Situation, 'earlier' | 'files' | 'listed'>): TakingBack {
  const turn = turnsInEffect(earlier).at(-1)
  if (turn === undefined) return { kind: 'nothing' }
  const state = new Map(files)
  if (changesOf(turn).every((change) => isGone(change, state, listed ?? []))) return { kind: 'undone-already' }
  const calls: Step['input'][] = []
  for (const change of changesOf(turn).toReversed()) {
    const opposite = oppositeOf(change, turn, state, listed ?? [])
    if (opposite === null) return { kind: 'changed-since' }
    calls.push(...opposite)
  }
  return { kind: 'calls', calls: shortened(calls), turn }
}

/** What a change wrote is nowhere any more. */
function isGone(change: CommandResult, files: Files, listed: readonly string[]): boolean {
  const path = below(change.path)
  switch (change.command) {
    case 'create':
      return !listed.includes(path)
    case 'insert':
      return !files.has(path) || !(files.get(path) ?? []).includes(linesOf(change.insert_text)[0] ?? '')
    case 'delete':
      return listed.includes(path)
    case 'rename':
      return listed.includes(below(change.old_path ?? '')) && !listed.includes(below(change.new_path ?? ''))
    default: {
      const text = textOf(files.get(path) ?? [])
      return text.includes(change.old_str ?? '') && (change.new_str === '' || !text.includes(change.new_str ?? ''))
    }
  }
}

/** Changes `state` with it; `null` where the file is no longer as the change left it. */
function oppositeOf(
  change: CommandResult,
  turn: EarlierTurn,
  state: Map<string, readonly string[]>,
  listed: readonly string[],
): readonly Step['input'][] | null {
  const path = below(change.path)
  const lines = state.get(path)
  switch (change.command) {
    case 'create':
      if (lines === undefined || textOf(lines) !== change.file_text) return null
      state.delete(path)
      return [{ command: 'delete', path: change.path }]
    case 'insert': {
      const added = linesOf(change.insert_text)
      const at = change.insert_line ?? 0
      if (lines === undefined || textOf(lines.slice(at, at + added.length)) !== textOf(added)) return null
      const rest = lines.toSpliced(at, added.length)
      state.set(path, rest)
      return [removing(change.path, lines, at, added.length)]
    }
    case 'str_replace': {
      const [old, now] = [change.old_str ?? '', change.new_str ?? '']
      const text = textOf(lines ?? [])
      if (now === '' || text.split(now).length !== 2) return null
      state.set(path, linesOf(text.replace(now, () => old)))
      return [{ command: 'str_replace', path: change.path, old_str: now, new_str: old }]
    }
    case 'delete':
      return restored(path, turn, state, listed)
    case 'rename': {
      const [from, to] = [below(change.old_path ?? ''), below(change.new_path ?? '')]
      if (!listed.includes(to) || listed.includes(from)) return null
      const moved = state.get(to)
      if (moved !== undefined) state.set(from, moved)
      state.delete(to)
      return [{ command: 'rename', old_path: change.new_path, new_path: change.old_path }]
    }
    default:
      return null
  }
}

/** The deleted files, as they were viewed in the same turn. */
function restored(
  path: string,
  turn: EarlierTurn,
  state: Map<string, readonly string[]>,
  listed: readonly string[],
): readonly Step['input'][] | null {
  const seen = filesIn(turn.calls)
  const deleted = leavesOf(listedIn(turn.calls)).filter((file) => file === path || file.startsWith(`${path}/`))
  const files = deleted.map((file) => ({ file, lines: seen.get(file) }))
  if (files.length === 0 || listed.includes(path)) return null
  return files.every(
    ({ lines }) => lines !== undefined && textOf(lines).length <= MAX_RESTORED_CHARACTERS && !isRedacted(lines),
  )
    ? files.map(({ file, lines = [] }) => {
        state.set(file, lines)
        return createCall(file, lines)
      })
    : null
}

/** The mark may stand for what the file itself has. */
function isRedacted(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes('[redacted'))
}

/** Takes lines out, with as many around them as make them the only ones. */
function removing(path: string, lines: readonly string[], at: number, count: number): Step['input'] {
  for (let reach = 1; ; reach += 1) {
    const [from, to] = [Math.max(0, at - reach), Math.min(lines.length, at + count + reach)]
    const old = textOf(lines.slice(from, to))
    if (textOf(lines).split(old).length === 2 || (from === 0 && to === lines.length))
      return {
        command: 'str_replace',
        path,
        old_str: old,
        new_str: textOf([...lines.slice(from, at), ...lines.slice(at + count, to)]),
      }
  }
}

/** A file that is deleted in the end needs no edits before. */
function shortened(calls: readonly Step['input'][]): readonly Step['input'][] {
  return calls.filter(
    ({ command, path }, at) =>
      command !== 'str_replace' ||
      !calls.slice(at).some((later) => later['command'] === 'delete' && later['path'] === path),
  )
}

function linesOf(text = ''): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
