import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import type { TidyProposal } from '../../shared/tidy.ts'
import type { Choices } from '../../shared/undoing.ts'
import { isStoppedBy, KeptWaiting, type WaitingUndo, type WaitingWrite } from '../../shared/waiting.ts'
import { JsonFile } from '../disk/json-file.ts'
import { watchedFolder } from '../disk/watched-folder.ts'

/** Of what is kept for a while only, the oldest go. What agents want to write never does. */
const MAX_OF_KIND = 50

const FILE = 'waiting.json'

/** What waits for the user, as this device keeps it. What Tidy proposes is one entry at most. */
export class WaitingList {
  readonly #folder: string
  readonly #file: JsonFile<readonly KeptWaiting[]>
  #moved: Promise<void> | null = null

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#folder = folder
    this.#file = new JsonFile<readonly KeptWaiting[]>(folder, FILE, readable, [])
  }

  async list(): Promise<readonly KeptWaiting[]> {
    await (this.#moved ??= this.#moveOver())
    return this.#file.read()
  }

  /** Calls back when the list changes, whichever process changes it. @returns how that ends */
  watch(onChange: () => void): () => void {
    const watcher = watchedFolder(this.#folder, (name) => {
      if (name === FILE) onChange()
    })
    return () => watcher?.close()
  }

  async tidy(): Promise<TidyProposal | null> {
    return (await this.list()).find((each) => each.kind === 'tidy') ?? null
  }

  /** Adds an entry. What Tidy proposed before is replaced; whoever is stopped already is not stopped twice. */
  async add(entry: KeptWaiting): Promise<void> {
    const isStopped = (each: KeptWaiting): boolean =>
      entry.kind === 'stopped' && each.kind === 'stopped' && isStoppedBy(each, entry.origin)
    await this.#change((now) =>
      now.some(isStopped) ? now : [...now.filter(({ kind }) => kind !== 'tidy' || entry.kind !== 'tidy'), entry],
    )
  }

  /** Adds writes from elsewhere that are not there yet. */
  async addWrites(writes: readonly WaitingWrite[]): Promise<void> {
    await this.#change((now) => [...now, ...writes.filter(({ id }) => !now.some((each) => each.id === id))])
  }

  /** Puts another version in the place of an entry, if it still waits. */
  async replace(entry: KeptWaiting): Promise<void> {
    await this.#change((now) => now.map((each) => (each.id === entry.id ? entry : each)))
  }

  /** Keeps what the user has decided so far. */
  async decide(id: string, choices: Choices): Promise<void> {
    const decided = (undo: WaitingUndo): WaitingUndo => ({ ...undo, choices })
    await this.#change((now) => now.map((each) => (each.id === id && each.kind === 'undo' ? decided(each) : each)))
  }

  async drop(id: string): Promise<void> {
    await this.#change((now) => now.filter((each) => each.id !== id))
  }

  async #change(edit: (now: readonly KeptWaiting[]) => readonly KeptWaiting[]): Promise<void> {
    await (this.#moved ??= this.#moveOver())
    await this.#file.change((now) => withoutOldest(edit(now)))
  }

  /** Each kind had a file of its own in earlier versions. */
  async #moveOver(): Promise<void> {
    const read = async (name: string, kind: string): Promise<readonly unknown[]> => {
      const stored = await new JsonFile<unknown>(this.#folder, name, (value) => value, null).read()
      const each = Array.isArray(stored) ? stored : stored === null ? [] : [stored]
      return each.map((entry: unknown) => ({ ...(typeof entry === 'object' ? entry : null), kind }))
    }
    const before = [...(await read('undo-drafts.json', 'undo')), ...(await read('tidy.json', 'tidy'))]
    if (before.length > 0) await this.#file.change((now) => [...now, ...readable(before)])
    for (const name of ['undo-drafts.json', 'tidy.json'])
      await fs.rm(nodePath.join(this.#folder, name), { force: true })
  }
}

/** The entries that can be read: one that cannot must not take the others along. */
function readable(stored: unknown): readonly KeptWaiting[] {
  return z
    .array(z.unknown())
    .parse(stored)
    .flatMap((each) => KeptWaiting.safeParse(each).data ?? [])
}

function withoutOldest(entries: readonly KeptWaiting[]): readonly KeptWaiting[] {
  const kinds = Map.groupBy(entries, passingKind)
  kinds.delete(null)
  const surplus = [...kinds.values()].flatMap((each) => each.slice(0, -MAX_OF_KIND))
  return entries.filter((each) => !surplus.includes(each))
}

/** Undos that were begun, refusals that agents are still to be told, and whoever was stopped and may go on. */
function passingKind(entry: KeptWaiting): KeptWaiting['kind'] | null {
  const { kind } = entry
  if (kind === 'stopped') return entry.releasedAt === null ? null : kind
  return kind === 'undo' || kind === 'refused' ? kind : null
}
