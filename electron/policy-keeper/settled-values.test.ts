import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VALUES_FILE } from '../../shared/policies-path.ts'
import { DEFAULT_POLICIES } from '../../shared/policy.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { openCore, type Core } from '../core.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { filesOfHead, git, gitComplaints } from '../memory/tests/store-fixture.ts'

// What the user says of single values, as the whole app has it: a real store, the real gate and redactor.

interface Scene {
  readonly core: Core
  readonly home: string
  readonly dir: string
  /** The device's folder of the store. */
  readonly folder: string
}

async function setScene(): Promise<Scene> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, dir, watch: false })
  onTestFinished(() => core.close())
  return { core, home, dir, folder: nodePath.join(home, 'stores', (await core.store.status()).id) }
}

const create = (core: Core, path: string, file_text: string): Promise<unknown> =>
  core.memoryTool().run({ command: 'create', path: `/memories/${path}`, file_text })

/** Every object of the repository, reachable or not. */
async function allObjects(dir: string): Promise<ReadonlyMap<string, string>> {
  const ids = (await git(dir, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  return new Map(
    await Promise.all(ids.map(async ([id = '', type = '']) => [id, await git(dir, 'cat-file', type, id)] as const)),
  )
}

/** Every file below a folder, byte for byte. */
async function allFiles(folder: string): Promise<string> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => nodePath.join(entry.parentPath, entry.name))
  // The lease goes once the store has rested.
  return (await Promise.all(files.map((file) => unlessMissing(fs.readFile(file, 'latin1'))))).join('\n')
}

const PASSWORD = 'blue-Heron-77'
const ORDINARY = 'northern lights'

test('a value that is no secret passes the gate and the view, and marking it takes that back', async () => {
  const { core, dir, folder, home } = await setScene()
  await create(core, 'a.md', `The password is ${PASSWORD}.\n`)
  expect((await filesOfHead(dir))['a.md']).toBe('The password is [redacted: password].\n')
  await core.values.allow(PASSWORD, 'password')
  await create(core, 'b.md', `The password is ${PASSWORD}.\n`)
  expect((await filesOfHead(dir))['b.md']).toBe(`The password is ${PASSWORD}.\n`)
  expect(await core.values.list()).toMatchObject({
    values: [{ kind: 'allowed', rule: 'password', length: null }],
    wasSetAside: false,
  })
  await core.values.mark(PASSWORD)
  await create(core, 'c.md', `Heard of ${PASSWORD} today\n`)
  expect((await filesOfHead(dir))['c.md']).toBe('Heard of [redacted: marked secret] today\n')
  expect((await core.values.list()).values).toMatchObject([{ kind: 'marked', length: PASSWORD.length }])
  await core.values.allow(PASSWORD, 'marked secret')
  expect((await core.values.list()).values).toMatchObject([{ kind: 'allowed' }])
  expect((await fs.stat(nodePath.join(folder, VALUES_FILE))).mode & 0o777).toBe(0o600)
  const { entries } = await core.audit.newest(10)
  expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['value.allowed', 'value.marked']))
  expect(await allFiles(nodePath.join(home, 'audit'))).not.toContain(PASSWORD)
})

test('a marked value is nowhere: in no object, no file of this device and no log', async () => {
  const { core, home, dir, folder } = await setScene()
  await create(core, 'before.md', 'Nothing of it.\n')
  const id = await core.values.mark(ORDINARY)
  await create(core, 'after.md', `We saw the ${ORDINARY}.\n`)
  await core.saveFile('mine.md', null, `The ${ORDINARY}, again.\n`)
  expect(await core.values.filesWith(id)).toEqual({ files: [], unclear: [] })
  await core.store.published()
  const objects = [...(await allObjects(dir)).values()].join('\n')
  expect(objects).toContain('[redacted: marked secret]')
  expect(objects).not.toContain(ORDINARY)
  for (const place of [folder, nodePath.join(dir, '.git', 'variorum'), nodePath.join(home, 'audit')])
    expect(await allFiles(place)).not.toContain(ORDINARY)
})

