import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { AgentFolder, AgentFolders } from '../../shared/agent-folders.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { ProgramId } from '../connect/program-ids.ts'
import type { System } from '../connect/programs.ts'
import { isUnreadable } from '../disk/disk-error.ts'
import { hasCode, unlessMissing } from '../disk/durable-files.ts'
import { displayPath } from '../home.ts'
import { outerRepository } from '../memory/git/outer-repository.ts'
import type { Candidate } from './candidate.ts'
import { claudeCodeMemories } from './claude-code.ts'
import { Counting } from './contents.ts'
import { geminiMemories, sharedMemories } from './other-programs.ts'

/** They replace a git repository in their folder with their own. */
const REPLACES_GIT: readonly ProgramId[] = ['codex']

/** More say nothing new. */
const MAX_NOTES = 50

/**
 * The memories that other agents keep on this computer. Nothing is written, no link is followed, and however much there is,
 * only so much is read.
 * @param keyOf returns the key of the user's store in a folder, or null if there is none
 */
export async function findAgentFolders(
  system: System,
  keyOf: (folder: string) => Promise<string | null>,
): Promise<AgentFolders> {
  const all = [await claudeCodeMemories(system), await geminiMemories(system), sharedMemories(system)]
  const places: Place[] = []
  for (const candidate of all.flatMap(({ candidates }) => candidates)) {
    const place = await placeOf(candidate)
    if (place !== null) places.push(place)
  }
  const counting = new Counting()
  const folders: AgentFolder[] = []
  const merged = asOne(places)
  for (const place of merged) {
    const others = merged.filter(({ real, programName }) => real === place.real && programName !== place.programName)
    const folder = await described(place, { counting, keyOf, others })
    if (isAnything(folder)) folders.push(folder)
  }
  return { folders: folders.toSorted(inOrder), notes: unique(all.flatMap(({ notes }) => notes)).slice(0, MAX_NOTES) }
}

/** A folder that is there. */
interface Place extends Candidate {
  readonly real: string
  /** It, or one above it, is a link. */
  readonly isLink: boolean
  readonly isUnreadable: boolean
}

async function placeOf(candidate: Candidate): Promise<Place | null> {
  const { folder, base } = candidate
  const names = nodePath.relative(base, folder).split(nodePath.sep)
  try {
    for (let depth = 1; depth <= names.length; depth += 1) {
      const stat = await unlessMissing(fs.lstat(nodePath.join(base, ...names.slice(0, depth))))
      if (stat?.isSymbolicLink() === true) return await linked(candidate)
      if (stat?.isDirectory() !== true) return null
    }
    return { ...candidate, real: await fs.realpath(folder), isLink: false, isUnreadable: false }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null
    if (!isUnreadable(error)) throw error
    return { ...candidate, real: folder, isLink: false, isUnreadable: true }
  }
}

async function linked(candidate: Candidate): Promise<Place | null> {
  try {
    const real = await fs.realpath(candidate.folder)
    return { ...candidate, real, isLink: true, isUnreadable: false }
  } catch (error) {
    if (isUnreadable(error) || hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null
    throw error
  }
}

/** What a program has in one folder, for however many reasons. */
function asOne(places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>()
  for (const place of places) {
    const key = JSON.stringify([place.programName, place.real])
    const before = found.get(key)
    found.set(
      key,
      before === undefined
        ? place
        : {
            ...before,
            projects: unique([...before.projects, ...place.projects]),
            projectId: before.projectId ?? place.projectId,
            isUsual: before.isUsual || place.isUsual,
            isLink: before.isLink && place.isLink,
            notes: unique([...before.notes, ...place.notes]),
          },
    )
  }
  return [...found.values()]
}

interface Around {
  readonly counting: Counting
  readonly keyOf: (folder: string) => Promise<string | null>
  /** What other programs have in the same folder. */
  readonly others: readonly Place[]
}

async function described(place: Place, { counting, keyOf, others }: Around): Promise<AgentFolder> {
  const { program, programName, projects, projectId, real, isLink, isUsual } = place
  const counted = isLink || place.isUnreadable ? null : await counting.count(real)
  const [project] = projects.length === 1 ? projects : []
  const id = projects.length === 0 ? projectId : null
  const repository = isLink || counted === null ? null : await repositoryAround(real)
  const store = await keyOf(real)
  const history = REPLACES_GIT.includes(program) ? 'beside' : 'inside'
  return {
    program,
    programName,
    name: nameOf(programName, project === undefined ? id : nodePath.basename(project)),
    project: project === undefined ? null : displayPath(project),
    projectId: id,
    folder: real,
    shown: displayPath(place.folder),
    contents: counted?.contents ?? null,
    store,
    history,
    isUsual,
    notes: [
      ...place.notes,
      ...(projects.length > 1 ? [say('agent-folder-of-several', { projects: projects.map(displayPath) })] : []),
      ...others.map((each) => say('agent-folder-shared', { program: each.programName })),
      ...(repository === null ? [] : [say('agent-folder-in-repository', { folder: displayPath(repository) })]),
      ...(history === 'beside' ? [say('agent-folder-beside', { program: programName })] : []),
      ...(counted?.isPartlyUnreadable === true ? [say('agent-folder-partly-unreadable')] : []),
    ],
    whyNot: whyNot({ place, isReadable: counted !== null, isStore: store !== null }),
  }
}

function nameOf(programName: string, project: string | null): string {
  return project === null || project === '' ? programName : `${project} (${programName})`
}

interface Judged {
  readonly place: Place
  readonly isReadable: boolean
  readonly isStore: boolean
}

/** The one place that says which of them may not be added. */
function whyNot({ place, isReadable, isStore }: Judged): Message | null {
  if (isStore) return null
  if (place.isLink) return say('agent-folder-link', { target: displayPath(place.real) })
  return isReadable ? null : say('agent-folder-unreadable')
}

/** The repository that the folder is in without being one itself. */
async function repositoryAround(folder: string): Promise<string | null> {
  try {
    const own = await unlessMissing(fs.lstat(nodePath.join(folder, '.git')))
    return own === null ? await outerRepository(folder) : null
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

/** Claude Code makes a folder for every project at its start; one without files is no memory yet. */
function isAnything({ contents, store }: AgentFolder): boolean {
  return store !== null || contents === null || contents.files > 0 || !contents.isComplete
}

/** By program, and the newest first. */
function inOrder(one: AgentFolder, other: AgentFolder): number {
  const at = ({ program }: AgentFolder): number => ProgramId.options.findIndex((each) => each === program)
  const last = ({ contents }: AgentFolder): string => contents?.lastWrite ?? ''
  return at(one) - at(other) || last(other).localeCompare(last(one)) || one.folder.localeCompare(other.folder)
}

function unique<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}
