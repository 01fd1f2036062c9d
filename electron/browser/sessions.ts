import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

const Stored = z.object({ sessions: z.array(z.string()) })
const MOST_SESSIONS = 20
const MOST_TOKENS = 20

/**
 * Who may use the page. The address printed in the terminal holds a one-time token; the browser that comes with
 * it gets a session, whose secret lives in its cookie and, as a hash only, in `$VARIORUM_HOME/sessions.json`.
 */
export class Sessions {
  readonly #file: JsonFile<z.infer<typeof Stored>>
  readonly #tokens = new Set<string>()

  constructor(home: string) {
    // Unreadable: everybody comes again with a new link.
    this.#file = new JsonFile(home, 'sessions.json', (stored) => Stored.parse(stored), { sessions: [] })
  }

  /** A token for one use. */
  issueToken(): string {
    const token = randomBytes(24).toString('base64url')
    this.#tokens.add(token)
    const [oldest] = this.#tokens
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest)
    return token
  }

  /** @returns the new session's secret; null when the token is not good (any more) */
  async redeem(token: string): Promise<string | null> {
    if (!this.#tokens.delete(token)) return null
    const secret = randomBytes(32).toString('base64url')
    await this.#file.change(({ sessions }) => ({ sessions: [...sessions, hash(secret)].slice(-MOST_SESSIONS) }))
    return secret
  }

  async isOpen(secret: string): Promise<boolean> {
    const wanted = Buffer.from(hash(secret))
    return (await this.#file.read()).sessions.some(
      (known) => known.length === wanted.length && timingSafeEqual(Buffer.from(known), wanted),
    )
  }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
