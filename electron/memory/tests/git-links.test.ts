import nodeFs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { filesOfHead } from '../../../testing/git.ts'
import { random } from '../../../testing/random.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, fileAt } from './store-fixture.ts'

// Whoever can write to a `.git` may put a link in the place of anything in it, at any moment: between any two of our
// calls of the system. Nothing is written, touched or removed where it leads.

const IS_LONG = process.env.VARIORUM_LONG !== undefined
const RUNS = Number(process.env.VARIORUM_LONG ?? 10)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)

const FOLDERS = [
  '',
  'logs',
  'logs/refs',
  'logs/refs/heads',
  'objects',
  'objects/pack',
  'refs',
  'refs/heads',
  'refs/variorum',
  'refs/variorum/points',
  'variorum',
  'variorum/access',
  'variorum/damaged',
  'variorum/lease.line',
  'variorum/leases',
  'variorum/locks',
  'variorum/replaced',
  'variorum/tmp',
  'variorum/unverified',
]
const FILES = [
  'HEAD',
  'index',
  'index.lock',
  'logs/HEAD',
  'logs/refs/heads/main',
  'packed-refs',
  'refs/heads/main',
  'refs/heads/main.lock',
  'variorum/journal',
  'variorum/journal.unreadable',
  'variorum/lease',
  'variorum/packs',
  'variorum/settings.json',
  'variorum/tick',
  'variorum/written',
  `variorum/access/${new Date().toISOString().slice(0, 7)}.jsonl`,
]

const real = { ...nodeFs }
/** All calls that take a path, but for those that only tell whether it is there. */
const CALLS = Object.keys(nodeFs).filter(
  (name) => name.endsWith('Sync') && !/^(?:fstat|exists|close|read|write)/.test(name),
)

/** Runs a task and calls `act` right before each of its calls of the file system. */
async function beforeEachCall<T>(act: () => void, task: () => Promise<T>): Promise<T> {
  const restore: (() => void)[] = []
  const wrap = (target: object, names: readonly string[]): void => {
    for (const name of names) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') continue
      Reflect.set(target, name, (...values: readonly unknown[]): unknown => {
        act()
        return Reflect.apply(call, target, values)
      })
      restore.push(() => Reflect.set(target, name, call))
    }
  }
  wrap(nodeFs, CALLS)
  wrap(nodeFs.promises, Object.keys(nodeFs.promises))
  syncBuiltinESMExports()
  try {
    return await task()
  } finally {
    for (const undo of restore) undo()
    syncBuiltinESMExports()
  }
}

/** For git's locks, which a link may imitate for ever. */
const PATIENCE_MS = 30

/** What a store does in its life, as far as it comes. @returns the texts that it keeps, by path */
async function live(dir: string): Promise<Record<string, string>> {
  const kept: Record<string, string> = {}
  /** @returns whether it is done, or will be by the next opening. What is refused is refused with a sentence. */
  const isDone = async (command: () => Promise<unknown>): Promise<boolean> => {
    try {
      await command()
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      return error instanceof AppError && error.said.id === 'files-owed'
    }
  }
  for (const round of ['one', 'two']) {
    await isDone(async () => {
      const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false, patience: PATIENCE_MS })
      const put = async (path: string): Promise<void> => {
        if (await isDone(() => store.put([fileAt(path, path)], agent))) kept[path] = path
      }
      await put(`${round}/a.md`)
      await isDone(() => store.viewed(`${round}/a.md`, { ...agent, verb: 'view' }))
      await put(`${round}/b.md`)
      await isDone(() => store.makePoint(round))
      await put(`${round}/c.md`)
      if (await isDone(() => store.remove([`${round}/b.md`], { ...agent, verb: 'delete' })))
        delete kept[`${round}/b.md`]
      await isDone(() => store.changeSettings({ createOverwrites: round === 'one' }))
      await isDone(() => store.removePoint(round))
      await isDone(() => store.check({ repair: true }))
      await isDone(() => store.close())
    })
  }
  return kept
}

/** Every name below a folder with what it holds and when it was changed. */
function snapshot(folder: string): string {
  return real
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mode, mtimeMs } = real.lstatSync(nodePath.join(folder, name))
      return `${name} ${size} ${mode} ${mtimeMs}`
    })
    .join('\n')
}

/** Puts a link to a copy of what is there in its place. @returns what puts it back, if it was put */
function swap(gitdir: string, name: string, outside: string): (() => void) | null {
  const [place, aside] = [nodePath.join(gitdir, name), nodePath.join(nodePath.dirname(outside), 'aside')]
  try {
    if (real.existsSync(place)) real.renameSync(place, aside)
    real.symlinkSync(nodePath.join(outside, 'there'), place)
  } catch {
    return null
  }
  return () => {
    // It may have been moved to where we keep what a folder brought along; a file may have been replaced by its next
    // version, which then is the newest.
    for (const entry of real.readdirSync(nodePath.dirname(gitdir), { recursive: true, withFileTypes: true }))
      if (entry.isSymbolicLink()) real.unlinkSync(nodePath.join(entry.parentPath, entry.name))
    if (real.existsSync(aside) && !real.existsSync(place)) real.renameSync(aside, place)
  }
}

async function template(): Promise<{ readonly dir: string; readonly calls: number }> {
  const dir = await newFolder()
  await live(dir)
  let calls = 0
  const copy = await newFolder()
  real.cpSync(dir, copy, { recursive: true })
  await beforeEachCall(
    () => void (calls += 1),
    () => live(copy),
  )
  return { dir, calls }
}

test(
  `a link in .git is followed by no write, whenever it is put there (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    const { dir: made, calls } = await template()
    expect(calls).toBeGreaterThan(500)
    const pick = random(SEED)
    // Locks are waited for.
    const names = [...FOLDERS, ...FILES].filter((name) => IS_LONG || !name.endsWith('.lock'))
    let swapped = 0
    for (let run = 0; run < RUNS; run += 1) {
      const home = await newFolder()
      const [dir, outside] = [nodePath.join(home, 'store'), nodePath.join(home, 'outside')]
      real.cpSync(made, dir, { recursive: true })
      const gitdir = nodePath.join(dir, '.git')
      const name = names[pick(names.length)] ?? ''
      const [when, isThere] = [pick(calls), pick(4) > 0]
      real.mkdirSync(outside)
      const place = nodePath.join(gitdir, name)
      const there = nodePath.join(outside, 'there')
      if (isThere && real.existsSync(place)) real.cpSync(place, there, { recursive: true })
      if (isThere && FOLDERS.includes(name)) real.mkdirSync(there, { recursive: true })
      if (isThere && FOLDERS.includes(name)) real.writeFileSync(nodePath.join(there, 'mine'), 'mine')
      const before = snapshot(outside)
      let at = 0
      const links: (() => void)[] = []
      const act = (): void => {
        const putBack = at === when ? swap(gitdir, name, outside) : null
        if (putBack !== null) links.push(putBack)
        at += 1
      }
      const kept = await beforeEachCall(act, () => live(dir))
      expect({ name, when, outside: snapshot(outside) }).toEqual({ name, when, outside: before })
      const [putBack] = links
      if (putBack === undefined) continue
      swapped += 1
      putBack()
      // A lease that could not be given up is its owner's as long as that process lives.
      real.rmSync(nodePath.join(gitdir, 'variorum', 'lease'), { force: true })
      await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
      expect({ name, when, files: await filesOfHead(dir) }).toMatchObject({ name, when, files: kept })
    }
    expect(swapped).toBeGreaterThan(RUNS / 2)
  },
)
