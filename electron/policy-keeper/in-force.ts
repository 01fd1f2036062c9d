import type { AppEvent } from '../../shared/events.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import {
  areUndecided,
  DEFAULT_POLICIES,
  NO_POLICIES,
  PoliciesFile,
  type Gate,
  type Policies,
} from '../../shared/policy.ts'
import { NO_REDACTION, type Redactor } from '../agent/redactor.ts'
import { startOf } from '../disk/utf8.ts'
import type { PoliciesTexts, Store } from '../memory/store-interface.ts'
import { countedByRule, createGate, type PolicyGate } from '../policy/gate.ts'
import { compileValues, type KnownValues, NO_VALUES, type StoredValues } from '../policy/redaction/known-values.ts'
import type { Redaction } from '../policy/redaction/redact.ts'
import { limitListing, limitView } from '../policy/view-limit.ts'
import { weakerThanDefaults } from '../policy/weaker.ts'
import { parseValues, readValuesFile } from './values-file.ts'

/** The policies in a policies file; `null` for a text that isn't one. Some editors begin a file with a byte order mark. */
export function parsePolicies(text: string): Policies | null {
  try {
    return PoliciesFile.safeParse(JSON.parse(text.replace(/^\ufeff/, ''))).data ?? null
  } catch {
    return null
  }
}

/** Whether the policies file says something else than what is in force. */
export function isWaiting(texts: PoliciesTexts): boolean {
  const { current, inForce } = texts
  const policies = policiesIn(texts)
  return current !== inForce && (current !== null || policies === null || !areSame(policies, DEFAULT_POLICIES))
}

/** What is in force; the defaults where that is nothing, `null` where it cannot be read. */
export function policiesIn({ inForce }: PoliciesTexts): Policies | null {
  return inForce === null ? DEFAULT_POLICIES : parsePolicies(inForce)
}

export const areSame = (one: Policies, two: Policies): boolean => JSON.stringify(one) === JSON.stringify(two)

/**
 * The policies in force, compiled once per change. There is one instance wherever a decision is made (the store's
 * thread for the gate, the main thread for what the model sees), and each follows the store's `policies.changed`,
 * nothing else.
 */
export class PoliciesInForce {
  readonly #device: string | null
  #policies: Policies = DEFAULT_POLICIES
  #stored: StoredValues | null = null
  #values: KnownValues = NO_VALUES
  #compiled: PolicyGate = createGate(DEFAULT_POLICIES)

  /** @param device `$VARIORUM_HOME/stores`, where the user's values are; `null` where none are used */
  constructor(device: string | null = null) {
    this.#device = device
  }

  get policies(): Policies {
    return this.#policies
  }

  /** Their rules that have no effect, and why. */
  get unusable(): PolicyGate['unusable'] {
    return this.#compiled.unusable
  }

  /** What the user said of single values on this device. */
  get values(): KnownValues {
    return this.#values
  }

  /** The store's `onEvent`. A text that is not policies changes nothing. */
  readonly follow = (event: AppEvent): void => {
    if (event.type !== 'policies.changed') return
    const { store, inForce, found } = event
    this.#policies = (inForce === null ? unlessWeaker(found) : parsePolicies(inForce)) ?? this.#policies
    if (this.#device !== null) this.#readValues(this.#device, store)
    this.#compiled = createGate(this.#policies, this.#values)
  }

  /** From a file that cannot be read no value passes; what was known to be a secret stays one. */
  #readValues(device: string, store: string): void {
    const { stored, isDamaged } = parseValues(readValuesFile(device, store))
    this.#stored = isDamaged ? this.#stored && { ...this.#stored, allowed: [] } : stored
    this.#values = this.#stored === null ? NO_VALUES : compileValues(this.#stored)
  }

  /** What the policies find in a text, in its own offsets. */
  find(text: string, path?: string): Redaction {
    return this.#compiled.redactText(text, path)
  }

  readonly gate: Gate = (change) => (isPolicyPath(change.path) ? { kind: 'allow' } : this.#compiled.gate(change))

  readonly redactor: Redactor = this.redactorWithin(Number.POSITIVE_INFINITY)

  /** @param bytes at most so many are shown at once, whatever the policies allow */
  redactorWithin(bytes: number): Redactor {
    const most = (text: string): number => Math.min(this.#policies.limits.view, startOf(text, bytes).length)
    return {
      ...NO_REDACTION,
      redact: (text, path) => this.#compiled.redactText(text, path).text,
      hiddenIn: (text, path) => {
        const { found, refusing } = this.#compiled.redactText(text, path)
        const [rule] = refusing
        const notes = countedByRule(found, (count, rule) => say('places-hidden', { count, rule }))
        return { notes, refusal: rule === undefined ? null : say('refused-by-rule', { rule, path }) }
      },
      hiddenFrom: (client) => this.#compiled.hiddenFrom(client),
      cutView: (text, first, last) => limitView(text, most(text), first, last).text,
      cutListing: (text, first) => limitListing(text, most(text), first),
    }
  }
}

/** What a text of policies permits or does that the defaults do not; see weakerThanDefaults. */
export function weaknessesOf(text: string | null): readonly Message[] {
  const policies = text === null ? null : parsePolicies(text)
  return policies === null ? [] : weakerThanDefaults(policies)
}

/** Policies that came with a folder; `null` when they must wait until the user has seen them. */
function unlessWeaker(text: string | null): Policies | null {
  const policies = text === null ? null : parsePolicies(text)
  return policies === null || weakerThanDefaults(policies).length > 0 ? null : policies
}

/**
 * Puts in force the policies found in a folder when it is first opened, unless they permit more than the defaults
 * and the user has not said to trust the folder. If none are put in force then, those that appear later wait.
 */
export async function acceptFirstPolicies(store: Store, trust: boolean): Promise<void> {
  const { current, inForce } = await store.policies()
  if (!areUndecided(inForce)) return
  const first = inForce === null ? unlessWeaker(current) : null
  const accepted = trust && current !== null ? parsePolicies(current) : first
  if (accepted !== null && current !== null) await store.putPoliciesInForce(current)
  // A store that cannot be written now is new again when it is opened next.
  else if (inForce === null) await store.putPoliciesInForce(NO_POLICIES).catch(() => undefined)
}
