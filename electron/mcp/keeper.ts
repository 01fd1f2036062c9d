import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { ClientName } from '../../shared/origin.ts'
import { StoreSettings } from '../../shared/settings.ts'
import type { Core } from '../core.ts'
import { lines } from '../disk/lines.ts'
import { PidFile } from '../disk/pid-file.ts'
import { closeHome } from '../home.ts'
import { VERSION } from '../version.ts'
import { Call, McpClient, Said, SessionState } from './call.ts'
import { McpSession } from './session.ts'

// One process keeps the store for the clients of the others (kept-elsewhere.ts). Between them are lines of JSON: a
// greeting and its answer, then calls and theirs, one after the other. An empty line says that a call is being done, and
// the last line that whatever has no answer was not done.

export const Greeting = z.object({ client: McpClient, session: SessionState })
export const Welcome = z.object({ settings: StoreSettings })
export const Asked = z.object({ call: Call, label: ClientName.optional() })
export const Answer = z.union([z.object({ said: Said }), z.object({ ended: z.literal(true) })])

/** How often a keeper shows life while it does a call. */
const LIFE_MS = 1_000
/** What every system takes for the path of a socket; longer ones are cut on some. */
const MOST_PATH_BYTES = 100

/**
 * Where the processes of this account and version that use one store meet. `null`, or an error, where they can't: on
 * Windows, in a folder that others may enter, and for a store that is not there yet or that this process can't write.
 */
export async function meetingPlace(home: string, store: string): Promise<string | null> {
  const uid = process.getuid?.()
  if (uid === undefined) return null
  await fs.access(store, fs.constants.W_OK)
  await closeHome(home)
  const folder = nodePath.join(home, 'mcp')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await fs.lstat(folder)
  const isOurs = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  // In a container, a path may be another folder's.
  const { dev, ino } = await fs.stat(store)
  const name = createHash('sha256').update(`${VERSION} ${dev} ${ino}`).digest('hex').slice(0, 16)
  const place = nodePath.join(folder, name)
  return isOurs && Buffer.byteLength(place) <= MOST_PATH_BYTES ? place : null
}

/** Keeps the store for the clients of other processes, until it is ended. */
export class Keeper {
  readonly #place: string
  readonly #file: PidFile
  readonly #guests = new Set<Guest>()
  #server: Server | null = null

  private constructor(place: string, file: PidFile) {
    this.#place = place
    this.#file = file
  }

  /** @returns `null` if a living process is the keeper */
  static async claim(place: string): Promise<Keeper | null> {
    const file = new PidFile(`${place}.pid`, nodePath.dirname(place))
    if ((await file.claim()) === null) return null
    // One that was killed left its socket.
    await fs.rm(place, { force: true })
    return new Keeper(place, file)
  }

  /** Ends by itself if the store can't be opened. */
  keep(core: Promise<Core>): void {
    core.catch(() => this.end())
    this.#server = createServer((socket) => {
      const guest = new Guest(socket, core)
      this.#guests.add(guest)
      socket.once('close', () => this.#guests.delete(guest))
    })
    this.#server.on('error', () => void this.end()).listen(this.#place)
  }

  /** Answers what is being done, and leaves the rest to the next keeper. */
  async end(): Promise<void> {
    // Removes the socket, too.
    this.#server?.close()
    await Promise.all([...this.#guests].map((guest) => guest.end()))
    await this.#file.release().catch(() => undefined)
  }
}

/** The client of another process. */
class Guest {
  readonly #socket: Socket
  #doing: Promise<void> = Promise.resolve()
  #isEnded = false

  constructor(socket: Socket, core: Promise<Core>) {
    this.#socket = socket.on('error', () => undefined)
    // What is not in the form is of another program, or of a process that was killed: it gets no answer.
    this.#serve(core).catch(() => socket.destroy())
  }

  async #serve(core: Promise<Core>): Promise<void> {
    let session: McpSession | null = null
    try {
      for await (const line of lines(this.#socket)) {
        if (this.#isEnded) continue
        const said: unknown = JSON.parse(line ?? '')
        if (session === null) {
          const greeting = Greeting.parse(said)
          await this.#whileAlive(async () => {
            const { store } = await core
            this.#say({ settings: await store.settings() } satisfies z.input<typeof Welcome>)
          })
          session = new McpSession(await core, greeting.client, greeting.session)
        } else {
          const { call, label } = Asked.parse(said)
          const doing = session.call(call, label)
          this.#doing = this.#whileAlive(async () => {
            this.#say({ said: await doing } satisfies z.input<typeof Answer>)
          })
          await this.#doing
        }
      }
    } finally {
      await session?.end()
    }
  }

  async #whileAlive(act: () => Promise<void>): Promise<void> {
    const showing = setInterval(() => this.#socket.write('\n'), LIFE_MS)
    try {
      await act()
    } finally {
      clearInterval(showing)
    }
  }

  #say(said: object): void {
    this.#socket.write(`${JSON.stringify(said)}\n`)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await this.#doing.catch(() => undefined)
    if (this.#socket.closed) return
    this.#say({ ended: true } satisfies z.input<typeof Answer>)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#socket.once('close', resolve).end()
    await promise
  }
}
