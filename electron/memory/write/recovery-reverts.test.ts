import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { hostname } from 'node:os'
import * as nodePath from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { deviceOf } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store-interface.ts'
import {
  agent,
  allow,
  fileAt,
  closedStore,
  filesOfHead,
  gitComplaints,
  gitDirOf,
  newStore,
  subjects,
  writeOutside,
} from '../tests/store-fixture.ts'

// An acknowledged command has its files in place. If one is at an earlier version later, somebody put it back: recovery,
// whenever it comes, leaves that alone, and it becomes a commit of its own.

/** A command that changes one file, and one that makes another. */
async function write(store: Store): Promise<void> {
  const before = await store.look('x.md')
  const changed = await store.put([fileAt('x.md', 'two\n', before.kind === 'file' ? before.blob.id : null)], agent)
  const made = await store.put([fileAt('junk.md', 'junk\n')], agent)
  expect([changed.kind, made.kind]).toEqual(['committed', 'committed'])
}

/** Another program takes both back. */
async function putBack(dir: string): Promise<void> {
  await writeOutside(dir, 'x.md', 'one\n')
  await fs.rm(`${dir}/junk.md`)
}

const AFTERWARDS = [
  { 'x.md': 'one\n' },
  '',
  [
    'Another program: deleted outside: junk.md, 1 more changed',
    'Agent: junk: junk',
    'Agent: x: two',
    'Another program: added outside: x.md',
  ],
]

async function found(dir: string): Promise<readonly unknown[]> {
  return [await filesOfHead(dir), await gitComplaints(dir), await subjects(dir)]
}

async function reopened(dir: string): Promise<readonly unknown[]> {
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  try {
    return await found(dir)
  } finally {
    await store.close()
  }
}

test('put back while publishing fails and is tried again', async () => {
  await using place = await newStore({ watch: true, prepare: (dir) => writeOutside(dir, 'x.md', 'one\n') })
  const { dir, store } = place
  await store.published()
  await fs.writeFile(`${gitDirOf(dir)}/refs/heads/main.lock`, '')
  await write(store)
  await eventually('publishing fails', async () => (await store.status()).blocked !== null)
  await putBack(dir)
  await expect(store.published()).rejects.toThrow()
  await fs.rm(`${gitDirOf(dir)}/refs/heads/main.lock`)
  await eventually('the edit is adopted', async () => (await subjects(dir)).length === 4)
  expect(await found(dir)).toEqual(AFTERWARDS)
})

/** Runs both commands in a process that is killed: right after the second answer, or before the files of the second. */
async function killed(dir: string, { when = 'answered', before = '' } = {}): Promise<void> {
  const here = (path: string): string => JSON.stringify(pathToFileURL(nodePath.join(import.meta.dirname, path)).href)
  const program = `
    import { hash } from 'node:crypto'
    ${before}
    const { openStore } = await import(${here('../open-store.ts')})
    const { Checkout } = await import(${here('../repo/checkout.ts')})
    const kill = () => process.kill(process.pid, 'SIGKILL')
    const store = await openStore({
      dir: ${JSON.stringify(dir)},
      device: ${JSON.stringify(deviceOf(dir))},
      gate: () => ({ kind: 'allow' }),
      watch: false,
    })
    const agent = { actor: 'agent', verb: 'create' }
    await store.put([{ path: 'x.md', before: hash('sha1', 'blob 4\\0one\\n'), bytes: Buffer.from('two\\n') }], agent)
    if (${when !== 'answered'}) Checkout.prototype.apply = kill
    await store.put([{ path: 'junk.md', before: null, bytes: Buffer.from('junk\\n') }], agent)
    kill()`
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await expect(child).rejects.toThrow()
  expect(await fs.readFile(`${dir}/x.md`, 'utf8')).toBe('two\n')
}

test('put back after a kill that came right after the answer', async () => {
  await using place = await closedStore({ 'x.md': 'one\n' })
  const { dir } = place
  await killed(dir)
  await putBack(dir)
  expect(await reopened(dir)).toEqual(AFTERWARDS)
})

test('put back between two recoveries, of which the first could not publish', async () => {
  await using place = await closedStore({ 'x.md': 'one\n' })
  const { dir } = place
  await killed(dir, { when: 'in the journal' })
  await fs.writeFile(`${gitDirOf(dir)}/refs/heads/main.lock`, '')
  await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
  expect(await fs.readFile(`${dir}/junk.md`, 'utf8')).toBe('junk\n')
  await putBack(dir)
  await fs.rm(`${gitDirOf(dir)}/refs/heads/main.lock`)
  expect(await reopened(dir)).toEqual(AFTERWARDS)
})

test.for(['as a power cut left it', 'put back since'])('after a power cut, a file %s', async (how) => {
  await using place = await closedStore({ 'x.md': 'one\n' })
  const { dir } = place
  await killed(dir, {
    before: `
      import os from 'node:os'
      import { syncBuiltinESMExports } from 'node:module'
      const { uptime } = os
      os.uptime = () => uptime() + 1_000_000
      syncBuiltinESMExports()`,
  })
  await putBack(dir)
  if (how !== 'put back since') await fs.utimes(`${dir}/x.md`, 1, 1)
  const [files, complaints] = await reopened(dir)
  // Nobody can tell who removed the other file.
  expect([files, complaints]).toEqual([
    { 'x.md': how === 'put back since' ? 'one\n' : 'two\n', 'junk.md': 'junk\n' },
    '',
  ])
})

test('put back after the store was closed while git tidied up', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'x.md', 'one\n') })
  const { dir, store } = place
  await store.published()
  await fs.writeFile(`${gitDirOf(dir)}/gc.pid`, `${process.pid} ${hostname()}`)
  await write(store)
  await store.close()
  await fs.rm(`${gitDirOf(dir)}/gc.pid`)
  await putBack(dir)
  expect(await reopened(dir)).toEqual(AFTERWARDS)
})
