import type { Failure } from './failure.ts'
import { publish, sync, type Place, type Publication, type Published, type Syncing } from './publication.ts'

/** Where publications are written. */
export class PublicationThread {
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  publish(publication: Publication): Promise<Published> {
    return publish(this.#place, publication)
  }

  sync(syncing: Syncing): Promise<Failure | null> {
    return sync(this.#place, syncing)
  }

  async close(): Promise<void> {}
}
