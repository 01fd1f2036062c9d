import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { CLAUDE_CODE_FOLDER } from '../../shared/layout.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { lstatIfThere, unlessMissing } from '../disk/durable-files.ts'
import { displayPath } from '../home.ts'
import { carryOut, type Planned } from './connect.ts'
import { Connections } from './connected.ts'
import { type MemberChange, setMember, takeBackMember } from './json-member.ts'
import {
  knownProjects,
  MEMBER,
  memorySettingsFile,
  type MemorySource,
  memorySources,
  settingsIn,
} from './memory-settings.ts'
import { STRICT_JSON, type System } from './programs.ts'
import { shownChange } from './shown-change.ts'
import { type TargetFile, tellingProblems } from './target.ts'

// Claude Code's own memory, put into a store of the user's: decided and shown first, then carried out, like connecting.

export interface Computer {
  readonly system: System
  /** The folder of the app's own data. */
  readonly home: string
}

/** A change of where its memory is. */
export interface PlannedHome extends Planned {
  /** The folder that is set; null if the setting is taken back. */
  readonly folder: string | null
  /** What the user must know of it. */
  readonly notes: readonly Message[]
}

/** Of projects that go elsewhere, no more are named. */
const MAX_NAMED = 5

/**
 * Decides how the memory of a project gets into a store.
 * @param project its folder; null for all projects, which then share one
 * @param store the folder of the store
 * @returns null if it is there
 */
export async function planHome(
  { system, home }: Computer,
  project: string | null,
  store: string,
): Promise<PlannedHome | null> {
  const target = memorySettingsFile(system, project)
  const { state, text, value } = await settingsIn(target)
  const connections = new Connections(home)
  const known = await connections.at(target.file.path)
  const own = known !== null && value[MEMBER] === known.entry[MEMBER] ? known : null
  const folder = await folderIn(store, project, await othersFolders(connections, target))
  if (value[MEMBER] === folder) return null
  const { set, cuts } = tellingProblems(target, () => {
    const bare = own === null ? null : takeBackMember(text, STRICT_JSON, MEMBER, own)
    const set = setMember(bare?.text ?? text, STRICT_JSON, MEMBER, folder)
    return { set, cuts: bare?.cuts ?? set.cuts }
  })
  const connection = {
    program: target.id,
    scope: target.scope,
    path: target.file.path,
    entry: { [MEMBER]: folder },
    insertion: set.insertion,
    was: set.was,
    listIsOurs: false,
    fileIsOurs: own?.fileIsOurs ?? state === null,
    folders: own?.folders ?? [],
  }
  const diff = diffOf(target, state === null ? null : text, { ...set, cuts })
  const notes = await notesOn(system, project, folder)
  return { target, before: state, after: set.text, diff, connection, asks: null, folder, notes }
}

/** Decides how our setting leaves the file: what was there before comes back. @throws AppError if it is not ours */
export async function planHomeRemoval({ system, home }: Computer, project: string | null): Promise<PlannedHome> {
  const target = memorySettingsFile(system, project)
  const { state, text, value } = await settingsIn(target)
  const known = await new Connections(home).at(target.file.path)
  const file = target.file.shown
  if (known?.entry[MEMBER] === undefined || value[MEMBER] === undefined)
    throw new AppError('bad-request', say('memory-home-none', { file }))
  if (value[MEMBER] !== known.entry[MEMBER]) throw new AppError('bad-request', say('memory-home-edited', { file }))
  const change = tellingProblems(target, () => takeBackMember(text, STRICT_JSON, MEMBER, known))
  const after = known.fileIsOurs && /^\s*(?:\{\s*\}\s*)?$/.test(change.text) ? null : change.text
  const diff = diffOf(target, text, change, after === null)
  const notes = [say('memory-home-stays', { folder: displayPath(String(known.entry[MEMBER])) })]
  return { target, before: state, after, diff, connection: null, asks: null, folder: null, notes }
}

