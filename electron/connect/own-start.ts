import { realpathSync } from 'node:fs'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode } from '../disk/durable-files.ts'
import { type Environment, variorumHome } from '../home.ts'
import type { Program, Start, System } from './programs.ts'

/** The npm package as it runs now: the paths of Node, and of the package's cli.js or a link to it. */
export interface Running {
  readonly node: string
  readonly script: string
}

/** How somebody else is to start us. */
export interface Use extends Pick<Program, 'startedFrom'> {
  /** The name under which it acts. */
  readonly client: string
  readonly readOnly: boolean
  /** Another memory than the account's own one, and whether it is meant although it is hidden. */
  readonly store?: string | undefined
  readonly hidden: boolean
}

/** @throws AppError if we run from where we will not stay */
export function startFor(
  { client, startedFrom, readOnly, store, hidden }: Use,
  system: System,
  running: Running,
): Start {
  const { command, args } = ownCommand(startedFrom, system, running)
  const options = [
    readOnly ? ['--read-only'] : [],
    store === undefined ? [] : ['--store', store],
    hidden ? ['--hidden'] : [],
  ]
  return {
    command,
    args: [...args, 'mcp', '--client', client, ...options.flat()],
    // Not every program passes its environment on.
    env: system.env.VARIORUM_HOME ? { VARIORUM_HOME: variorumHome(system.env) } : {},
  }
}

/**
 * `variorum` if that is what the PATH of a terminal gives, else this Node and cli.js by their whole paths. On Windows
 * always so: there the command is a script of the shell, which not every program can start.
 */
function ownCommand(
  from: Program['startedFrom'],
  { platform, env }: System,
  { node, script }: Running,
): Omit<Start, 'env'> {
  const cli = realpathSync(script)
  if (cli.split(nodePath.sep).includes('_npx')) throw new AppError('bad-request', say('connect-temporary'))
  const isNamed = from === 'terminal' && platform !== 'win32' && inPath('variorum', cli, env) !== null
  if (isNamed) return { command: 'variorum', args: [] }
  // Where a package manager keeps each version in a folder of its own, the link to it outlives an update.
  return { command: inPath('node', realpathSync(node), env) ?? node, args: [cli] }
}

/** macOS gives an app the system's own folders alone. */
const USUAL_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin']

/** The npm package that is installed, for an app that no other program can start. @throws AppError if there is none */
export function installed({ platform, env }: System): Running {
  const folders = [...foldersOf(env), ...(platform === 'darwin' ? USUAL_FOLDERS : [])]
  const real = (name: string): string | null =>
    folders.map((folder) => realIfThere(nodePath.join(folder, name))).find((path) => path !== null) ?? null
  const [node, script] = [real('node'), real('variorum')]
  if (node === null || script === null) throw new AppError('bad-request', say('connect-no-command'))
  return { node, script }
}

/** Where the command of this name is, if it is this file and stays so. */
function inPath(name: string, file: string, env: Environment): string | null {
  // Scripts of npm find what their own project has installed.
  const folders = foldersOf(env).filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
  const path = folders.map((folder) => nodePath.join(folder, name)).find((each) => realIfThere(each) !== null)
  return path !== undefined && realIfThere(path) === file ? path : null
}

/** Whether a command of one of these names is there. */
export function isInPath(names: readonly string[], system: System): boolean {
  return pathIn(names, system, ['.exe', '.cmd']) !== null
}

/** A command of one of these names that can be started without a shell; null if there is none. */
export function pathOf(names: readonly string[], system: System): string | null {
  return pathIn(names, system, ['.exe'])
}

function pathIn(names: readonly string[], { platform, env }: System, onWindows: readonly string[]): string | null {
  const files = names.flatMap((name) => (platform === 'win32' ? onWindows : ['']).map((ending) => name + ending))
  const all = [...foldersOf(env), ...(platform === 'darwin' ? USUAL_FOLDERS : [])].flatMap((folder) =>
    files.map((file) => nodePath.join(folder, file)),
  )
  return all.find((path) => realIfThere(path) !== null) ?? null
}

const foldersOf = ({ PATH = '' }: Environment): readonly string[] =>
  PATH.split(nodePath.delimiter).filter((folder) => nodePath.isAbsolute(folder))

function realIfThere(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return null
    throw error
  }
}
