import type { StorePath } from '../../shared/change.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import { AppError, saidOf } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { pathMatcher } from '../../shared/globs.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { byPolicy } from '../../shared/origin.ts'
import type { JudgedFile, PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import type { Store } from '../memory/store-interface.ts'
import { planExpiry, type ExpiringFile, type ExpiryPlan } from '../policy/expiry.ts'
import { dayOf } from './day.ts'
import type { PoliciesInForce } from './in-force.ts'

const MAX_RECENTLY_EXPIRED = 20
/** How long to search for them while the history is not indexed yet. */
const SEARCH_MS = 100

/** Plans and carries out the expiry of the policies in force. */
export class ExpiryRuns {
  readonly #store: Store
  readonly #inForce: PoliciesInForce
  readonly #emit: (event: AppEvent) => void
  /** Why the last run failed. */
  #trouble: Message | null = null

  constructor(store: Store, inForce: PoliciesInForce, emit: (event: AppEvent) => void) {
    this.#store = store
    this.#inForce = inForce
    this.#emit = emit
  }

  async state(): Promise<PolicyState['expiry']> {
    const plan = await this.#plan(new Date())
    const { commits } = await this.#store.history({
      actors: ['policy'],
      limit: MAX_RECENTLY_EXPIRED,
      within: SEARCH_MS,
    })
    // A removal that was undone stays: its Redo must not disappear under the pointer. What was kept until a day is undone.
    const expired = commits.filter(({ origin: { verb } }) => verb === 'delete' || verb === 'undo')
    const { next = [], ask = [] } = plan ?? {}
    return {
      isKnown: plan !== null,
      next,
      asks: ask.map(({ path, id }) => ({ path, id })),
      expired,
      trouble: this.#trouble,
    }
  }

  /**
   * What would expire on a day; unless it is a rehearsal, removes what may go without asking, and `now` is what was
   * removed. Throws the reason if nothing could be removed.
   * @returns null while it is not known, see planIn
   */
  async run(now: Date, rehearse: boolean): Promise<ExpiryPlan | null> {
    const plan = await this.#plan(now)
    if (rehearse || plan === null || plan.now.length === 0) return plan
    try {
      const outcome = await this.#removeJudged(plan.now)
      if (outcome.kind !== 'committed') throw new AppError('bad-request', outcome.reason)
      this.#trouble = null
    } catch (error) {
      this.#trouble = saidOf(error, say('expiry-failed'))
      throw error
    } finally {
      this.#emit({ type: 'store.changed' })
    }
    const left = new Set((await this.#store.tree()).files.map(({ path }) => path))
    return { ...plan, now: plan.now.filter(({ path }) => !left.has(path)) }
  }

  /** Removes what the user was asked about, but for what was pinned or changed since. */
  async remove(files: readonly JudgedFile[]): Promise<WriteOutcome> {
    const isPinned = pathMatcher(this.#inForce.policies.pins)
    const outcome = await this.#removeJudged(files.filter(({ path }) => !isPinned(path)))
    this.#emit({ type: 'store.changed' })
    return outcome
  }

  async #removeJudged(files: readonly JudgedFile[]): Promise<WriteOutcome> {
    const judged = new Map(files.map(({ path, id }) => [path, id]))
    const outcome = await this.#store.remove([...judged.keys()], byPolicy('delete'), judged)
    return outcome.kind === 'missing' ? { kind: 'refused', reason: say('files-gone-or-changed') } : outcome
  }

  #plan(now: Date): Promise<ExpiryPlan | null> {
    return planIn(this.#store, this.#inForce.policies, dayOf(now))
  }
}

/**
 * What expires in a store. A withheld file does not: its text is in no history, so no removal of it could be undone.
 * @returns null while it is not known when each file was last used
 */
export async function planIn(store: Store, { expiry, pins }: Policies, today: string): Promise<ExpiryPlan | null> {
  const { files, usedDays, isComplete } = await store.usage()
  if (expiry.on && !isComplete) return null
  const withheld = new Set((await store.withheld()).map(({ path }) => path))
  const input = { files: files.filter(({ path }) => !withheld.has(path)), usedDays, policy: expiry, pins, today }
  const { now, ask, announced } = planExpiry(input)
  const kept = await stillPinned(store, pins, [...now, ...ask, ...announced])
  return planExpiry({ ...input, pins: [...pins, ...kept] })
}

/** Files that another program or the agent moved away from where they were pinned. Where the user moves one, its pin goes along. */
async function stillPinned(
  store: Store,
  pins: readonly string[],
  files: readonly ExpiringFile[],
): Promise<readonly StorePath[]> {
  const isPinned = pathMatcher(pins)
  const kept: StorePath[] = []
  for (const { path } of pins.length === 0 ? [] : files)
    if ((await store.formerPaths(path)).some(isPinned)) kept.push(path)
  return kept
}
