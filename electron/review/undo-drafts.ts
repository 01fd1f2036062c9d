import { z } from 'zod'
import { UndoDraft } from '../../shared/review.ts'
import type { Choices } from '../../shared/undoing.ts'
import { JsonFile } from '../disk/json-file.ts'

const MAX_DRAFTS = 50
const Stored = z.array(z.unknown()).readonly()

/** The drafts that can be read: one that cannot must not take the others along. */
function parse(stored: unknown): readonly UndoDraft[] {
  return Stored.parse(stored).flatMap((each) => UndoDraft.safeParse(each).data ?? [])
}

/** Undos that the user has begun to decide, kept until they are done or dropped. */
export class UndoDrafts {
  readonly #file: JsonFile<readonly UndoDraft[]>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<readonly UndoDraft[]>(folder, 'undo-drafts.json', parse, [])
  }

  list(): Promise<readonly UndoDraft[]> {
    return this.#file.read()
  }

  async add(draft: UndoDraft): Promise<void> {
    await this.#file.change((now) => [...now, draft].slice(-MAX_DRAFTS))
  }

  async decide(id: string, choices: Choices): Promise<void> {
    await this.#file.change((now) => now.map((draft) => (draft.id === id ? { ...draft, choices } : draft)))
  }

  async drop(id: string): Promise<void> {
    await this.#file.change((now) => now.filter((draft) => draft.id !== id))
  }
}
