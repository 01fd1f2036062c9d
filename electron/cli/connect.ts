import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { Setting } from '../connect/connect.ts'
import type { ProgramId, Scope } from '../connect/program-ids.ts'
import type { FileState } from '../connect/program-states.ts'
import { homeFolder } from '../disk/home-folder.ts'
import { displayPath, variorumHome } from '../home.ts'
import { memoryHome, type MemoryHomeOptions } from './memory-home.ts'
import { print } from './output.ts'
import { callersFolder, existingFolderOf, printable, type Place } from './place.ts'

export interface ConnectOptions extends MemoryHomeOptions {
  readonly scope?: Scope
  readonly readOnly?: boolean
  /** Where the program keeps its own memory, instead of the tools of ours. */
  readonly memory?: boolean
}

/** Adds our entry to the configuration of another program, or takes it out; without a program, lists them all. */
export async function connect(place: Place, program: ProgramId | undefined, options: ConnectOptions): Promise<void> {
  const { env, platform, execPath: node } = process
  const system = { platform, env, userHome: homeFolder(), project: callersFolder() }
  const setting = { system, home: variorumHome(env), running: { node, script: process.argv[1] ?? '' } }
  refuseMixed(program, options)
  if (options.memory === true) return memoryHome(setting, place, options)
  if (program !== undefined) return change(setting, place, program, options)
  if (Object.keys(options).length > 0)
    throw new AppError('bad-request', verbatim('Name a program. “variorum connect” by itself lists them.'))
  await list(setting)
}

/** @throws AppError for options that do not go together */
function refuseMixed(program: ProgramId | undefined, options: ConnectOptions): void {
  const { memory, project, allProjects, scope, readOnly } = options
  const refuse = (why: string): never => {
    throw new AppError('bad-request', verbatim(`${why} Nothing was changed.`))
  }
  if (memory !== true && (project !== undefined || allProjects === true))
    refuse('--project and --all-projects go with --memory.')
  if (memory !== true) return
  if (program !== 'claude-code') refuse('--memory is for claude-code: only its memory can be put elsewhere.')
  if (scope !== undefined || readOnly === true)
    refuse('--memory does not go with --scope and --read-only. Name a project, or --all-projects.')
  if (project !== undefined && allProjects === true) refuse('Choose --project or --all-projects.')
}

async function change(setting: Setting, place: Place, program: ProgramId, options: ConnectOptions): Promise<void> {
  const { scope = 'user', readOnly = false, dryRun = false, remove = false, test = false } = options
  if (test) return tryEntry(setting, program, scope)
  // Loaded on use, so that the other commands start faster.
  const { carryOut, planConnect, planDisconnect } = await import('../connect/connect.ts')
  const hidden = place.hidden === true
  const planned = remove
    ? await planDisconnect(setting, program, scope)
    : await planConnect(setting, { program, scope, readOnly, store: await existingFolderOf(place), hidden })
  if (planned === null) return print('It is connected already, by the same entry. Nothing was changed.\n')
  await print(printable(planned.diff))
  if (dryRun) return print('Nothing was changed. Without --dry-run, this is written.\n')
  const copy = await carryOut(setting.home, planned)
  const { program: connected, file } = planned.target
  await print(printable(`${connected.name} is ${remove ? 'no longer connected' : 'connected'}, in ${file.shown}.\n`))
  if (copy !== null) await print(printable(`The file as it was is kept in ${displayPath(copy)}.\n`))
  if (planned.asks !== null) await print(`${english(planned.asks)}\n`)
}

/** Starts what our entry names, as the program would. */
async function tryEntry(setting: Setting, program: ProgramId, scope: Scope): Promise<void> {
  const [{ startIn }, { tryStart }] = await Promise.all([
    import('../connect/connect.ts'),
    import('../connect/try-start.ts'),
  ])
  const trial = await tryStart(await startIn(setting, program, scope))
  if (trial.kind === 'fails') throw new AppError('bad-request', trial.why)
  const did = trial.writes ? ', a write made and undone' : ''
  const tools = trial.tools === 1 ? '1 tool' : `${trial.tools} tools`
  await print(`It works: ${tools}${did}, in ${trial.milliseconds} ms.\n`)
}

async function list(setting: Setting): Promise<void> {
  const { programStates } = await import('../connect/program-states.ts')
  for (const { id, isFound, files } of await programStates(setting.system, setting.home)) {
    await print(`${id.padEnd(16)}${isFound ? 'found' : 'not found'}\n`)
    for (const file of files)
      await print(printable(`  ${file.scope.padEnd(9)}${WORDS[file.state].padEnd(15)}${file.shown}\n`))
    for (const { problem } of files) if (problem !== null) await print(printable(`  ${english(problem)}\n`))
  }
}

const WORDS: Readonly<Record<FileState['state'], string>> = {
  connected: 'connected',
  'not-connected': 'not connected',
  'other-entry': 'another entry',
  unknown: 'cannot tell',
}
