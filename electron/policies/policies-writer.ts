import type { WriteOutcome } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { DEFAULT_POLICIES, inPoliciesFile, type Policies } from '../../shared/policy.ts'
import type { Store } from '../memory/store-interface.ts'
import { byUser } from '../origins.ts'
import { parsePolicies } from './in-force.ts'

const MAX_PUT_ATTEMPTS = 5

/** Writes the policies file and puts policies in force. */
export class PoliciesWriter {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Commits the policies as the user's edit, and puts them in force. */
  async put(policies: Policies): Promise<WriteOutcome> {
    const text = `${JSON.stringify(inPoliciesFile(policies), null, 2)}\n`
    for (let attempt = 1; ; attempt += 1) {
      const current = await this.#store.file(POLICIES_PATH)
      const before = current?.blob.id ?? null
      const outcome = await this.#store.putPolicies(before, Buffer.from(text), byUser('edit'))
      if (outcome.kind === 'committed') await this.#apply(text)
      if (outcome.kind !== 'conflict' || attempt === MAX_PUT_ATTEMPTS) return outcome
      // Another program just changed the file: commit its version first, then overwrite it.
      await this.#store.adopt([POLICIES_PATH])
    }
  }

  /** Puts in force what the file says now; a file that is not policies changes nothing. */
  async accept(): Promise<void> {
    const { current } = await this.#store.policies()
    const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
    if (policies !== null) await this.#apply(current ?? JSON.stringify(inPoliciesFile(policies)))
  }

  async #apply(text: string): Promise<void> {
    await this.#store.putPoliciesInForce(text)
    // A file withheld by a rule that is gone may be adopted now.
    await this.#store.adopt()
  }
}
