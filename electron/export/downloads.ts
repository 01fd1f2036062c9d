import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { uniqueName, unlessMissing } from '../disk/durable-files.ts'

/** Something to download, once. */
export interface Download {
  readonly name: string
  readonly file: string
  readonly bytes: number
  /** Call this when it is downloaded. */
  readonly discard: () => void
}

const ADDRESS = 'exports/'
const SECRET_BYTES = 16
const KEPT_MS = 600_000
/** Nothing that is written or waits is as old, in whichever process. */
const LEFTOVER_MS = 2 * KEPT_MS

export const isDownloadAddress = (pathname: string): boolean => pathname.startsWith(`/${ADDRESS}`)

/** The files that wait to be downloaded, each at an address that nobody can guess. */
export class Downloads {
  readonly #folder: string
  readonly #waiting = new Map<string, { readonly name: string; readonly file: string }>()
  readonly #cleared: Promise<void>
  readonly #later: NodeJS.Timeout

  constructor(folder: string) {
    this.#folder = folder
    // Otherwise a copy of the memory would stay until the next export. What cannot be read now is met again by that.
    const clear = (): Promise<void> => clearLeftovers(folder).catch(() => undefined)
    this.#cleared = clear()
    this.#later = setTimeout(() => void clear(), LEFTOVER_MS).unref()
  }

  /** A path for a new file. */
  async place(): Promise<string> {
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await clearLeftovers(this.#folder)
    return nodePath.join(this.#folder, uniqueName())
  }

  /** @returns the address of the file */
  offer(name: string, file: string): string {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    this.#waiting.set(secret, { name, file })
    setTimeout(() => this.#discard(secret), KEPT_MS).unref()
    return `${ADDRESS}${secret}`
  }

  /** @param pathname of a request */
  async find(pathname: string): Promise<Download | null> {
    const secret = isDownloadAddress(pathname) ? pathname.slice(ADDRESS.length + 1) : ''
    const found = this.#waiting.get(secret)
    const stat = found === undefined ? null : await fs.stat(found.file).catch(() => null)
    if (found === undefined || stat === null) return null
    return { ...found, bytes: stat.size, discard: () => this.#discard(secret) }
  }

  /** Removes what was not downloaded. */
  async close(): Promise<void> {
    clearTimeout(this.#later)
    await this.#cleared
    for (const { file } of this.#waiting.values()) await fs.rm(file, { force: true })
    this.#waiting.clear()
  }

  #discard(secret: string): void {
    const { file } = this.#waiting.get(secret) ?? {}
    this.#waiting.delete(secret)
    if (file !== undefined) void fs.rm(file, { force: true }).catch(() => undefined)
  }
}

/** What a killed process left. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of (await unlessMissing(fs.readdir(folder))) ?? []) {
    const file = nodePath.join(folder, name)
    const stat = await unlessMissing(fs.stat(file))
    if (stat !== null && Date.now() - stat.mtimeMs > LEFTOVER_MS) await fs.rm(file, { force: true })
  }
}
