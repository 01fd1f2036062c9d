import * as nodePath from 'node:path'
import type { CheckReport } from '../../shared/check.ts'
import { AppError } from '../../shared/errors.ts'
import type { StoreStatus } from '../../shared/memory.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { StoreSettings } from '../../shared/settings.ts'
import { lstatIfThere } from '../disk/durable-files.ts'
import { writeBundle } from './bundle.ts'
import { check } from './check.ts'
import { writeConfig } from './git/config.ts'
import { detachedCommit, shortBranch } from './git/refs.ts'
import { progressReporter } from './history/indexing.ts'
import { unfinishedOperation } from './repo/git-state.ts'
import type { Repository } from './repo/repository.ts'
import { readSettings, writeSettings } from './repo/store-settings.ts'
import { describeUnverified } from './repo/unverified.ts'
import type { Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'
import { sizeOfTree } from './store-reads.ts'

/** The commands for the store itself: status, settings, long work and closing. */
export function upkeepCommands(parts: StoreParts) {
  const { repo, writer, adoption, indexing, emitter, follower } = parts
  const checks = new Set<AbortController>()
  const bundles = new Set<AbortController>()
  return {
    id: async () => parts.id,
    status: () => statusOf(parts),
    unverified: () => describeUnverified(repo, true),
    settings: () => readSettings(repo),
    changeSettings: (change) =>
      writer.exclusively(async () => {
        const settings = StoreSettings.parse({ ...(await readSettings(repo)), ...change })
        await writeSettings(repo, settings)
        return settings
      }),
    async sign(as) {
      for (const [key, value] of Object.entries(as)) await writeConfig(repo, `user.${key}`, value)
      emitter.emit({ type: 'store.changed' })
    },
    check: ({ repair }) => cancellable(checks, (signal) => runCheck(parts, repair, signal)),
    writeBundle: (file) =>
      cancellable(bundles, (signal) =>
        writeBundle(repo, file, { signal, progress: progressReporter('bundle', emitter.emit) }),
      ),
    reindex: (how = { resume: false }) => indexing.rebuild(how),
    async cancel(work) {
      if (work === 'history') indexing.cancel()
      else for (const stop of work === 'check' ? checks : bundles) stop.abort()
    },
    published: () => writer.published(),
    async adopt(paths) {
      await adoption.adopt(paths)
      await follower.announceNew()
    },
    adoptIfFew: async () => ((await repo.indexBytes()) > MAX_FEW_BYTES ? undefined : adoption.adopt()),
    watch: () => follower.watch(),
    on: emitter.on,
    async close() {
      await follower.stop()
      await writer.close()
      await follower.announceNew()
      await indexing.close()
      repo.close()
    },
  } satisfies Partial<Store>
}

/** Runs work that is cancelled with all others in the set. */
async function cancellable<Result>(
  running: Set<AbortController>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  running.add(stop)
  try {
    return await work(stop.signal)
  } finally {
    running.delete(stop)
  }
}

async function statusOf({
  id,
  repo,
  chain,
  history,
  writer,
  adoption,
  indexing,
  follower,
}: StoreParts): Promise<StoreStatus> {
  const state = await gitState(repo)
  let reason = state.reason ?? writer.problem ?? adoption.problem
  let [size, savedAt]: [Pick<StoreStatus, 'files' | 'bytes'>, string | null] = [{ files: 0, bytes: 0 }, null]
  let vanished: StoreStatus['vanished'] = null
  try {
    if (state.head !== null && state.reason === null) vanished = await adoption.vanished()
    if (state.head !== null)
      [size, savedAt] = [await sizeOfTree(repo, history.treeOf(state.head)), chain.entry(state.head).time]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    reason ??= error.said
  }
  return {
    id,
    name: nodePath.basename(repo.root),
    folder: repo.root,
    history: repo.isBeside ? 'beside' : 'inside',
    head: state.head,
    branch: state.branch,
    ...size,
    savedAt,
    blocked: reason,
    vanished,
    watching: follower.isWatching,
    indexed: indexing.isComplete,
    leftOut: adoption.leftOut,
    signature: repo.user(),
  }
}

async function gitState(repo: Repository): Promise<Pick<StoreStatus, 'head' | 'branch'> & { reason: Message | null }> {
  try {
    const { branch, commit } = await repo.readHead()
    const operation = unfinishedOperation(repo.gitdir)
    const reason = operation === null ? null : say('git-unfinished', { operation })
    return { head: commit, branch: shortBranch(branch), reason }
  } catch (error) {
    if (lstatIfThere(repo.gitdir) === null) return { head: null, branch: '', reason: say('store-folder-gone') }
    if (!(error instanceof AppError)) throw error
    return { head: detachedCommit(repo.gitdir), branch: '', reason: error.said }
  }
}

async function runCheck(
  { repo, writer, adoption, indexing, emitter }: StoreParts,
  repair: boolean,
  signal: AbortSignal,
): Promise<CheckReport> {
  const reportProgress = progressReporter('check', emitter.emit)
  const total = indexing.count
  const progress = (commits: number): void => reportProgress(Math.min(commits, Math.max(0, total - 1)), total)
  const run = (): Promise<CheckReport> => check(repo, { repair, signal, progress })
  try {
    // A check alone changes nothing, so no command waits for it. If publishing fails, the status says why.
    if (!repair) return await writer.published().then(run, run)
    const report = await writer.exclusively(run)
    await adoption.adoptOrReport()
    emitter.emit({ type: 'store.changed' })
    return report
  } finally {
    reportProgress(1, 1)
  }
}

/** Of git's index, which has some hundred bytes for each file. */
const MAX_FEW_BYTES = 200_000
