import type { Dirent } from 'node:fs'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { isUnreadable } from '../../disk/disk-error.ts'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { futurePath } from '../../disk/future-path.ts'
import { homeFolder } from '../../disk/home-folder.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { readConfig } from '../git/config.ts'
import { pathOf } from '../git/git-index-entry.ts'
import { outerRepository } from '../git/outer-repository.ts'
import { Device } from '../repo/device.ts'
import { unfinishedOperation } from '../repo/git-state.ts'
import type { Repository } from '../repo/repository.ts'
import { idOfStore } from '../repo/store-id.ts'
import type { Here } from '../store-options.ts'
import { whyGitFolder } from './git-folder.ts'
import { IgnoreRules } from './ignore-rules.ts'
import { isHiddenPlace, type Surroundings, whyRefusedPlace } from './refused-folders.ts'

/** No configuration of one work tree is as long as this. */
const MAX_CONFIG_BYTES = 200_000
/** No attributes are as long as this; git itself ignores those of 100 MB. */
const MAX_ATTRIBUTES_BYTES = 1_000_000

/** A place, and whether the user has said that a hidden folder is meant. */
export interface Chosen extends Pick<Here, 'home'> {
  readonly hidden: boolean
}

/**
 * Throws `not-adoptable`, with a reason, for a folder that cannot be a store. Runs before the first byte is written.
 * @param until when it is aborted, attributes are no longer looked for
 */
export async function refuseUnadoptable(repo: Repository, here: Here & Chosen, until?: AbortSignal): Promise<void> {
  if (!(await isKnownPlace(repo, here))) await refusePlace(repo.root, here)
  const why =
    (await whyFolder(repo)) ??
    (await whyFormat(repo)) ??
    (await whyGitFolder(repo.gitdir)) ??
    (await whyRepository(repo, until))
  if (why !== null) throw refusal(why)
}

/** Throws `not-adoptable` for a place where no store may be, whatever is there. */
export async function refusePlace(folder: string, { home, hidden }: Chosen): Promise<void> {
  const why = whyRefusedPlace(await futurePath(folder), await surroundings(home))
  if (why !== null) throw refusal(why)
  if (!hidden && (await isHidden(folder, { home }))) throw refusal(say('folder-is-hidden'))
}

/** Whether the folder is hidden from the user, as those with the settings of programs are. */
export async function isHidden(folder: string, { home }: Pick<Here, 'home'>): Promise<boolean> {
  return isHiddenPlace(await futurePath(folder), await surroundings(home))
}

function refusal(why: Message): AppError {
  return new AppError('not-adoptable', say('folder-refused', { why }))
}

/** A store that this device had in this place stays usable, whatever later versions refuse. */
async function isKnownPlace(repo: Repository, { device }: Here): Promise<boolean> {
  const id = await idOfStore(repo)
  return id !== null && (await new Device(device).recordOf(id))?.folder === repo.root
}

async function surroundings(home?: string): Promise<Surroundings> {
  const { platform, env } = process
  const temporary = [tmpdir(), ...(platform === 'win32' ? [] : ['/tmp', '/var/tmp'])]
  return {
    platform,
    env,
    user: await futurePath(homeFolder()),
    temporary: await Promise.all(temporary.map(futurePath)),
    own: home === undefined ? null : await futurePath(home),
  }
}

async function whyFolder({ root, gitdir, isBeside }: Repository): Promise<Message | null> {
  const names = (await unlessMissing(fs.readdir(root))) ?? []
  if (['HEAD', 'objects', 'refs'].every((name) => names.includes(name))) return say('folder-bare-has-no-files')
  // Git of this folder, or of one above, never sees what is beside.
  if (isBeside) return null
  const git = await unlessMissing(fs.lstat(gitdir))
  if (git !== null && !git.isDirectory()) return say('folder-git-is-a-file')
  if (git !== null) return null
  const outer = await outerRepository(root)
  if (outer === null) return null
  const inside = nodePath.relative(outer, root).split(nodePath.sep).join('/')
  return (await new IgnoreRules(outer).ignores(inside, true)) ? null : say('folder-inside-repository')
}

/** Formats in which git's folder looks unlike ours: what is in it would be taken for somebody's tampering. */
async function whyFormat({ gitdir }: Repository): Promise<Message | null> {
  const text = (await readPlainFile(nodePath.join(gitdir, 'config'), MAX_CONFIG_BYTES))?.toString('utf8') ?? ''
  if (!/objectformat|refstorage/i.test(text)) return null
  const config = async (path: string): Promise<string> => String((await readConfig(gitdir, path)) ?? '').toLowerCase()
  if (!['', 'sha1'].includes(await config('extensions.objectformat'))) return say('folder-sha256')
  return ['', 'files'].includes(await config('extensions.refstorage')) ? null : say('folder-reftables')
}

