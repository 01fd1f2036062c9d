import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { hasCode } from '../disk/durable-files.ts'
import { realFolder } from '../disk/real-folder.ts'
import { displayPath, readPath } from '../home.ts'
import { type ConfigFile, type ConfigState, readConfig, textOf } from './config-file.ts'
import { isTable, type Table } from './config-format.ts'
import { PROGRAMS, type System } from './programs.ts'
import { targetOf, tellingProblems, unreadable, type TargetFile } from './target.ts'

// Where Claude Code's settings put its memory. Measured with the program: the setting of a worktree is that of the main
// one, that of a folder in a repository is that of its root; a file with a comment counts for nothing, without a word.

/** The member of its settings. */
export const MEMBER = 'autoMemoryDirectory'

/** It wins over every file; also where a file of settings sets it. */
const OVERRIDE = 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE'

/** One of the places that say where the memory is. */
export interface MemorySource {
  readonly kind: 'environment' | 'local' | 'project' | 'user'
  /** The file or the variable, as people read it. */
  readonly shown: string
  /** The folder that it names; null for none. */
  readonly folder: string | null
  /** Why it cannot be read. */
  readonly problem: Message | null
}

/** The settings of a project that only this computer has; null for those of the account. */
export function memorySettingsFile(system: System, project: string | null): TargetFile {
  return project === null ? fileOf(system, null, 'settings.json') : fileOf(system, project, 'settings.local.json')
}

function fileOf(system: System, project: string | null, name: string): TargetFile {
  const program = PROGRAMS['claude-code']
  const folder = project === null ? program.signs.folder(system) : nodePath.join(project, '.claude')
  const path = nodePath.join(folder, name)
  const file: ConfigFile = { path, shown: displayPath(path), closed: project }
  return { id: 'claude-code', scope: project === null ? 'user' : 'project', program, file }
}

/** What a file of settings holds; of one that is not there, nothing. @throws AppError */
export async function settingsIn(
  target: TargetFile,
): Promise<{ state: ConfigState | null; text: string; value: Table }> {
  const state = await readConfig(target.file)
  const text = state === null ? '' : textOf(state)
  if (text === null) throw unreadable(target)
  return { state, text, value: tellingProblems(target, () => target.program.format.value(text)) }
}

/** Every place that may say where the memory is, the one that wins first. */
export async function memorySources(system: System, project: string | null): Promise<readonly MemorySource[]> {
  const files = [
    ...(project === null
      ? []
      : ([
          ['local', fileOf(system, project, 'settings.local.json')],
          ['project', fileOf(system, project, 'settings.json')],
        ] as const)),
    ['user', fileOf(system, null, 'settings.json')] as const,
  ]
  const read = await Promise.all(files.map(async ([kind, target]) => ({ kind, target, ...(await readTold(target)) })))
  const named = read.map(({ value, target }) => [isTable(value.env) ? value.env[OVERRIDE] : null, target.file.shown])
  const overrides = [...named, [system.env[OVERRIDE], null]].flatMap(([folder, file]): MemorySource[] =>
    typeof folder !== 'string' || folder === ''
      ? []
      : [
          {
            kind: 'environment',
            shown: file === null ? OVERRIDE : `${OVERRIDE} (${String(file)})`,
            folder,
            problem: null,
          },
        ],
  )
  return [
    ...overrides.slice(0, 1),
    ...read.map(({ kind, target, value, problem }) => {
      const folder = value[MEMBER]
      return {
        kind,
        shown: target.file.shown,
        folder: typeof folder === 'string' ? readPath(folder) : null,
        problem,
      }
    }),
  ]
}

async function readTold(target: TargetFile): Promise<{ value: Table; problem: Message | null }> {
  try {
    return { value: (await settingsIn(target)).value, problem: null }
  } catch (error) {
    const told = error instanceof AppError ? error : toDiskError(error)
    if (told === null) throw error
    return { value: {}, problem: told.said }
  }
}

/** The folders of the projects in which it has worked, that are still there. */
export async function knownProjects(system: System): Promise<readonly string[]> {
  const target = targetOf(system, 'claude-code', 'user')
  const { projects } = (await readTold(target)).value
  const roots = await Promise.all(
    Object.keys(isTable(projects) ? projects : {}).map(async (path) => {
      const folder = readPath(path)
      return folder === null ? null : repositoryOf(folder)
    }),
  )
  const all = Object.keys(isTable(projects) ? projects : {}).map((path, at) => roots[at] ?? readPath(path))
  const there = await Promise.all(all.map((path) => (path === null ? null : realFolder(path))))
  return [...new Set(there.filter((path) => path !== null))].toSorted()
}

/**
 * The project whose settings count in a folder: the repository that it is in, for a worktree the main one, else the
 * folder itself, if Claude Code has worked there. Null for none of these.
 */
export async function projectOf(system: System, folder: string): Promise<string | null> {
  const real = await realFolder(folder)
  if (real === null) return null
  const repository = await repositoryOf(real)
  if (repository !== null) return realFolder(repository)
  return (await knownProjects(system)).includes(real) ? real : null
}

/** The root of the repository that a folder is in; null for none. */
async function repositoryOf(folder: string): Promise<string | null> {
  try {
    const git = await fs.stat(nodePath.join(folder, '.git'))
    if (git.isDirectory()) return folder
    const text = (await fs.readFile(nodePath.join(folder, '.git'), 'utf8')).slice(0, 4096)
    const [, main] = /^gitdir: (.+)[\\/]\.git[\\/]worktrees[\\/][^\\/]+\s*$/.exec(text) ?? []
    return main === undefined ? folder : nodePath.resolve(folder, main)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) throw error
    const parent = nodePath.dirname(folder)
    return parent === folder ? null : repositoryOf(parent)
  }
}
