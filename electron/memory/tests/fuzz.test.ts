import { Buffer } from 'node:buffer'
import { createHash, createSecretKey } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { mutate } from '../../../testing/mutate.ts'
import { processorMsOf } from '../../../testing/processor-time.ts'
import { random, type Pick } from '../../../testing/random.ts'
import { UnreadableIndex } from '../git/git-index-entry.ts'
import { readIndex, GitIndex } from '../git/git-index.ts'
import { readHead } from '../git/refs.ts'
import { AccessLog } from '../history/access-log.ts'
import { refuseUnadoptable } from '../outside/adoptable.ts'
import { IgnoreRules } from '../outside/ignore-rules.ts'
import { countRecords } from '../repo/journal-record.ts'
import { listPoints, oddPoints } from '../repo/points.ts'
import { PoliciesFiles } from '../repo/policies-file.ts'
import { Repository } from '../repo/repository.ts'
import { idOfStore } from '../repo/store-id.ts'
import { readSettings } from '../repo/store-settings.ts'
import { describeUnverified } from '../repo/unverified.ts'
import { agent, fileAt, git, newStore } from './store-fixture.ts'

// Every reader of a folder's bytes gets damaged bytes: it answers or refuses with a message, soon, and touches nothing
// else. `npm run long -- fuzz` runs ten thousand mutations of each.

const MUTATIONS = Number(process.env.VARIORUM_LONG ?? 25)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)
const MAX_MS = 2_000

interface Reader {
  /** The file that is damaged, below the store's folder. */
  readonly path: (dir: string) => Promise<string> | string
  /** Makes a damaged file look whole, so that its content is read too. */
  readonly seal?: (bytes: Buffer) => Buffer
  readonly read: (repo: Repository, dir: string) => Promise<unknown>
}

async function tip(dir: string, spec = 'HEAD'): Promise<string> {
  return (await git(dir, 'rev-parse', spec)).trim()
}

const looseOf = (spec: string) => async (dir: string) => {
  const id = await tip(dir, spec)
  const path = `.git/objects/${id.slice(0, 2)}/${id.slice(2)}`
  fs.mkdirSync(nodePath.dirname(`${dir}/${path}`), { recursive: true })
  const type = (await git(dir, 'cat-file', '-t', id)).trim()
  const content = Buffer.from(await git(dir, 'cat-file', type, id), type === 'tree' ? 'latin1' : 'utf8')
  fs.writeFileSync(`${dir}/${path}`, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])))
  fs.rmSync(`${dir}/.git/objects/pack`, { recursive: true })
  fs.mkdirSync(`${dir}/.git/objects/pack`)
  return path
}

const refuseFrom = (repo: Repository, dir: string): Promise<void> =>
  refuseUnadoptable(repo, { device: deviceOf(dir), hidden: false })

/** The damaged object under the id that its bytes have, and the branch at it. */
async function readUnderItsId(repo: Repository, dir: string, as: 'tree' | 'commit'): Promise<void> {
  const loose = fs.readFileSync(`${dir}/damaged`)
  const id = createHash('sha1').update(loose).digest('hex')
  const path = repo.objects.stored.loosePath(id)
  fs.mkdirSync(nodePath.dirname(path), { recursive: true })
  fs.writeFileSync(path, deflateSync(loose))
  try {
    if (as === 'tree') repo.trees.files(id)
    else repo.objects.readCommit(id)
  } finally {
    fs.rmSync(path)
  }
}

const packFile = (extension: string) => (dir: string) =>
  `.git/objects/pack/${fs.readdirSync(`${dir}/.git/objects/pack`).find((name) => name.endsWith(extension)) ?? ''}`

