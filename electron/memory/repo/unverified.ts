import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { StoreSettingsChange } from '../../../shared/settings.ts'
import type { FromElsewhere } from '../../../shared/stores.ts'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { countRecords, isEmptyJournal } from './journal-record.ts'
import type { Repository } from './repository.ts'

// What a folder brought along in `.git/variorum`: written by another device, another account, or a stranger. It is kept
// in `.git/variorum/unverified`, where nothing reads it, until the user trusts the folder.

const JOURNAL = 'journal'
const ACCESS = 'access'
const NAMES = [JOURNAL, 'settings.json', 'policies.json', ACCESS, 'written', 'packs'] as const

const MAX_TEXT_BYTES = 1_000_000

const folderOf = (repo: Repository): string => nodePath.join(repo.ours, 'unverified')
const isMissing = async (path: string): Promise<boolean> => (await unlessMissing(fs.lstat(path))) === null

/** Moves out of use whatever the folder brought along. Call only while holding the lease. */
export async function setUnverifiedAside(repo: Repository): Promise<void> {
  for (const name of NAMES) {
    const path = nodePath.join(repo.ours, name)
    // An empty journal may be in use by a process of another account.
    if ((await isMissing(path)) || (name === JOURNAL && repo.journal.isEmpty())) continue
    await fs.mkdir(folderOf(repo), { recursive: true, mode: 0o700 })
    if (name === JOURNAL) repo.journal.close()
    await fs.rename(path, await freePath(nodePath.join(folderOf(repo), name)))
  }
}

/** Puts back into use what was set aside, where nothing of this device has taken its place. Needs the lease. */
export async function useUnverified(repo: Repository): Promise<void> {
  for (const name of NAMES) {
    const [from, to] = [nodePath.join(folderOf(repo), name), nodePath.join(repo.ours, name)]
    if (await isMissing(from)) continue
    if (name === ACCESS) await moveMissing(from, to)
    else if (name === JOURNAL ? repo.journal.isEmpty() : await isMissing(to)) {
      if (name === JOURNAL) repo.journal.close()
      await fs.rename(from, to)
    }
  }
}

/** Moves the entries of a folder into another one, except those that it has. */
async function moveMissing(from: string, to: string): Promise<void> {
  await fs.mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await fs.readdir(from))
    if (await isMissing(nodePath.join(to, name))) await fs.rename(nodePath.join(from, name), nodePath.join(to, name))
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
  const settings = StoreSettingsChange.safeParse(jsonOf(await text('settings.json')))
  const changes = await countRecords(nodePath.join(folder, JOURNAL))
  const found: FromElsewhere = {
    changes,
    instructions: settings.data?.systemPrompt ?? '',
    policies: await text('policies.json'),
    hasAccessLog: !(await isMissing(nodePath.join(folder, ACCESS))),
    hasForgedJournal: changes === 0 && !(await isEmptyJournal(nodePath.join(folder, JOURNAL))),
  }
  const isNothing =
    found.changes === 0 &&
    found.instructions === '' &&
    found.policies === null &&
    !found.hasAccessLog &&
    !found.hasForgedJournal
  return isNothing ? null : found
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}
