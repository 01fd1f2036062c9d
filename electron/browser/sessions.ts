import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { DurableFiles, unlessMissing } from '../disk/durable-files.ts'

const Stored = z.object({ sessions: z.array(z.string()) })
const MOST_SESSIONS = 20
const MOST_TOKENS = 20

/**
 * Who may use the page. The address printed in the terminal holds a one-time token; the browser that comes with
 * it gets a session, whose secret lives in its cookie and, as a hash only, in `$VARIORUM_HOME/sessions.json`.
 */
export class Sessions {
  readonly #path: string
  readonly #files: DurableFiles
  readonly #tokens = new Set<string>()

  constructor(home: string) {
    this.#path = nodePath.join(home, 'sessions.json')
    this.#files = new DurableFiles(nodePath.join(home, 'tmp'))
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
    const sessions = [...(await this.#read()), hash(secret)].slice(-MOST_SESSIONS)
    await fs.mkdir(nodePath.dirname(this.#path), { recursive: true, mode: 0o700 })
    await this.#files.write(this.#path, JSON.stringify({ sessions }))
    return secret
  }

  async isOpen(secret: string): Promise<boolean> {
    const wanted = Buffer.from(hash(secret))
    return (await this.#read()).some((known) => known.length === wanted.length && timingSafeEqual(Buffer.from(known), wanted))
  }

  async #read(): Promise<readonly string[]> {
    const text = await unlessMissing(fs.readFile(this.#path, 'utf8'))
    if (text === null) return []
    try {
      return Stored.parse(JSON.parse(text)).sessions
    } catch {
      // Unreadable: everybody comes again with a new link.
      return []
    }
  }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
