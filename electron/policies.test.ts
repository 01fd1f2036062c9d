import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_POLICIES } from '../shared/policy.ts'
import { openCore, type Core } from './core.ts'
import { filesOfHead, git, gitComplaints, newFolder, eventually } from './memory/testing.ts'

// The policies as the whole app has them: a real store, the real memory tool, the real gate.

async function newCore({ watch = false }: { readonly watch?: boolean } = {}): Promise<{ readonly core: Core; readonly dir: string }> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch })
  onTestFinished(async () => {
    await core.close()
    await fs.rm(home, { recursive: true, force: true })
  })
  return { core, dir }
}

/** Everything git has, and everything of ours beside it. */
async function everything(dir: string): Promise<string> {
  const objects = (await git(dir, 'rev-list', '--all', '--objects', '--reflog')).trim().split('\n').map((line) => line.split(' ')[0] ?? '')
  const texts = await Promise.all(objects.map((id) => git(dir, 'cat-file', '-p', id)))
  const ours = await fs.readdir(nodePath.join(dir, '.git', 'variorum'), { recursive: true, withFileTypes: true })
  const files = await Promise.all(ours.filter((entry) => entry.isFile()).map((entry) => fs.readFile(nodePath.join(entry.parentPath, entry.name), 'utf8')))
  return [...texts, ...files].join('\n')
}

const KEY = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test('a secret that the model writes never reaches disk or history, and the model is told which rule replaced it', async () => {
  const { core, dir } = await newCore()
  const result = await core.memoryTool().run({ command: 'create', path: '/memories/work/staging.md', file_text: `The token is ${KEY}, keep it.\n` })
  expect(result.isError).toBe(false)
  expect(result.content).toContain('File created successfully at: /memories/work/staging.md')
  expect(result.content).toMatch(/replaced by the rule/)
  expect(result.content).not.toContain(KEY)
  expect(await everything(dir)).not.toContain(KEY)
  expect((await filesOfHead(dir))['work/staging.md']).toMatch(/^The token is \[redacted: [^\]]+\], keep it\.\n$/)
})

test('a secret that a later edit completes is caught, and a path that holds one is refused', async () => {
  const { core, dir } = await newCore()
  const tool = core.memoryTool()
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: `${KEY.slice(0, 20)}\nrest\n` })
  const completed = await tool.run({ command: 'str_replace', path: '/memories/a.md', old_str: `${KEY.slice(0, 20)}\n`, new_str: `${KEY}\n` })
  expect(completed.content).not.toContain(KEY)
  const named = await tool.run({ command: 'create', path: `/memories/${KEY}.md`, file_text: 'x' })
  expect(named).toMatchObject({ isError: true })
  expect(named.content).not.toContain(KEY)
  expect(await everything(dir)).not.toContain(KEY)
})

test('a conversation keeps no secret that the model put into a command', async () => {
  const { core, dir } = await newCore()
  const { id } = await core.send({ text: 'Remember that the staging password is hunter2-Zx9-qqLm' })
  await core.finished(id)
  const transcript = await core.conversations.open(id)
  const calls = transcript?.transcript.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'call')
  expect(calls?.length).toBeGreaterThan(0)
  expect(JSON.stringify(calls)).not.toContain('hunter2-Zx9-qqLm')
  expect(await everything(dir)).not.toContain('hunter2-Zx9-qqLm')
})

test('a secret of another program stays out of git and of the model\'s sight until it is redacted', async () => {
  const { core, dir } = await newCore({ watch: true })
  await core.memoryTool().run({ command: 'create', path: '/memories/keys.md', file_text: 'none yet\n' })
  await fs.writeFile(nodePath.join(dir, 'keys.md'), `github: ${KEY}\n`)
  await eventually('the file is withheld', async () => core.store.withheld().some(({ path }) => path === 'keys.md'))
  expect(await everything(dir)).not.toContain(KEY)
  expect((await core.policies.state()).withheld).toMatchObject([{ path: 'keys.md' }])
  const seen = await core.memoryTool().run({ command: 'view', path: '/memories/keys.md' })
  expect(seen.content).toContain('[redacted: ')
  expect(seen.content).not.toContain(KEY)
  const edit = await core.memoryTool().run({ command: 'insert', path: '/memories/keys.md', insert_line: 0, insert_text: 'mine' })
  expect(edit).toMatchObject({ isError: true, commit: null })
  expect(edit.content).toContain('another program')
  expect(await fs.readFile(nodePath.join(dir, 'keys.md'), 'utf8')).toContain(KEY)
  expect((await core.policies.redactFile('keys.md')).kind).toBe('committed')
  expect(await fs.readFile(nodePath.join(dir, 'keys.md'), 'utf8')).toMatch(/^github: \[redacted: .+\]\n$/)
  await eventually('nothing is withheld', async () => core.store.withheld().length === 0)
  expect(await everything(dir)).not.toContain(KEY)
  expect(await gitComplaints(dir)).toBe('')
})

