import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { readPlainFile, unlessMissing } from '../../disk/durable-files.ts'
import { branchNamedBy, MAX_ALIASES } from '../git/refs.ts'

// What may be in a folder's `.git`, which anybody may have made. Git itself puts plain files and folders there; a link
// would lead our own reading and writing elsewhere, and a pipe would make it wait forever.

const FOLDERS = ['', 'info', 'logs', 'logs/refs', 'logs/refs/heads', 'objects', 'objects/info', 'objects/pack', 'refs']
const MORE_FOLDERS = ['refs/heads', 'refs/variorum', 'refs/variorum/points', 'variorum']
const FILES = ['HEAD', 'config', 'index', 'packed-refs', 'logs/HEAD', 'info/attributes', 'info/exclude', 'gc.pid']
/** Our own files, none of which is a folder. */
const OUR_FILES = ['journal', 'lease', 'tick', 'store.json', 'settings.json', 'policies.json', 'written', 'packs']
/** Folders whose every entry must be a plain file or a folder. */
const OURS = ['variorum', 'variorum/access', 'variorum/unverified', 'variorum/unverified/access', 'variorum/replaced']
const LISTED = ['objects', 'objects/pack', ...OURS, 'refs/variorum/points']

/** Folders of ours with files alone. */
const FLAT = ['variorum/tmp', 'variorum/locks', 'variorum/leases', 'variorum/lease.line']

const MAX_FILE_BYTES: Readonly<Record<string, number>> = {
  HEAD: 10_000,
  config: 200_000,
  'packed-refs': 5_000_000,
  'gc.pid': 1_000,
  'variorum/lease': 10_000,
  'variorum/tick': 10_000,
  index: 100_000_000,
}

const MAX_REF_BYTES = 1_000

/** Why this `.git` cannot be used, as the end of a sentence; null when it can. */
export async function whyGitFolder(gitdir: string): Promise<Message | null> {
  const branches = await branchesOf(gitdir)
  const [folders, files] = pathsOfBranches(branches)
  const stat = (path: string): Promise<Awaited<ReturnType<typeof fs.lstat>> | null> =>
    unlessMissing(fs.lstat(nodePath.join(gitdir, path)))
  for (const path of [...FOLDERS, ...MORE_FOLDERS, ...folders]) {
    const found = await stat(path)
    if (found !== null && !found.isDirectory()) return strange(path)
  }
  for (const path of [...FILES, ...OUR_FILES.map((name) => `variorum/${name}`), ...files]) {
    const found = await stat(path)
    if (found !== null && !found.isFile()) return strange(path)
    if (
      found !== null &&
      found.size > (MAX_FILE_BYTES[path] ?? (branches.includes(path) ? MAX_REF_BYTES : Number.POSITIVE_INFINITY))
    )
      return say('git-file-too-large', { path })
  }
  for (const path of [...LISTED, ...FLAT]) {
    const entries = await unlessMissing(fs.readdir(nodePath.join(gitdir, path), { withFileTypes: true }))
    const odd = entries?.find((entry) => !entry.isFile() && !(entry.isDirectory() && !FLAT.includes(path)))
    if (odd !== undefined) return strange(`${path}/${odd.name}`)
  }
  return null
}

/** The branch that HEAD names, and those that it is another name for; none when there is no such file. */
async function branchesOf(gitdir: string): Promise<readonly string[]> {
  const branches: string[] = []
  let next = await branchNamedIn(gitdir, 'HEAD', MAX_FILE_BYTES.HEAD ?? 0)
  while (next !== null && branches.length <= MAX_ALIASES) {
    branches.push(next)
    next = await branchNamedIn(gitdir, next, MAX_REF_BYTES)
  }
  return branches
}

async function branchNamedIn(gitdir: string, path: string, maxBytes: number): Promise<string | null> {
  return branchNamedBy((await readPlainFile(nodePath.join(gitdir, path), maxBytes))?.toString('utf8') ?? '')
}

/** The folders above branches and their reflogs, and their files. */
function pathsOfBranches(branches: readonly string[]): readonly [folders: readonly string[], files: readonly string[]] {
  const above = branches.flatMap((branch) => {
    const names = branch.split('/')
    return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
  })
  return [above.flatMap((path) => [path, `logs/${path}`]), branches.flatMap((branch) => [branch, `logs/${branch}`])]
}

function strange(path: string): Message {
  return say('git-file-strange', { path })
}
