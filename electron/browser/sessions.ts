import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { JsonFile } from '../disk/json-file.ts'

/** One browser. Only hashes are kept: the file lets nobody in. */
const Kept = z.object({ cookie: z.string(), page: z.string(), usedMs: z.number() }).readonly()
type Kept = z.infer<typeof Kept>

const Stored = z.object({
  // An entry of an earlier version, which had one secret, lets nobody in: that browser needs a new link.
  sessions: z
    .array(Kept.nullable().catch(null))
    .transform((entries) => entries.filter((entry): entry is Kept => entry !== null))
    .readonly(),
})

const MAX_SESSIONS = 20
const MAX_IDLE_MS = 30 * 24 * 3_600_000
/** The last use is written this often at most. */
const USE_WRITTEN_MS = 3_600_000

/** The two secrets of a new session. */
export interface Secrets {
  /** For the cookie: the browser sends it to this host, whatever the port. */
  readonly cookie: string
  /** For the page: other ports are other origins and cannot read it. */
  readonly page: string
}

export interface Session {
  readonly id: string
  /** The cookie that belongs to it. */
  readonly cookie: string
}

/**
 * The browsers that may use the page, in `$VARIORUM_HOME/sessions.json`. A session has two secrets, because a cookie
 * reaches every port of this host: the cookie's alone gets the page's files, and only both together get the api. It
 * ends after 30 days without use.
 */
export class Sessions {
  readonly #file: JsonFile<z.infer<typeof Stored>>
  /** When this process last wrote each session's use, so that requests of one moment write it once. */
  readonly #written = new Map<string, number>()

  constructor(home: string) {
    // If it is unreadable, every browser needs a new link.
    this.#file = new JsonFile(home, 'sessions.json', (stored) => Stored.parse(stored), { sessions: [] })
  }

  /** Begins a session in place of those that the browser had. */
  async begin(formerCookies: readonly string[]): Promise<Secrets> {
    const secrets = { cookie: newSecret(), page: newSecret() }
    const entry = { cookie: hash(secrets.cookie), page: hash(secrets.page), usedMs: Date.now() }
    const former = formerCookies.map(hash)
    await this.#file.change(({ sessions }) => ({
      sessions: [...alive(sessions).filter(({ cookie }) => !former.includes(cookie)), entry]
        .toSorted((one, other) => one.usedMs - other.usedMs)
        .slice(-MAX_SESSIONS),
    }))
    return secrets
  }

  /**
   * The session of one of these cookies, and, if given, of the page's secret too. Other programs at other ports may
   * have set cookies of the same name, so each one is tried. Counts as use.
   */
  async find(cookies: readonly string[], page?: string): Promise<Session | null> {
    const sessions = alive((await this.#file.read()).sessions)
    for (const cookie of cookies) {
      const entry = sessions.find((each) => isHashOf(each.cookie, cookie))
      if (entry === undefined || (page !== undefined && !isHashOf(entry.page, page))) continue
      await this.#recordUse(entry)
      return { id: entry.cookie, cookie }
    }
    return null
  }

  /** Records that these sessions are in use. @returns those of them that still exist */
  async stillOpen(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const open = alive((await this.#file.read()).sessions).filter(({ cookie }) => ids.has(cookie))
    for (const entry of open) await this.#recordUse(entry)
    return new Set(open.map(({ cookie }) => cookie))
  }

  /** How many sessions there are besides this one. */
  async others(id: string): Promise<number> {
    return alive((await this.#file.read()).sessions).filter(({ cookie }) => cookie !== id).length
  }

  async endOthers(id: string): Promise<void> {
    await this.#file.change(({ sessions }) => ({ sessions: sessions.filter(({ cookie }) => cookie === id) }))
  }

  async #recordUse(used: Kept): Promise<void> {
    const usedMs = Date.now()
    if (usedMs - Math.max(used.usedMs, this.#written.get(used.cookie) ?? 0) < USE_WRITTEN_MS) return
    this.#written.set(used.cookie, usedMs)
    const record = (entry: Kept): Kept => (entry.cookie === used.cookie ? { ...entry, usedMs } : entry)
    // If it cannot be written, the session ends earlier.
    await this.#file.change(({ sessions }) => ({ sessions: sessions.map(record) })).catch(() => undefined)
  }
}

function alive(sessions: readonly Kept[]): readonly Kept[] {
  return sessions.filter(({ usedMs }) => Date.now() - usedMs < MAX_IDLE_MS)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

function isHashOf(known: string, secret: string): boolean {
  const [one, other] = [Buffer.from(known), Buffer.from(hash(secret))]
  return one.length === other.length && timingSafeEqual(one, other)
}