test('caps refuse growth in words the model can act on, and never what shrinks, goes or moves', async () => {
  const { core } = await newCore()
  const tool = core.memoryTool()
  for (const name of ['a', 'b']) await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: 'x'.repeat(400) })
  await core.policies.save({ ...DEFAULT_POLICIES, caps: { ...DEFAULT_POLICIES.caps, file: { bytes: 300, lines: null }, store: { bytes: 500_000_000, files: 2 } } })
  const full = await tool.run({ command: 'create', path: '/memories/c.md', file_text: 'x' })
  expect(full).toMatchObject({ isError: true, content: expect.stringContaining('The store is full: 2 of 2 files') })
  const long = await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'more' })
  expect(long).toMatchObject({ isError: true, content: expect.stringContaining('split it') })
  expect((await tool.run({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/d.md' })).isError).toBe(false)
  expect((await tool.run({ command: 'str_replace', path: '/memories/d.md', old_str: 'x'.repeat(400), new_str: 'short' })).isError).toBe(false)
  expect((await tool.run({ command: 'delete', path: '/memories/b.md' })).isError).toBe(false)
  expect((await tool.run({ command: 'create', path: '/memories/c.md', file_text: 'x' })).isError).toBe(false)
})

test('policies are a commit, out of the tool\'s reach; changed from outside they wait for the user', async () => {
  const { core, dir } = await newCore({ watch: true })
  expect((await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })).kind).toBe('committed')
  expect((await core.store.tree()).files).toEqual([])
  expect((await core.memoryTool().run({ command: 'view', path: '/memories/.variorum/policies.json' })).isError).toBe(true)
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace('"secrets": true', '"secrets": false'))
  await eventually('the change is a commit', async () => (await git(dir, 'log', '--format=%an', '-1')).trim() === 'Another program')
  const state = await core.policies.state()
  expect(state.policies.redaction.groups.secrets).toBe(true)
  expect(state.waiting?.policies?.redaction.groups.secrets).toBe(false)
  await core.policies.decline()
  expect((await core.policies.state()).waiting).toBeNull()
  expect(await gitComplaints(dir)).toBe('')
})

test('what another program wrote into the policies a moment ago is written over knowingly: it is a commit first', async () => {
  const { core, dir } = await newCore()
  await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace('"a.md"', '"theirs.md"'))
  expect((await core.policies.decline()).kind).toBe('committed')
  expect((await core.policies.state()).waiting).toBeNull()
  expect(await fs.readFile(path, 'utf8')).toContain('"a.md"')
  expect(await git(dir, 'show', 'HEAD~1:.variorum/policies.json')).toContain('"theirs.md"')
})

test('what a rule would do is found on the real files before it is saved', async () => {
  const { core } = await newCore()
  await core.memoryTool().run({ command: 'create', path: '/memories/a.md', file_text: 'first\nProject Falcon begins\n' })
  await core.memoryTool().run({ command: 'create', path: '/memories/b.md', file_text: 'nothing\n' })
  const rules = [{ kind: 'words' as const, name: 'projects', words: ['Falcon'], action: 'replace' as const, paths: [], on: true }]
  const told = []
  for await (const each of core.policies.effect({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules } })) told.push(each)
  expect(told.at(-1)).toMatchObject({ kind: 'done', effect: { files: 2, changedCount: 1, changed: [{ path: 'a.md', excerpt: { before: 'Project Falcon begins', after: 'Project [redacted: projects] begins' } }] } })
  expect(core.policies.tryRule({ kind: 'expression', name: 'all', expression: '.*', ignoreCase: false, action: 'replace', paths: [], on: true }, 'x').problem).not.toBeNull()
})

test('what nobody used for long goes as one commit of the policy, undone in one act; pins stay', async () => {
  const { core, dir } = await newCore()
  const tool = core.memoryTool()
  for (const name of ['a', 'b', 'c', 'pinned']) await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: `${name}\n` })
  await core.policies.save({ ...DEFAULT_POLICIES, pins: ['pinned.md'], expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 2, maxShare: 1 } })
  const day = (at: number): string => new Date(Date.now() + at * 86_400_000).toISOString()
  const access = nodePath.join(dir, '.git', 'variorum', 'access')
  await fs.mkdir(access, { recursive: true })
  await fs.writeFile(nodePath.join(access, '2000-01.jsonl'), [1, 2, 3].map((at) => JSON.stringify({ time: day(at), path: 'c.md', actor: 'agent' })).join('\n'))
  const rehearsal = await core.policies.runExpiry(new Date(day(3)), true)
  expect(rehearsal.now.map(({ path }) => path)).toEqual(['a.md', 'b.md'])
  expect(Object.keys(await filesOfHead(dir))).toContain('a.md')
  await core.policies.runExpiry(new Date(day(3)), false)
  expect(Object.keys(await filesOfHead(dir)).filter((name) => !name.startsWith('.variorum'))).toEqual(['c.md', 'pinned.md'])
  const [removal] = (await core.policies.state()).expiry.expired
  expect(removal?.origin).toMatchObject({ actor: 'policy', verb: 'delete' })
  expect((await core.undo(removal?.id ?? '')).kind).toBe('committed')
  expect(Object.keys(await filesOfHead(dir))).toContain('b.md')
  expect(await gitComplaints(dir)).toBe('')
})

test('a cap that is near is told with the write that comes near it', async () => {
  const { core } = await newCore()
  await core.policies.save({ ...DEFAULT_POLICIES, caps: { ...DEFAULT_POLICIES.caps, store: { bytes: 500_000_000, files: 4 } } })
  const tool = core.memoryTool()
  const answers = []
  for (const name of ['a', 'b', 'c']) answers.push((await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: name })).content)
  expect(answers[1]).toBe('File created successfully at: /memories/b.md')
  expect(answers[2]).toBe('File created successfully at: /memories/c.md\n\nThe store has 3 of 4 files.')
})
