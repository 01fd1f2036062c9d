import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_STORE_SETTINGS, type StoreSettings } from '../../shared/settings.ts'
import type { Core } from '../core.ts'
import { Queue } from '../disk/queue.ts'
import { afterwards, type Call, isReading, type McpClient, newSession, refused, type Said, whyNot } from './call.ts'
import { Keeper } from './keeper.ts'
import { KeptElsewhere, type Over, SILENT_MS } from './kept-elsewhere.ts'
import { McpSession } from './session.ts'

const POLL_MS = 10

const UNKNOWN =
  'The process that kept the memory ended or stopped answering in the middle of this. Whether anything was written is not known: view the path before you try again.'

const NO_ANSWER = 'The process that keeps the memory did not answer. Try again.'

/** The session of one client at the store, in whichever process. */
interface Session {
  readonly settings: StoreSettings
  call(call: Call, label: string | undefined): Promise<Said | Over>
}

/**
 * How one client reaches the store: another process that keeps it does the calls, or this one keeps it from now on, for
 * others too. When the other ends, the session goes on here or in the next one.
 */
export class Access {
  readonly #open: () => Promise<Core>
  readonly #meetingPlace: () => Promise<string | null>
  readonly #client: McpClient
  readonly #queue = new Queue()
  #state = newSession()
  #session: Promise<Session> | null = null
  /** The keeper was silent once: nothing is asked of it again. */
  #isAlone = false
  // What this process opened itself.
  #keeper: Keeper | null = null
  #core: Promise<Core> | null = null
  #here: McpSession | null = null

  /** @param meetingPlace see keeper.ts; `null` to stay alone */
  constructor(client: McpClient, open: () => Promise<Core>, meetingPlace: () => Promise<string | null>) {
    this.#client = client
    this.#open = open
    this.#meetingPlace = meetingPlace
  }

  /** The usual ones if the store can't be opened. */
  settings(): Promise<StoreSettings> {
    return this.#reach().then(
      ({ settings }) => settings,
      () => DEFAULT_STORE_SETTINGS,
    )
  }

  /** Never throws: if the store can't be opened, the answer is the reason, for the model to pass on. */
  call(call: Call, label: string | undefined): Promise<Said> {
    return this.#queue.run(async () => {
      try {
        return await this.#call(call, label)
      } catch (why) {
        // What could not be opened now is opened at the next call, perhaps.
        if (this.#here === null) this.#session = null
        return whyNot(why)
      }
    })
  }

  async #call(call: Call, label: string | undefined): Promise<Said> {
    for (let isAgain = false; ; isAgain = true) {
      const session = await this.#reach()
      const said = await session.call(call, label)
      if (typeof said !== 'string') {
        this.#state = afterwards(this.#state, said)
        return said
      }
      this.#session = null
      this.#isAlone ||= said === 'silent'
      if (said !== 'ended' && (isAgain || !isReading(call))) return refused(isReading(call) ? NO_ANSWER : UNKNOWN)
    }
  }

  #reach(): Promise<Session> {
    this.#session ??= this.#find()
    return this.#session
  }

  async #find(): Promise<Session> {
    const place = this.#isAlone ? null : await this.#meetingPlace().catch(() => null)
    const met = place === null ? null : await this.#meet(place).catch(() => null)
    if (met instanceof KeptElsewhere) return met
    this.#keeper = met
    const core = this.#open()
    this.#core = core
    this.#keeper?.keep(core)
    const opened = await core
    const session = new McpSession(opened, this.#client, this.#state)
    this.#here = session
    // Others write meanwhile, and the history is to be indexed.
    void opened.watch().catch(() => undefined)
    return { settings: await opened.store.settings(), call: (...call) => session.call(...call) }
  }

  /** @returns the session there, or a keeper to be; `null` where there is one that says nothing: then the lease is enough */
  async #meet(place: string): Promise<KeptElsewhere | Keeper | null> {
    for (const until = Date.now() + SILENT_MS; Date.now() < until; await delay(POLL_MS)) {
      const found = await KeptElsewhere.find(place, { client: this.#client, session: this.#state })
      if (found === 'silent') return null
      if (found !== null) return found
      const keeper = await Keeper.claim(place)
      if (keeper !== null) return keeper
    }
    return null
  }

  /** Throws why the store could not be opened. */
  async close(): Promise<void> {
    const found = await this.#session?.catch(() => null)
    if (found instanceof KeptElsewhere) found.end()
    await this.#keeper?.end()
    await this.#here?.end()
    await (await this.#core)?.close()
  }
}
