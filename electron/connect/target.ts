import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { lstatIfThere } from '../disk/durable-files.ts'
import { displayPath } from '../home.ts'
import { type ConfigFile, type ConfigState, readConfig, textOf } from './config-file.ts'
import { ConfigProblem, entryIn, type EntryPath } from './config-format.ts'
import { type Connection, Connections } from './connected.ts'
import type { ProgramId, Scope } from './program-ids.ts'
import { type Program, PROGRAMS, type Start, type System } from './programs.ts'

/** The name of our entry in every program. */
export const NAME = 'variorum'

/** A file of a program. */
export interface TargetFile {
  readonly id: ProgramId
  readonly scope: Scope
  readonly program: Program
  readonly file: ConfigFile
}

/** The same, and where in it our entry belongs. */
export interface Target extends TargetFile {
  readonly path: EntryPath
}

/** @throws AppError if the program has no file of this scope */
export function targetOf(system: System, id: ProgramId, scope: Scope): Target {
  const program = PROGRAMS[id]
  const place = program.places[scope]
  if (place === undefined) throw new AppError('bad-request', say('connect-no-project', { program: program.name }))
  const folder = place.folder(system)
  const paths = place.files.map((name) => nodePath.join(folder, name))
  const path = paths.find((each) => lstatIfThere(each) !== null) ?? paths[0] ?? folder
  const [shown, closed] =
    scope === 'project' ? [nodePath.relative(system.project, path), system.project] : [displayPath(path), null]
  return { id, scope, program, file: { path, shown, closed }, path: { list: program.list, name: NAME } }
}

/** What a target's file holds now. */
export interface Present {
  /** Null if there is no file. */
  readonly state: ConfigState | null
  readonly text: string
  /** The entry of our name; undefined if there is none. */
  readonly entry: unknown
  /** What we remember of an entry that we wrote there; null if we wrote none. */
  readonly known: Connection | null
  /** We wrote an entry there, and this one still starts us for this program. It may have been changed since. */
  readonly isOurs: boolean
}

/** @throws AppError for a file that is not to be touched, or that cannot be read */
export async function presentIn(target: Target, home: string): Promise<Present> {
  const state = await readConfig(target.file)
  const text = state === null ? '' : textOf(state)
  if (text === null) throw unreadable(target)
  const entry = tellingProblems(target, () => entryIn(text, target.program.format, target.path))
  const known = await new Connections(home).at(target.file.path)
  const isOurs = known !== null && startsUs(entry, target.id)
  return { state, text, entry, known, isOurs }
}

const Variables = z.record(z.string(), z.string()).optional()
const Entry = z.object({
  command: z.union([z.string(), z.array(z.string())]),
  args: z.array(z.string()).default([]),
  env: Variables,
  /** As OpenCode calls it. */
  environment: Variables,
})

/** What an entry of any program starts; null if it starts nothing. */
export function startOf(entry: unknown): Start | null {
  const read = Entry.safeParse(entry)
  if (!read.success) return null
  const { command: named, args: more, env, environment } = read.data
  const [command, ...args] = [named, more].flat()
  return command === undefined ? null : { command, args, env: { ...env, ...environment } }
}

function startsUs(entry: unknown, id: ProgramId): boolean {
  const { args = [] } = startOf(entry) ?? {}
  const at = args.indexOf('--client')
  return args[at - 1] === 'mcp' && args[at + 1] === id
}

/** Runs what reads or changes the text of a target; its problems are told with the file's name. */
export function tellingProblems<T>(target: TargetFile, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // More brackets in each other than the stack is deep.
    if (error instanceof RangeError) throw unreadable(target)
    if (!(error instanceof ConfigProblem)) throw error
    const { file, program } = target
    switch (error.kind) {
      case 'syntax':
        throw unreadable(target)
      case 'no-list':
        throw new AppError('bad-request', say('connect-no-list', { file: file.shown, list: program.list }))
      case 'not-alone':
        throw new AppError('bad-request', say('connect-not-alone', { file: file.shown }))
    }
  }
}

export function unreadable({ program, file }: TargetFile): AppError {
  const values = { file: file.shown, format: program.format.label, program: program.name }
  return new AppError('bad-request', say('connect-unreadable', values))
}
