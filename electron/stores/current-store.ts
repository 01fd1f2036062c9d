import type { AuditEvent } from '../../shared/audit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { StoreLayout } from '../../shared/layout.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Adding, HistoryPlace, OpenOutcome } from '../../shared/stores.ts'
import { Queue } from '../disk/queue.ts'
import type { Log } from '../log.ts'
import type { OpenedStore } from './opened-store.ts'
import { DEFAULT_KEY, type Stores } from './stores.ts'

/** What to do with answers that are still streaming when another store is opened. */
export type Answering = 'ask' | 'finish' | 'stop'

/** A store that crashes again within this time is not opened again by itself. */
const REOPENING_REST_MS = 60_000

/** The one store that is open, and how another one replaces it. */
export interface CurrentStore {
  readonly opened: OpenedStore
  /** Why a store other than the last one is open, as a message. */
  readonly note: Message | null
  /** @param trust opens it again, too, to use what came with its folder */
  openKnown(key: string, answering: Answering, trust?: boolean): Promise<OpenOutcome>
  addStore(folder: string, request?: AddRequest): Promise<string>
  /** Records that the folder of a store that is not open moved. See Stores.find. */
  find(key: string, typed: string): Promise<void>
  /** Does something in a store: in the open one if it is that, else it is opened beside it and closed again. */
  inOther<Outcome>(key: string, act: (other: OpenedStore) => Promise<Outcome>): Promise<Outcome>
  /** @param history whether to remove its history, too; see removeHistory */
  forgetStore(key: string, history?: 'keep' | 'remove'): Promise<void>
  close(): Promise<void>
}

export interface AddRequest extends Partial<Adding> {
  /** Takes the question back while the door asks. */
  readonly signal?: AbortSignal | undefined
  /** Called when the door asks somebody to confirm the folder. */
  readonly onAsk?: () => void
}

const UNTRUSTED: Adding = { trust: false, copy: false, hidden: false, mine: false }

/** Has a folder, and what came with it if it is trusted, confirmed by the user. Throws a message when it is not. */
export type ConfirmFolder = (folder: string, request: AddRequest) => Promise<void>

export interface CurrentOptions {
  readonly stores: Stores
  /**
   * @param how with `mustExist` as in StoreOptions
   * @param program whose memory the folder is
   */
  readonly open: (dir: string, how: Adding & { readonly mustExist?: boolean }, program?: string) => Promise<OpenedStore>
  readonly emit: (event: AppEvent) => void
  readonly audit: (event: AuditEvent) => void
  /** Opened instead of the store that was open last. */
  readonly dir: string | undefined
  /** Whether what came with `dir` is used; see StoreOptions.trust. */
  readonly trust: boolean
  /** See StoreOptions.hidden; for `dir`. */
  readonly hidden: boolean
  /** See StoreOptions.history; for `dir`. */
  readonly history?: HistoryPlace | undefined
  /** See StoreOptions.program; for `dir`. */
  readonly program?: string | undefined
  readonly defaultFolder: string
  /** For doors whose requests may come from somebody else. Folders that are stores of the user need no confirmation. */
  readonly confirmFolder?: ConfirmFolder | undefined
  readonly log?: Log | undefined
}

export async function openCurrentStore(options: CurrentOptions): Promise<CurrentStore> {
  const { stores, open, emit, log } = options
  let { opened, note } = await openFirst(options)
  const changes = new Queue()
  let unsubscribe = follow(opened)
  const mayReopen = oncePer(REOPENING_REST_MS)

  function follow(next: OpenedStore): () => void {
    next.crashed.addEventListener('abort', () => {
      log?.fault("The store's thread ended", next.crashed.reason)
      void changes.run(() => reopen(next)).catch((error: unknown) => log?.fault('The store did not open again', error))
    })
    return next.on(emit)
  }

  /** Unsubscribes from the previous store, then closes it; its running work finishes unobserved. */
  async function replaceWith(next: OpenedStore): Promise<void> {
    const previous = opened
    unsubscribe()
    opened = next
    note = null
    unsubscribe = follow(next)
    emit({ type: 'store.opened' })
    await previous.close()
  }

  const reopen = async (crashed: OpenedStore): Promise<void> =>
    opened === crashed && mayReopen()
      ? replaceWith(await open(crashed.dir, { ...UNTRUSTED, mustExist: true }))
      : undefined

  return {
    get opened() {
      return opened
    },
    get note() {
      return note
    },
    openKnown: (key, answering, trust = false) =>
      changes.run(async () => {
        if (!trust && (await listed(key, opened, stores))?.isOpen === true) return { kind: 'opened' }
        if (answering === 'ask' && opened.answering.size > 0) return { kind: 'busy', answering: opened.answering.size }
        // Open the other one first: if that fails, nothing has changed.
        const next = await openListed(key, options, trust)
        if (answering === 'finish') for (const id of opened.answering) await opened.agent.finished(id)
        await stores.remember(key)
        await replaceWith(next)
        if (trust) next.audit({ type: 'store.trusted' })
        return { kind: 'opened' }
      }),
    addStore: async (typed, request = {}) => {
      const folder = await confirmed(typed, request, options)
      return changes.run(() => add(folder, { ...UNTRUSTED, ...request }, options))
    },
    inOther: (key, act) => changes.run(() => actIn(key, act, opened, options)),
    find: (key, typed) => changes.run(() => find(key, typed, opened, options)),
    forgetStore: (key, history = 'keep') => changes.run(() => forget(key, history, opened, options)),
    close: () => changes.run(() => opened.close()),
  }
}

