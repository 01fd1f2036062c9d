import { Buffer } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { type ConfigState, removeConfig, replaceConfig } from './config-file.ts'
import { addedEntry, addEntry, isTable, removeEntry, type Span } from './config-format.ts'
import { type Connection, Connections } from './connected.ts'
import { type Running, startFor, type Use } from './own-start.ts'
import type { ProgramId, Scope } from './program-ids.ts'
import type { Start, System } from './programs.ts'
import { shownChange } from './shown-change.ts'
import {
  NAME,
  type Present,
  presentIn,
  startOf,
  type Target,
  type TargetFile,
  targetOf,
  tellingProblems,
} from './target.ts'

// Connecting is decided first, and shown; then carried out.

/** The computer, the folder of the app's own data, and what runs. */
export interface Setting {
  readonly system: System
  readonly home: string
  readonly running: Running
}

export interface Wanted extends Omit<Use, 'client' | 'startedFrom'> {
  readonly program: ProgramId
  readonly scope: Scope
}

/** A change of one file that is decided, and not made yet. */
export interface Planned {
  readonly target: TargetFile
  readonly before: ConfigState | null
  /** The new text; null for no file. */
  readonly after: string | null
  /** As a unified diff of our own lines; '' if only what we remember changes. */
  readonly diff: string
  /** What to remember; null to forget it. */
  readonly connection: Connection | null
  /** What the program itself still asks once it is connected; null when it is disconnected. */
  readonly asks: Message | null
}

/**
 * Decides how our entry gets into a file, in place of an earlier one of ours. Of one that is there and not remembered, it
 * is remembered, so that it can be taken out.
 * @returns null if it is there
 * @throws AppError if it must not, with the reason
 */
export async function planConnect({ system, home, running }: Setting, wanted: Wanted): Promise<Planned | null> {
  const target = targetOf(system, wanted.program, wanted.scope)
  const { id, scope, program, file, path } = target
  const present = await presentIn(target, home)
  const use = { ...wanted, client: id, startedFrom: program.startedFrom }
  const entry = program.entry(startFor(use, system, running))
  // Programs and people set more in it.
  const isThere = isTable(present.entry) && isDeepStrictEqual({ ...present.entry, ...entry }, present.entry)
  if (isThere && present.isOurs) return null
  const asks = (scope === 'project' ? program.asksInProject : undefined) ?? program.asks
  const known = { program: id, scope, path: file.path, entry }
  if (present.entry !== undefined && isDeepStrictEqual(present.entry, entry)) {
    const added = tellingProblems(target, () => addedEntry(present.text, program.format, path))
    const connection = { ...known, ...added, was: null, fileIsOurs: false, folders: [] }
    return { target, before: present.state, after: present.text, diff: '', connection, asks }
  }
  const old = present.entry === undefined ? null : ownEntry(target, present)
  if (old !== null && !isDeepStrictEqual(present.entry, old.entry))
    throw new AppError('bad-request', say('connect-edited', { file: file.shown, name: NAME, program: program.name }))
  return tellingProblems(target, () => {
    const { text, cuts } =
      old === null ? { text: present.text, cuts: [] } : removeEntry(present.text, program.format, path, old)
    const { text: after, insertion, listIsOurs } = addEntry(text, program.format, path, entry)
    const connection = {
      ...known,
      insertion,
      was: null,
      listIsOurs,
      fileIsOurs: old?.fileIsOurs ?? present.state === null,
      folders: old?.folders ?? [],
    }
    const puts = [{ start: insertion.at, end: insertion.at + insertion.text.length }]
    return { ...changeOf(target, present, after, { cuts, puts }), connection, asks }
  })
}

/** Decides how our entry leaves a file. @throws AppError if there is none, or if it is not ours */
export async function planDisconnect(
  { system, home }: Omit<Setting, 'running'>,
  id: ProgramId,
  scope: Scope,
): Promise<Planned> {
  const target = targetOf(system, id, scope)
  const { program, path } = target
  const present = await presentIn(target, home)
  if (present.entry === undefined) throw notConnected(target)
  const own = ownEntry(target, present)
  return tellingProblems(target, () => {
    const { text, cuts } = removeEntry(present.text, program.format, path, own)
    const isEmpty = /^\s*(?:\{\s*\}\s*)?$/.test(text)
    const after = own.fileIsOurs && isEmpty ? null : text
    return { ...changeOf(target, present, after, { cuts, puts: [] }), connection: null, asks: null }
  })
}

/** What our entry in a file starts. @throws AppError if there is none */
export async function startIn({ system, home }: Omit<Setting, 'running'>, id: ProgramId, scope: Scope): Promise<Start> {
  const target = targetOf(system, id, scope)
  const { entry, isOurs } = await presentIn(target, home)
  const start = isOurs ? startOf(entry) : null
  if (start === null) throw notConnected(target)
  return start
}

const notConnected = ({ file, program }: Target): AppError =>
  new AppError('bad-request', say('connect-no-entry', { file: file.shown, program: program.name }))

/** What we remember of the entry that is there. @throws AppError if it is not ours */
function ownEntry({ file }: Target, { known, isOurs }: Present): Connection {
  if (known === null || !isOurs)
    throw new AppError('bad-request', say('connect-not-ours', { file: file.shown, name: NAME }))
  return known
}

function changeOf(
  target: Target,
  { state: before, text }: Present,
  after: string | null,
  { cuts, puts }: { readonly cuts: readonly Span[]; readonly puts: readonly Span[] },
): Pick<Planned, 'target' | 'before' | 'after' | 'diff'> {
  const [old, now] = [before && { text, pieces: cuts }, after === null ? null : { text: after, pieces: puts }]
  return { target, before, after, diff: shownChange(target.file.shown, old, now) }
}

/**
 * Makes a change that was decided, if the file is still as it was then. What we remember is written before the file: an
 * entry of ours that nobody remembers could not be taken out.
 * @param home the folder of the app's own data
 * @returns where the file as it was is kept; null if there was none, or if it stays as it is
 */
export function carryOut(home: string, planned: Planned): Promise<string | null> {
  const connections = new Connections(home)
  return connections.whileAlone(() => carryOutAlone(connections, planned))
}

async function carryOutAlone(
  connections: Connections,
  { target, before, after, diff, connection }: Planned,
): Promise<string | null> {
  const { id, scope, file } = target
  const known = await connections.at(file.path)
  if (diff === '') {
    await connections.set(file.path, known ?? connection)
    return null
  }
  const copy = before === null ? null : await connections.keepCopy(id, scope, file.path, before.bytes)
  if (connection === null) {
    if (after !== null) await replaceConfig(file, before, Buffer.from(after))
    else if (before !== null) await removeConfig(file, before, known?.folders ?? [])
    await connections.set(file.path, null)
    return copy
  }
  await connections.set(file.path, connection)
  try {
    const folders = await replaceConfig(file, before, Buffer.from(after ?? ''))
    if (folders.length > 0) await connections.set(file.path, { ...connection, folders })
    return copy
  } catch (error) {
    await connections.set(file.path, known)
    throw error
  }
}
