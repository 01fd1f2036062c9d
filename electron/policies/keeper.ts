import type { Commit, Origin, WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { isPolicyPath, POLICIES_PATH } from '../../shared/policies-path.ts'
import { DEFAULT_POLICIES, Policies, type Gate, type Proposal, type UserRule } from '../../shared/policy.ts'
import type { EffectProgress, PolicyState, RuleTrial } from '../../shared/policy-state.ts'
import { NO_REDACTION, type Redactor } from '../agent/redactor.ts'
import { readPolicies } from '../memory/repo/policies-file.ts'
import type { Store, Withhold } from '../memory/store-interface.ts'
import { effectOf } from './effect.ts'
import { measure } from './meters.ts'
import { planExpiry, type ExpiryPlan } from '../policy/expiry.ts'
import { createGate, type PolicyGate } from '../policy/gate.ts'
import { limitView } from '../policy/view-limit.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'

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

/** What the store and the agent ask of the policies. They may change at any time; these stay. */
export interface Policing {
  readonly gate: Gate
  readonly withhold: Withhold
  readonly redactor: Redactor
}

const RECENTLY_EXPIRED = 20
/** So long they are looked for where the history is not indexed yet. */
const LOOKED_MS = 100
const PUT_ATTEMPTS = 5
const byUser: Origin = { actor: 'user', verb: 'edit', lineage: 'user' }
const byPolicy: Origin = { actor: 'policy', verb: 'delete', lineage: 'user' }

/** A text that the policies' file may hold; null when it is none. */
export function parsePolicies(text: string): Policies | null {
  try {
    return Policies.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The policies in force, compiled once for each change of them. */
export class PoliciesInForce implements Policing {
  #policies: Policies = DEFAULT_POLICIES
  #compiled: PolicyGate = compile(DEFAULT_POLICIES)

  get policies(): Policies {
    return this.#policies
  }

  put(policies: Policies): void {
    this.#policies = policies
    this.#compiled = compile(policies)
  }

  readonly gate: Gate = (proposal) => (isPolicyPath(proposal.path) ? { kind: 'allow' } : this.#compiled.gate(proposal))

  readonly withhold: Withhold = (path, bytes) => {
    if (isPolicyPath(path)) return []
    return [...new Set(this.#compiled.redactText(new TextDecoder().decode(bytes), path).found.map(({ rule }) => rule))]
  }

  readonly redactor: Redactor = {
    ...NO_REDACTION,
    redact: (text, path) => this.#compiled.redactText(text, path).text,
    cutView: (text, first, last) => limitView(text, this.#policies.caps.view, first, last).text,
  }
}

/** The policies in force for a folder. What lies there when it is first opened is taken; later changes wait for the user. */
export async function openPolicies(folder: string): Promise<PoliciesInForce> {
  const { current, inForce } = await readPolicies(folder)
  const policing = new PoliciesInForce()
  const policies = parsePolicies(inForce ?? current ?? '')
  if (policies !== null) policing.put(policies)
  return policing
}

const HOUR_MS = 3_600_000

const AGAIN_MS = 1_000

/**
 * Keeps what is in force as every process has it: what lies in a folder that is opened for the first time is
 * accepted, and what another process put in force is in force here.
 */
export async function followPolicies(store: Store, inForce: PoliciesInForce, emit: (event: AppEvent) => void): Promise<void> {
  const { current, inForce: accepted } = await store.policies()
  if (accepted === null && current !== null && parsePolicies(current) !== null) await store.putPoliciesInForce(current)
  const reload = async (): Promise<void> => {
    const policies = parsePolicies((await store.policies()).inForce ?? '')
    if (policies !== null) inForce.put(policies)
    emit({ type: 'policies.changed' })
  }
  store.on((event) => {
    if (event.type !== 'memory.committed' || !event.commit.changes.some(({ change }) => isPolicyPath(change.path))) return
    void reload()
    // The commit comes first, what is in force just after it.
    setTimeout(() => void reload(), AGAIN_MS).unref()
  })
}

/** At the start and once a day: files expire. @returns stops it */
export function expireDaily(keeper: PolicyKeeper): () => void {
  let day = ''
  const look = (): void => {
    const now = new Date()
    if (dayOf(now) === day) return
    day = dayOf(now)
    // A store that cannot be written now is looked at again tomorrow; the keeper's state says what was wrong.
    keeper.runExpiry(now, false).catch(() => undefined)
  }
  look()
  const timer = setInterval(look, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function compile(policies: Policies): PolicyGate {
  return createGate(policies, ({ before, after, totals: { planned, turnBytes } }: Proposal) => {
    const growth = (after?.byteLength ?? 0) - (before?.byteLength ?? 0)
    return { files: planned.files - (before === null ? 1 : 0), bytes: planned.bytes - growth, turnGrowth: turnBytes - growth }
  })
}

export function createPolicyKeeper(store: Store, inForce: PoliciesInForce, emit: (event: AppEvent) => void): PolicyKeeper {
  /** What kept the last run from removing what was due. */
  let trouble: string | null = null

  async function put(policies: Policies): Promise<WriteOutcome> {
    const text = `${JSON.stringify(policies, null, 2)}\n`
    for (let attempt = 1; ; attempt += 1) {
      const current = await store.file(POLICIES_PATH)
      const outcome = await store.putPolicies(current?.blob.id ?? null, Buffer.from(text), byUser)
      if (outcome.kind === 'committed') await apply(text, policies)
      if (outcome.kind !== 'conflict' || attempt === PUT_ATTEMPTS) return outcome
      // Another program changed the file a moment ago: its version becomes a commit first, and is written over knowingly.
      await store.adopt([POLICIES_PATH])
    }
  }

  async function apply(text: string, policies: Policies): Promise<void> {
    await store.putPoliciesInForce(text)
    inForce.put(policies)
    emit({ type: 'policies.changed' })
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
        waiting: differs ? { policies: written, problem: written === null ? 'The file .variorum/policies.json cannot be read as policies. What was in force stays in force.' : null } : null,
        ...measure((await store.tree()).files, policies),
        withheld: await store.withheld(),
        expiry: { next, asks: ask.map(({ path }) => path), expired: await expired(), trouble },
      }
    },
    effect: (policies, signal) => effectOf(store, policies, dayOf(new Date()), signal),
    tryRule(rule, sample) {
      const set = compileRules({ groups: { secrets: false, payment: false, personal: false }, detectors: {}, rules: [{ ...rule, on: true }] })
      const { text, found } = redact(sample, set)
      return { problem: set.refused[0]?.reason ?? null, text, found }
    },
    save: put,
    async accept() {
      const { current } = await store.policies()
      const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
      if (policies !== null) await apply(current ?? JSON.stringify(policies), policies)
    },
    decline: () => put(inForce.policies),
    pin(path, pinned) {
      const others = inForce.policies.pins.filter((pin) => pin !== path)
      return put({ ...inForce.policies, pins: pinned ? [...others, path] : others })
    },
    async redactFile(path) {
      const found = await store.look(path)
      if (found.kind !== 'file') return { kind: 'refused', reason: `There is no file ${path} any more. Nothing was changed.` }
      const text = inForce.redactor.redact(new TextDecoder().decode(found.bytes), path)
      const outcome = await store.settle(path, found.blob.id, Buffer.from(text), byUser)
      emit({ type: 'policies.changed' })
      return outcome
    },
    async expire(paths) {
      const outcome = await store.removeAll(paths, byPolicy)
      emit({ type: 'policies.changed' })
      return outcome
    },
    async runExpiry(now, rehearse) {
      const due = await plan(now)
      if (!rehearse && due.now.length > 0) {
        try {
          const outcome = await store.removeAll(due.now.map(({ path }) => path), byPolicy)
          trouble = outcome.kind === 'committed' ? null : outcome.reason
        } catch (error) {
          trouble = error instanceof Error ? error.message : 'The files that are due could not be removed.'
          throw error
        } finally {
          emit({ type: 'policies.changed' })
        }
      }
      return due
    },
  }
}

/** The day by the user's own clock. */
function dayOf(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