test('a marked value is erased from the files that have it, as one commit; only older objects keep it', async () => {
  const { core, dir } = await setScene()
  await create(core, 'a.md', `One ${ORDINARY}, two ${ORDINARY}.\n`)
  await create(core, 'b/c.md', `Three ${ORDINARY}.\n`)
  await create(core, 'd.md', 'None.\n')
  await core.store.published()
  const before = await allObjects(dir)
  const id = await core.values.mark(ORDINARY)
  expect(await core.values.filesWith(id)).toEqual({
    files: [
      { path: 'a.md', count: 2 },
      { path: 'b/c.md', count: 1 },
    ],
    unclear: [],
  })
  const read = vi.spyOn(core.store, 'bytes')
  const erased = await core.values.erase(id)
  expect(read, 'the file without it is not read again').toHaveBeenCalledTimes(2)
  expect(erased).toMatchObject({
    kind: 'committed',
    commit: { subject: 'redacted a.md and 1 other', origin: { actor: 'user' }, changeCount: 2 },
  })
  expect(await filesOfHead(dir)).toEqual({
    'a.md': 'One [redacted: marked secret], two [redacted: marked secret].\n',
    'b/c.md': 'Three [redacted: marked secret].\n',
    'd.md': 'None.\n',
  })
  await core.store.published()
  const added = [...(await allObjects(dir))].filter(([object]) => !before.has(object))
  expect(added.map(([, text]) => text).join('\n')).not.toContain(ORDINARY)
  expect(await core.values.erase(id)).toMatchObject({ kind: 'refused' })
  await expect(core.values.mark('abc')).rejects.toMatchObject({ code: 'bad-request' })
  expect(await gitComplaints(dir)).toBe('')
})

test('a marked value is found and erased in files of any encoding and size', async () => {
  const { core, dir } = await setScene()
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  const files = {
    binary: Buffer.concat([Buffer.of(0, 0xff, 1), Buffer.from(ORDINARY), Buffer.of(0)]),
    'large.md': Buffer.from(`${'\n'.repeat(5_000_000)}${ORDINARY}\n`),
    'latin.md': latin(`Gr\u00fc\u00dfe: the ${ORDINARY}\n`),
    'none.md': latin('Gr\u00fc\u00dfe\n'),
  }
  for (const [name, bytes] of Object.entries(files)) await fs.writeFile(nodePath.join(dir, name), bytes)
  await core.store.adopt()
  const id = await core.values.mark(ORDINARY)
  // A file over its limit may only shrink, and the mark is longer.
  expect(await core.values.filesWith(id)).toEqual({
    files: ['binary', 'latin.md'].map((path) => ({ path, count: 1 })),
    unclear: ['large.md'],
  })
  const { limits } = DEFAULT_POLICIES
  await core.policies.save({ ...DEFAULT_POLICIES, limits: { ...limits, file: { ...limits.file, bytes: 9_000_000 } } })
  expect(await core.values.erase(id)).toMatchObject({ kind: 'committed', commit: { changeCount: 3 } })
  const after = await Promise.all(Object.keys(files).map((name) => fs.readFile(nodePath.join(dir, name))))
  expect(after.filter((bytes) => bytes.includes(ORDINARY))).toEqual([])
  expect(after[2]).toEqual(latin('Gr\u00fc\u00dfe: the [redacted: marked secret]\n'))
})

test('files in which a marked value may be, and cannot be read or redacted, are named', async () => {
  const { core, dir } = await setScene()
  const value = 'M\u00fcnchens Berge'
  // Only the text without its damage has it: to replace it would cost more of the file.
  await fs.writeFile(nodePath.join(dir, 'damaged.md'), Buffer.concat([Buffer.from(`${value}\n`), Buffer.of(0xff)]))
  await fs.writeFile(nodePath.join(dir, 'utf16.txt'), `\ufeff${value}\n`, 'utf16le')
  await fs.writeFile(nodePath.join(dir, 'photo.jpg'), Buffer.alloc(1_000_001))
  await core.store.adopt()
  const id = await core.values.mark(value)
  expect(await core.values.filesWith(id)).toEqual({ files: [], unclear: ['damaged.md', 'photo.jpg', 'utf16.txt'] })
  expect(await core.values.erase(id)).toMatchObject({ kind: 'refused', reason: saying('3 files that may contain') })
})

