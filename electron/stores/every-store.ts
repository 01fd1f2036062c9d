import * as nodePath from 'node:path'
import type { ObjectId } from '../../shared/change.ts'
import { AppError, saidOf } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { FileHit, HistoryPage, HistoryQuery, SearchQuery } from '../../shared/memory.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Review } from '../../shared/review.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import { createReview, type Reviewing } from '../review/review.ts'
import { WaitingList } from '../review/waiting-list.ts'
import type { KeptStores } from './kept-stores.ts'

/** What one of the stores says, or why it cannot be read just now. */
export type OfStore<Said> =
  | { readonly key: string; readonly said: Said }
  | { readonly key: string; readonly said: null; readonly problem: Message }

/** The stores that are kept besides the open one, looked at together. */
export interface EveryStore {
  /** @param query with a limit for each */
  search(query: SearchQuery): Promise<readonly OfStore<readonly FileHit[]>[]>
  reviews(): Promise<readonly OfStore<Review>[]>
  history(key: string, query: HistoryQuery): Promise<HistoryPage>
  text(key: string, id: ObjectId): Promise<string | null>
  /** What the user has seen of it. */
  review(key: string): Promise<Pick<Reviewing, 'keep' | 'unkeep' | 'keepAll'>>
}

interface EveryStoreOptions {
  readonly home: string
  readonly kept: Pick<KeptStores, 'stores'>
  readonly remembersRejected: () => boolean
  readonly emit: (event: AppEvent) => void
}

export function createEveryStore({ home, kept, remembersRejected, emit }: EveryStoreOptions): EveryStore {
  const reviews = new WeakMap<StoreMethods, Promise<Reviewing>>()
  const reviewOf = (store: StoreMethods): Promise<Reviewing> => {
    const known = reviews.get(store) ?? reviewing(store)
    reviews.set(store, known)
    known.catch(() => reviews.delete(store))
    return known
  }
  const reviewing = async (store: StoreMethods): Promise<Reviewing> => {
    const folder = nodePath.join(home, 'stores', await store.id())
    const changed = (): void => emit({ type: 'kept.changed' })
    return createReview({ store, folder, waiting: new WaitingList(folder), remembersRejected, emit: changed })
  }
  const one = (key: string): StoreMethods => {
    const store = kept.stores.get(key)
    if (store === undefined) throw new AppError('not-adoptable', say('store-not-listed'))
    return store
  }
  const each = async <Said>(ask: (store: StoreMethods) => Promise<Said>): Promise<readonly OfStore<Said>[]> => {
    const asked = [...kept.stores].map(([key, store]) =>
      ask(store).then(
        (said) => ({ key, said }),
        (error: unknown) => ({ key, said: null, problem: saidOf(error, say('something-went-wrong')) }),
      ),
    )
    return Promise.all(asked)
  }
  return {
    search: (query) => each(async (store) => (await store.search(query)).hits),
    reviews: () => each(async (store) => (await reviewOf(store)).review()),
    history: async (key, query) => one(key).history(query),
    text: async (key, id) => one(key).text(id),
    review: async (key) => reviewOf(one(key)),
  }
}
