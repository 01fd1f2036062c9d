import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEvent } from '../shared/audit.ts'
import { DEFAULT_POLICIES, everyGroup } from '../shared/policy.ts'
import { CompatibleServer } from '../shared/settings.ts'
import { newFolder } from '../testing/folders.ts'
import { says, startModelServer, textBlock } from './agent/testing/model-server.ts'
import { openAudit } from './audit.ts'
import { router } from './contract.ts'
import { type Core, type CoreOptions, openCore } from './core.ts'
import { acceptWaiting } from './policy-keeper/testing/accept-waiting.ts'

const KEY = 'sk-secret-0123456789'

afterEach(() => void vi.useRealTimers())

async function newCore(home: string, options: Partial<CoreOptions> = {}): Promise<Core> {
  const env = { VARIORUM_HOME: home }
  const core = await openCore({ mode: 'cli', env, watch: false, ...options })
  onTestFinished(() => core.close())
  return core
}

/** Everything that was noted, the oldest first, without the time. */
async function noted(core: Core): Promise<readonly AuditEvent[]> {
  const { entries } = await router.createCaller({ core }).app.audit({ limit: 1000 })
  return entries.map(({ at: _at, ...event }) => event).toReversed()
}

/** A file with a secret, and then without it. @returns the second commit */
async function writeTwice(core: Core): Promise<string> {
  const put = async (before: string | null, text: string): Promise<string> => {
    const outcome = await core.saveFile('keys.md', before, text)
    if (outcome.kind !== 'committed') throw new Error('The file was not written.')
    return outcome.commit.id
  }
  await put(null, 'password = hunter22\n')
  return put((await core.store.file('keys.md'))?.blob.id ?? null, 'in the vault\n')
}

test('keys set and removed, each with its host and never the key', async () => {
  const home = await newFolder()
  const core = await newCore(home)
  await core.changeSettings({
    compatible: CompatibleServer.parse({ preset: 'other', baseUrl: 'https://models.example:8443', model: 'm' }),
  })
  await core.models.setKey('anthropic', KEY)
  await core.models.setKey('compatible', KEY)
  await core.models.clearKey('anthropic')
  await core.models.clearKey('anthropic')
  await expect(core.models.setKey('anthropic', 'no key')).rejects.toThrow('isn’t a key')
  expect(await noted(core)).toEqual([
    { type: 'key.set', host: 'api.anthropic.com' },
    { type: 'key.set', host: 'models.example:8443' },
    { type: 'key.removed', host: 'api.anthropic.com' },
  ])
  const [month = ''] = await fs.readdir(nodePath.join(home, 'audit'))
  expect(month).toBe(`${new Date().toISOString().slice(0, 7)}.jsonl`)
  const file = nodePath.join(home, 'audit', month)
  expect(await fs.readFile(file, 'utf8')).not.toContain(KEY)
  expect([(await fs.stat(file)).mode & 0o777, (await fs.stat(nodePath.dirname(file))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
})

test('that model servers were looked for on this computer, and not each port', async () => {
  const core = await openCore({
    mode: 'cli',
    env: { VARIORUM_HOME: await newFolder() },
    fetch: () => Promise.reject(new TypeError('nobody is there')),
  })
  onTestFinished(() => core.close())
  expect(await core.models.findLocal()).toEqual([])
  expect(await noted(core)).toEqual([{ type: 'servers.looked-for' }])
})

test('a host that was contacted, with what went up and down, noted when the core closes', async () => {
  const server = await startModelServer(says('end_turn', textBlock(0, 'ok')), says('end_turn', textBlock(0, 'ok')))
  onTestFinished(() => server.close())
  const home = await newFolder()
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home, ANTHROPIC_BASE_URL: server.url } })
  for (const text of ['A secret of mine', 'Another']) {
    const { id } = await core.send({ text, provider: 'anthropic' })
    await core.finished(id)
  }
  await core.close()
  const again = await newCore(home)
  const bytes = server.requests.reduce((sum, { headers }) => sum + Number(headers['content-length']), 0)
  expect(await noted(again)).toEqual([
    { type: 'host.contacted', host: new URL(server.url).host, requests: 3, up: bytes, down: expect.any(Number) },
  ])
  const [month = ''] = await fs.readdir(nodePath.join(home, 'audit'))
  const line = await fs.readFile(nodePath.join(home, 'audit', month), 'utf8')
  expect(line).not.toContain('secret')
})

test('stores added, trusted and forgotten', async () => {
  const home = await newFolder()
  const core = await newCore(home)
  const beside = await newFolder()
  const folder = nodePath.join(beside, 'other')
  await fs.mkdir(folder)
  const key = await core.addStore(folder)
  await core.addStore(folder, { trust: true })
  await core.forgetStore(key)
  const named = nodePath.join(beside, 'named')
  const trusting = await newCore(home, { dir: named, trust: true })
  expect(await noted(trusting)).toEqual([
    { type: 'store.added', folder },
    { type: 'store.trusted', folder },
    { type: 'store.forgotten', folder },
    { type: 'store.trusted', folder: named },
  ])
})

