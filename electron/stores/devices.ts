import { hostname } from 'node:os'
import type { StoreAuditEvent } from '../../shared/audit.ts'
import { DeviceName, type DevicesChange, type DevicesState, type SyncOutcome } from '../../shared/devices.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Announcements } from '../announcements.ts'
import type { Store } from '../memory/store-interface.ts'
import type { Reviewing } from '../review/review.ts'
import type { WaitingList } from '../review/waiting-list.ts'

/** After the store was opened. */
const FIRST_MS = 2_000
/** What is written is gathered for so long, */
const GATHER_MS = 10_000
/** and sent at most this often while writing goes on. */
const WHILE_WRITING_MS = 60_000
const REGULARLY_MS = 5 * 60_000
const TICK_MS = 10_000
/** If a tick comes so much too late, the computer was asleep. */
const ASLEEP_MS = 60_000

/** The open store on several devices: what the user does about them, and the rounds with the remote. */
export interface Devices {
  state(): Promise<DevicesState>
  /** See Store.share. The device is called as this computer is, unless the user has a name for it. */
  share(remote: { readonly address: string; readonly name?: string | undefined } | null): Promise<void>
  change(change: DevicesChange): Promise<void>
  /** A round, and what it leaves for the user to decide. See Store.sync. */
  sync(how?: { readonly join?: boolean | undefined }): Promise<SyncOutcome>
  cancel(): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  readonly store: Pick<
    Store,
    'devices' | 'share' | 'changeDevices' | 'sync' | 'cancelSync' | 'questions' | 'questionsTaken'
  >
  readonly waiting: Pick<WaitingList, 'addWrites'>
  readonly review: Pick<Reviewing, 'lookAgain'>
  readonly emit: (event: AppEvent) => void
  readonly on: Announcements['on']
  readonly audit: (event: StoreAuditEvent) => void
}

/** @param isActive whether there are rounds by themselves: soon, after writes, now and then, and when the computer wakes */
export function createDevices({ store, waiting, review, emit, on, audit }: Parts, isActive: boolean): Devices {
  const takeQuestions = async (): Promise<void> => {
    const questions = await store.questions()
    if (questions.length === 0) return
    await waiting.addWrites(questions)
    await store.questionsTaken(questions.map(({ id }) => id))
  }
  const sync: Devices['sync'] = async (how) => {
    const outcome = await store.sync(how)
    if (outcome.replayed !== null) await review.lookAgain(outcome.replayed)
    await takeQuestions()
    if (outcome.pulled > 0 || outcome.waiting > 0) emit({ type: 'review.changed' })
    return outcome
  }
  const schedule = new Schedule(async () => {
    // What a killed process left is taken, also when the remote is away.
    await takeQuestions()
    if ((await store.devices()).remote !== null) await sync()
  })
  const stopListening = isActive
    ? on((event) => {
        if (event.type === 'memory.committed') schedule.written()
      })
    : (): void => undefined
  if (isActive) schedule.begin()
  return {
    state: () => store.devices(),
    async share(remote) {
      await store.share(remote === null ? null : { name: nameOfComputer(), ...remote })
      audit({ type: 'store.shared', address: (await store.devices()).remote?.address ?? null })
    },
    async change(change) {
      await store.changeDevices(change)
      emit({ type: 'review.changed' })
      if ('name' in change) return
      const isAdmitted = 'admit' in change
      audit({ type: 'device.changed', device: isAdmitted ? change.admit : change.remove, isAdmitted })
    },
    sync,
    cancel: () => store.cancelSync(),
    async stop() {
      stopListening()
      await store.cancelSync().catch(() => undefined)
      await schedule.stop()
    },
  }
}

/** What the user sees of it; a name that has nothing to show becomes a plain one. */
const nameOfComputer = (): string => DeviceName.safeParse(hostname().replace(/\.local$/, '')).data ?? 'Computer'

/** When a round is due. What fails is tried again the next time; the store's status says why. */
class Schedule {
  readonly #round: () => Promise<void>
  #timer: NodeJS.Timeout | null = null
  #tickedAt = Date.now()
  #dueAt = 0
  #lastAt = 0
  #running: Promise<void> | null = null

  constructor(round: () => Promise<void>) {
    this.#round = round
  }

  begin(): void {
    this.#tickedAt = Date.now()
    this.#dueAt = this.#tickedAt + FIRST_MS
    this.#timer = setTimeout(() => this.#tick(), FIRST_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#running
  }

  written(): void {
    if (this.#running !== null) return
    this.#dueAt = Math.min(this.#dueAt, Math.max(Date.now() + GATHER_MS, this.#lastAt + WHILE_WRITING_MS))
  }

  #tick(): void {
    const now = Date.now()
    if (now - this.#tickedAt > TICK_MS + ASLEEP_MS) this.#dueAt = now
    this.#tickedAt = now
    if (now >= this.#dueAt) this.#running ??= this.#run()
    if (this.#timer === null) return
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, Math.min(TICK_MS, this.#dueAt - now)) || TICK_MS)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    await this.#round().catch(() => undefined)
    this.#running = null
    this.#lastAt = Date.now()
    this.#dueAt = this.#lastAt + REGULARLY_MS
  }
}
