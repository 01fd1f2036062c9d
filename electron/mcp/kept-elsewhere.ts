import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { z } from 'zod'
import type { StoreSettings } from '../../shared/settings.ts'
import { lines } from '../disk/lines.ts'
import type { Call, Said } from './call.ts'
import { Answer, type Asked, type Greeting, Welcome } from './keeper.ts'

/** A keeper that shows no life for so long is stopped, or hangs. */
export const SILENT_MS = 3_000

/** `ended`: whatever has no answer was not done. `lost` and `silent`: that is not known, or may still be done. */
export type Over = 'ended' | 'lost' | 'silent'

/** One client's session at the store that another process keeps. */
export class KeptElsewhere {
  /** For the server's instructions. */
  readonly settings: StoreSettings
  readonly #socket: Socket
  readonly #lines: AsyncIterator<string>
  #isSilent = false
  /** What is heard next. It is listened for all the time, so that an end is known before the next call. */
  #next: Promise<Said | Over>
  #over: Over | null = null

  private constructor(socket: Socket, heard: AsyncIterator<string>, settings: StoreSettings) {
    this.#socket = socket.on('timeout', () => (this.#isSilent = true))
    this.#lines = heard
    this.settings = settings
    this.#next = this.#listen()
  }

  /** @returns `null` if nobody is there; `silent` if somebody is, and says nothing */
  static async find(place: string, greeting: z.input<typeof Greeting>): Promise<KeptElsewhere | 'silent' | null> {
    const socket = connect(place).on('error', () => undefined)
    let isSilent = false
    socket.on('timeout', () => {
      isSilent = true
      socket.destroy()
    })
    try {
      await once(socket, 'connect')
      socket.setTimeout(SILENT_MS).write(`${JSON.stringify(greeting)}\n`)
      const heard = saidIn(socket)
      const { value } = await heard.next()
      const { settings } = Welcome.parse(JSON.parse(value ?? ''))
      socket.setTimeout(0)
      return new KeptElsewhere(socket, heard, settings)
    } catch {
      socket.destroy()
      return isSilent ? 'silent' : null
    }
  }

  /** One at a time. What is over before it was asked was not done. */
  async call(call: Call, label: string | undefined): Promise<Said | Over> {
    if (this.#over !== null) return 'ended'
    this.#socket.setTimeout(SILENT_MS).write(`${JSON.stringify({ call, label } satisfies z.input<typeof Asked>)}\n`)
    const heard = await this.#next
    this.#socket.setTimeout(0)
    if (typeof heard !== 'string') this.#next = this.#listen()
    return heard
  }

  end(): void {
    this.#socket.destroy()
  }

  async #listen(): Promise<Said | Over> {
    try {
      const { value } = await this.#lines.next()
      const answer = Answer.parse(JSON.parse(value ?? ''))
      if ('said' in answer) return answer.said
      this.#over = 'ended'
    } catch {
      this.#over = this.#isSilent ? 'silent' : 'lost'
    }
    this.#socket.destroy()
    return this.#over
  }
}

async function* saidIn(socket: Socket): AsyncGenerator<string, undefined> {
  for await (const line of lines(socket)) if (line !== null && line !== '') yield line
}
