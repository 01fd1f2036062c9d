import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { ObjectId } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import { LEFT_BY_PROGRAMS } from '../../shared/left-by-programs.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { moveNow } from '../disk/by-handle.ts'
import { lstatIfThere, syncDirectory, uniqueName, unlessMissing } from '../disk/durable-files.ts'
import { futurePath } from '../disk/future-path.ts'
import { allRefs, filesBelow, textIn } from './git/all-refs.ts'
import { pathOf } from './git/git-index-entry.ts'
import { isBranchName } from './git/names.ts'
import { readHead } from './git/refs.ts'
import { whyGitFolder } from './outside/git-folder.ts'
import { REMOVED_HISTORY } from './paths.ts'
import { Device } from './repo/device.ts'
import { repositoryIn } from './repo/history-place.ts'
import type { Repository } from './repo/repository.ts'
import { idOfStore } from './repo/store-id.ts'
import { describeUnverified } from './repo/unverified.ts'
import type { Here } from './store-options.ts'

// Removing the history of a store that is forgotten: `.git` is deleted only when it holds nothing but what this device
// wrote. Whatever else git has of the user (branches, remotes, hooks, commits) would be lost for good.

/** What git itself makes in a new repository, and what a store adds to it. */
const OURS = ['HEAD', 'branches', 'config', 'description', 'hooks', 'index', 'info', 'logs', 'objects', 'packed-refs']
const OUR_NAMES = new Set([...OURS, 'refs', 'variorum'])
const OUR_ATTRIBUTES = '* -text'
const POINTS = 'refs/variorum/points/'

/** Why the history of the store in this folder must stay, as a sentence; null when it may be removed. Writes nothing. */
export async function whyKeepHistory(dir: string, { device }: Pick<Here, 'device'>): Promise<Message | null> {
  const repo = await repositoryIn(await futurePath(nodePath.resolve(dir)), { device })
  if (!repo.isBeside && lstatIfThere(repo.root) === null) return say('history-folder-gone')
  try {
    const id = await idOfStore(repo).catch(() => null)
    if (id === null || (await new Device(device).recordOf(id))?.folder !== repo.root) return say('history-of-somebody')
    return await whyNotOurs(repo)
  } catch (error) {
    if (error instanceof AppError) return say('history-unreadable', { why: error.said })
    throw error
  } finally {
    repo.close()
  }
}

/**
 * Deletes `.git` of a store that is not open. The files of the memory stay as they are. Throws a message when anything
 * in there is not this device's own.
 * @returns the store's id
 */
export async function removeHistory(dir: string, here: Pick<Here, 'device'>): Promise<string> {
  const repo = await repositoryIn(await futurePath(nodePath.resolve(dir)), here)
  await refuseUnlessOurs(dir, here)
  const id = await idOfStore(repo)
  if (id === null) throw new AppError('not-adoptable', say('no-store-here'))
  await repo.lease.acquire()
  const holder = nodePath.dirname(repo.gitdir)
  const leaving = nodePath.join(holder, `${REMOVED_HISTORY}${uniqueName()}`)
  try {
    // Something may have been written while this waited for the lease.
    await refuseUnlessOurs(dir, here)
    // A kill must not leave half a repository.
    moveNow(repo.gitdir, leaving)
  } finally {
    await repo.lease.release()
  }
  await syncDirectory(holder)
  await fs.rm(leaving, { recursive: true })
  return id
}

async function refuseUnlessOurs(dir: string, here: Pick<Here, 'device'>): Promise<void> {
  const why = await whyKeepHistory(dir, here)
  if (why !== null) throw new AppError('not-adoptable', say('history-kept', { why }))
}

async function whyNotOurs(repo: Repository): Promise<Message | null> {
  const strange = await whyGitFolder(repo.gitdir)
  if (strange !== null) return say('history-git-strange', { why: strange })
  if (!repo.journal.isEmpty()) return say('history-not-in-git-yet')
  if ((await describeUnverified(repo, true)) !== null) return say('history-of-strangers')
  return (
    (await whyNames(repo)) ??
    (await whyTexts(repo)) ??
    (await whyRefs(repo)) ??
    (await whyStaged(repo)) ??
    whyCommits(repo)
  )
}

async function whyNames({ gitdir }: Repository): Promise<Message | null> {
  const names = async (folder: string): Promise<readonly string[]> =>
    (await unlessMissing(fs.readdir(nodePath.join(gitdir, folder)))) ?? []
  const all = await names('')
  if (all.includes('worktrees')) return say('history-work-trees')
  if (all.includes('modules')) return say('history-submodules')
  const other = all.find((name) => !OUR_NAMES.has(name))
  if (other !== undefined) return say('history-other-program', { name: other })
  const hook = (await names('hooks')).find((name) => !name.endsWith('.sample'))
  return hook === undefined ? null : say('history-hook', { hook })
}

async function whyTexts({ gitdir }: Repository): Promise<Message | null> {
  const section = [...(await textIn(gitdir, 'config')).matchAll(/^[ \t]*\[([^\]]*)\]/gm)].find(
    ([, name]) => name !== 'core',
  )?.[1]
  if (section?.startsWith('remote') === true) return say('history-remote')
  if (section !== undefined) return say('history-settings', { section })
  const isOwn = (line: string): boolean =>
    line.trim() !== '' && !line.startsWith('#') && !LEFT_BY_PROGRAMS.includes(line)
  if ((await textIn(gitdir, 'info/exclude')).split('\n').some(isOwn)) return say('history-ignore-rules')
  return ['', OUR_ATTRIBUTES].includes(await textIn(gitdir, 'info/attributes')) ? null : say('history-attributes')
}

async function whyRefs(repo: Repository): Promise<Message | null> {
  const { branch } = await readHead(repo.gitdir)
  for (const name of (await allRefs(repo.gitdir)).keys()) {
    if (name === branch || name.startsWith(POINTS)) continue
    if (isBranchName(name)) return say('history-branch', { name: name.replace('refs/heads/', '') })
    if (name.startsWith('refs/tags/')) return say('history-tag', { name: name.replace('refs/tags/', '') })
    if (name === 'refs/stash') return say('history-stash')
    if (name.startsWith('refs/remotes/')) return say('history-remote-branches')
    return say('history-other-ref', { name })
  }
  return null
}

/** A version that the user gave to git alone is in no commit, and perhaps in no file. */
async function whyStaged(repo: Repository): Promise<Message | null> {
  const { commit } = await readHead(repo.gitdir)
  const tree = commit === null ? null : repo.objects.readCommit(commit).tree
  const committed = new Map(repo.trees.files(tree).map(({ path, id }) => [path, id]))
  for (const { key, id } of (await repo.index()).entries()) {
    const path = pathOf(key)
    if (committed.get(path) !== id) return say('history-staged', { path })
  }
  return null
}

/** Every commit that a ref reaches, or that a reflog remembers, must be one that this device wrote. */
async function whyCommits(repo: Repository): Promise<Message | null> {
  const ours = repo.ownCommits.ids()
  const logs = await Promise.all((await filesBelow(repo.gitdir, 'logs')).map((path) => textIn(repo.gitdir, path)))
  const logged = logs.flatMap((text) => text.split('\n').flatMap((line) => line.split(' ', 2)))
  const pending = [...(await allRefs(repo.gitdir)).values(), ...logged].filter((id) => isCommitId(id))
  const seen = new Set<string>()
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!ours.has(id)) return say('history-other-commits')
    pending.push(...repo.objects.readCommit(id).parents)
  }
  return null
}

function isCommitId(text: string): boolean {
  return ObjectId.safeParse(text).success && !/^0+$/.test(text)
}
