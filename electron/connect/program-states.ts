import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { lstatIfThere } from '../disk/durable-files.ts'
import { isInPath } from './own-start.ts'
import { ProgramId, Scope } from './program-ids.ts'
import { PROGRAMS, type System } from './programs.ts'
import { presentIn, type Target, targetOf } from './target.ts'

export interface FileState {
  readonly scope: Scope
  /** The file as people read its name. */
  readonly shown: string
  /** `other-entry`: one of our name that we did not write. */
  readonly state: 'connected' | 'other-entry' | 'not-connected' | 'unknown'
  /** Why it cannot be read or changed; null if it can. */
  readonly problem: Message | null
}

export interface ProgramState {
  readonly id: ProgramId
  readonly name: string
  /** On this computer. */
  readonly isFound: boolean
  /** What the program itself still asks once it is connected. */
  readonly asks: Message
  readonly files: readonly FileState[]
}

/**
 * Every program that we can be connected to, and what its files say of us.
 * @param home of the app's own data
 * @param scopes the files that are looked at
 */
export function programStates(
  system: System,
  home: string,
  scopes: readonly Scope[] = Scope.options,
): Promise<readonly ProgramState[]> {
  return Promise.all(
    ProgramId.options.map(async (id) => {
      const { name, signs, places, asks } = PROGRAMS[id]
      const targets = scopes.flatMap((scope) => (scope in places ? [targetOf(system, id, scope)] : []))
      const isThere = [signs.folder(system), targetOf(system, id, 'user').file.path].some(
        (path) => lstatIfThere(path) !== null,
      )
      const isFound = isThere || isInPath(signs.commands, system)
      return { id, name, isFound, asks, files: await Promise.all(targets.map((target) => fileState(target, home))) }
    }),
  )
}

async function fileState(target: Target, home: string): Promise<FileState> {
  const { scope, file } = target
  try {
    const { entry, isOurs } = await presentIn(target, home)
    const state = isOurs ? 'connected' : entry === undefined ? 'not-connected' : 'other-entry'
    return { scope, shown: file.shown, state, problem: null }
  } catch (error) {
    const told = error instanceof AppError ? error : toDiskError(error)
    if (told === null) throw error
    return { scope, shown: file.shown, state: 'unknown', problem: told.said }
  }
}