test('when the only secret in a withheld file is marked “not a secret”, the file is committed at once', async () => {
  const { core, dir } = await setScene()
  await fs.writeFile(nodePath.join(dir, 'two.md'), `password: ${PASSWORD}\npin: 4711-x9\n`)
  await core.store.adopt()
  const source = { kind: 'file', path: 'two.md' } as const
  expect(await core.values.found(source)).toMatchObject([
    { index: 0, rule: 'password', line: 1, mayPass: true },
    { index: 1, line: 2 },
  ])
  expect(await core.values.pass(source, 0)).toMatchObject({ kind: 'waits' })
  expect(await core.store.withheld()).toMatchObject([{ path: 'two.md' }])
  expect(await core.values.pass(source, 0)).toMatchObject({ kind: 'applied' })
  expect(await core.store.withheld()).toEqual([])
  expect((await filesOfHead(dir))['two.md']).toBe(`password: ${PASSWORD}\npin: 4711-x9\n`)
  expect((await core.store.history({ limit: 1 })).commits[0]?.origin.actor).toBe('outside')
  expect(await core.values.pass(source, 0)).toEqual({ kind: 'gone', write: null })
})

test("what the agent's call held comes back as the user's edit, and a rule of the user's own forbids that", async () => {
  const { core, dir } = await setScene()
  const { id } = await core.send({ text: `Remember that the staging password is ${PASSWORD}` })
  await core.finished(id)
  const parts = (await core.conversations.open(id))?.transcript.flatMap((turn) => turn.parts) ?? []
  const call = parts.flatMap((part) => (part.kind === 'call' && part.call.commit !== null ? [part.call] : [])).at(-1)
  const path = call?.commit?.changes[0]?.change.path ?? ''
  expect((await filesOfHead(dir))[path]).toContain('[redacted: ')
  const source = { kind: 'call', call: call?.call ?? '' } as const
  expect(await core.values.found(source)).toHaveLength(1)
  expect(await core.values.pass(source, 0)).toMatchObject({
    kind: 'applied',
    write: { kind: 'committed', commit: { origin: { actor: 'user' } } },
  })
  expect((await filesOfHead(dir))[path]).toContain(PASSWORD)

  const { policies } = await core.policies.state()
  const rule = { kind: 'words', name: 'herons', words: [PASSWORD], action: 'replace', paths: [], on: true } as const
  await core.policies.save({ ...policies, redaction: { ...policies.redaction, rules: [rule] } })
  const text = { kind: 'text', path: 'a.md', text: `See ${PASSWORD}`, saved: '0'.repeat(40) } as const
  expect(await core.values.found(text)).toMatchObject([{ rule: 'herons', mayPass: false }])
  expect(await core.values.pass(text, 0)).toMatchObject({ kind: 'waits' })
  expect(core.values.origin('herons')).toEqual({ kind: 'own' })
  expect(core.values.origin('password')).toEqual({ kind: 'built-in', group: 'secrets', level: 'usual' })
})

test('a value of a text passes with the save of that text, and not without it', async () => {
  const { core, dir } = await setScene()
  const text = `The password is ${PASSWORD}.\n`
  await create(core, 'a.md', text)
  const saved = (await core.store.file('a.md'))?.blob.id ?? ''
  await core.values.mark(PASSWORD)
  const before = await core.values.list()
  const source = { kind: 'text', path: 'a.md', text } as const
  const conflict = await core.values.pass({ ...source, saved: '0'.repeat(40) }, 0)
  expect(conflict).toMatchObject({ kind: 'not-written', write: { kind: 'conflict' } })
  // What was said of the value before holds.
  expect(await core.values.list()).toEqual(before)
  expect(await core.values.pass({ ...source, saved }, 0)).toMatchObject({
    kind: 'applied',
    write: { kind: 'committed', commit: { origin: { actor: 'user' } } },
  })
  expect((await filesOfHead(dir))['a.md']).toBe(text)
  expect((await core.values.list()).values).toMatchObject([{ kind: 'allowed' }])
})

