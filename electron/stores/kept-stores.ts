import type { FSWatcher } from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { AppError, saidOf } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { KnownStore } from '../../shared/stores.ts'
import type { Announcements } from '../announcements.ts'
import { JsonFile } from '../disk/json-file.ts'
import { watchedFolder } from '../disk/watched-folder.ts'
import type { Log } from '../log.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import { WaitingList } from '../review/waiting-list.ts'
import { type KeepingThread, startKeeping } from '../store-thread/keep-in-thread.ts'
import type { KeptStore } from '../store-thread/keeping-protocol.ts'
import { errorOf } from '../store-thread/pending-calls.ts'
import { roundOfKept } from './devices.ts'
import type { ListedStore, Stores } from './stores.ts'
import { SyncSchedule } from './sync-schedule.ts'

export interface KeptOptions {
  readonly home: string
  readonly stores: Pick<Stores, 'list' | 'placeOf'>
  /** The folder of the store that is open, which is watched anyway; '' where none is. */
  readonly openFolder: () => string
  readonly on: Announcements['on']
  readonly emit: (event: AppEvent) => void
  readonly log?: Log | undefined
}

const Stored = z.object({ kept: z.array(z.string()).readonly().catch([]) })
/** A thread that ended by itself is started again after so long. */
const REST_MS = 60_000

/** Stores of which every edit becomes a commit, also while another store is open. */
export class KeptStores {
  readonly #options: KeptOptions
  /** The keys of stores; those of stores that were forgotten mean nothing. */
  readonly #file: JsonFile<z.infer<typeof Stored>>
  readonly #problems = new Map<string, Message>()
  /** Not kept for the time being, by key. */
  readonly #paused = new Set<string>()
  #thread: KeepingThread | null = null
  #state: 'waiting' | 'keeping' | 'closed' = 'waiting'
  #rest: NodeJS.Timeout | undefined
  /** Those that are shared with other devices are kept in step with them. */
  readonly #rounds: SyncSchedule
  #watcher: FSWatcher | null = null
  /** Ends the watching of what waits in each of them. */
  readonly #watched = new Map<string, () => void>()

  constructor(options: KeptOptions) {
    this.#rounds = new SyncSchedule(() => this.#syncAll(), options.log)
    this.#options = options
    this.#file = new JsonFile(options.home, 'kept-stores.json', (stored) => Stored.parse(stored), { kept: [] })
    options.on(({ type }) => {
      if (type === 'store.opened') this.#updateSoon()
    })
  }

