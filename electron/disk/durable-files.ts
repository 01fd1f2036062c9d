import { randomBytes } from 'node:crypto'
import { constants, lstatSync, type Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

/** Does this error carry one of these errno codes? */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** `null` where nothing is there (or, in /proc, no longer); every other failure is thrown. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ESRCH')) return null
    throw error
  }
}

/** What stands at a path, no link followed; `null` where nothing does. */
export function lstatIfThere(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return null
    throw error
  }
}

/** A file's text; `null` where there is none. */
export function readIfThere(path: string): Promise<string | null> {
  return unlessMissing(fs.readFile(path, 'utf8'))
}

export async function removeIfThere(path: string): Promise<void> {
  await unlessMissing(fs.unlink(path))
}

/** Removes what is of no use any more. When that fails it lies where it does no harm, and is cleared away later. */
export async function discard(path: string): Promise<void> {
  await removeIfThere(path).catch(() => undefined)
}

/** Makes a directory's own entries durable. Windows cannot, and need not. */
export async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(dir, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes durable what a file holds and what its folder calls it; nothing where there is none. */
export async function syncFile(path: string): Promise<void> {
  const handle = await unlessMissing(fs.open(path, 'r+'))
  if (handle === null) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncDirectory(nodePath.dirname(path))
}

/** Writes a new file and syncs its content; fails when the file exists. */
export async function writeNewFile(path: string, data: Uint8Array | string, mode = 0o600): Promise<void> {
  const handle = await fs.open(path, 'wx', mode)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const session = randomBytes(9).toString('base64url')
let names = 0

/** A file name nobody else uses. */
export function uniqueName(): string {
  names += 1
  return `${process.pid}-${session}-${names}`
}

/**
 * Files that are there whole or not at all: written and synced in a temporary directory of the same file
 * system, then renamed into place, then the directory is synced.
 */
export class DurableFiles {
  readonly #temporary: string

  constructor(temporary: string) {
    this.#temporary = temporary
  }

  /** Writes and syncs a temporary file; the caller renames it into place or removes it. */
  async stage(data: Uint8Array | string, mode?: number): Promise<string> {
    const path = nodePath.join(this.#temporary, uniqueName())
    try {
      await writeNewFile(path, data, mode)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) {
        await discard(path)
        throw error
      }
      await fs.mkdir(this.#temporary, { recursive: true, mode: 0o700 })
      await writeNewFile(path, data, mode)
    }
    return path
  }

  async write(path: string, data: Uint8Array | string, mode?: number): Promise<void> {
    await this.place(path, data, mode)
    await syncDirectory(nodePath.dirname(path))
  }

  /** The same, but the caller syncs the directory. */
  place(path: string, data: Uint8Array | string, mode?: number): Promise<void> {
    return this.placeAll([[path, data]], mode)
  }

  /** Several, all of them written and synced before the first is in place, and placed in this order. */
  async placeAll(files: readonly (readonly [path: string, data: Uint8Array | string])[], mode?: number): Promise<void> {
    const staging = await Promise.allSettled(files.map(([, data]) => this.stage(data, mode)))
    const staged = staging.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    try {
      for (const each of staging) if (each.status === 'rejected') throw each.reason
      for (const [at, [path]] of files.entries()) await fs.rename(staged[at] ?? '', path)
    } catch (error) {
      for (const each of staged) await discard(each)
      throw error
    }
  }

  /** Removes what a killed process left. Call only while holding the store's lease. */
  async clear(): Promise<void> {
    for (const name of (await unlessMissing(fs.readdir(this.#temporary))) ?? [])
      await removeIfThere(nodePath.join(this.#temporary, name))
  }
}
