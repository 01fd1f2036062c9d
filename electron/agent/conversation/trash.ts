import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { CONVERSATION_ID } from '../../../shared/origin.ts'
import { unlessMissing } from '../../disk/durable-files.ts'
import { JsonFile } from '../../disk/json-file.ts'

/** For how long a deleted conversation can be restored. */
export const RESTORABLE_MS = 30_000

const Titles = z.record(z.string(), z.string())
const ENDING = '.deleted'

/**
 * Deleted conversations: each file is set aside under another name, and removed when its time is over or the app ends.
 * What an app that crashed left behind, the next one removes. Only their titles stay: the history names their turns.
 */
export class Trash {
  readonly #directory: string
  readonly #titles: JsonFile<Readonly<Record<string, string>>>
  readonly #timers = new Map<string, NodeJS.Timeout>()
  /** Set aside by this process. */
  readonly #own = new Set<string>()

  constructor(home: string, directory: string) {
    this.#directory = directory
    this.#titles = new JsonFile(home, 'deleted-conversations.json', (stored) => Titles.parse(stored), {})
  }

  titles(): Promise<Readonly<Record<string, string>>> {
    return this.#titles.read()
  }

  /** The title is kept first: a file that is gone has no name any more. */
  async keepTitle(id: string, title: string): Promise<void> {
    await this.#titles.change((titles) => ({ ...titles, [id]: title }))
  }

  /** Sets a conversation's file aside. */
  async put(id: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await rename(this.#live(id), this.#aside(id))
    this.#own.add(id)
    this.#removeIn(id, RESTORABLE_MS)
  }

  /** @returns false if it is gone */
  async restore(id: string): Promise<boolean> {
    if ((await unlessMissing(stat(this.#live(id)))) !== null) return true
    if ((await unlessMissing(rename(this.#aside(id), this.#live(id)).then(() => true))) === null) return false
    this.#forget(id)
    return true
  }

  /** Finishes the deletions of an app that crashed. Those of the last moments may be of one that runs. */
  async resume(now = Date.now()): Promise<void> {
    for (const name of (await unlessMissing(readdir(this.#directory))) ?? []) {
      const id = name.slice(0, -ENDING.length)
      if (!name.endsWith(ENDING) || !CONVERSATION_ID.test(id)) continue
      const found = await unlessMissing(stat(this.#aside(id)))
      if (found === null) continue
      const left = found.ctimeMs + RESTORABLE_MS - now
      if (left > 0) this.#removeIn(id, left)
      else await this.#remove(id)
    }
  }

  /** Removes what this process set aside. */
  async close(): Promise<void> {
    await Promise.all([...this.#own].map((id) => this.#remove(id)))
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #removeIn(id: string, ms: number): void {
    clearTimeout(this.#timers.get(id))
    // A file that cannot be removed now is removed at the next start.
    const timer = setTimeout(() => void this.#remove(id).catch(() => undefined), Math.min(ms, RESTORABLE_MS))
    timer.unref()
    this.#timers.set(id, timer)
  }

  async #remove(id: string): Promise<void> {
    this.#forget(id)
    await rm(this.#aside(id), { force: true })
  }

  #forget(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.#own.delete(id)
  }

  #live(id: string): string {
    return path.join(this.#directory, `${id}.jsonl`)
  }

  #aside(id: string): string {
    return path.join(this.#directory, `${id}${ENDING}`)
  }
}