test('policies accepted and declined', async () => {
  const home = await newFolder()
  const core = await newCore(home)
  const folder = nodePath.join(home, 'memory')
  await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })
  const path = nodePath.join(folder, '.variorum', 'policies.json')
  const change = async (from: string, to: string): Promise<void> =>
    fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace(from, to))
  await change('"a.md"', '"b.md"')
  await core.policies.decline()
  await change('"a.md"', '"c.md"')
  await acceptWaiting(core.policies)
  expect(await noted(core)).toEqual([
    { type: 'policies.declined', folder },
    { type: 'policies.accepted', folder },
  ])
})

test('what was done although a policy refuses it', async () => {
  const core = await newCore(await newFolder())
  const secrets = everyGroup('off')
  await core.policies.save({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, groups: secrets } })
  const second = await writeTwice(core)
  await core.policies.save(DEFAULT_POLICIES)
  const anyway = { override: true }
  expect((await core.undo({ commits: [second] })).kind).toBe('refused')
  expect((await core.undo({ commits: [second] }, anyway)).kind).toBe('committed')
  expect((await core.undo({ next: 'undo' }, anyway)).kind).toBe('committed')
  expect((await core.undo({ next: 'redo' }, anyway)).kind).toBe('committed')
  expect((await core.restore(second, ['keys.md'], anyway)).kind).toBe('committed')
  expect((await noted(core)).map((event) => 'what' in event && event.what)).toEqual(['undo', 'undo', 'redo', 'restore'])
})

test('what was copied out of the store, and values that were settled, without the values', async () => {
  const home = await newFolder()
  const core = await newCore(home)
  const folder = nodePath.join(home, 'memory')
  await core.saveFile('a.md', null, 'x\n')
  const target = nodePath.join(await newFolder(), 'a.md')
  await core.exports.write({ kind: 'file', path: 'a.md' }, target, new AbortController().signal)
  for await (const step of core.exports.run({ kind: 'folder' })) expect(step.kind).not.toBe('cancelled')
  await core.values.allow('hunter22', 'password')
  const id = await core.values.mark('the word of ours')
  await core.values.forget(id)
  await core.values.forget(id)
  await core.values.pass({ kind: 'text', text: 'nothing', path: 'a.md', saved: '0'.repeat(40) }, 0)
  expect(await noted(core)).toEqual([
    { type: 'memory.exported', what: 'file', folder },
    { type: 'memory.exported', what: 'folder', folder },
    { type: 'value.allowed', rule: 'password', folder },
    { type: 'value.marked', folder },
    { type: 'value.forgotten', kind: 'marked', folder },
  ])
})

test('contacts are noted once a minute at most, in one line for each host', async () => {
  vi.useFakeTimers()
  const audit = openAudit(await newFolder(), (cause) => expect(cause).toBeUndefined())
  for (const host of ['a', 'b', 'a']) {
    audit.contacted(host, { up: 10 })
    audit.contacted(host, { down: 1 })
  }
  vi.advanceTimersByTime(60_000)
  audit.contacted('a', { up: 5 })
  vi.useRealTimers()
  const { entries } = await audit.newest(10)
  expect(entries.map(({ at: _at, ...event }) => event)).toEqual([
    { type: 'host.contacted', host: 'a', requests: 1, up: 5, down: 0 },
    { type: 'host.contacted', host: 'b', requests: 1, up: 10, down: 1 },
    { type: 'host.contacted', host: 'a', requests: 2, up: 20, down: 2 },
  ])
})

test('months are read from the newest on, and lines that are cut short or unknown do no harm', async () => {
  const home = await newFolder()
  await fs.mkdir(nodePath.join(home, 'audit'))
  const line = (at: string, host: string): string => JSON.stringify({ at, type: 'key.set', host })
  const write = (name: string, ...lines: readonly string[]): Promise<void> =>
    fs.writeFile(nodePath.join(home, 'audit', name), lines.join('\n'))
  await write('2026-01.jsonl', line('2026-01-01T00:00:00Z', 'one'), '{"at":"2026-01-02T00:00:00Z","type":"later"}', '')
  await write('2026-02.jsonl', line('2026-02-01T00:00:00Z', 'two'), line('2026-02-02T00:00:00Z', 'three'), '{"at":"20')
  await write('notes.txt', line('2026-03-01T00:00:00Z', 'none'))
  const audit = openAudit(home, () => undefined)
  const hosts = async (limit: number) => {
    const { entries, hasEarlier } = await audit.newest(limit)
    return [entries.map((entry) => 'host' in entry && entry.host), hasEarlier]
  }
  expect(await hosts(2)).toEqual([['three', 'two'], true])
  expect(await hosts(3)).toEqual([['three', 'two', 'one'], false])
  expect(await hosts(100)).toEqual([['three', 'two', 'one'], false])
})

test('a log that cannot be written stops nothing, and is reported', async () => {
  const home = await newFolder()
  await fs.writeFile(nodePath.join(home, 'audit'), 'in the way')
  const faults: unknown[] = []
  const log = { file: '', note: () => undefined, fault: (...fault: readonly unknown[]) => faults.push(fault) }
  const core = await newCore(home, { log })
  await core.models.setKey('anthropic', KEY)
  expect(core.models.states().find(({ id }) => id === 'anthropic')?.ready).toBe(true)
  expect(faults).toEqual([['The audit log was not written', expect.any(Error)]])
})
