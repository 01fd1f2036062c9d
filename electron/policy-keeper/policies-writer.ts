import type { ObjectId } from '../../shared/change.ts'
import type { Commit, WriteOutcome } from '../../shared/commit.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import type { AcceptOutcome } from '../../shared/policy-state.ts'
import { DEFAULT_POLICIES, inPoliciesFile, NO_POLICIES, type Policies } from '../../shared/policy.ts'
import { Queue } from '../disk/queue.ts'
import type { PoliciesTexts, Store } from '../memory/store-interface.ts'
import type { AgreedTexts, PoliciesText } from './agreed-texts.ts'
import { areSame, isWaiting, parsePolicies, policiesIn, type PoliciesInForce } from './in-force.ts'
import { policiesSubject } from './policies-subject.ts'

const MAX_PUT_ATTEMPTS = 5

/** What a file with these policies changes, compared with the one before. */
function subjectOf({ current }: PoliciesTexts, policies: Policies): string {
  const before = current === null ? DEFAULT_POLICIES : parsePolicies(current)
  return before === null ? 'changed the policies' : policiesSubject(before, policies)
}

type Refusal = 'policies-wait' | 'policies-not-understood'

/** Writes the policies file and puts policies in force. */
export class PoliciesWriter {
  readonly #store: Store
  readonly #agreed: AgreedTexts
  readonly #inForce: PoliciesInForce
  readonly #turns = new Queue()

  constructor(store: Store, agreed: AgreedTexts, inForce: PoliciesInForce) {
    this.#store = store
    this.#agreed = agreed
    this.#inForce = inForce
  }

  /**
   * Commits what the user makes of the policies in force, and puts it in force. Not while another change waits, nor
   * where what is in force cannot be read: that would be gone unseen.
   * @param edit null if it was made from other policies than these
   */
  change(edit: (now: Policies) => Policies | null): Promise<WriteOutcome> {
    return this.#turns.run(() =>
      this.#put((found) => {
        const now = policiesIn(found)
        return isWaiting(found) ? 'policies-wait' : now === null ? 'policies-not-understood' : edit(now)
      }),
    )
  }

  /** Reads while nothing is half done: between its commit and its force, the user's own change would seem to wait. */
  settled<T>(read: () => Promise<T>): Promise<T> {
    return this.#turns.run(read)
  }

  /** Writes back what is in force, over a change that waits; what applies here where that cannot be read. */
  decline(): Promise<WriteOutcome> {
    return this.#turns.run(() => this.#put((found) => policiesIn(found) ?? this.#inForce.policies))
  }

  async #put(next: (found: PoliciesTexts) => Policies | Refusal | null): Promise<WriteOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      // In this order: a later change of the file makes this version a conflict.
      const file = await this.#store.file(POLICIES_PATH)
      const found = await this.#store.policies()
      const policies = next(found)
      if (typeof policies === 'string') return { kind: 'refused', reason: say(policies) }
      if (policies === null) return { kind: 'conflict', paths: [POLICIES_PATH], reason: say('policies-changed') }
      const text = `${JSON.stringify(inPoliciesFile(policies), null, 2)}\n`
      if (parsePolicies(text) === null) return { kind: 'refused', reason: say('policies-too-long') }
      const subject = subjectOf(found, policies)
      const outcome = await this.#store.putPolicies(file?.blob.id ?? null, Buffer.from(text), byUser('edit'), subject)
      if (outcome.kind === 'committed') {
        await this.#overwrote(found)
        await this.#apply(text)
      }
      if (outcome.kind !== 'conflict' || attempt === MAX_PUT_ATTEMPTS) return outcome
      // Another program just changed the file: commit its version first.
      await this.#store.adopt([POLICIES_PATH])
    }
  }

  /** Puts in force what the file says, if that is what the user was shown. */
  accept(shown: Policies): Promise<AcceptOutcome> {
    return this.#turns.run(async () => {
      const { current } = await this.#store.policies()
      const policies = current === null ? DEFAULT_POLICIES : parsePolicies(current)
      if (policies === null || !areSame(policies, shown))
        return { kind: 'refused', reason: say('policies-not-as-shown') }
      await this.#apply(current)
      return { kind: 'accepted' }
    })
  }

  /**
   * Follows a commit that may have brought back earlier policies. They are in force at once if they were in force here
   * before. Otherwise they wait: they are what another program wrote, or a mixture that nobody has seen.
   */
  follow(broughtBack: Commit): Promise<void> {
    return this.#turns.run(async () => {
      const { id, parent } = broughtBack
      const [before, after] = [await this.#fileAt(parent), await this.#fileAt(id)]
      const { current, inForce } = await this.#store.policies()
      // Somebody may have changed them again.
      if (after === undefined || before === after || after !== current) return
      await this.#overwrote({ current: before ?? null, inForce })
      if (await this.#agreed.has(after)) await this.#apply(after)
    })
  }

  /** The text of the policies file at a commit; undefined if it cannot be read. */
  async #fileAt(commit: ObjectId | null): Promise<PoliciesText | undefined> {
    const file = commit === null ? null : await this.#store.file(POLICIES_PATH, commit)
    return file === null ? null : (file.text ?? undefined)
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