/** Makes a change that was decided, and its folder first. @returns where the file as it was is kept; null if there was none */
export async function carryOutHome(home: string, planned: PlannedHome): Promise<string | null> {
  if (planned.folder !== null) await fs.mkdir(planned.folder, { recursive: true })
  return carryOut(home, planned)
}

/** Where our setting puts the memory of a project, null for all; null if it is not set, or was changed since. */
export async function homeSet({ system, home }: Computer, project: string | null): Promise<string | null> {
  const target = memorySettingsFile(system, project)
  const folder = (await new Connections(home).at(target.file.path))?.entry[MEMBER]
  return typeof folder === 'string' && (await settingsIn(target)).value[MEMBER] === folder ? folder : null
}

/** The source that counts: the first that names a folder. */
export const winnerOf = (sources: readonly MemorySource[]): MemorySource | null =>
  sources.find(({ folder }) => folder !== null) ?? null

/** The folders that we have set for others. */
async function othersFolders(connections: Connections, { file }: TargetFile): Promise<ReadonlySet<unknown>> {
  return new Set((await connections.all()).filter(({ path }) => path !== file.path).map(({ entry }) => entry[MEMBER]))
}

/**
 * The folder in a store for a project: by its name, and with a number where another project of this name has it. By its
 * real path, because Claude Code asks before it writes through a link.
 */
async function folderIn(store: string, project: string | null, taken: ReadonlySet<unknown>): Promise<string> {
  const real = (await unlessMissing(fs.realpath(store))) ?? nodePath.resolve(store)
  const name = project === null ? 'all-projects' : nameOf(project)
  const candidate = (count: number): string =>
    nodePath.join(real, CLAUDE_CODE_FOLDER, count === 1 ? name : `${name}-${String(count)}`)
  let count = 1
  while (taken.has(candidate(count))) count += 1
  const folder = candidate(count)
  for (const each of [nodePath.join(real, CLAUDE_CODE_FOLDER), folder]) {
    const stat = lstatIfThere(each)
    if (stat !== null && !stat.isDirectory())
      throw new AppError('bad-request', say('memory-home-no-folder', { folder: displayPath(each) }))
  }
  return folder
}

/** A name that every system takes, and that hides nothing. */
function nameOf(project: string): string {
  const name = nodePath
    .basename(project)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
  return name.replace(/[.-]+$/, '') || 'project'
}

async function notesOn(system: System, project: string | null, folder: string): Promise<readonly Message[]> {
  const own = project === null ? 'user' : 'local'
  const sources = await memorySources(system, project)
  const overriding = winnerOf(
    sources.slice(
      0,
      sources.findIndex(({ kind }) => kind === own),
    ),
  )
  return [
    ...(project === null ? [say('memory-home-shared')] : []),
    ...(overriding === null
      ? []
      : [say('memory-home-overridden', { source: overriding.shown, folder: displayPath(overriding.folder ?? '') })]),
    ...(project === null ? await projectsElsewhere(system, folder) : []),
    say('memory-home-not-moved'),
  ]
}

/** The projects whose own settings win over the account's. */
async function projectsElsewhere(system: System, folder: string): Promise<readonly Message[]> {
  const found: string[] = []
  for (const project of await knownProjects(system)) {
    const source = winnerOf(await memorySources(system, project))
    if (source !== null && ['local', 'project'].includes(source.kind) && source.folder !== folder)
      found.push(displayPath(project))
  }
  if (found.length === 0) return []
  return [say('memory-home-elsewhere', { projects: found.slice(0, MAX_NAMED), count: found.length })]
}

/** @param before null if there was no file. @param isGone the file goes */
function diffOf({ file }: TargetFile, before: string | null, change: MemberChange, isGone = false): string {
  const { text, cuts, puts } = change
  return shownChange(
    file.shown,
    before === null ? null : { text: before, pieces: cuts },
    isGone ? null : { text, pieces: puts },
  )
}
