import { existsSync } from 'node:fs'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Vanished } from '../../shared/memory.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { openCore, type Core, type CoreOptions, whereDataLives } from '../core.ts'

/** The store that a command works on. */
export interface Place {
  readonly store?: string
  /** Use what the folder brought along from elsewhere. */
  readonly trust?: true
  /** The folder is meant although it is hidden. */
  readonly hidden?: true
  /** The history of a new store lies beside its folder. */
  readonly beside?: true
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

/** The store's folder as the caller named it, if it is there, or was and its history still is. */
export async function existingFolderOf(place: Place): Promise<string | undefined> {
  const dir = folderOf(place)
  if (dir === undefined || existsSync(dir) || (await whereDataLives(process.env, dir)).isKeptBeside) return dir
  const why = 'The memory folder doesn’t exist. Nothing was done. Check --store or MEMORY_DIR.'
  throw new AppError('bad-request', verbatim(why))
}

/** How the options say that the folder is to be opened. */
export function openingOf({ trust, hidden, beside }: Place) {
  return { trust: trust === true, hidden: hidden === true, history: beside === true ? 'beside' : undefined } as const
}

/** Opens the core for one command, and always closes it. */
export async function withCore<T>(
  place: Place,
  work: (core: Core) => Promise<T>,
  options: Partial<CoreOptions> = {},
): Promise<T> {
  const dir = place.creates === true ? folderOf(place) : await existingFolderOf(place)
  const how = { ...openingOf(place), watch: false }
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
  const { vanished } = await core.store.status()
  if (vanished !== null) process.stderr.write(`${vanishedText(vanished)}\n`)
}

function vanishedText({ kind, files }: Vanished): string {
  const what = files === 1 ? '1 file' : `${files} files`
  const where = kind === 'folder' ? `The folder of this memory is gone, with ${what}` : `${what} vanished all at once`
  return `${where}. Nothing is recorded as deleted, and agents can’t write until you decide: \`variorum restore HEAD\` brings them back, \`variorum missing --accept\` says that they are meant to be gone.`
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
