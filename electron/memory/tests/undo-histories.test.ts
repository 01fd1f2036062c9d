import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { Commit, WriteOutcome } from '../../../shared/commit.ts'
import { newFolder } from '../../../testing/folders.ts'
import { generateHistory, type GeneratedHistory } from '../../../testing/generated/histories.ts'
import type { Store } from '../store-interface.ts'
import { agent, fileAt, gitComplaints, newStore, user } from './store-fixture.ts'

// Undo of any commit of generated histories, beside git's own three-way merge. `npm run long -- undo` makes 5,000.

const HISTORIES = Number(process.env.VARIORUM_LONG ?? 50)
const SEED = Number(process.env.VARIORUM_SEED ?? 11)
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 7_200_000
/** Without an index, questions walk the whole history. */
const HISTORIES_PER_STORE = 25

/** Histories in which something was wrong once: a repeated line's author, and where git puts what it inserts. */
const ONCE_WRONG = [4_711_004_685, 11_000_083, 11_002_870, 90_210_004_622]

const undoing = { ...user, verb: 'undo' } as const

function committed(outcome: WriteOutcome | { readonly kind: string }): Commit {
  if (!('commit' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.commit
}

/** A history in the store: the commit to undo, and what it did to which file. */
interface Written {
  readonly commit: Commit
  /** Where its file is at the end; null if it is deleted. */
  readonly path: string | null
  /** The texts around it; null where there is no file. */
  readonly before: string | null
  readonly after: string | null
}

async function write(store: Store, { writes, undo }: GeneratedHistory): Promise<Written> {
  const found: Written[] = []
  for (const [at, { by, kind, path, to, text }] of writes.entries()) {
    const origin = by === 'agent' ? agent : user
    const old = await store.look(path)
    const before = old.kind === 'file' ? Buffer.from(old.bytes).toString('utf8') : null
    const commit =
      kind === 'rename'
        ? committed(await store.move([{ from: path, to: to ?? '' }], { ...origin, verb: 'rename' }))
        : kind === 'delete'
          ? committed(await store.remove([path], { ...origin, verb: 'delete' }))
          : committed(await store.put([fileAt(path, text ?? '', old.kind === 'file' ? old.blob.id : null)], origin))
    const [known] = found
    if (at === undo)
      found.push({ commit, path: to ?? path, before, after: kind === 'delete' ? null : (text ?? before) })
    else if (known?.path === path && kind === 'rename') found[0] = { ...known, path: to ?? path }
  }
  const [written] = found
  if (written === undefined) throw new Error('a history without a write to undo')
  return written
}

/** Git's own three-way merge; null with a conflict. */
async function gitMerge(dir: string, base: string, ours: string, theirs: string): Promise<string | null> {
  const files = ['ours', 'base', 'theirs'].map((name) => nodePath.join(dir, name))
  await Promise.all([ours, base, theirs].map((text, at) => fs.writeFile(files[at] ?? '', text)))
  // The exit code is the number of conflicts, up to 127; anything else is a failure of git.
  const { status, stdout, error } = spawnSync('git', ['merge-file', '-p', '-q', ...files], { encoding: 'utf8' })
  if (error !== undefined || status === null || status > 127)
    throw error ?? new Error(`git merge-file ended with ${status}`)
  return status === 0 ? stdout : null
}

/** Every file with its text and the commit that wrote each line. */
async function present(store: Store, folder: string): Promise<unknown> {
  const files = (await store.tree()).files.filter(({ path }) => path.startsWith(`${folder}/`))
  return Promise.all(
    files.map(async ({ path }) => [
      path,
      (await store.file(path))?.text,
      (await store.blame(path))?.lines.map(({ readings }) => [readings[0]?.text, readings[0]?.commit]),
    ]),
  )
}

const textAt = async (store: Store, path: string | null): Promise<string | null> =>
  path === null ? null : ((await store.file(path))?.text ?? null)

interface Counts {
  clean: number
  conflicts: number
  resolved: number
}

/** Undoes a write and redoes it, and compares with git's merge where git can merge. */
async function judge(store: Store, dir: string, seed: number, counts: Counts): Promise<void> {
  const folder = `h${seed}`
  const { commit, path, before, after } = await write(store, generateHistory(seed, folder))
  const was = await present(store, folder)
  const now = await textAt(store, path)
  // Git merges texts; a file that came or went is another matter.
  const byGit = before === null || after === null || now === null ? null : await gitMerge(dir, after, now, before)
  const isMerge = before !== null && after !== null && now !== null && before !== after
  const outcome = await store.undo({ commits: [commit.id] }, undoing)
  const said = `seed ${seed}`
  if (isMerge) counts[byGit === null ? 'conflicts' : 'clean'] += 1
  if (outcome.kind === 'conflict') {
    expect([isMerge ? byGit : null, await present(store, folder)], said).toEqual([null, was])
    return
  }
  if (isMerge && byGit === null) counts.resolved += 1
  // A merge that changes nothing has undone nothing: then we look for what was moved.
  else if (isMerge && byGit !== now) expect(await textAt(store, path), said).toBe(byGit)
  if (outcome.kind !== 'committed') return
  committed(await store.undo({ commits: [outcome.commit.id] }, undoing))
  expect(await present(store, folder), said).toEqual(was)
}

test(
  'an undo agrees with git, resolves more, and redo brings back the same bytes and authors',
  { timeout: TIMEOUT_MS },
  async () => {
    const dir = await newFolder()
    const counts: Counts = { clean: 0, conflicts: 0, resolved: 0 }
    {
      await using place = await newStore()
      for (const seed of ONCE_WRONG) await judge(place.store, dir, seed, counts)
    }
    for (let first = 0; first < HISTORIES; first += HISTORIES_PER_STORE) {
      await using place = await newStore()
      for (let at = first; at < Math.min(HISTORIES, first + HISTORIES_PER_STORE); at += 1)
        await judge(place.store, dir, SEED * 1_000_000 + at, counts)
      // Packs that are merged meanwhile would be gone before fsck comes to them.
      await place.store.close()
      expect(await gitComplaints(place.dir)).toBe('')
    }
    process.stdout.write(
      `undo: ${HISTORIES} histories, seed ${SEED}: git clean ${counts.clean}, of its ${counts.conflicts} conflicts resolved ${counts.resolved}\n`,
    )
    expect(counts.resolved / counts.conflicts).toBeGreaterThan(0.3)
  },
)
