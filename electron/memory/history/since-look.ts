import type { ObjectId } from '../../../shared/change.ts'
import type { ChangesSince } from '../../../shared/review.ts'
import { Queue } from '../../disk/queue.ts'
import { decodeText } from '../../disk/utf8.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { Repository } from '../repo/repository.ts'
import type { Chain } from './chain.ts'
import { ChangesReplay, type WrittenCommit } from './changes-since.ts'

/** More commits are not replayed to find out what they changed together. */
const MAX_REPLAYED_COMMITS = 5_000

interface Replayed extends Pick<ChangesSince, 'since' | 'until' | 'isCut'> {
  readonly replay: ChangesReplay
  /** The state that was asked about; `since` is a later one if the list is cut. */
  readonly asked: ObjectId | null
}

/** What changed since the user last looked. Asked again, it reads only the commits since it was asked last. */
export class SinceLook {
  readonly #repo: Repository
  readonly #chain: Chain
  /** One after the other: each continues the replay of the one before. */
  readonly #questions = new Queue()
  #last: Replayed | null = null

  constructor(repo: Repository, chain: Chain) {
    this.#repo = repo
    this.#chain = chain
  }

  changes(since: ObjectId | null, head: ObjectId | null): Promise<ChangesSince> {
    return this.#questions.run(() => this.#changes(since, head))
  }

  async #changes(since: ObjectId | null, head: ObjectId | null): Promise<ChangesSince> {
    const last = this.#last
    const slice = new TimeSlice()
    const fresh: WrittenCommit[] = []
    let [isKnown, isCut, isFound] = [false, false, false]
    for (const entry of this.#chain.from(head)) {
      isKnown = last !== null && last.asked === since && entry.commit === last.until
      isCut = !isKnown && entry.commit !== since && fresh.length === MAX_REPLAYED_COMMITS
      isFound = entry.commit === since
      if (isKnown || isCut || isFound) break
      fresh.push({ entry, changes: this.#chain.changes(entry.commit) })
      if (slice.isOver) await slice.yield()
    }
    const replayed =
      isKnown && last !== null
        ? last
        : {
            replay: new ChangesReplay((id) => decodeText(this.#repo.objects.readIfFits(id).bytes)),
            // A state that is not in this history any more cannot be a starting point.
            since: isCut ? (fresh.at(-1)?.entry.parent ?? null) : isFound ? since : null,
            isCut,
          }
    for (const commit of fresh.toReversed()) replayed.replay.apply(commit)
    this.#last = { ...replayed, asked: since, until: head }
    const changes = replayed.replay.changes(this.#repo.ownership())
    return { since: replayed.since, until: head, changes, isCut: replayed.isCut }
  }
}
