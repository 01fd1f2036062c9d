import type { StoreAuditEvent } from '../../shared/audit.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import type {
  AcceptOutcome,
  EffectProgress,
  JudgedFile,
  MessageCheck,
  PolicyState,
  RuleTrial,
} from '../../shared/policy-state.ts'
import { areUndecided, DEFAULT_POLICIES, everyGroup, type Policies, type UserRule } from '../../shared/policy.ts'
import type { Store } from '../memory/store-interface.ts'
import { bytesOf, textOf } from '../policy/bytes-as-text.ts'
import type { ExpiryPlan } from '../policy/expiry.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'
import { AgreedTexts } from './agreed-texts.ts'
import { dayOf } from './day.ts'
import { effectOf } from './effect.ts'
import { ExpiryRuns } from './expiry-runs.ts'
import { areSame, isWaiting, parsePolicies, policiesIn, type PoliciesInForce } from './in-force.ts'
import { measure } from './meters.ts'
import { createPins, type Pins } from './pins.ts'
import { PoliciesWriter } from './policies-writer.ts'
import { textVersions } from './text-versions.ts'

/** The policies of the open store: what is in force, what they would do, and the user's actions on them. */
export interface PolicyKeeper extends Pins {
  state(): Promise<PolicyState>
  /** See PolicyState. */
  waiting(): Promise<PolicyState['waiting']>
  /** Rules in force that have no effect, and why. */
  unusable(): PoliciesInForce['unusable']
  /** What these policies would do to every file; stops when the signal is aborted. */
  effect(policies: Policies, signal?: AbortSignal): AsyncGenerator<EffectProgress>
  tryRule(rule: UserRule, sample: string): RuleTrial
  /** What would be redacted in a message of the user. */
  checkMessage(text: string): MessageCheck
  /**
   * Commits them as the user's edit and puts them in force, unless another change waits.
   * @param base what the user edited; a conflict if something else is in force by now
   */
  save(policies: Policies, base?: Policies): Promise<WriteOutcome>
  /**
   * Puts in force what the file says after a change from outside.
   * @param shown what the user has seen of it
   */
  accept(shown: Policies): Promise<AcceptOutcome>
  /** Writes back what is in force. */
  decline(): Promise<WriteOutcome>
  /** See PoliciesWriter.follow. */
  readonly follow: PoliciesWriter['follow']
  /** Redacts a file that another program wrote; the secrets never become part of history. */
  redactFile(path: string): Promise<WriteOutcome>
  /** Removes expired files that were too many to remove without asking; see ExpiryRuns.remove. */
  expire(files: readonly JudgedFile[]): Promise<WriteOutcome>
  /** See ExpiryRuns.run. */
  runExpiry(now: Date, rehearse: boolean): Promise<ExpiryPlan | null>
}

interface PolicyKeeperOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly inForce: PoliciesInForce
  readonly emit: (event: AppEvent) => void
  readonly audit: (event: StoreAuditEvent) => void
}

export function createPolicyKeeper({ store, folder, inForce, emit, audit }: PolicyKeeperOptions): PolicyKeeper {
  const writer = new PoliciesWriter(store, new AgreedTexts(folder), inForce)
  const expiry = new ExpiryRuns(store, inForce, emit)
  const isText = textVersions(store)
  return {
    async state() {
      const { policies } = inForce
      return {
        policies,
        waiting: await waitingPolicies(store, policies),
        ...(await measure((await store.tree()).files, policies, isText)),
        withheld: await store.withheld(),
        expiry: await expiry.state(),
      }
    },
    waiting: () => waitingPolicies(store, inForce.policies),
    unusable: () => inForce.unusable,
    effect: (policies, signal) =>
      effectOf(store, { policies, values: inForce.values, today: dayOf(new Date()) }, signal),
    tryRule,
    checkMessage(message) {
      const { text, found } = inForce.find(message)
      return { rules: [...new Set(found.map(({ rule }) => rule))], redacted: text }
    },
    async save(policies, base = inForce.policies) {
      // It would look like protection, and find nothing.
      const [unusable] = compileRules(policies.redaction).refused
      if (unusable === undefined) return writer.change((now) => (areSame(now, base) ? policies : null))
      const { name, reason } = unusable
      return { kind: 'refused', rule: name, reason: say('rule-unusable', { name, why: reason }) }
    },
    async accept(shown) {
      const outcome = await writer.accept(shown)
      if (outcome.kind === 'accepted') audit({ type: 'policies.accepted' })
      return outcome
    },
    async decline() {
      const outcome = await writer.decline()
      if (outcome.kind === 'committed') audit({ type: 'policies.declined' })
      return outcome
    },
    follow: (broughtBack) => writer.follow(broughtBack),
    ...createPins(store, inForce, writer),
    async redactFile(path) {
      const found = await store.look(path)
      if (found.kind === 'refused') return found
      if (found.kind !== 'file') return { kind: 'refused', reason: say('file-gone', { path }) }
      const text = inForce.redactor.redact(textOf(found.bytes), path)
      const outcome = await store.replaceWithheld(path, found.blob.id, bytesOf(text, found.bytes), byUser('edit'))
      emit({ type: 'store.changed' })
      return outcome
    },
    expire: (files) => expiry.remove(files),
    runExpiry: (now, rehearse) => expiry.run(now, rehearse),
  }
}

/**
 * The file's policies while they differ from those in force, or cannot be read.
 * @param applied those that apply, also where what is in force cannot be read
 */
async function waitingPolicies(store: Store, applied: Policies): Promise<PolicyState['waiting']> {
  const texts = await store.policies()
  const { current, inForce } = texts
  const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
  if (policies !== null) return isWaiting(texts) ? { policies, problem: null } : null
  const hasPrevious = !areUndecided(inForce) && (policiesIn(texts) !== null || !areSame(applied, DEFAULT_POLICIES))
  return { policies, problem: hasPrevious ? say('policies-unreadable') : say('first-policies-unreadable') }
}

/** What one rule alone finds in a sample. */
function tryRule(rule: UserRule, sample: string): RuleTrial {
  const rules = compileRules({
    groups: everyGroup('off'),
    detectors: {},
    rules: [{ ...rule, on: true }],
  })
  const { text, found } = redact(sample, rules)
  return { problem: rules.refused[0]?.reason ?? null, text, found }
}
