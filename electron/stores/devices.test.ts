import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import { type Core, openCore } from '../core.ts'
import { roundOfKept } from './devices.ts'

// What the user meets of a store on two devices: each with a home of its own, as two computers have.

let root = ''
let address = ''
let cores: Core[] = []
beforeEach(async () => {
  root = await newFolder()
  address = nodePath.join(root, 'memory.git')
  await fs.mkdir(address)
  await git(address, 'init', '-q', '--bare', '-b', 'main', '.')
})
afterEach(async () => {
  for (const core of cores) await core.close()
  cores = []
})

async function device(name: string): Promise<Core> {
  const env = { VARIORUM_HOME: nodePath.join(root, name, 'home') }
  const core = await openCore({ mode: 'cli', env, dir: nodePath.join(root, name, 'memory'), watch: false })
  cores.push(core)
  await core.review.begin()
  await core.devices.share({ address, name })
  return core
}

/** Two that the user admitted to each other, with one file. */
async function twoDevices(): Promise<readonly [Core, Core]> {
  const desk = await device('Desk')
  await save(desk, 'notes.md', '# Notes\n\n- tea\n- rice\n')
  await desk.devices.sync()
  const laptop = await device('Laptop')
  for (const each of [laptop, desk]) await each.devices.sync()
  for (const [one, other] of [
    [desk, laptop],
    [laptop, desk],
  ] as const)
    await one.devices.change({ admit: (await other.devices.state()).devices[0]?.code ?? '' })
  for (const each of [desk, laptop, desk]) expect((await each.devices.sync()).problem).toBeNull()
  return [desk, laptop]
}

async function save(core: Core, path: string, text: string): Promise<void> {
  const found = await core.store.look(path)
  const outcome = await core.saveFile(path, found.kind === 'file' ? found.blob.id : null, text)
  expect(outcome.kind).toBe('committed')
}

const textOf = async (core: Core, path: string): Promise<string | null | undefined> =>
  (await core.store.file(path))?.text

test('a line that both changed waits where it was merged; the other text is one decision away, and then everywhere', async () => {
  const [desk, laptop] = await twoDevices()
  await save(desk, 'notes.md', '# Notes\n\n- black tea with milk\n- rice\n')
  await save(laptop, 'notes.md', '# Notes\n\n- no tea at all after six\n- rice\n')
  await desk.devices.sync()
  await laptop.devices.sync()
  const { waiting } = await laptop.review.review()
  expect(waiting).toMatchObject([{ kind: 'write', conflict: { kind: 'lines' }, paths: ['notes.md'] }])
  const [question] = waiting
  expect(await laptop.accept({ id: question?.id ?? '' })).toMatchObject({ kind: 'committed' })
  expect((await laptop.review.review()).waiting).toEqual([])
  for (const each of [laptop, desk]) await each.devices.sync()
  expect(await textOf(desk, 'notes.md')).toBe('# Notes\n\n- black tea with milk\n- rice\n')
})

test('a store that is kept besides the open one has its rounds, too, and what they ask waits there', async () => {
  const [desk, laptop] = await twoDevices()
  await save(desk, 'notes.md', '# Notes\n\n- black tea with milk\n- rice\n')
  await save(laptop, 'notes.md', '# Notes\n\n- no tea at all after six\n- rice\n')
  await desk.devices.sync()
  await roundOfKept(laptop.store, nodePath.join(root, 'Laptop', 'home'), () => undefined)
  expect((await laptop.review.review()).waiting).toMatchObject([{ kind: 'write', conflict: { kind: 'lines' } }])
})

test('leaving it as it is asks no agent anything, and keeps the present text', async () => {
  const [desk, laptop] = await twoDevices()
  await save(desk, 'notes.md', '# Notes\n\n- black tea with milk\n- rice\n')
  await save(laptop, 'notes.md', '# Notes\n\n- no tea at all after six\n- rice\n')
  await desk.devices.sync()
  await laptop.devices.sync()
  const [question] = (await laptop.review.review()).waiting
  await laptop.refuse(question?.id ?? '')
  expect((await laptop.review.review()).waiting).toEqual([])
  expect(await textOf(laptop, 'notes.md')).toContain('no tea at all after six')
  expect(await laptop.review.kept(question?.id ?? '')).toBeNull()
})

