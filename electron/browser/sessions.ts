import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

const Stored = z.object({ sessions: z.array(z.string()) })
const MAX_SESSIONS = 20
const MAX_TOKENS = 20

/**
 * The browsers that may use the page. The address printed in the terminal contains a one-time token; the browser that
 * redeems it gets a session, whose secret is kept in its cookie and, as a hash, in `$VARIORUM_HOME/sessions.json`.
 */
export class Sessions {
  readonly #file: JsonFile<z.infer<typeof Stored>>
  readonly #tokens = new Set<string>()

  constructor(home: string) {
    // If it is unreadable, every browser needs a new link.
    this.#file = new JsonFile(home, 'sessions.json', (stored) => Stored.parse(stored), { sessions: [] })
  }

  /** A token for one use. */
  issueToken(): string {
    const token = randomBytes(24).toString('base64url')
    this.#tokens.add(token)
    const [oldest] = this.#tokens
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest)
    return token
  }

  /** @returns the new session's secret; `null` if the token is invalid or used */
  async redeem(token: string): Promise<string | null> {
    if (!this.#tokens.delete(token)) return null
    const secret = randomBytes(32).toString('base64url')
    await this.#file.change(({ sessions }) => ({ sessions: [...sessions, hash(secret)].slice(-MAX_SESSIONS) }))
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
