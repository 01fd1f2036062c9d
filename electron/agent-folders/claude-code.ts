import type { Dirent } from 'node:fs'
import * as nodePath from 'node:path'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { isTable, type Table } from '../connect/config-format.ts'
import { PROGRAMS, type System } from '../connect/programs.ts'
import { targetOf } from '../connect/target.ts'
import { displayPath, readPath } from '../home.ts'
import type { Candidate, Candidates } from './candidate.ts'
import { projectsBySlug } from './project-slug.ts'
import { entriesIn, type Note, readSettings } from './reading.ts'
import { Transcripts } from './transcripts.ts'

const PROGRAM = { program: 'claude-code', programName: PROGRAMS['claude-code'].name } as const
const MEMORY = 'memory'
const LONGEST_SHOWN = 200
/** Of those that it knows; in each there are two files to look for. */
const MAX_PROJECTS = 2_000

/** Where Claude Code keeps its memories: a folder for each project, and wherever settings or the environment put them. */
export async function claudeCodeMemories(system: System): Promise<Candidates> {
  const notes: Message[] = []
  const look = new Look(system, (message) => notes.push(message))
  const usual = await look.usualFolders()
  return { candidates: [...usual, ...(await look.redirected()), ...look.namedByEnvironment()], notes }
}

class Look {
  readonly #system: System
  readonly #note: Note
  /** The folder with its settings and sessions. */
  readonly #config: string
  readonly #transcripts = new Transcripts()
  /** Full paths of the projects that it has worked in. */
  readonly #projects = new Set<string>()

  constructor(system: System, note: Note) {
    this.#system = system
    this.#note = note
    this.#config = PROGRAMS['claude-code'].signs.folder(system)
  }

  /** Finds out which projects there are on the way. */
  async usualFolders(): Promise<readonly Candidate[]> {
    const file = targetOf(this.#system, 'claude-code', 'user').file.path
    const all = Object.keys(tableOf((await readSettings(file, true, this.#note))?.projects))
    if (all.length > MAX_PROJECTS) this.#note(say('agent-folders-many', { folder: displayPath(file) }))
    for (const project of all.slice(0, MAX_PROJECTS)) this.#projects.add(project)
    const bySlug = projectsBySlug(this.#projects)
    const remote = this.#system.env.CLAUDE_CODE_REMOTE_MEMORY_DIR
    const bases = [this.#config, ...(remote !== undefined && nodePath.isAbsolute(remote) ? [remote] : [])]
    const found: Candidate[] = []
    for (const base of new Set(bases)) found.push(...(await this.#memoriesIn(base, bySlug)))
    return found
  }

  async #memoriesIn(base: string, bySlug: ReturnType<typeof projectsBySlug>): Promise<readonly Candidate[]> {
    const all = nodePath.join(base, 'projects')
    const found: Candidate[] = []
    for (const { name } of (await entriesIn(all, this.#note)).filter(mayBeFolder)) {
      const said = await this.#transcripts.foldersIn(nodePath.join(this.#config, 'projects', name), this.#note)
      const inSessions = projectsBySlug(said).get(name) ?? []
      const projects = [...new Set([...(bySlug.get(name) ?? []), ...inSessions])]
      for (const project of inSessions) this.#projects.add(project)
      const folder = nodePath.join(all, name, MEMORY)
      found.push({ ...PROGRAM, folder, base, projects, projectId: name, isUsual: true, notes: [] })
    }
    return found
  }

  /** Where settings put them: the account's, for all projects, and those of each project. */
  async redirected(): Promise<readonly Candidate[]> {
    const own = nodePath.join(this.#config, 'settings.json')
    const found = await this.#redirectedBy(own, null)
    const more: Candidate[] = []
    for (const project of this.#projects) {
      // A path to another computer is no folder to look into.
      const root = readPath(project)
      if (root === null) continue
      for (const name of ['settings.json', 'settings.local.json']) {
        const file = nodePath.join(root, '.claude', name)
        if (file !== own) more.push(...(await this.#redirectedBy(file, project)))
      }
    }
    return [...found, ...more]
  }

  async #redirectedBy(file: string, project: string | null): Promise<readonly Candidate[]> {
    const value = (await readSettings(file, project === null, this.#note))?.autoMemoryDirectory
    if (typeof value !== 'string' || value === '') return []
    const folder = readPath(value)
    const shown = displayPath(file)
    if (folder === null) {
      this.#note(say('agent-settings-no-path', { file: shown, value: value.slice(0, LONGEST_SHOWN) }))
      return []
    }
    const note = say(project === null ? 'agent-folder-of-all' : 'agent-folder-set-in', { file: shown })
    return [redirect(folder, project === null ? [] : [project], note)]
  }

  namedByEnvironment(): readonly Candidate[] {
    const variable = 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE'
    const folder = readPath(this.#system.env[variable] ?? '')
    return folder === null ? [] : [redirect(folder, [], say('agent-folder-set-by', { variable }))]
  }
}

function redirect(folder: string, projects: readonly string[], note: Message): Candidate {
  const base = nodePath.dirname(folder)
  return { ...PROGRAM, folder, base, projects, projectId: null, isUsual: false, notes: [note] }
}

const mayBeFolder = (entry: Dirent): boolean => entry.isDirectory() || entry.isSymbolicLink()
const tableOf = (value: unknown): Table => (isTable(value) ? value : {})