async function readAllObjects(repo: Repository, dir: string): Promise<void> {
  for (const id of fs.readFileSync(`${dir}/.git/ids`, 'utf8').trim().split('\n')) {
    try {
      repo.objects.read(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}

const sealIndex = (damaged: Buffer): Buffer => {
  const body = damaged.subarray(0, -20)
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

/** Gives the first record of a journal the length and the checksum that fit. */
const sealJournal = (damaged: Buffer): Buffer => {
  if (damaged.length < 24) return damaged
  const result = Buffer.from(damaged)
  const end = Math.min(16 + result.readUInt32BE(8), result.length)
  result.writeUInt32BE(end - 16, 8)
  result.writeUInt32BE(crc32(result.subarray(16, end), crc32(result.subarray(0, 8))), 12)
  return result
}

const READERS: Readonly<Record<string, Reader>> = {
  HEAD: { path: () => '.git/HEAD', read: async (repo) => readHead(repo.gitdir) },
  branch: { path: () => '.git/refs/heads/main', read: async (repo) => readHead(repo.gitdir) },
  'packed refs': {
    path: async (dir) => {
      await git(dir, 'pack-refs', '--all')
      return '.git/packed-refs'
    },
    read: async (repo) => [await readHead(repo.gitdir), await listPoints(repo), await oddPoints(repo)],
  },
  configuration: { path: () => '.git/config', read: refuseFrom },
  index: { path: () => '.git/index', seal: sealIndex, read: (repo) => readIndexOrRefuse(repo) },
  pack: { path: packFile('.pack'), read: readAllObjects },
  "pack's index": { path: packFile('.idx'), read: readAllObjects },
  'loose object': { path: looseOf('HEAD'), read: async (repo, dir) => repo.objects.readCommit(await tipOf(dir)) },
  tree: {
    path: () => 'damaged',
    seal: (damaged) => Buffer.concat([Buffer.from(`tree ${damaged.length}\0`), damaged]),
    read: (repo, dir) => readUnderItsId(repo, dir, 'tree'),
  },
  commit: {
    path: () => 'damaged',
    seal: (damaged) => Buffer.concat([Buffer.from(`commit ${damaged.length}\0`), damaged]),
    read: (repo, dir) => readUnderItsId(repo, dir, 'commit'),
  },
  journal: {
    path: () => '.git/variorum/journal',
    seal: sealJournal,
    read: async (repo) => {
      repo.journal.bind({ key: createSecretKey(Buffer.alloc(32)), acceptsUnsigned: true })
      await countRecords(`${repo.ours}/journal`)
      return repo.journal.read((id) => repo.objects.read(id))
    },
  },
  'store id': { path: () => '.git/variorum/store.json', read: idOfStore },
  settings: { path: () => '.git/variorum/settings.json', read: readSettings },
  policies: { path: () => '.variorum/policies.json', read: (repo) => new PoliciesFiles(repo).read() },
  'what came along': {
    path: () => '.git/variorum/unverified/settings.json',
    read: (repo) => describeUnverified(repo, true),
  },
  'ignore rules': {
    path: () => '.gitignore',
    read: (repo) => new IgnoreRules(repo.root).ignores('a/deep/er/folder/and some file.md'),
  },
  'restore point': { path: () => '.git/refs/variorum/points/one', read: (repo) => listPoints(repo) },
  'access log': {
    path: () => '.git/variorum/access/2026-11.jsonl',
    read: (repo) => new AccessLog(repo.gitdir).reads(),
  },
  lease: { path: () => '.git/variorum/lease', read: (repo) => repo.lease.isOwned() },
  'operation of git': { path: () => '.git/MERGE_HEAD', read: refuseFrom },
}

async function readIndexOrRefuse(repo: Repository): Promise<void> {
  const index = await readIndex(repo.indexPath).catch((error: unknown) => {
    if (error instanceof UnreadableIndex) return new GitIndex()
    throw error
  })
  repo.workTree.inspectAll(
    [...index.entries()].map(({ key }) => key),
    index,
  )
}

const tips = new Map<string, string>()
async function tipOf(dir: string): Promise<string> {
  const known = tips.get(dir) ?? fs.readFileSync(`${dir}/.git/tip`, 'utf8')
  tips.set(dir, known)
  return known
}

/** What a file of this kind holds when it is whole. */
const SAMPLES: Readonly<Record<string, string>> = {
  '.git/variorum/settings.json': JSON.stringify({ systemPrompt: 'Be brief.', createOverwrites: true }),
  '.variorum/policies.json': JSON.stringify({ caps: { file: { bytes: 5_000 } }, expiry: { on: true, days: 9 } }),
  '.git/variorum/unverified/settings.json': JSON.stringify({ systemPrompt: 'Be brief.' }),
  '.gitignore': '# notes\n*.log\n!keep.log\n/out/\nfoo/**/bar\n[a-z]?.tmp\n\\#x\n**/deep/*\n',
  '.git/variorum/access/2026-11.jsonl': `${JSON.stringify({ time: '2026-11-20T10:00:00Z', path: 'a.md' })}\n`.repeat(5),
  '.git/variorum/lease': JSON.stringify({ nonce: 'x', pid: 1, started: '1', boot: 'b', host: 'h' }),
  '.git/MERGE_HEAD': `${'ab'.repeat(20)}\n`,
}

const OUTSIDE = 'outside.md'

/** Whether everything beside the store is as it was. */
function isUntouched(dir: string): boolean {
  const root = nodePath.dirname(dir)
  const isSame = fs.readFileSync(nodePath.join(root, OUTSIDE), 'utf8') === OUTSIDE
  return isSame && fs.readdirSync(root).toSorted().join() === `${OUTSIDE},store`
}

/** A store with everything that the readers read, closed, in a folder of its own. */
async function sampleStore(): Promise<string> {
  const root = await newFolder()
  const dir = nodePath.join(root, 'store')
  fs.mkdirSync(dir)
  fs.writeFileSync(nodePath.join(root, OUTSIDE), OUTSIDE)
  await using place = await newStore({ prepare: async () => undefined })
  for (const path of ['a.md', 'd/b.md', 'd/e/c.md'])
    await place.store.put([fileAt(path, `${path}\n`.repeat(50))], agent)
  fs.copyFileSync(`${place.dir}/.git/variorum/journal`, `${dir}/journal`)
  await place.store.makePoint('one')
  await place.store.close()
  fs.cpSync(place.dir, dir, { recursive: true })
  fs.copyFileSync(`${dir}/journal`, `${dir}/.git/variorum/journal`)
  fs.writeFileSync(`${dir}/.git/tip`, await tip(dir))
  fs.writeFileSync(`${dir}/.git/ids`, await git(dir, 'rev-list', '--objects', '--all', '--no-object-names'))
  for (const [path, text] of Object.entries(SAMPLES)) {
    fs.mkdirSync(nodePath.dirname(`${dir}/${path}`), { recursive: true })
    fs.writeFileSync(`${dir}/${path}`, text)
  }
  return dir
}

async function fuzz(name: string, reader: Reader, pick: Pick): Promise<readonly string[]> {
  const dir = await sampleStore()
  const wrong: string[] = []
  if (name === 'tree' || name === 'commit') {
    const id = await tip(dir, name === 'tree' ? 'HEAD^{tree}' : 'HEAD')
    const repo = new Repository(dir)
    fs.writeFileSync(`${dir}/damaged`, repo.objects.read(id).bytes)
    repo.close()
  }
  const path = `${dir}/${await reader.path(dir)}`
  const whole = fs.readFileSync(path)
  fs.chmodSync(path, 0o600)
  for (let at = 0; at < MUTATIONS && wrong.length < 3; at += 1) {
    const damaged = mutate(whole, pick)
    const sealed = reader.seal !== undefined && (name === 'tree' || name === 'commit' || pick(4) > 0)
    fs.writeFileSync(path, sealed ? (reader.seal?.(damaged) ?? damaged) : damaged)
    const repo = new Repository(dir)
    const ms = await processorMsOf(async () => {
      try {
        await reader.read(repo, dir)
      } catch (error) {
        if (!(error instanceof AppError))
          wrong.push(
            `${name}, mutation ${at}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          )
      }
    })
    if (ms > MAX_MS) wrong.push(`${name}, mutation ${at}: took ${Math.round(ms)} ms`)
    repo.close()
  }
  if (!isUntouched(dir)) wrong.push(`${name}: something outside was touched`)
  return wrong
}

test.each(Object.keys(READERS))(
  `whatever bytes are there, reading the %s ends in an answer (seed ${SEED})`,
  async (name) => {
    const reader = READERS[name]
    expect(reader === undefined ? [name] : await fuzz(name, reader, random(SEED))).toEqual([])
  },
)

test('the samples are read when they are whole', async () => {
  const dir = await sampleStore()
  const repo = new Repository(dir)
  expect(inflateSync(deflateSync(Buffer.from('x'))).toString()).toBe('x')
  expect([
    (await listPoints(repo)).map(({ name }) => name),
    (await readSettings(repo)).systemPrompt,
    (await new AccessLog(repo.gitdir).reads()).length,
    await countRecords(`${repo.ours}/journal`),
    (await readIndex(repo.indexPath)).totals.files,
  ]).toEqual([['one'], 'Be brief.', 5, 3, 3])
  repo.close()
  expect(isUntouched(dir)).toBe(true)
})
