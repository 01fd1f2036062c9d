import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { OpenOutcome } from '../../shared/stores.ts'
import { Queue } from '../disk/queue.ts'
import type { OpenedStore } from './opened-store.ts'
import { DEFAULT_KEY, type Stores } from './stores.ts'

/** What becomes of answers that are still being written when another store is opened. */
export type Answering = 'ask' | 'finish' | 'stop'

/** The one store that is open, and how another one takes its place. */
export interface CurrentStore {
  readonly opened: OpenedStore
  /** Why another store than the last one is open, in words. */
  readonly note: string | null
  openKnown(key: string, answering: Answering): Promise<OpenOutcome>
  addStore(folder: string): Promise<string>
  forgetStore(key: string): Promise<void>
  close(): Promise<void>
}

export interface CurrentOptions {
  readonly stores: Stores
  readonly open: (dir: string) => Promise<OpenedStore>
  readonly emit: (event: AppEvent) => void
  /** Opened whatever was open last. */
  readonly dir: string | undefined
  readonly defaultFolder: string
}

export async function openCurrentStore({
  stores,
  open,
  emit,
  dir,
  defaultFolder,
}: CurrentOptions): Promise<CurrentStore> {
  let { opened, note } =
    dir === undefined ? await openLast(stores, open, defaultFolder) : { opened: await open(dir), note: null }
  let forget = opened.on(emit)

  /** What the one before has in hand is brought to its end, and heard by nobody. */
  async function put(next: OpenedStore, key: string): Promise<void> {
    const previous = opened
    forget()
    opened = next
    note = null
    forget = next.on(emit)
    await stores.remember(key)
    emit({ type: 'store.opened' })
    await previous.close()
  }

  const changes = new Queue()
  const isOpen = async (key: string): Promise<boolean> =>
    (await stores.list(opened.dir)).some((each) => each.key === key && each.isOpen)

  return {
    get opened() {
      return opened
    },
    get note() {
      return note
    },
    openKnown: (key, answering) =>
      changes.run(async () => {
        if (await isOpen(key)) return { kind: 'opened' }
        const folder = await stores.folderOf(key)
        if (answering === 'ask' && opened.answering.size > 0) return { kind: 'busy', answering: opened.answering.size }
        // The other one is opened first: where that fails, everything is as it was.
        const next = await open(folder)
        if (answering === 'finish') for (const id of opened.answering) await opened.agent.finished(id)
        await put(next, key)
        return { kind: 'opened' }
      }),
    addStore: (typed) =>
      changes.run(async () => {
        const { folder } = await stores.look(typed)
        const made = await open(folder)
        const { id } = await made.store.status().finally(() => made.close())
        return stores.add(folder, id)
      }),
    forgetStore: (key) =>
      changes.run(async () => {
        if (key === DEFAULT_KEY || (await isOpen(key)))
          throw new AppError('not-adoptable', 'This store is open. It stays on the list; open another one first.')
        await stores.forget(key)
      }),
    close: () => changes.run(() => opened.close()),
  }
}

/** The store that was open last; the default one, and why, when that cannot be had. */
async function openLast(
  stores: Stores,
  open: CurrentOptions['open'],
  defaultFolder: string,
): Promise<{ opened: OpenedStore; note: string | null }> {
  const last = await stores.last()
  if (last === null) return { opened: await open(defaultFolder), note: null }
  try {
    return { opened: await open(await stores.folderOf(last.key)), note: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      opened: await open(defaultFolder),
      note: `The store “${last.name}” could not be opened, so the default one is open. ${error.message}`,
    }
  }
}