/** @returns the folder, once whoever must agree has */
async function confirmed(typed: string, request: AddRequest, options: CurrentOptions): Promise<string> {
  const { stores, confirmFolder } = options
  const { folder } = await stores.inspect(typed)
  if (confirmFolder === undefined || (await stores.keyOf(folder)) !== null) return folder
  request.onAsk?.()
  await confirmFolder(folder, request)
  request.signal?.throwIfAborted()
  return folder
}

function oncePer(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}

/** As it is on the list; a store that crashed counts as closed. */
async function listed(
  key: string,
  { dir, crashed }: OpenedStore,
  stores: Stores,
): Promise<{ readonly folder: string; readonly isOpen: boolean } | undefined> {
  const entry = (await stores.list(dir)).find((each) => each.key === key)
  return entry && { folder: entry.folder, isOpen: entry.isOpen && !crashed.aborted }
}

async function forget(
  key: string,
  history: 'keep' | 'remove',
  opened: OpenedStore,
  { stores, audit }: CurrentOptions,
): Promise<void> {
  const known = await listed(key, opened, stores)
  if (key === DEFAULT_KEY || known?.isOpen === true) throw new AppError('not-adoptable', say('store-is-open'))
  await stores.forget(key, history)
  if (known !== undefined) audit({ type: 'store.forgotten', folder: known.folder })
}

/** Opens a store of the list; of these, only the default one is made when it is missing. */
async function openListed(key: string, { stores, open }: CurrentOptions, trust = false): Promise<OpenedStore> {
  return open(await stores.folderOf(key), { ...UNTRUSTED, trust, mustExist: key !== DEFAULT_KEY })
}

async function actIn<Outcome>(
  key: string,
  act: (other: OpenedStore) => Promise<Outcome>,
  opened: OpenedStore,
  options: CurrentOptions,
): Promise<Outcome> {
  if ((await listed(key, opened, options.stores))?.isOpen === true) return act(opened)
  const other = await openListed(key, options)
  return act(other).finally(() => other.close())
}

async function find(key: string, typed: string, opened: OpenedStore, { stores }: CurrentOptions): Promise<void> {
  if ((await listed(key, opened, stores))?.isOpen === true)
    throw new AppError('not-adoptable', say('store-open-not-found'))
  await stores.find(key, typed)
}

/** Opens the folder once, which makes it a store, and puts it on the list. @returns its key */
async function add(folder: string, { layout, ...adding }: Adding, { stores, open }: CurrentOptions): Promise<string> {
  const made = await open(folder, adding, stores.programOf(folder))
  try {
    if (layout !== undefined) await changeLayout(made, layout)
    const before = await stores.list(folder)
    const key = await stores.add(folder, await made.store.id())
    if (!before.some((each) => each.key === key)) made.audit({ type: 'store.added' })
    if (adding.trust) made.audit({ type: 'store.trusted' })
    return key
  } finally {
    await made.close()
  }
}

async function changeLayout({ store, upkeep }: OpenedStore, layout: StoreLayout): Promise<void> {
  await store.changeSettings({ layout })
  if (layout === 'index') await upkeep.makeIndex()
}

/** Opens the folder that was asked for, or the store that was open last; if that fails, the default one, with a note why. */
async function openFirst(options: CurrentOptions): Promise<{ opened: OpenedStore; note: Message | null }> {
  const { stores, open, dir, trust, hidden, history, program, defaultFolder } = options
  if (dir !== undefined)
    return { opened: await open(dir, { ...UNTRUSTED, trust, hidden, history }, program), note: null }
  const last = await stores.last()
  if (last === null) return { opened: await open(defaultFolder, UNTRUSTED), note: null }
  try {
    return { opened: await openListed(last.key, options), note: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      opened: await open(defaultFolder, UNTRUSTED),
      note: say('default-store-opened', { name: last.name, why: error.said }),
    }
  }
}
