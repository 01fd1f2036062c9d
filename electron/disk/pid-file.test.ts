import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { describeOwner, PidFile, processExists, type Processes } from './pid-file.ts'

const MINUTE_MS = 60_000

/** As on macOS and Windows: neither start times nor boot ids. */
const bare: Processes = {
  exists: processExists,
  startOf: async () => '',
  bootId: async () => '',
  uptimeMs: () => 24 * 60 * MINUTE_MS,
}

let folder = ''
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => void vi.useRealTimers())

const path = (): string => nodePath.join(folder, 'lease')
const pidFile = (processes = bare): PidFile => new PidFile(path(), nodePath.join(folder, 'tmp'), { processes })

/** A file that a killed owner left, whose number is another process's by now: this one's. */
async function leftBehind(agoMs: number, processes = bare): Promise<void> {
  await fs.writeFile(path(), JSON.stringify(await describeOwner(process.pid, processes)))
  await touched(agoMs)
}

async function touched(agoMs: number): Promise<void> {
  const at = new Date(Date.now() - agoMs)
  await fs.utimes(path(), at, at)
}

/** Lets the computer be awake for so long; its clock runs on while it sleeps. */
async function awake(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}
const fakeTimers = (): unknown => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

test('a file left behind is taken over though its number is in use again, once it was watched for a moment', async () => {
  fakeTimers()
  await leftBehind(MINUTE_MS)
  expect(await pidFile().claim()).toBeNull()
  expect(await pidFile().isOwned()).toBe(true)
  await awake(4_000)
  expect(await pidFile().isOwned()).toBe(false)
  const taken = pidFile()
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})

test('after a sleep the owner touches its file again, and keeps it', async () => {
  fakeTimers()
  await leftBehind(8 * 60 * MINUTE_MS)
  expect(await pidFile().claim()).toBeNull()
  // However long the computer slept, and whatever its clock says: it was awake for a second.
  await awake(1_000)
  expect(await pidFile().claim()).toBeNull()
  await touched(0)
  await awake(4_000)
  expect(await pidFile().claim()).toBeNull()
  // It sleeps again: what was watched before does not count.
  await touched(MINUTE_MS)
  expect(await pidFile().claim()).toBeNull()
  await awake(1_000)
  expect(await pidFile().claim()).toBeNull()
})

test('a living owner touches its file often enough, so that no other process takes it', async () => {
  fakeTimers()
  const owner = pidFile()
  expect(await owner.claim()).toEqual({ abandoned: false })
  await touched(MINUTE_MS)
  expect(await pidFile().claim()).toBeNull()
  await awake(4_000)
  vi.useRealTimers()
  await vi.waitFor(async () => expect(Date.now() - (await fs.stat(path())).mtimeMs).toBeLessThan(30_000))
  expect(await pidFile().claim()).toBeNull()
  await owner.release()
})

/** The file of an owner on another computer; from here, its numbers mean nothing. */
async function ownedElsewhere(): Promise<void> {
  await fs.writeFile(path(), JSON.stringify({ ...(await describeOwner(999_999_999)), host: 'another' }))
}

test('an owner on another computer that has been silent for half a minute is watched, and then counts as dead', async () => {
  fakeTimers()
  await ownedElsewhere()
  await awake(5_000)
  expect(await pidFile().claim()).toBeNull()
  await touched(MINUTE_MS)
  expect(await pidFile().claim()).toBeNull()
  await awake(3_400)
  expect(await pidFile().claim()).toBeNull()
  await awake(1_000)
  const taken = pidFile()
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})

test.for([
  ['behind', MINUTE_MS],
  ['ahead', -MINUTE_MS],
] as const)('an owner on another computer keeps its file while its clock is %s', async ([, agoMs]) => {
  fakeTimers()
  await ownedElsewhere()
  for (let seconds = 0; seconds < 20; seconds += 1) {
    if (seconds % 2 === 0) await touched(agoMs - seconds * 1_000)
    expect(await pidFile().claim()).toBeNull()
    await awake(1_000)
  }
})

test.for([-25, 25])('an owner on another computer whose file is %s hours old is not watched', async (hours) => {
  await ownedElsewhere()
  await touched(hours * 60 * MINUTE_MS)
  const taken = pidFile()
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})

test("a file from before the last boot is nobody's", async () => {
  const booted = { ...bare, uptimeMs: () => MINUTE_MS }
  await leftBehind(2 * MINUTE_MS)
  const taken = pidFile(booted)
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})

test('where the system reports start times, silence means nothing and another start means everything', async () => {
  fakeTimers()
  const started = (at: string): Processes => ({ ...bare, startOf: async () => at })
  await leftBehind(MINUTE_MS, started('1'))
  expect(await pidFile(started('1')).claim()).toBeNull()
  await awake(4_000)
  expect(await pidFile(started('1')).claim()).toBeNull()
  const taken = pidFile(started('2'))
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})

test('the file of a process that has ended is taken over at once', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  await fs.writeFile(path(), JSON.stringify(await describeOwner(child.pid ?? 0, bare)))
  const taken = pidFile()
  expect(await taken.claim()).toEqual({ abandoned: true })
  await taken.release()
})
