import type { SyncOutcome, SyncProblem } from '../../../shared/devices.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { parseRemoteAddress } from '../git/remote-address.ts'
import { openRemote } from '../git/remote.ts'
import { withRemote } from '../repo/device-keys.ts'
import { problemOf } from './problem.ts'
import { Round, type SyncHow } from './round.ts'
import { type Counts, NOTHING, type SyncParts } from './sync-parts.ts'

/** Another device may push between our fetch and our push, or at that moment. After this many attempts, the round gives up. */
const MAX_TRIES = 6

/**
 * One round: brings what the remote has, merges it with what we have, and sends the result. Nothing that was sent is
 * ever rewritten, and nothing is forced. Can be cut short between any two steps; the next round goes on from there.
 */
export async function syncRound(parts: SyncParts, how: SyncHow = {}): Promise<SyncOutcome> {
  const { devices } = parts
  const stored = await devices.load()
  if (stored?.remote == null) throw new AppError('bad-request', say('sync-no-remote'))
  let counts = NOTHING
  let problem: SyncProblem | null = null
  try {
    const remote = await openRemote({
      gitdir: parts.repo.gitdir,
      folder: parts.folder,
      address: parseRemoteAddress(stored.remote.address),
      ...how,
    })
    for (let tries = 1; ; tries += 1) {
      const round = await new Round(parts, remote, how).run()
      counts = added(counts, round.counts)
      problem = round.problem
      if (round.isDone) break
      if (tries === MAX_TRIES) {
        problem ??= { kind: 'failed', reason: say('sync-others-faster') }
        break
      }
    }
  } catch (error) {
    problem = problemOf(error, stored.remote)
  }
  const syncedAt = new Date().toISOString()
  await devices.change((now) => withRemote(now, problem === null ? { problem, syncedAt } : { problem }))
  return { ...counts, problem }
}

const added = (one: Counts, other: Counts): Counts => ({
  pushed: one.pushed + other.pushed,
  pulled: one.pulled + other.pulled,
  merged: one.merged + other.merged,
  waiting: one.waiting + other.waiting,
})
