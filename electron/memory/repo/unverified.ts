import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { StoreSettingsChange } from '../../../shared/settings.ts'
import type { FromElsewhere } from '../../../shared/stores.ts'
import { byHandle, makeFolderNow, moveNow } from '../../disk/by-handle.ts'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { countRecords, isEmptyJournal } from './journal-record.ts'
import type { Repository } from './repository.ts'

// What a folder brought along in `.git/variorum`: written by another device, another account, or a stranger. It is kept
// in `.git/variorum/unverified`, where nothing reads it, until the user trusts the folder.

const JOURNAL = 'journal'
const ACCESS = 'access'
const WRITTEN = 'written'
const PACKS = 'packs'
const NAMES = [JOURNAL, 'settings.json', 'policies.json', ACCESS, WRITTEN, PACKS] as const

const { O_APPEND, O_NOFOLLOW = 0, O_WRONLY } = fs.constants
const APPENDED = O_APPEND | O_NOFOLLOW | O_WRONLY

const MAX_TEXT_BYTES = 1_000_000
const MAX_LINES_BYTES = 100_000_000

const folderOf = (repo: Repository): string => nodePath.join(repo.ours, 'unverified')
const isMissing = async (path: string): Promise<boolean> => (await unlessMissing(fs.lstat(path))) === null

/** Moves out of use whatever the folder brought along. Call only while holding the lease. */
export async function setUnverifiedAside(repo: Repository): Promise<void> {
  for (const name of NAMES) {
    const path = nodePath.join(repo.ours, name)
    // An empty journal may be in use by a process of another account.
    if ((await isMissing(path)) || (name === JOURNAL && repo.journal.isEmpty())) continue
    makeFolderNow(repo.gitdir, folderOf(repo), 0o700)
    if (name === JOURNAL) repo.journal.close()
    moveNow(path, await freePath(nodePath.join(folderOf(repo), name)))
  }
}

/**
 * Puts into use what was set aside, as the user wishes. What this device has in its place meanwhile is kept in
 * `.git/variorum/replaced`. Needs the lease.
 */
export async function useUnverified(repo: Repository): Promise<void> {
  for (const name of NAMES) {
    const [from, to] = [nodePath.join(folderOf(repo), name), nodePath.join(repo.ours, name)]
    if (await isMissing(from)) continue
    if (name === JOURNAL) await useJournal(repo, from, to)
    else if (name === ACCESS) await mergeFolders(repo, from, to)
    else if ((name === WRITTEN || name === PACKS) && !(await isMissing(to))) await appendLines(repo, from, to)
    else {
      await replace(repo, to)
      moveNow(from, to)
    }
  }
}

/** Commands of our own come first: the journal is empty again once they are in git. */
async function useJournal(repo: Repository, from: string, to: string): Promise<void> {
  if (!repo.journal.isEmpty()) return
  repo.journal.close()
  moveNow(from, to)
}

async function appendLines(repo: Repository, from: string, to: string): Promise<void> {
  const text = await readPlainFile(from, MAX_LINES_BYTES)
  if (text !== null) await byHandle(to, (address) => fs.appendFile(address, text, { flag: APPENDED }))
  await replace(repo, from)
}

/** Moves the files of a folder into another one. They consist of lines: those of files that it has are added there. */
async function mergeFolders(repo: Repository, from: string, to: string): Promise<void> {
  makeFolderNow(repo.gitdir, to, 0o700)
  for (const name of await fs.readdir(from)) {
    const [source, target] = [nodePath.join(from, name), nodePath.join(to, name)]
    if (await isMissing(target)) moveNow(source, target)
    else await appendLines(repo, source, target)
  }
  // What is not in it any more was moved: it is empty.
  await byHandle(from, (address) => fs.rmdir(address))
}

/** Keeps a file or folder that is no longer used. */
async function replace(repo: Repository, path: string): Promise<void> {
  if (await isMissing(path)) return
  const folder = nodePath.join(repo.ours, 'replaced')
  makeFolderNow(repo.gitdir, folder, 0o700)
  moveNow(path, await freePath(nodePath.join(folder, nodePath.basename(path))))
}

async function freePath(path: string): Promise<string> {
  for (let at = 1; ; at += 1) {
    const candidate = at === 1 ? path : `${path}.${at}`
    if (await isMissing(candidate)) return candidate
  }
}

/**
 * What a folder brought along and is not in use; null when there is nothing.
 * @param isKnown whether this device knows the store, so that only what was set aside is unverified
 */
export async function describeUnverified(repo: Repository, isKnown: boolean): Promise<FromElsewhere | null> {
  const folder = isKnown ? folderOf(repo) : repo.ours
  if (await isMissing(folder)) return null
  const text = async (name: string): Promise<string | null> =>
    (await readPlainFile(nodePath.join(folder, name), MAX_TEXT_BYTES))?.toString('utf8') ?? null
  const has = async (name: string): Promise<boolean> => !(await isMissing(nodePath.join(folder, name)))
  const { systemPrompt = '', ...settings } =
    StoreSettingsChange.safeParse(jsonOf(await text('settings.json'))).data ?? {}
  const changes = await countRecords(nodePath.join(folder, JOURNAL))
  const found: FromElsewhere = {
    changes,
    instructions: systemPrompt,
    policies: await text('policies.json'),
    hasAccessLog: await has(ACCESS),
    hasForgedJournal: changes === 0 && !(await isEmptyJournal(nodePath.join(folder, JOURNAL))),
    hasSettings: Object.keys(settings).length > 0,
    hasMarks: await has(WRITTEN),
  }
  return Object.values(found).some(Boolean) ? found : null
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}
