import { existsSync } from 'node:fs'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { openCore, type Core, type CoreOptions } from '../core.ts'

/** The store that a command works on. */
export interface Place {
  readonly store?: string
  /** Use what the folder brought along from elsewhere. */
  readonly trust?: true
  /** The folder is meant although it is hidden. */
  readonly hidden?: true
  /** Makes the folder if it does not exist. Other commands refuse, so that a mistyped name leaves no empty store. */
  readonly creates?: true
}

/** The caller's working directory, also through `npm run variorum`: names are relative to it. */
export function callersFolder(): string {
  return process.env.npm_lifecycle_event === 'variorum' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd()
}

/** The store's folder as the caller named it. */
export function folderOf({ store }: Place): string | undefined {
  const named = store ?? (process.env.MEMORY_DIR || undefined)
  return named === undefined ? undefined : nodePath.resolve(callersFolder(), named)
}

/** The store's folder as the caller named it, if it is there. */
export function existingFolderOf(place: Place): string | undefined {
  const dir = folderOf(place)
  if (dir === undefined || existsSync(dir)) return dir
  const why = 'The memory folder doesn’t exist. Nothing was done. Check --store or MEMORY_DIR.'
  throw new AppError('bad-request', verbatim(why))
}

/** Opens the core for one command, and always closes it. */
export async function withCore<T>(
  place: Place,
  work: (core: Core) => Promise<T>,
  options: Partial<CoreOptions> = {},
): Promise<T> {
  const dir = place.creates === true ? folderOf(place) : existingFolderOf(place)
  const how = { trust: place.trust === true, hidden: place.hidden === true, watch: false }
  const core = await openCore({ mode: 'cli', env: process.env, dir, ...how, ...options })
  try {
    await tellWaiting(core)
    return await work(core)
  } finally {
    await core.close()
  }
}

/** Says which policies, settings or data of the folder are not in use yet. */
export async function tellWaiting(core: Core): Promise<void> {
  const waiting = await core.waiting()
  if (waiting !== null) process.stderr.write(printable(`${waiting}\n`))
}

/**
 * Replaces characters that control a terminal or turn the text around them, which the files and commits of others and a
 * model's words may contain.
 */
export function printable(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    '\ufffd',
  )
}
