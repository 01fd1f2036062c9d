import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { displayPath } from '../home.ts'
import {
  carryOutHome,
  type Computer,
  homeSet,
  planHome,
  planHomeRemoval,
  type PlannedHome,
  winnerOf,
} from './memory-home.ts'
import { type Probe, probeMemory } from './memory-probe.ts'
import { knownProjects, memorySources, projectOf } from './memory-settings.ts'

/** Whose memory: a project's folder, or null for all. */
export const HomeOf = z.object({ project: z.string().min(1).max(4096).nullable() })
/** What the window changes of it. */
export const HomeChange = HomeOf.extend({ change: z.enum(['set', 'take-back']) })
export type HomeChange = z.infer<typeof HomeChange>

/** Where Claude Code keeps a memory, and what can be changed of it. */
export interface ShownHome {
  /** The folder that we have set, as people read it; null for none. */
  readonly set: string | null
  /** What says where it is, the one that wins first. */
  readonly sources: readonly { shown: string; folder: string | null; wins: boolean; problem: Message | null }[]
  readonly change: HomeChange['change']
  readonly file: string
  /** As a unified diff of our own lines. */
  readonly diff: string
  readonly notes: readonly Message[]
}

/** Putting Claude Code's own memory into the open store, from a window. */
export interface MemoryHomes {
  /** The projects in which it has worked: their folders, and as people read them. */
  projects(): Promise<readonly { readonly folder: string; readonly shown: string }[]>
  /** Null if somebody else has set it to just that folder. */
  look(project: string | null): Promise<ShownHome | null>
  /** Makes a change if it is still the one that was shown. */
  carryOut(change: HomeChange, shown: string): Promise<void>
  /** Asks the program itself. */
  test(project: string | null): Promise<Probe>
}

/** @param store the folder of the open store */
export function createMemoryHomes(computer: Computer, store: () => string): MemoryHomes {
  const { system, home } = computer
  /** @throws AppError for a folder that is no project */
  const known = async (project: string | null): Promise<string | null> => {
    if (project === null) return null
    const found = await projectOf(system, project)
    if (found === null)
      throw new AppError('bad-request', say('memory-home-no-project', { folder: displayPath(project) }))
    return found
  }
  const decide = async ({ project, change }: HomeChange): Promise<PlannedHome | null> =>
    change === 'set'
      ? planHome(computer, await known(project), store())
      : planHomeRemoval(computer, await known(project))
  return {
    projects: async () => (await knownProjects(system)).map((folder) => ({ folder, shown: displayPath(folder) })),
    async look(named) {
      const project = await known(named)
      const set = await homeSet(computer, project)
      const change = set === null ? 'set' : 'take-back'
      const planned = await decide({ project, change })
      if (planned === null) return null
      const sources = await memorySources(system, project)
      const winner = winnerOf(sources)
      return {
        set: set && displayPath(set),
        sources: sources.map((source) => {
          const { shown, folder, problem } = source
          return { shown, folder: folder && displayPath(folder), wins: source === winner, problem }
        }),
        change,
        file: planned.target.file.shown,
        diff: planned.diff,
        notes: planned.notes,
      }
    },
    async carryOut(change, shown) {
      const planned = await decide(change)
      if (planned === null) return
      if (planned.diff !== shown)
        throw new AppError('bad-request', say('connect-changed', { file: planned.target.file.shown }))
      await carryOutHome(home, planned)
    },
    async test(named) {
      const project = await known(named)
      const folder = await homeSet(computer, project)
      if (folder !== null) return probeMemory(system, project ?? store(), folder)
      throw new AppError('bad-request', say('memory-home-none', { file: '~' }))
    },
  }
}
