import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { carryOut, planConnect, planDisconnect, type Planned, type Setting, startIn } from './connect.ts'
import { createMemoryHomes, type MemoryHomes } from './memory-homes.ts'
import { installed, type Running, startFor } from './own-start.ts'
import { ProgramId } from './program-ids.ts'
import { type ProgramState, programStates } from './program-states.ts'
import type { Start, System } from './programs.ts'
import { type Trial, tryStart } from './try-start.ts'

/** What the window changes of a program: its file for the account. */
export const ConnectionChange = z
  .object({ program: ProgramId, change: z.enum(['connect', 'connect-read-only', 'disconnect']) })
  .readonly()
export type ConnectionChange = z.infer<typeof ConnectionChange>

export interface ShownPlan {
  readonly file: string
  /** As a unified diff of our own lines. */
  readonly diff: string
}

/** Connecting the programs of this computer from a window. */
export interface Connecting {
  list(): Promise<readonly ProgramState[]>
  /** What a change would do; `null` for nothing. */
  plan(change: ConnectionChange): Promise<ShownPlan | null>
  /** Makes a change if it is still the one that was shown. @returns what the program itself still asks */
  carryOut(change: ConnectionChange, shown: string): Promise<Message | null>
  /** Starts what the program's entry names. */
  test(program: ProgramId): Promise<Trial>
  /** Where Claude Code keeps its own memory. */
  readonly memoryHomes: MemoryHomes
  /** What starts us for any other program, called `name`. */
  startFor(name: string): Promise<Start>
}

interface Situation {
  readonly system: System
  /** The folder of the app's own data. */
  readonly home: string
  /** What runs; left out by the app, which no other program can start: then the command that is installed beside it. */
  readonly running?: Running | undefined
  /** The folder of the open store; `undefined` for the account's own one. */
  readonly store: () => Promise<string | undefined>
  /** The same, also for the account's own one. */
  readonly storeFolder: () => string
}

export function createConnecting({ system, home, running, store, storeFolder }: Situation): Connecting {
  const setting = (): Setting => ({ system, home, running: running ?? installed(system) })
  const decide = async ({ program, change }: ConnectionChange): Promise<Planned | null> =>
    change === 'disconnect'
      ? planDisconnect({ system, home }, program, 'user')
      : planConnect(setting(), {
          program,
          scope: 'user',
          readOnly: change === 'connect-read-only',
          store: await store(),
          hidden: false,
        })
  return {
    memoryHomes: createMemoryHomes({ system, home }, storeFolder),
    list: () => programStates(system, home, ['user']),
    async plan(change) {
      const planned = await decide(change)
      return planned && { file: planned.target.file.shown, diff: planned.diff }
    },
    async carryOut(change, shown) {
      const planned = await decide(change)
      if (planned === null) return null
      if (planned.diff !== shown)
        throw new AppError('bad-request', say('connect-changed', { file: planned.target.file.shown }))
      await carryOut(home, planned)
      return planned.asks
    },
    test: async (program) => tryStart(await startIn({ system, home }, program, 'user')),
    async startFor(name) {
      const use = {
        client: name,
        startedFrom: 'desktop',
        readOnly: false,
        store: await store(),
        hidden: false,
      } as const
      return startFor(use, system, setting().running)
    },
  }
}
