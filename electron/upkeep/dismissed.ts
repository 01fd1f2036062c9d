import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Stored = z.object({ key: Hash, marks: z.array(Hash).readonly() }).readonly()
type Stored = z.infer<typeof Stored>

const MAX_MARKS = 20_000

/**
 * What the user does not want to be told again, on this device. A finding is known by its lines, so it comes back when
 * they change; only keyed hashes are kept.
 */
export class Dismissed {
  readonly #file: JsonFile<Stored | null>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<Stored | null>(folder, 'dismissed.json', (stored) => Stored.parse(stored), null)
  }

  async has(): Promise<(id: string) => boolean> {
    const now = await this.#file.read()
    if (now === null) return () => false
    const marks = new Set(now.marks)
    return (id) => marks.has(markOf(now.key, id))
  }

  async add(ids: readonly string[]): Promise<void> {
    await this.#file.change((now) => {
      const { key, marks } = now ?? { key: randomBytes(32).toString('hex'), marks: [] }
      return { key, marks: [...new Set([...marks, ...ids.map((id) => markOf(key, id))])].slice(-MAX_MARKS) }
    })
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#file.change((now) => {
      if (now === null) return now
      const gone = new Set(ids.map((id) => markOf(now.key, id)))
      return { ...now, marks: now.marks.filter((mark) => !gone.has(mark)) }
    })
  }

  /** Everything is told again. */
  async clear(): Promise<void> {
    await this.#file.change((now) => (now === null ? now : { ...now, marks: [] }))
  }
}

function markOf(key: string, id: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(id).digest('hex')
}
