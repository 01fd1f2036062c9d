import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import type { RestorePoint } from '../../../shared/memory.ts'
import { say } from '../../../shared/messages/say.ts'
import { removeNow } from '../../disk/by-handle.ts'
import { readIfThere, unlessMissing } from '../../disk/durable-files.ts'
import type { GitLock } from '../git/git-lock.ts'
import { isRefName } from '../git/names.ts'
import { removePackedRef } from './packed-refs.ts'
import type { Repository } from './repository.ts'

// Named restore points: refs `refs/variorum/points/NAME` to commits. They protect their commits from `git gc`; clones
// do not copy them.

/** The name of a point that the store makes before it changes more than one file, with the time. */
const AUTOMATIC = /^before .*, (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/s
const PREFIX = 'refs/variorum/points/'
/** The last moment that a Date can hold. */
const MAX_DATE_MS = 8.64e15
const MAX_AUTOMATIC_POINTS = 50
/** In characters. A ref is also a file name, so 255 bytes at most, and the rest of the name needs some of them. */
const MAX_REASON_LENGTH = 180

function folderOf(repo: Repository): string {
  return nodePath.join(repo.gitdir, 'refs', 'variorum', 'points')
}

/** Encodes any name as one that git allows for a ref. */
function refName(name: string): string {
  return encodeURIComponent(name).replace(/[.*!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The name that a ref encodes; null when it encodes none. */
function pointName(ref: string): string | null {
  try {
    return decodeURIComponent(ref)
  } catch {
    return null
  }
}

export async function listPoints(repo: Repository): Promise<readonly RestorePoint[]> {
  const found = new Map(await packedPoints(repo))
  for (const ref of await pointFiles(repo)) {
    const commit = ObjectId.safeParse((await readIfThere(nodePath.join(folderOf(repo), ref)))?.trim())
    if (commit.success) found.set(ref, commit.data)
  }
  const points = await Promise.all([...found].map(([ref, commit]) => readPoint(repo, ref, commit)))
  return points.filter((point) => point !== null).toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
}

/** The refs of the points, for a copy of the whole history. */
export async function pointRefs(repo: Repository): Promise<readonly (readonly [ref: string, commit: ObjectId])[]> {
  return (await listPoints(repo)).map(({ name, commit }) => [`${PREFIX}${refName(name)}`, commit] as const)
}

/** A point; null for a ref that this store cannot have written, or whose commit cannot be read. */
async function readPoint(repo: Repository, ref: string, commit: ObjectId): Promise<RestorePoint | null> {
  const name = pointName(ref)
  const stat = await unlessMissing(fs.stat(nodePath.join(folderOf(repo), ref)))
  const madeAt = stat?.mtimeMs ?? timeOf(repo, commit)
  if (name === null || madeAt === null) return null
  return { name, commit, madeAt: new Date(madeAt).toISOString(), automatic: AUTOMATIC.test(name) }
}

/** When a commit was made, in ms since 1970; null when it cannot be read. */
function timeOf(repo: Repository, commit: ObjectId): number | null {
  try {
    const time = repo.objects.readCommit(commit).author.timestamp * 1000
    return Math.abs(time) <= MAX_DATE_MS ? time : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Points that are files of their own. */
async function pointFiles(repo: Repository): Promise<readonly string[]> {
  const entries = (await unlessMissing(fs.readdir(folderOf(repo), { withFileTypes: true }))) ?? []
  return entries.flatMap((entry) => (entry.isFile() && isRefName(`${PREFIX}${entry.name}`) ? [entry.name] : []))
}

/** Names below `refs/variorum/points/` that are not restore points of ours, such as one that another program made. */
export async function oddPoints(repo: Repository): Promise<readonly string[]> {
  const refs = [...(await pointFiles(repo)), ...(await packedPoints(repo)).map(([ref]) => ref)]
  return refs.filter((ref) => pointName(ref) === null)
}

/** The points that `git gc` has moved from files of their own into the packed list. */
async function packedPoints(repo: Repository): Promise<readonly (readonly [ref: string, commit: ObjectId])[]> {
  const packed = (await readIfThere(nodePath.join(repo.gitdir, 'packed-refs'))) ?? ''
  return packed.split('\n').flatMap((line) => {
    const [, id, ref] = /^([0-9a-f]{40}) refs\/variorum\/points\/(\S+)$/.exec(line) ?? []
    return id === undefined || ref === undefined || ref.includes('/') || !isRefName(PREFIX + ref)
      ? []
      : [[ref, id] as const]
  })
}

export async function findPoint(repo: Repository, name: string): Promise<ObjectId | null> {
  return (await listPoints(repo)).find((point) => point.name === name)?.commit ?? null
}

/** Names a commit. Throws `name-taken` for a name in use: a restore point is never moved silently. */
export async function makePoint(repo: Repository, name: string, commit: ObjectId): Promise<void> {
  const lock = await lockPoint(repo, name)
  try {
    if ((await findPoint(repo, name)) !== null) throw new AppError('name-taken', say('point-name-taken', { name }))
    lock.commit(`${commit}\n`)
  } finally {
    lock.release()
  }
}

async function lockPoint(repo: Repository, name: string): Promise<GitLock> {
  // It would take the place of the folder that all of them are in.
  if (name === '') throw new RangeError('A restore point needs a name.')
  const lock = await repo.locks.take(nodePath.join(folderOf(repo), refName(name)), 1_000)
  if (lock === null) throw new AppError('git-busy', say('points-locked-unwritten'))
  return lock
}

/** Removes a name, wherever git keeps it. The commits stay. */
export async function removePoint(repo: Repository, name: string): Promise<void> {
  await removePackedRef(repo, `${PREFIX}${refName(name)}`, say('points-locked'))
  removeNow(nodePath.join(folderOf(repo), refName(name)))
}

/**
 * Names the state before a command that changes more than one file, and removes the oldest such names. The time makes
 * each name unique.
 */
export async function makeAutomaticPoint(
  repo: Repository,
  before: string,
  commit: ObjectId,
  at = new Date(),
): Promise<void> {
  const reason = [...before.toWellFormed()]
  while (refName(reason.join('')).length > MAX_REASON_LENGTH) reason.pop()
  const lock = await lockPoint(repo, `before “${reason.join('')}”, ${at.toISOString()}`)
  try {
    lock.commit(`${commit}\n`)
  } finally {
    lock.release()
  }
  const refs = [...(await pointFiles(repo)), ...(await packedPoints(repo)).map(([ref]) => ref)]
  const names = [...new Set(refs)].flatMap((ref) => pointName(ref) ?? [])
  const automatic = names
    .flatMap(
      (name) =>
        AUTOMATIC.exec(name)
          ?.slice(1)
          .map((time) => ({ name, time })) ?? [],
    )
    .toSorted((a, b) => b.time.localeCompare(a.time))
  for (const { name } of automatic.slice(MAX_AUTOMATIC_POINTS)) await removePoint(repo, name)
}