test('a damaged file is set aside and said so, and no value passes any more', async () => {
  const { core, dir, folder } = await setScene()
  await core.values.allow(PASSWORD, 'password')
  await core.values.mark(ORDINARY)
  // It is read again whenever this process takes its turn to write.
  const lease = nodePath.join(dir, '.git', 'variorum', 'lease')
  await eventually('the store rests', async () => (await unlessMissing(fs.stat(lease))) === null)
  await fs.writeFile(nodePath.join(folder, VALUES_FILE), '{"key":')
  await create(core, 'a.md', `The password is ${PASSWORD}. The ${ORDINARY}.\n`)
  // What this process knew to be a secret stays one.
  expect((await filesOfHead(dir))['a.md']).toBe(
    'The password is [redacted: password]. The [redacted: marked secret].\n',
  )
  expect(await core.values.list()).toEqual({ values: [], wasSetAside: true })
  await core.values.allow(PASSWORD, 'password')
  expect(await core.values.list()).toMatchObject({ values: [{ kind: 'allowed' }], wasSetAside: true })
  await core.values.forgetAside()
  expect(await core.values.list()).toMatchObject({ wasSetAside: false })
})

const EXEC = `import { main } from '${new URL('../cli/main.ts', import.meta.url).href}'; process.exitCode = await main(['exec'])`

test('another process follows with its next command, and neither loses what the other settled', async () => {
  const { core, home, dir } = await setScene()
  const exec = spawn(process.execPath, ['--input-type=module', '--eval', EXEC], {
    env: { ...process.env, VARIORUM_HOME: home, MEMORY_DIR: dir },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: exec.stdout })[Symbol.asyncIterator]()
  const ask = async (command: object): Promise<string> => {
    exec.stdin.write(`${JSON.stringify(command)}\n`)
    return String((await answers.next()).value)
  }
  const [view, write] = [
    { command: 'view', path: '/memories/a.md' },
    { command: 'create', file_text: `The ${ORDINARY}\n` },
  ]
  await ask({ ...write, path: '/memories/a.md' })
  // One that does not watch the folder follows, too.
  const still = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, dir, watch: false })
  onTestFinished(() => still.close())
  const seen = async (): Promise<readonly string[]> => [await ask(view), (await still.memoryTool().run(view)).content]
  for (const text of await seen()) expect(text).toContain(ORDINARY)
  await core.values.mark(ORDINARY)
  for (const text of await seen()) expect(text).toContain('The [redacted: marked secret]')
  await ask({ ...write, path: '/memories/b.md' })
  exec.stdin.end()
  await new Promise((resolve) => exec.once('close', resolve))
  expect(await filesOfHead(dir)).toMatchObject({
    'a.md': `The ${ORDINARY}\n`,
    'b.md': 'The [redacted: marked secret]\n',
  })
  const values = Array.from({ length: 4 }, (_, at) => `a value of my own ${at}`)
  await Promise.all(values.map((value) => core.values.mark(value)))
  expect((await core.values.list()).values).toHaveLength(1 + values.length)
})

test('of two looks at once none goes on before what another process settled is in force', async () => {
  const { core, home, dir } = await setScene()
  await create(core, 'a.md', `The ${ORDINARY}\n`)
  const still = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, dir, watch: false })
  onTestFinished(() => still.close())
  await still.store.look('a.md')
  await core.values.mark(ORDINARY)
  const looked = ['first', 'second'].map((name) => still.store.look('a.md').then(() => order.push(name)))
  const order: string[] = []
  still.on((event) => event.type === 'policies.changed' && order.push('in force'))
  await Promise.all(looked)
  expect(order.filter((each) => each !== 'in force')).toHaveLength(2)
  expect(order[0]).toBe('in force')
})