async function whyRepository(repo: Repository, until?: AbortSignal): Promise<Message | null> {
  const { root, gitdir } = repo
  const has = async (...names: readonly string[]): Promise<boolean> =>
    (await unlessMissing(fs.stat(nodePath.join(gitdir, ...names)))) !== null
  if (!(await has('HEAD')) || !(await has('config'))) return null
  // Parsing a configuration needs a library that is slow to load, and usually there is nothing of interest in it.
  const text = (await unlessMissing(fs.readFile(nodePath.join(gitdir, 'config'), 'utf8'))) ?? ''
  const isPlain = !/partialclone|worktree|sparse|splitindex|include|bare\s*=\s*(?!\s|false)/i.test(text)
  const config = async (path: string): Promise<string> =>
    isPlain ? '' : String((await readConfig(gitdir, path)) ?? '').toLowerCase()
  if ((await config('core.bare')) === 'true') return say('folder-bare-has-no-files')
  if (await has('shallow')) return say('folder-shallow')
  if ((await config('extensions.partialclone')) !== '' || (await hasPromisor(gitdir)))
    return say('folder-partial-clone')
  if (await has('objects', 'info', 'alternates')) return say('folder-alternates')
  // Settings of this work tree alone, where `git sparse-checkout` puts its own.
  const hasOwn = (await config('extensions.worktreeconfig')) === 'true'
  const own = hasOwn ? await readPlainFile(nodePath.join(gitdir, 'config.worktree'), MAX_CONFIG_BYTES) : null
  const ownText = own?.toString('utf8') ?? ''
  if ((!repo.isBeside && (await config('core.worktree')) !== '') || /^\s*worktree\s*=/im.test(ownText))
    return say('folder-work-tree-elsewhere')
  if ((await config('index.sparse')) === 'true' || (await config('core.splitindex')) === 'true')
    return say('folder-sparse')
  if (/^\s*(?:sparse|splitindex)\s*=\s*true\s*$/im.test(ownText)) return say('folder-sparse')
  const isStore = await has('variorum', 'store.json')
  const attribute = (await namedConversion(repo, isStore, until)) ?? (await conversionOfFile(repo))
  if (attribute !== null) return say('folder-attribute', { attribute })
  // The rest is temporary or came with a pull, and a folder that already is a store can be read meanwhile.
  if (isStore) return null
  if (await has('modules')) return say('folder-submodules')
  if ((await unlessMissing(fs.lstat(nodePath.join(root, '.gitmodules')))) !== null) return say('folder-gitmodules')
  const head = (await fs.readFile(nodePath.join(gitdir, 'HEAD'), 'utf8')).trim()
  if (!head.startsWith('ref: ')) return say('folder-detached')
  const operation = unfinishedOperation(gitdir)
  return operation === null ? null : say('folder-git-busy', { operation })
}

/** Whether a remote has promised objects that are not here: git marks the packs that it sent, whatever it is called. */
async function hasPromisor(gitdir: string): Promise<boolean> {
  const packs = (await unlessMissing(fs.readdir(nodePath.join(gitdir, 'objects', 'pack')))) ?? []
  return packs.some((name) => name.endsWith('.promisor'))
}

/** An attribute in the folder by which git changes more than line ends, whether it is about a file of now or of later. */
async function namedConversion(
  { root, gitdir }: Repository,
  isStore: boolean,
  until?: AbortSignal,
): Promise<string | null> {
  const files = [nodePath.join(gitdir, 'info', 'attributes')]
  const pending = isStore && !(await namesAttributes(gitdir)) ? [] : ['']
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (until?.aborted === true) return null
    for (const entry of await entriesOf(nodePath.join(root, folder))) {
      if (entry.isDirectory() && entry.name !== '.git') pending.push(nodePath.join(folder, entry.name))
      if (entry.isFile() && entry.name === '.gitattributes') files.push(nodePath.join(root, folder, entry.name))
    }
  }
  for (const file of files) {
    const text = (await readPlainFile(file, MAX_ATTRIBUTES_BYTES))?.toString('utf8') ?? ''
    const named = /^(?!#)[^\n]*?\s(?:(filter|working-tree-encoding)=|(ident)(?:\s|$))/m.exec(text)
    if (named !== null) return named[1] ?? named[2] ?? null
  }
  return null
}

/** None where there is no folder, or one that cannot be read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return (await unlessMissing(fs.readdir(folder, { withFileTypes: true }))) ?? []
  } catch (error) {
    if (isUnreadable(error)) return []
    throw error
  }
}

/** The same from anywhere, such as the user's own attributes, of a file in git's index. */
async function conversionOfFile(repo: Repository): Promise<string | null> {
  if (!repo.conversion.mayBeUnknown()) return null
  const slice = new TimeSlice()
  for (const entry of (await repo.index()).entries()) {
    const attribute = repo.conversion.unknownFor(pathOf(entry.key))
    if (attribute !== null) return attribute
    if (slice.isOver) await slice.yield()
  }
  return null
}

/**
 * Whether git's index names a .gitattributes file, or may. The index has every file of a store, so otherwise the folder
 * need not be walked; a file that is not in the index yet is found by the next opening.
 */
async function namesAttributes(gitdir: string): Promise<boolean> {
  const index = await unlessMissing(fs.readFile(nodePath.join(gitdir, 'index')))
  // Version 4 omits from each name the prefix that it shares with the one before.
  return index === null || index.length < 8 || index.readUInt32BE(4) > 3 || index.includes('.gitattributes')
}
