import type { AppEvent } from '../../shared/events.ts'
import { isPolicyPath } from '../../shared/policies-path.ts'
import { DEFAULT_POLICIES, PoliciesFile, type Gate, type Policies } from '../../shared/policy.ts'
import { NO_REDACTION, type Redactor } from '../agent/redactor.ts'
import type { Store, Withhold } from '../memory/store-interface.ts'
import { createGate, type PolicyGate } from '../policy/gate.ts'
import { limitView } from '../policy/view-limit.ts'
import { weakerThanDefaults } from '../policy/weaker.ts'

/** The policies in a policies file; `null` for a text that isn't one. */
export function parsePolicies(text: string): Policies | null {
  try {
    return PoliciesFile.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * The policies in force, compiled once per change. There is one instance wherever a decision is made (the store's
 * thread for the gate, the main thread for what the model sees), and each follows the store's `policies.changed`,
 * nothing else.
 */
export class PoliciesInForce {
  #policies: Policies = DEFAULT_POLICIES
  #compiled: PolicyGate = createGate(DEFAULT_POLICIES)

  get policies(): Policies {
    return this.#policies
  }

  /** The store's `onEvent`. A text that is not policies changes nothing. */
  readonly follow = (event: AppEvent): void => {
    if (event.type !== 'policies.changed') return
    const { inForce, found } = event
    const policies = inForce === null ? unlessWeaker(found) : parsePolicies(inForce)
    if (policies === null) return
    this.#policies = policies
    this.#compiled = createGate(policies)
  }

  readonly gate: Gate = (proposal) => (isPolicyPath(proposal.path) ? { kind: 'allow' } : this.#compiled.gate(proposal))

  readonly withhold: Withhold = (path, bytes) => {
    if (isPolicyPath(path)) return []
    return [...new Set(this.#compiled.redactText(new TextDecoder().decode(bytes), path).found.map(({ rule }) => rule))]
  }

  readonly redactor: Redactor = {
    ...NO_REDACTION,
    redact: (text, path) => this.#compiled.redactText(text, path).text,
    cutView: (text, first, last) => limitView(text, this.#policies.limits.view, first, last).text,
  }
}

/** What a text of policies permits or does that the defaults do not; see weakerThanDefaults. */
export function weaknessesOf(text: string | null): readonly string[] {
  const policies = text === null ? null : parsePolicies(text)
  return policies === null ? [] : weakerThanDefaults(policies)
}

/** Policies that came with a folder; `null` when they must wait until the user has seen them. */
function unlessWeaker(text: string | null): Policies | null {
  const policies = text === null ? null : parsePolicies(text)
  return policies === null || weakerThanDefaults(policies).length > 0 ? null : policies
}

/**
 * Puts in force the policies found in a folder when it is first opened, unless they permit more than the defaults and
 * the user has not said to trust the folder.
 */
export async function acceptFirstPolicies(store: Store, trust: boolean): Promise<void> {
  const { current, inForce } = await store.policies()
  if (inForce !== null || current === null) return
  const accepted = trust ? parsePolicies(current) : unlessWeaker(current)
  if (accepted !== null) await store.putPoliciesInForce(current)
}
