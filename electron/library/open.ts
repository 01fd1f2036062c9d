import * as nodePath from 'node:path'
import { z } from 'zod'
import { kindOf } from '../../shared/change.ts'
import { type Commit, PointRef, type UndoOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { HistoryQuery, MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { english } from '../../shared/messages/english.ts'
import { say, verbatim } from '../../shared/messages/say.ts'
import { Actor, ClientName } from '../../shared/origin.ts'
import type { MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { openCore } from '../core.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { storePath } from '../store-path.ts'
import type { Memory, MemoryCommit, MemoryToolHandlers, OpenMemoryOptions, Outcome } from './api.d.ts'

// The door for programs that bring an agent of their own. What each part promises is in api.d.ts.

const Options = z.strictObject({
  dir: z.string().min(1).optional(),
  client: ClientName.optional(),
  home: z.string().min(1).optional(),
  trust: z.boolean().optional(),
  hidden: z.boolean().optional(),
})
const Query = z.strictObject({
  ...HistoryQuery.unwrap().pick({ words: true, from: true, to: true, limit: true, after: true }).shape,
  path: z.string().optional(),
  actors: z.array(Actor).readonly().optional(),
})
const Words = z.string().max(MAX_SEARCH_LENGTH)
const Limit = z.number().int().min(1).max(200).optional()
const Path = z.string().max(65_536)

export async function open(given: OpenMemoryOptions): Promise<Memory> {
  const { dir, client, home, trust, hidden } = checked(Options, given, 'The options of openMemory')
  const env = home === undefined ? process.env : { ...process.env, VARIORUM_HOME: nodePath.resolve(home) }
  const folder = dir === undefined ? undefined : nodePath.resolve(dir)
  const core = await told(() => openCore({ mode: 'cli', env, dir: folder, client: { client }, trust, hidden }))
  let closing: Promise<void> | null = null
  const ifOpen: IfOpen = (work) => {
    if (closing !== null) throw new AppError('closed', say('store-closed'))
    return told(work)
  }
  return {
    memoryToolHandlers: handlersOf(core.memoryTool(), ifOpen),
    async history(query = {}) {
      const { path = '', ...rest } = checked(Query, query, 'The query of history')
      const inside = storePath(path)
      const page = await ifOpen(() => core.store.history({ ...rest, ...(inside !== '' && { path: inside }) }))
      return { commits: page.commits.map(shown), next: page.next }
    },
    async search(text, most) {
      const [words, limit] = [checked(Words, text, 'The words of search'), checked(Limit, most, 'The limit of search')]
      return ifOpen(() => core.store.search({ words, limit }))
    },
    async undo(commit) {
      const named = checked(PointRef.optional(), commit, 'The commit of undo')
      return outcomeOf(await ifOpen(() => core.undo(named === undefined ? { next: 'undo' } : { commits: [named] })))
    },
    async restore(point, path = '') {
      const ref = checked(PointRef, point, 'The point of restore')
      const inside = storePath(checked(Path, path, 'The path of restore'))
      return outcomeOf(await ifOpen(() => core.restore(ref, [inside])))
    },
    close: () => (closing ??= told(() => core.close())),
  }
}

type IfOpen = <T>(work: () => Promise<T>) => Promise<T>

function handlersOf(tool: MemoryTool, ifOpen: IfOpen): MemoryToolHandlers {
  const run = async (command: object): Promise<string> => {
    const { content, isError } = await ifOpen(() => tool.run(command))
    // The SDK begins the sentence of a failure itself.
    if (isError) throw new Error(content.replace(/^Error: /, ''))
    return content
  }
  return { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run }
}

function shown({ id, subject, time, origin, ours, undoneBy, changes }: Commit): MemoryCommit {
  return {
    id,
    subject,
    time,
    actor: origin.actor,
    command: origin.verb,
    client: origin.client ?? null,
    isVerified: ours,
    isUndone: undoneBy !== null,
    changes: changes.map(({ change }) => ({ path: change.path, kind: kindOf(change), from: change.from ?? null })),
  }
}

function outcomeOf(outcome: UndoOutcome): Outcome {
  if (outcome.kind === 'nothing') return { kind: 'nothing' }
  if (outcome.kind === 'committed') return { kind: 'committed', commit: shown(outcome.commit) }
  const reason = english(outcome.reason)
  return outcome.kind === 'conflict' ? { kind: 'conflict', paths: outcome.paths, reason } : { kind: 'refused', reason }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const { data, error } = schema.safeParse(value)
  if (error === undefined) return data
  const [issue] = error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `, at ${issue.path.join('.')}`
  throw new AppError('bad-request', verbatim(`${what} can’t be used${where}: ${issue?.message ?? 'not valid'}.`))
}

/** What the disk refuses is told like everything else. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDiskError(error) ?? error
  }
}