  /** Keeps what is wanted, from now on; until then nothing is. */
  begin(): void {
    if (this.#state !== 'waiting') return this.#updateSoon()
    this.#state = 'keeping'
    this.#rounds.begin()
    // Another process may change what is kept, or the list.
    this.#watcher = watchedFolder(this.#options.home, (name) => {
      if (name === 'kept-stores.json' || name === 'stores.json') this.#updateSoon()
    })
    this.#updateSoon()
  }

  async set(key: string, isKept: boolean): Promise<void> {
    const { stores, emit } = this.#options
    if (!(await stores.list('')).some((each) => each.key === key))
      throw new AppError('not-adoptable', say('store-not-listed'))
    await this.#file.change(({ kept }) => ({
      kept: [...kept.filter((other) => other !== key), ...(isKept ? [key] : [])],
    }))
    await this.#update()
    emit({ type: 'settings.changed' })
  }

  /** Adds whether each is wanted to be kept, and why it is not just now. */
  async present(list: readonly ListedStore[]): Promise<readonly KnownStore[]> {
    const { kept } = await this.#file.read()
    return list.map((each) => ({
      ...each,
      isKept: kept.includes(each.key),
      keepingProblem: this.#problems.get(each.key) ?? null,
    }))
  }

  /** Those that are kept besides the open one, by key. Every call of one that is not open just now fails. */
  get stores(): ReadonlyMap<string, StoreMethods> {
    return this.#thread?.stores ?? new Map()
  }

  /** Does something to a store while it is not open here. Afterwards it is kept again, where it is then. */
  async without<Outcome>(key: string, act: () => Promise<Outcome>): Promise<Outcome> {
    this.#paused.add(key)
    try {
      await this.#update()
      return await act()
    } finally {
      this.#paused.delete(key)
      this.#problems.delete(key)
      this.#updateSoon()
    }
  }

  async close(): Promise<void> {
    this.#state = 'closed'
    await this.#rounds.stop()
    clearTimeout(this.#rest)
    this.#watcher?.close()
    for (const stop of this.#watched.values()) stop()
    await this.#thread?.close()
  }

  #updateSoon(): void {
    void this.#update().catch((error: unknown) =>
      this.#options.log?.fault('It is not known which stores to keep', error),
    )
  }

  async #update(): Promise<void> {
    if (this.#state !== 'keeping') return
    const wanted = await this.#wanted()
    if (this.#thread === null && wanted.length === 0) return
    clearTimeout(this.#rest)
    this.#thread ??= this.#start()
    await this.#thread.keep(wanted)
    for (const [key, stop] of this.#watched)
      if (!this.stores.has(key)) {
        stop()
        this.#watched.delete(key)
      }
    this.#options.emit({ type: 'kept.changed' })
  }

  /** Tells the page, too, when another process leaves a write waiting in a kept store. */
  async #watchWaiting(key: string, store: StoreMethods): Promise<void> {
    const { home, emit } = this.#options
    const waiting = new WaitingList(nodePath.join(home, 'stores', await store.id()))
    if (this.stores.get(key) !== store || this.#state === 'closed') return
    this.#watched.get(key)?.()
    const tell = (): void => emit({ type: 'kept.changed' })
    this.#watched.set(key, waiting.watch(tell))
  }

  async #wanted(): Promise<readonly KeptStore[]> {
    const { stores, openFolder } = this.#options
    const { kept } = await this.#file.read()
    const others = (await stores.list(openFolder())).filter(
      ({ key, isOpen }) => kept.includes(key) && !isOpen && !this.#paused.has(key),
    )
    return Promise.all(others.map(async ({ key }) => ({ key, dir: await stores.placeOf(key) })))
  }

  /** None is kept, for this reason. */
  #tellAll(why: Message): void {
    for (const key of this.stores.keys()) this.#problems.set(key, why)
    this.#options.emit({ type: 'settings.changed' })
    this.#options.emit({ type: 'kept.changed' })
  }

  async #syncAll(): Promise<void> {
    const { home, emit, log } = this.#options
    for (const store of this.stores.values())
      await roundOfKept(store, home, () => emit({ type: 'kept.changed' })).catch((cause: unknown) =>
        log?.fault('A round of a kept store failed', cause),
      )
  }

  #start(): KeepingThread {
    const { home, emit, log } = this.#options
    return startKeeping(
      { home, device: nodePath.join(home, 'stores') },
      {
        onKept: (key, failure) => {
          const store = this.stores.get(key)
          if (failure === null) this.#problems.delete(key)
          else this.#problems.set(key, saidOf(errorOf(failure), say('something-went-wrong')))
          if (failure === null && store !== undefined)
            void this.#watchWaiting(key, store).catch((cause: unknown) =>
              log?.fault('What waits in a kept store is not watched', cause),
            )
          emit({ type: 'settings.changed' })
          emit({ type: 'kept.changed' })
        },
        onChanged: () => {
          this.#rounds.written()
          emit({ type: 'kept.changed' })
        },
        onCrash: (cause) => {
          log?.fault('The thread that keeps stores ended', cause)
          this.#tellAll(say('store-stopped'))
          this.#thread = null
          this.#rest = setTimeout(() => this.#updateSoon(), REST_MS).unref()
        },
      },
    )
  }
}
