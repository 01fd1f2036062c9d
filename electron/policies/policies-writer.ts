import type { WriteOutcome } from '../../shared/commit.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { inPoliciesFile, NO_POLICIES, type Policies } from '../../shared/policy.ts'
import type { PoliciesTexts, Store } from '../memory/store-interface.ts'
import { byUser } from '../origins.ts'
import type { AgreedTexts, PoliciesText } from './agreed-texts.ts'
import { isWaiting, parsePolicies } from './in-force.ts'

const MAX_PUT_ATTEMPTS = 5

/** Writes the policies file and puts policies in force. */
export class PoliciesWriter {
  readonly #store: Store
  readonly #agreed: AgreedTexts

  constructor(store: Store, agreed: AgreedTexts) {
    this.#store = store
    this.#agreed = agreed
  }

  /** Commits the policies as the user's edit, and puts them in force. */
  async put(policies: Policies): Promise<WriteOutcome> {
    const text = `${JSON.stringify(inPoliciesFile(policies), null, 2)}\n`
    const found = await this.#store.policies()
    for (let attempt = 1; ; attempt += 1) {
      const current = await this.#store.file(POLICIES_PATH)
      const before = current?.blob.id ?? null
      const outcome = await this.#store.putPolicies(before, Buffer.from(text), byUser('edit'))
      if (outcome.kind === 'committed') {
        await this.#overwrote(found)
        await this.#apply(text)
      }
      if (outcome.kind !== 'conflict' || attempt === MAX_PUT_ATTEMPTS) return outcome
      // Another program just changed the file: commit its version first, then overwrite it.
      await this.#store.adopt([POLICIES_PATH])
    }
  }

  /** Puts in force what the file says now; a file that is not policies changes nothing. */
  async accept(): Promise<void> {
    const { current } = await this.#store.policies()
    if (current === null || parsePolicies(current) !== null) await this.#apply(current)
  }

  /**
   * Does what brings back an earlier state, maybe of the policies too. They are in force at once if they were in force
   * here before. Otherwise they wait: they are what another program wrote, or a mixture that nobody has seen.
   */
  async bringBack<Outcome extends { readonly kind: string }>(
    work: () => Promise<Outcome | WriteOutcome>,
  ): Promise<Outcome | WriteOutcome> {
    const before = await this.#store.policies()
    const outcome = await work()
    if (!('commit' in outcome)) return outcome
    const file = await this.#store.file(POLICIES_PATH, outcome.commit.id)
    const isRead = file === null || file.text !== null
    const text = file?.text ?? null
    if (!isRead || text === before.current) return outcome
    await this.#overwrote(before)
    if (await this.#agreed.has(text)) await this.#apply(text)
    return outcome
  }

  /** What waited and is gone was not accepted: should it come back, it waits again. */
  async #overwrote(found: PoliciesTexts): Promise<void> {
    if (isWaiting(found)) await this.#agreed.remove(found.current)
  }

  async #apply(text: PoliciesText): Promise<void> {
    const { inForce } = await this.#store.policies()
    await this.#store.putPoliciesInForce(text ?? NO_POLICIES)
    await this.#agreed.add(inForce === NO_POLICIES ? null : inForce, text)
    // A file withheld by a rule that is gone may be adopted now.
    await this.#store.adopt()
  }
}
