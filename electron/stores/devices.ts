import * as nodePath from 'node:path'
import type { StoreAuditEvent } from '../../shared/audit.ts'
import {
  type DevicesChange,
  type DevicesState,
  MAX_SAID_LENGTH,
  type Said,
  type SaidTurn,
  type SyncOutcome,
} from '../../shared/devices.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { Conversations } from '../agent/conversations.ts'
import { NO_REDACTION, type Redactor } from '../agent/redactor.ts'
import type { Announcements } from '../announcements.ts'
import type { Log } from '../log.ts'
import type { Store, StoreMethods } from '../memory/store-interface.ts'
import { createReview, type Reviewing } from '../review/review.ts'
import { WaitingList } from '../review/waiting-list.ts'
import { SyncSchedule } from './sync-schedule.ts'

/** The open store on several devices: what the user does about them, and the rounds with the remote. */
export interface Devices {
  state(): Promise<DevicesState>
  /** See Store.share. The device is called as this computer is, unless the user has a name for it. */
  share(remote: { readonly address: string; readonly name?: string | undefined } | null): Promise<void>
  change(change: DevicesChange): Promise<void>
  /** What the user said in a turn on another device. */
  said(turn: Pick<SaidTurn, 'conversation' | 'turn'>): Promise<Said | null>
  /** A round, and what it leaves for the user to decide. See Store.sync. */
  sync(how?: { readonly join?: boolean | undefined }): Promise<SyncOutcome>
  /** The same as it is due by itself: nothing without a remote. */
  round(): Promise<void>
  cancel(): Promise<void>
  /** Rounds by themselves from now on: soon, after writes, now and then, and when the computer wakes. */
  begin(): void
  stop(): Promise<void>
}

interface Parts {
  readonly store: Pick<
    Store,
    | 'devices'
    | 'share'
    | 'changeDevices'
    | 'sync'
    | 'cancelSync'
    | 'tell'
    | 'saidOn'
    | 'history'
    | 'leftByMerges'
    | 'taken'
  >
  readonly waiting: Pick<WaitingList, 'addWrites'>
  readonly review: Pick<Reviewing, 'lookAgain'>
  readonly conversations: Pick<Conversations, 'open'>
  readonly redactor: Pick<Redactor, 'redact'>
  readonly emit: (event: AppEvent) => void
  readonly on: Announcements['on']
  readonly audit: (event: StoreAuditEvent) => void
  readonly log?: Log | undefined
}

export function createDevices(parts: Parts): Devices {
  const { store, waiting, review, emit, on, audit, log } = parts
  const takeWhatIsLeft = async (): Promise<void> => {
    const left = await store.leftByMerges()
    if (left.length === 0) return
    await waiting.addWrites(left.flatMap(({ writes }) => writes))
    for (const { replayed } of left) await review.lookAgain(replayed)
    await store.taken(left.map(({ commit }) => commit))
    emit({ type: 'review.changed' })
  }
  const sync: Devices['sync'] = async (how) => {
    await tellSentences(parts)
    const outcome = await store.sync(how)
    await takeWhatIsLeft()
    if (outcome.pulled > 0) emit({ type: 'review.changed' })
    return outcome
  }
  const round = async (): Promise<void> => {
    // What a killed process left is taken, also when the remote is away.
    await takeWhatIsLeft()
    if ((await store.devices()).remote !== null) await sync()
  }
  const schedule = new SyncSchedule(round, log)
  let stopListening: (() => void) | null = null
  return {
    state: () => store.devices(),
    async share(remote) {
      await store.share(remote)
      audit({ type: 'store.shared', address: (await store.devices()).remote?.address ?? null })
    },
    async change(change) {
      const { devices } = await store.devices()
      await store.changeDevices(change)
      emit({ type: 'review.changed' })
      const named = 'admit' in change ? change.admit : 'remove' in change ? change.remove : null
      if (named === null) return
      const found = devices.find((each) => [each.id, each.code, each.name].includes(named))
      const device = found === undefined ? named : `${found.name} (${found.code})`
      audit({ type: 'device.changed', device, isAdmitted: 'admit' in change })
    },
    said: (turn) => store.saidOn(turn),
    sync,
    round,
    cancel: () => store.cancelSync(),
    begin() {
      if (stopListening !== null) return
      stopListening = on((event) => {
        if (event.type === 'memory.committed') schedule.written()
      })
      schedule.begin()
    },
    async stop() {
      stopListening?.()
      // A store whose thread has ended has no round to cancel.
      await store.cancelSync().catch(() => undefined)
      await schedule.stop()
    },
  }
}

/** A round of a store that is kept besides the open one. Sentences from its conversations are sent once it is open. */
export async function roundOfKept(store: StoreMethods, home: string, emit: Parts['emit']): Promise<void> {
  const folder = nodePath.join(home, 'stores', await store.id())
  const waiting = new WaitingList(folder)
  const review = createReview({ store, folder, waiting, remembersRejected: () => false, emit })
  const nothing = { conversations: { open: async () => null }, redactor: NO_REDACTION, audit: () => undefined }
  await createDevices({ store, waiting, review, emit, on: () => () => undefined, ...nothing }).round()
}

/** So many commits are looked at before they are sent. */
const MAX_TOLD_COMMITS = 500

/** Lets the other devices know from which sentences the lines come that they are about to get, if the user wants that. */
async function tellSentences({ store, conversations, redactor }: Parts): Promise<void> {
  const { remote, tellsSentences } = await store.devices()
  if (remote === null || !tellsSentences || remote.ahead === 0) return
  const { commits } = await store.history({ limit: Math.min(remote.ahead, MAX_TOLD_COMMITS) })
  const turns = new Map<string, SaidTurn>()
  for (const { conversation, turn } of commits.map(({ origin }) => origin)) {
    if (conversation === undefined || turn === undefined || turns.has(`${conversation} ${turn}`)) continue
    const found = await conversations.open(conversation)
    const said = found?.transcript.find(({ number }) => number === turn)
    if (found == null || said === undefined) continue
    const [title, text] = [found.title, said.text].map((each) => redactor.redact(each))
    const told = { title: beginning(title, 200), text: beginning(text, MAX_SAID_LENGTH) }
    turns.set(`${conversation} ${turn}`, { conversation, turn, ...told })
  }
  await store.tell([...turns.values()])
}

const beginning = (text = '', length: number): string => text.slice(0, length).toWellFormed()
