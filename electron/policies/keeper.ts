import type { Commit, Origin, WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import type { EffectProgress, PolicyState, RuleTrial } from '../../shared/policy-state.ts'
import { DEFAULT_POLICIES, inPoliciesFile, type Policies, type UserRule } from '../../shared/policy.ts'
import type { Store } from '../memory/store-interface.ts'
import { planExpiry, type ExpiryPlan } from '../policy/expiry.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'
import { dayOf } from './day.ts'
import { effectOf } from './effect.ts'
import { parsePolicies, type PoliciesInForce } from './in-force.ts'
import { measure } from './meters.ts'

/** The policies of the open store: what is in force, what they would do, and the acts of the user on them. */
export interface PolicyKeeper {
  state(): Promise<PolicyState>
  /** What these policies would do to every file; stops when the signal is aborted. */
  effect(policies: Policies, signal?: AbortSignal): AsyncGenerator<EffectProgress>
  tryRule(rule: UserRule, sample: string): RuleTrial
  /** Writes them as a commit of the user's; they are in force from then on. */
  save(policies: Policies): Promise<WriteOutcome>
  /** Puts in force what the file says since it was changed from outside. */
  accept(): Promise<void>
  /** Writes back what is in force. */
  decline(): Promise<WriteOutcome>
  pin(path: string, pinned: boolean): Promise<WriteOutcome>
  /** Replaces the secrets in a file that another program wrote; what stood there is never part of history. */
  redactFile(path: string): Promise<WriteOutcome>
  /** Removes files that expired and were too many to go without asking. */
  expire(paths: readonly string[]): Promise<WriteOutcome>
  /** What would expire on a day, and (unless it is a rehearsal) what goes without asking. */
  runExpiry(now: Date, rehearse: boolean): Promise<ExpiryPlan>
}

const RECENTLY_EXPIRED = 20
/** So long they are looked for where the history is not indexed yet. */
const LOOKED_MS = 100
const PUT_ATTEMPTS = 5
const byUser: Origin = { actor: 'user', verb: 'edit', lineage: 'user' }
const byPolicy: Origin = { actor: 'policy', verb: 'delete', lineage: 'user' }

export function createPolicyKeeper(
  store: Store,
  inForce: PoliciesInForce,
  emit: (event: AppEvent) => void,
): PolicyKeeper {
  /** What kept the last run from removing what was due. */
  let trouble: string | null = null

  async function put(policies: Policies): Promise<WriteOutcome> {
    const text = `${JSON.stringify(inPoliciesFile(policies), null, 2)}\n`
    for (let attempt = 1; ; attempt += 1) {
      const current = await store.file(POLICIES_PATH)
      const outcome = await store.putPolicies(current?.blob.id ?? null, Buffer.from(text), byUser)
      if (outcome.kind === 'committed') await apply(text)
      if (outcome.kind !== 'conflict' || attempt === PUT_ATTEMPTS) return outcome
      // Another program changed the file a moment ago: its version becomes a commit first, and is written over knowingly.
      await store.adopt([POLICIES_PATH])
    }
  }

  async function apply(text: string): Promise<void> {
    await store.putPoliciesInForce(text)
    // What was withheld by a rule that is gone may come in now.
    await store.adopt()
  }

  async function plan(now: Date): Promise<ExpiryPlan> {
    const { expiry, pins } = inForce.policies
    const { files, usedDays } = await store.usage()
    return planExpiry(files, usedDays, expiry, pins, dayOf(now))
  }

  async function expired(): Promise<readonly Commit[]> {
    const { commits } = await store.history({ actors: ['policy'], limit: RECENTLY_EXPIRED, within: LOOKED_MS })
    // One that was taken back stays: its Redo must not vanish under the pointer.
    return commits.filter(({ origin }) => origin.verb === 'delete')
  }

  return {
    async state() {
      const { policies } = inForce
      const { current, inForce: accepted } = await store.policies()
      const written = current === null ? null : parsePolicies(current)
      const differs = current !== null && current !== accepted
      const { next, ask } = await plan(new Date())
      return {
        policies,
        waiting: differs
          ? {
              policies: written,
              problem:
                written === null
                  ? 'The file .variorum/policies.json cannot be read as policies. What was in force stays in force.'
                  : null,
            }
          : null,
        ...measure((await store.tree()).files, policies),
        withheld: await store.withheld(),
        expiry: { next, asks: ask.map(({ path }) => path), expired: await expired(), trouble },
      }
    },
    effect: (policies, signal) => effectOf(store, policies, dayOf(new Date()), signal),
    tryRule(rule, sample) {
      const set = compileRules({
        groups: { secrets: false, payment: false, personal: false },
        detectors: {},
        rules: [{ ...rule, on: true }],
      })
      const { text, found } = redact(sample, set)
      return { problem: set.refused[0]?.reason ?? null, text, found }
    },
    save: put,
    async accept() {
      const { current } = await store.policies()
      const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
      if (policies !== null) await apply(current ?? JSON.stringify(inPoliciesFile(policies)))
    },
    decline: () => put(inForce.policies),
    pin(path, pinned) {
      const others = inForce.policies.pins.filter((pin) => pin !== path)
      return put({ ...inForce.policies, pins: pinned ? [...others, path] : others })
    },
    async redactFile(path) {
      const found = await store.look(path)
      if (found.kind !== 'file')
        return { kind: 'refused', reason: `There is no file ${path} any more. Nothing was changed.` }
      const text = inForce.redactor.redact(new TextDecoder().decode(found.bytes), path)
      const outcome = await store.settle(path, found.blob.id, Buffer.from(text), byUser)
      emit({ type: 'store.changed' })
      return outcome
    },
    async expire(paths) {
      const outcome = await store.removeAll(paths, byPolicy)
      emit({ type: 'store.changed' })
      return outcome
    },
    async runExpiry(now, rehearse) {
      const due = await plan(now)
      if (!rehearse && due.now.length > 0) {
        try {
          const outcome = await store.removeAll(
            due.now.map(({ path }) => path),
            byPolicy,
          )
          trouble = outcome.kind === 'committed' ? null : outcome.reason
        } catch (error) {
          trouble = error instanceof Error ? error.message : 'The files that are due could not be removed.'
          throw error
        } finally {
          emit({ type: 'store.changed' })
        }
      }
      return due
    },
  }
}
