import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { tokensOf } from '../../shared/merge/tokens.ts'
import { JsonFile } from '../disk/json-file.ts'

const MAX_MARKS = 20_000
const MAX_RETURNED = 1_000

const Stored = z
  .object({
    key: z.string().regex(/^[0-9a-f]{64}$/),
    /** When the line of each mark was rejected. */
    marks: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.string()),
    /** Commits that wrote a rejected line again. */
    returned: z.array(z.object({ commit: z.string(), rejectedAt: z.string() })),
  })
  .readonly()
type Stored = z.infer<typeof Stored>

export type FindRejected = (
  path: string,
  lines: readonly string[],
) => readonly { readonly text: string; readonly rejectedAt: string }[]

/**
 * Lines that the user undid, remembered so that they can be told when they come back. Only keyed hashes are kept, in
 * this device's data: nobody can read the lines from them.
 */
export class Rejected {
  readonly #file: JsonFile<Stored | null>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<Stored | null>(folder, 'rejected.json', (stored) => Stored.parse(stored), null)
  }

  /** Marks lines of a file. */
  async add(path: string, lines: readonly string[], at: string): Promise<void> {
    await this.#change((now) => {
      const marks = { ...now.marks }
      for (const line of lines) {
        const mark = markOf(now.key, path, line)
        if (mark === null) continue
        // The newest ones are kept, and they are last.
        delete marks[mark]
        marks[mark] = at
      }
      return { ...now, marks: Object.fromEntries(Object.entries(marks).slice(-MAX_MARKS)) }
    })
  }

  /** The user wants these lines after all. */
  async remove(path: string, lines: readonly string[]): Promise<void> {
    if ((await this.#file.read()) === null) return
    await this.#change((now) => {
      const marks = { ...now.marks }
      for (const line of lines) delete marks[markOf(now.key, path, line) ?? '']
      return { ...now, marks }
    })
  }

  /** @returns which of the lines of a file the user rejected, and when; null if there are no marks */
  async finder(): Promise<FindRejected | null> {
    const now = await this.#file.read()
    if (now === null || Object.keys(now.marks).length === 0) return null
    return (path, lines) =>
      lines.flatMap((text) => {
        const rejectedAt = now.marks[markOf(now.key, path, text) ?? '']
        return rejectedAt === undefined ? [] : [{ text, rejectedAt }]
      })
  }

  async noteReturned(commit: string, rejectedAt: string): Promise<void> {
    await this.#change((now) => ({
      ...now,
      returned: [...now.returned.filter((each) => each.commit !== commit), { commit, rejectedAt }].slice(-MAX_RETURNED),
    }))
  }

  async returned(): Promise<readonly { readonly commit: string; readonly rejectedAt: string }[]> {
    return (await this.#file.read())?.returned ?? []
  }

  async #change(edit: (now: Stored) => Stored): Promise<void> {
    await this.#file.change((now) => edit(now ?? { key: randomBytes(32).toString('hex'), marks: {}, returned: [] }))
  }
}

/**
 * The same for lines that are equal after folding case, dropping punctuation and sorting the words, and in the same
 * file. Null for a line without a word.
 */
function markOf(key: string, path: string, line: string): string | null {
  const words = tokensOf(line.normalize('NFKC').toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token))
  if (words.length === 0) return null
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update(JSON.stringify([path, words.toSorted()]))
    .digest('hex')
}