test('what was written on another device is news; what was seen here before stays seen', async () => {
  const [desk, laptop] = await twoDevices()
  await laptop.review.keepAll((await laptop.store.status()).head)
  const tool = laptop.memoryTool()
  await tool.run({ command: 'create', path: '/memories/here.md', file_text: 'Seen on the laptop.\n' })
  await laptop.review.keepAll((await laptop.store.status()).head)
  await desk.memoryTool().run({ command: 'create', path: '/memories/there.md', file_text: 'Written at the desk.\n' })
  await desk.devices.sync()
  await laptop.devices.sync()
  expect((await laptop.review.review()).lines.map(({ path }) => path)).toEqual(['there.md'])
})

test('policies travel, and wait until they are accepted on each device', async () => {
  const [desk, laptop] = await twoDevices()
  const { policies } = await desk.policies.state()
  await desk.policies.save({ ...policies, pins: ['notes.md'] }, policies)
  await desk.devices.sync()
  await laptop.devices.sync()
  expect((await laptop.policies.state()).policies.pins).toEqual([])
  expect((await laptop.review.review()).waiting).toMatchObject([{ kind: 'policies' }])
})

test('a device that is not admitted waits under Review, with its code', async () => {
  const desk = await device('Desk')
  await save(desk, 'notes.md', 'one\n')
  await desk.devices.sync()
  const laptop = await device('Laptop')
  for (const each of [laptop, desk]) await each.devices.sync()
  const [here] = (await laptop.devices.state()).devices
  expect((await desk.review.review()).waiting).toMatchObject([
    { kind: 'device', device: { name: 'Laptop', code: here?.code } },
  ])
  await desk.devices.change({ admit: here?.id ?? '' })
  expect((await desk.review.review()).waiting).toEqual([])
  expect((await desk.audit.newest(5)).entries.map(({ type }) => type)).toContain('device.changed')
})

test('sentences travel only if the user wants that, and count only from a device that does', async () => {
  const [desk, laptop] = await twoDevices()
  const turn = { conversation: 'abc', turn: 1 }
  expect(await laptop.devices.said(turn)).toBeNull()
  await desk.store.tell([{ ...turn, title: 'Tea', text: 'I like black tea' }])
  for (const each of [desk, laptop]) await each.devices.sync()
  expect(await laptop.devices.said(turn)).toMatchObject({ title: 'Tea', text: 'I like black tea' })
  await laptop.devices.change({ remove: 'Desk' })
  expect(await laptop.devices.said(turn)).toBeNull()
})

test('two devices of one name are told apart by their codes', async () => {
  const desk = await device('Desk')
  await desk.devices.sync()
  for (const [folder, name] of [
    ['first', 'Laptop'],
    ['second', 'Laptop'],
  ] as const) {
    const other = await device(folder)
    await other.devices.change({ name })
    await other.devices.sync()
  }
  await desk.devices.sync()
  await expect(desk.devices.change({ remove: 'Laptop' })).rejects.toThrow('More than one device is called Laptop')
  await expect(desk.devices.change({ admit: 'Laptop' })).rejects.toThrow('No device')
  expect(new Set((await desk.devices.state()).devices.map(({ code }) => code)).size).toBe(3)
})

test('what stays on the device is in no commit: keys, the access log, settled values', async () => {
  const [desk] = await twoDevices()
  const files = (await git(address, 'ls-tree', '-r', '--name-only', 'main')).trim().split('\n')
  expect(files.filter((path) => !/^\.variorum\/devices\/[0-9a-f]{16}\.json$/.test(path))).toEqual(['notes.md'])
  const folder = nodePath.join(root, 'Desk', 'home', 'stores', await desk.store.id())
  const stored: unknown = JSON.parse(await fs.readFile(nodePath.join(folder, 'devices.json'), 'utf8'))
  const { privateKey } = z.object({ privateKey: z.string().min(1) }).parse(stored)
  expect(await git(address, 'log', '-p', 'main')).not.toContain(privateKey)
  expect((await fs.stat(nodePath.join(folder, 'devices.json'))).mode & 0o077).toBe(0)
})
