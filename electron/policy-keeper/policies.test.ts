import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { byUser, byAgent } from '../../shared/origin.ts'
import { DEFAULT_POLICIES, everyGroup, Policies } from '../../shared/policy.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { openCore, type Core } from '../core.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { fileAt, filesOfHead, git, gitComplaints } from '../memory/tests/store-fixture.ts'
import { acceptWaiting } from './testing/accept-waiting.ts'

// The policies as the whole app has them: a real store, the real memory tool, the real gate.

async function newCore({ watch = false }: { readonly watch?: boolean } = {}): Promise<{
  readonly core: Core
  readonly dir: string
}> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch })
  onTestFinished(() => core.close())
  return { core, dir }
}

/** Everything in git, and our own files beside it. */
async function everything(dir: string): Promise<string> {
  const objects = (await git(dir, 'rev-list', '--all', '--objects', '--reflog'))
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
  const texts = await Promise.all(objects.map((id) => git(dir, 'cat-file', '-p', id)))
  const ours = await fs.readdir(nodePath.join(dir, '.git', 'variorum'), { recursive: true, withFileTypes: true })
  // The lease goes once the store has rested.
  const files = await Promise.all(
    ours
      .filter((entry) => entry.isFile())
      .map((entry) => unlessMissing(fs.readFile(nodePath.join(entry.parentPath, entry.name), 'utf8'))),
  )
  return [...texts, ...files].join('\n')
}

const KEY = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test('a secret that the model writes never reaches disk or history, and the model learns which rule replaced it', async () => {
  const { core, dir } = await newCore()
  const result = await core
    .memoryTool()
    .run({ command: 'create', path: '/memories/work/staging.md', file_text: `The token is ${KEY}, keep it.\n` })
  expect(result.isError).toBe(false)
  expect(result.content).toContain('File created successfully at: /memories/work/staging.md')
  expect(result.content).toMatch(/replaced by the rule/)
  expect(result.content).not.toContain(KEY)
  expect(await everything(dir)).not.toContain(KEY)
  expect((await filesOfHead(dir))['work/staging.md']).toMatch(/^The token is \[redacted: [^\]]+\], keep it\.\n$/)
})

test('a secret that a later edit completes is caught, and a path with one is refused', async () => {
  const { core, dir } = await newCore()
  const tool = core.memoryTool()
  await tool.run({ command: 'create', path: '/memories/a.md', file_text: `${KEY.slice(0, 20)}\nrest\n` })
  const completed = await tool.run({
    command: 'str_replace',
    path: '/memories/a.md',
    old_str: `${KEY.slice(0, 20)}\n`,
    new_str: `${KEY}\n`,
  })
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

test('a message sent redacted reaches neither the model nor the file; an answer that repeats a secret is kept without it', async () => {
  const { core, dir } = await newCore()
  const secret = 'hunter2-Zx9-qqLm'
  const text = `Remember that the staging password is ${secret}`
  expect(core.policies.checkMessage(text)).toEqual({
    rules: ['password'],
    redacted: 'Remember that the staging password is [redacted: password]',
  })
  const say = async (secrets: 'redact' | 'keep'): Promise<string> => {
    const { id } = await core.send({ text, secrets })
    await core.finished(id)
    return fs.readFile(nodePath.join(core.conversations.directory, `${id}.jsonl`), 'utf8')
  }
  expect(await say('redact')).not.toContain(secret)
  const asItIs = (await say('keep')).split('\n').filter((line) => line.includes(secret))
  expect(asItIs.map((line) => JSON.parse(line).type)).toEqual(['turn.started'])
  expect(await everything(dir)).not.toContain(secret)
})

test("a secret of another program stays out of git and of the model's sight until it is redacted", async () => {
  const { core, dir } = await newCore({ watch: true })
  await core.memoryTool().run({ command: 'create', path: '/memories/keys.md', file_text: 'none yet\n' })
  await fs.writeFile(nodePath.join(dir, 'keys.md'), `github: ${KEY}\n`)
  await eventually('the file is withheld', async () =>
    (await core.store.withheld()).some(({ path }) => path === 'keys.md'),
  )
  expect(await everything(dir)).not.toContain(KEY)
  expect((await core.policies.state()).withheld).toMatchObject([{ path: 'keys.md' }])
  const seen = await core.memoryTool().run({ command: 'view', path: '/memories/keys.md' })
  expect(seen.content).toContain('[redacted: ')
  expect(seen.content).not.toContain(KEY)
  const edit = await core
    .memoryTool()
    .run({ command: 'insert', path: '/memories/keys.md', insert_line: 0, insert_text: 'mine' })
  expect(edit).toMatchObject({ isError: true, commit: null })
  expect(edit.content).toContain('another program')
  expect(await fs.readFile(nodePath.join(dir, 'keys.md'), 'utf8')).toContain(KEY)
  expect((await core.policies.redactFile('keys.md')).kind).toBe('committed')
  expect(await fs.readFile(nodePath.join(dir, 'keys.md'), 'utf8')).toMatch(/^github: \[redacted: .+\]\n$/)
  await eventually('nothing is withheld', async () => (await core.store.withheld()).length === 0)
  expect(await everything(dir)).not.toContain(KEY)
  expect(await gitComplaints(dir)).toBe('')
})

test('redacting a withheld file keeps every other byte, whatever its encoding, and its mode', async () => {
  const { core, dir } = await newCore()
  const withheld = async (name: string, text: string, encoding: BufferEncoding): Promise<Buffer> => {
    const file = nodePath.join(dir, name)
    await fs.writeFile(file, text, encoding)
    await fs.chmod(file, 0o755)
    await core.store.adopt()
    expect(await core.store.withheld()).toMatchObject([{ path: name }])
    expect((await core.policies.redactFile(name)).kind).toBe('committed')
    expect((await fs.stat(file)).mode & 0o777).toBe(0o755)
    await core.store.adopt()
    expect(await core.store.withheld()).toEqual([])
    return fs.readFile(file)
  }
  const latin = await withheld('latin.sh', `# M\u00fcller \u00ff\u0081\nGr\u00fc\u00dfe\n${KEY}\n`, 'latin1')
  expect(latin.toString('latin1')).toBe('# M\u00fcller \u00ff\u0081\nGr\u00fc\u00dfe\n[redacted: github token]\n')
  const marked = await withheld('marked.sh', `\ufeff# M\u00fcller\n${KEY}\n`, 'utf8')
  expect(marked.toString('utf8')).toBe('\ufeff# M\u00fcller\n[redacted: github token]\n')
  await core.store.published()
  expect(await git(dir, 'ls-files', '--stage', 'latin.sh', 'marked.sh')).toMatch(/^100755 .*\n100755 .*\n$/)
})

test('a rule finds in a file of another program what it finds in one that is written', async () => {
  const { core, dir } = await newCore()
  const rule = { kind: 'words', name: 'people', words: ['M\u00fcller'], action: 'refuse', paths: [], on: true } as const
  await core.policies.save({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules: [rule] } })
  const text = Buffer.from('M\u00fcller\n', 'latin1')
  await fs.writeFile(nodePath.join(dir, 'a.md'), text)
  await core.store.adopt()
  expect(await core.store.withheld()).toEqual([{ path: 'a.md', rules: ['people'] }])
  expect(await core.store.put([fileAt('b.md', text)], byUser('create'))).toMatchObject({
    kind: 'refused',
    rule: 'people',
  })
})

test('a text with a damaged byte stays out of git, and is not redacted where that would damage more of it', async () => {
  const { core, dir } = await newCore()
  const rule = {
    kind: 'words',
    name: 'people',
    words: ['M\u00fcller'],
    action: 'replace',
    paths: [],
    on: true,
  } as const
  await core.policies.save({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules: [rule] } })
  const text = Buffer.concat([Buffer.from(`M\u00fcller ${KEY}\n`), Buffer.of(0xff)])
  await fs.writeFile(nodePath.join(dir, 'a.md'), text)
  await core.store.adopt()
  expect(await core.store.withheld()).toEqual([{ path: 'a.md', rules: ['github token', 'people'] }])
  expect(await core.policies.redactFile('a.md')).toMatchObject({ kind: 'refused', rule: 'people' })
  expect(await fs.readFile(nodePath.join(dir, 'a.md'))).toEqual(text)
})

test('a withheld file is forgotten when it is deleted, also if only a sweep sees that', async () => {
  const { core, dir } = await newCore()
  const file = nodePath.join(dir, 'found.md')
  await fs.writeFile(file, `github: ${KEY}\n`)
  await core.store.adopt()
  expect(await core.store.withheld()).toMatchObject([{ path: 'found.md' }])
  await fs.rm(file)
  await core.store.adopt()
  expect(await core.store.withheld()).toEqual([])
})

test('limits refuse growth with a message the model can act on, and never shrinking, deleting or moving', async () => {
  const { core } = await newCore()
  const tool = core.memoryTool()
  for (const name of ['a', 'b'])
    await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: 'x'.repeat(400) })
  await core.policies.save({
    ...DEFAULT_POLICIES,
    limits: { ...DEFAULT_POLICIES.limits, file: { bytes: 300, lines: null }, store: { bytes: 500_000_000, files: 2 } },
  })
  const full = await tool.run({ command: 'create', path: '/memories/c.md', file_text: 'x' })
  expect(full).toMatchObject({ isError: true, content: expect.stringContaining('The store is full: 2 of 2 files') })
  const long = await tool.run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'more' })
  expect(long).toMatchObject({ isError: true, content: expect.stringContaining('split it') })
  expect((await tool.run({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/d.md' })).isError).toBe(
    false,
  )
  expect(
    (await tool.run({ command: 'str_replace', path: '/memories/d.md', old_str: 'x'.repeat(400), new_str: 'short' }))
      .isError,
  ).toBe(false)
  expect((await tool.run({ command: 'delete', path: '/memories/b.md' })).isError).toBe(false)
  expect((await tool.run({ command: 'create', path: '/memories/c.md', file_text: 'x' })).isError).toBe(false)
})

test("policies are a commit, out of the tool's reach; changed from outside they wait for the user", async () => {
  const { core, dir } = await newCore({ watch: true })
  expect((await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })).kind).toBe('committed')
  expect((await core.store.tree()).files).toEqual([])
  expect((await core.memoryTool().run({ command: 'view', path: '/memories/.variorum/policies.json' })).isError).toBe(
    true,
  )
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace('"secrets": "usual"', '"secrets": "off"'))
  await eventually(
    'the change is a commit',
    async () => (await git(dir, 'log', '--format=%an', '-1')).trim() === 'Another program',
  )
  const state = await core.policies.state()
  expect(state.policies.redaction.groups.secrets).toBe('usual')
  expect(state.waiting?.policies?.redaction.groups.secrets).toBe('off')
  await core.policies.decline()
  expect((await core.policies.state()).waiting).toBeNull()
  expect(await gitComplaints(dir)).toBe('')
})

test('policies just written by another program become a commit before they are overwritten', async () => {
  const { core, dir } = await newCore()
  await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace('"a.md"', '"theirs.md"'))
  expect((await core.policies.decline()).kind).toBe('committed')
  expect((await core.policies.state()).waiting).toBeNull()
  expect(await fs.readFile(path, 'utf8')).toContain('"a.md"')
  expect(await git(dir, 'show', 'HEAD~1:.variorum/policies.json')).toContain('"theirs.md"')
})

test('the effect of a rule is computed on the real files before it is saved', async () => {
  const { core } = await newCore()
  await core
    .memoryTool()
    .run({ command: 'create', path: '/memories/a.md', file_text: 'first\nProject Falcon begins\n' })
  await core.memoryTool().run({ command: 'create', path: '/memories/b.md', file_text: 'nothing\n' })
  await core
    .memoryTool()
    .run({ command: 'create', path: '/memories/large.md', file_text: `password = hunter22\n${'x'.repeat(58)}\n` })
  const rules = [
    { kind: 'words' as const, name: 'projects', words: ['Falcon'], action: 'replace' as const, paths: [], on: true },
  ]
  const told = []
  for await (const each of core.policies.effect({
    ...DEFAULT_POLICIES,
    limits: { ...DEFAULT_POLICIES.limits, file: { bytes: 80, lines: null } },
    redaction: { ...DEFAULT_POLICIES.redaction, rules },
  }))
    told.push(each)
  expect(told.at(-1)).toMatchObject({
    kind: 'done',
    effect: {
      files: 3,
      changedCount: 1,
      overCount: 1,
      over: [{ path: 'large.md', reason: saying('91 bytes; the limit is 80 bytes.') }],
      replaced: { groups: { secrets: 1, payment: 0, personal: 0 }, rules: {} },
      changed: [
        { path: 'a.md', excerpt: { before: 'Project Falcon begins', after: 'Project [redacted: projects] begins' } },
      ],
    },
  })
  expect(
    core.policies.tryRule(
      { kind: 'expression', name: 'all', expression: '.*', ignoreCase: false, action: 'replace', paths: [], on: true },
      'x',
    ).problem,
  ).not.toBeNull()
})

test('the effect counts files in any encoding, and says how many were not examined', async () => {
  const { core, dir } = await newCore()
  const write = (name: string, bytes: Buffer): Promise<void> => fs.writeFile(nodePath.join(dir, name), bytes)
  await write('latin.md', Buffer.from('M\u00fcller and Falcon\n', 'latin1'))
  await write('damaged.md', Buffer.concat([Buffer.from('M\u00fcller\n'), Buffer.of(0xff)]))
  await write('picture', Buffer.from('Falcon\0'))
  await write('large.md', Buffer.from(`${'\n'.repeat(5_000_000)}Falcon\n`))
  await core.store.adopt()
  const rule = {
    kind: 'words',
    name: 'names',
    words: ['Falcon', 'M\u00fcller'],
    action: 'replace',
    paths: [],
    on: true,
  }
  const policies = Policies.parse({ redaction: { groups: { secrets: 'off', payment: 'off' }, rules: [rule] } })
  const told = []
  for await (const each of core.policies.effect(policies)) told.push(each)
  expect(told.at(-1)).toMatchObject({
    effect: {
      files: 4,
      unexamined: 2,
      changed: [
        { path: 'damaged.md', found: [], refused: saying('would refuse') },
        { path: 'latin.md', found: [{ rule: 'names' }, { rule: 'names' }], refused: null },
      ],
    },
  })
})

test('a text that cannot be searched is left out with the reason, and everything else is kept', async () => {
  const { core, dir } = await newCore()
  // As an expression gives up on: it would have to remember each character.
  const endless = `ghp_${'a'.repeat(20_000_000)}`
  await fs.writeFile(nodePath.join(dir, 'big.md'), endless)
  await fs.writeFile(nodePath.join(dir, 'small.md'), 'small\n')
  await core.store.adopt()
  expect(Object.keys(await filesOfHead(dir))).toEqual(['small.md'])
  const { leftOut } = await core.store.status()
  expect(leftOut.map(({ path, reason }) => [path, english(reason)])).toEqual([
    ['big.md', expect.stringContaining('too long to be searched for secrets')],
  ])
  const result = await core.memoryTool().run({ command: 'delete', path: '/memories/big.md' })
  expect(result).toMatchObject({ isError: true, content: expect.stringContaining('searched for secrets') })
  expect((await fs.readFile(nodePath.join(dir, 'big.md'), 'utf8')) === endless).toBe(true)
})

test('a rule that cannot be used is not saved', async () => {
  const { core } = await newCore()
  const rule = {
    kind: 'expression',
    name: 'far',
    expression: '(?=x)y',
    ignoreCase: false,
    action: 'replace',
    paths: [],
    on: true,
  } as const
  const saved = (on: boolean) =>
    core.policies.save({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules: [{ ...rule, on }] } })
  expect(await saved(true)).toMatchObject({
    kind: 'refused',
    reason: saying(
      /^Not saved: the rule “far” can’t be used\. Lookahead and lookbehind .+ aren’t supported, because .+\.$/,
    ),
  })
  expect((await core.policies.state()).policies.redaction.rules).toEqual([])
  expect((await saved(false)).kind).toBe('committed')
})

test('undoing a policy change takes effect at once, and so does redoing it', async () => {
  const { core, dir } = await newCore()
  const limitOf = async (): Promise<number | null> => (await core.policies.state()).policies.limits.view
  await core.policies.save({ ...DEFAULT_POLICIES, limits: { ...DEFAULT_POLICIES.limits, view: 900 } })
  await core.policies.save({ ...DEFAULT_POLICIES, limits: { ...DEFAULT_POLICIES.limits, view: 800 } })
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect([await limitOf(), (await core.policies.state()).waiting]).toEqual([900, null])
  expect((await core.undo({ next: 'redo' })).kind).toBe('committed')
  expect([await limitOf(), (await core.policies.state()).waiting]).toEqual([800, null])
  // A change by others still waits: undoing something else does not accept it.
  await fs.writeFile(nodePath.join(dir, '.variorum/policies.json'), '{"limits":{"view":700}}\n')
  await core.store.adopt()
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await limitOf()).toBe(800)
})

test('a rule limited to one folder does not redact views of other files; a name that holds a secret tells nothing', async () => {
  const { core, dir } = await newCore()
  const view = async (path: string): Promise<string> =>
    (await core.memoryTool().run({ command: 'view', path: `/memories/${path}` })).content
  await fs.mkdir(nodePath.join(dir, 'work'))
  await fs.mkdir(nodePath.join(dir, 'password=hunter22'))
  for (const path of ['work/a.md', 'home.md', 'falcon.md', 'password=hunter22/a.md'])
    await fs.writeFile(nodePath.join(dir, path), 'Project Falcon begins\n')
  const rule = {
    kind: 'words',
    name: 'projects',
    words: ['Falcon'],
    action: 'replace',
    paths: ['work/**'],
    on: true,
  } as const
  await core.policies.save({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules: [rule] } })
  expect(await view('work/a.md')).toContain('Project [redacted: projects] begins')
  expect(await view('home.md')).toContain('Project Falcon begins')
  expect(await view('falcon.md')).toContain('the content of /memories/falcon.md with')
  expect(await view('password=hunter22/a.md')).toBe(await view('password=hunter99/a.md'))
})

test('a policy refuses to bring back what it keeps out; the user may override it, byte for byte', async () => {
  const { core, dir } = await newCore()
  const off = {
    ...DEFAULT_POLICIES,
    redaction: { ...DEFAULT_POLICIES.redaction, groups: everyGroup('off') },
  }
  await core.policies.save(off)
  const [first] = await written(core, 'keys.md', 'password = hunter22\n')
  const [second] = await written(core, 'keys.md', 'moved to the vault\n')
  await core.policies.save(DEFAULT_POLICIES)
  const refusal = { kind: 'refused', rule: 'password', mayOverride: true, reason: saying('keys.md') }
  expect(await core.undo({ commits: [second] })).toMatchObject(refusal)
  expect(await core.restore(first, ['keys.md'])).toMatchObject(refusal)
  expect(await core.restore(first, [''])).toMatchObject(refusal)
  // What the agent writes is still redacted; only the user may override.
  expect(await core.store.restore(first, [''], byAgent('restore', 'agent'), { override: true })).toMatchObject({
    kind: 'refused',
  })
  expect((await core.undo({ commits: [second] }, { override: true })).kind).toBe('committed')
  expect((await filesOfHead(dir))['keys.md']).toBe('password = hunter22\n')
  await written(core, 'keys.md', 'moved again\n')
  expect((await core.restore(first, [''], { override: true })).kind).toBe('committed')
  expect((await filesOfHead(dir))['keys.md']).toBe('password = hunter22\n')
  expect(await gitComplaints(dir)).toBe('')
})

test('the whole store can be restored with its policies, which are in force from then on', async () => {
  const { core, dir } = await newCore()
  const small = { ...DEFAULT_POLICIES, limits: { ...DEFAULT_POLICIES.limits, file: { bytes: 20, lines: null } } }
  await core.policies.save(small)
  const [then] = await written(core, 'a.md', 'one\n')
  await core.policies.save(DEFAULT_POLICIES)
  await written(core, 'a.md', 'a text of more than twenty bytes\n')
  const preview = async (withPolicies: boolean): Promise<readonly string[]> =>
    (await core.store.previewRestore(then, '', { withPolicies })).changes.map(({ change }) => change.path).toSorted()
  expect(await preview(false)).toEqual(['a.md'])
  expect(await preview(true)).toEqual(['.variorum/policies.json', 'a.md'])
  await core.restore(then, [''])
  expect((await core.policies.state()).policies.limits.file.bytes).toBe(1_000_000)
  await written(core, 'a.md', 'a text of more than twenty bytes\n')
  await core.restore(then, [''], { withPolicies: true })
  expect((await git(dir, 'rev-parse', 'HEAD^{tree}')).trim()).toBe(
    (await git(dir, 'rev-parse', `${then}^{tree}`)).trim(),
  )
  expect((await core.policies.state()).policies.limits.file.bytes).toBe(20)
  expect((await core.policies.state()).waiting).toBeNull()
  const now = await core.store.file('a.md')
  expect(await core.saveFile('a.md', now?.blob.id ?? null, 'a text of more than twenty bytes\n')).toMatchObject({
    kind: 'refused',
  })
})

test('a policies file of an older version is in force, and saving keeps its key and its unknown fields', async () => {
  const { core, dir } = await newCore()
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  const old = { version: 1, caps: { file: { bytes: 20 }, soon: 'kept' }, later: ['kept'] }
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await fs.writeFile(path, JSON.stringify(old))
  await acceptWaiting(core.policies)
  const { policies } = await core.policies.state()
  expect(policies.limits.file.bytes).toBe(20)
  expect((await core.policies.state()).waiting).toBeNull()
  await core.policies.save({ ...policies, limits: { ...policies.limits, view: 9 } })
  const saved: unknown = JSON.parse(await fs.readFile(path, 'utf8'))
  expect(saved).toMatchObject({ ...old, caps: { ...old.caps, view: 9 } })
  expect(saved).not.toHaveProperty('limits')
  expect((await core.policies.state()).policies.limits).toMatchObject({ file: { bytes: 20 }, view: 9, soon: 'kept' })
})

test('a policies file with a byte order mark is read', async () => {
  const { core, dir } = await newCore()
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  await fs.mkdir(nodePath.dirname(path), { recursive: true })
  await fs.writeFile(path, `\ufeff${JSON.stringify({ caps: { file: { bytes: 20 } } })}`)
  expect((await core.policies.state()).waiting?.problem).toBeNull()
  await acceptWaiting(core.policies)
  expect((await core.policies.state()).policies.limits.file.bytes).toBe(20)
})

test('the terminal reports unreadable policies, policies that wait, and unusable rules', async () => {
  const { core, dir } = await newCore()
  const path = nodePath.join(dir, '.variorum', 'policies.json')
  const write = async (policies: unknown): Promise<void> => {
    await fs.mkdir(nodePath.dirname(path), { recursive: true })
    await fs.writeFile(path, typeof policies === 'string' ? policies : JSON.stringify(policies))
  }
  expect(await core.waiting()).toBeNull()
  for (const broken of ['{"pins": [', { pins: 'a.md' }]) {
    await write(broken)
    expect(await core.waiting()).toMatch(/doesn’t contain valid policies\. The default policies apply\./)
  }
  const rule = (name: string, expression: string): object => ({
    kind: 'expression',
    name,
    expression,
    action: 'refuse',
  })
  await write({ redaction: { rules: [rule('hawks', '(Hawk'), rule('owls', 'Owl'), rule('any', '.*')] } })
  await acceptWaiting(core.policies)
  expect((await core.waiting())?.split('\n')).toEqual([
    expect.stringMatching(
      /^The rule “hawks” can’t be used.* This expression isn’t valid: missing closing \): `\(Hawk`\.$/,
    ),
    expect.stringMatching(/^The rule “any” can’t be used.* match empty text/),
  ])
  await core.policies.save(DEFAULT_POLICIES)
  expect(await core.waiting()).toBeNull()
  await write('')
  expect(await core.waiting()).toMatch(/doesn’t contain valid policies\. The previous policies still apply\./)
  await write({ pins: ['a.md'] })
  expect(await core.waiting()).toMatch(/^Another program changed the policies\. .* until you accept the change/)
})

/** The user's own write. @returns its commit */
async function written(core: Core, path: string, text: string): Promise<readonly [commit: string]> {
  const outcome = await core.saveFile(path, (await core.store.file(path))?.blob.id ?? null, text)
  if (outcome.kind !== 'committed') throw new Error(english(outcome.reason))
  await core.store.published()
  return [outcome.commit.id]
}

const inDays = (count: number): Date => new Date(Date.now() + count * 86_400_000)

/** The access log of a store in which one file is read on some of the next days. */
async function readOn(dir: string, path: string, days: readonly number[]): Promise<void> {
  const access = nodePath.join(dir, '.git', 'variorum', 'access')
  await fs.mkdir(access, { recursive: true })
  await fs.writeFile(
    nodePath.join(access, '2000-01.jsonl'),
    days.map((day) => JSON.stringify({ time: inDays(day).toISOString(), path, actor: 'agent' })).join('\n'),
  )
}

test('unused files expire in one commit of the policy, undone as one; pins stay', async () => {
  const { core, dir } = await newCore()
  const tool = core.memoryTool()
  for (const name of ['a', 'b', 'c', 'pinned'])
    await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: `${name}\n` })
  await core.policies.save({
    ...DEFAULT_POLICIES,
    pins: ['pinned.md'],
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 2, maxShare: 1 },
  })
  await readOn(dir, 'c.md', [1, 2, 3])
  const rehearsal = await core.policies.runExpiry(inDays(3), true)
  expect(rehearsal?.now.map(({ path }) => path)).toEqual(['a.md', 'b.md'])
  expect(Object.keys(await filesOfHead(dir))).toContain('a.md')
  await core.policies.runExpiry(inDays(3), false)
  expect(Object.keys(await filesOfHead(dir)).filter((name) => !name.startsWith('.variorum'))).toEqual([
    'c.md',
    'pinned.md',
  ])
  const [removal] = (await core.policies.state()).expiry.expired
  expect(removal?.origin).toMatchObject({ actor: 'policy', verb: 'delete' })
  expect((await core.undo({ commits: [removal?.id ?? ''] })).kind).toBe('committed')
  expect(Object.keys(await filesOfHead(dir))).toContain('b.md')
  expect(await gitComplaints(dir)).toBe('')
})

test('a file stays pinned wherever the agent or another program moves it', async () => {
  const { core, dir } = await newCore()
  const tool = core.memoryTool()
  for (const name of ['keep/a', 'pinned', 'theirs', 'b'])
    await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: `${name}\n` })
  await core.policies.save({
    ...DEFAULT_POLICIES,
    pins: ['keep/a.md', 'pinned.md', 'theirs.md'],
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 1, maxShare: 1 },
  })
  await tool.run({ command: 'rename', old_path: '/memories/keep', new_path: '/memories/kept' })
  await tool.run({ command: 'rename', old_path: '/memories/pinned.md', new_path: '/memories/not-pinned.md' })
  await fs.rename(nodePath.join(dir, 'theirs.md'), nodePath.join(dir, 'elsewhere.md'))
  await core.store.adopt()
  await readOn(dir, 'other.md', [1, 2])
  expect((await core.policies.runExpiry(inDays(2), true))?.now.map(({ path }) => path)).toEqual(['b.md'])
})

test('a failed expiry is reported until one succeeds', async () => {
  const { core, dir } = await newCore()
  for (const name of ['a', 'b'])
    await core.memoryTool().run({ command: 'create', path: `/memories/${name}.md`, file_text: `${name}\n` })
  await core.policies.save({
    ...DEFAULT_POLICIES,
    pins: ['b.md'],
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 1, maxShare: 1 },
  })
  await readOn(dir, 'b.md', [1, 2])
  // Another program removed it first: there is nothing to remove, although HEAD still has it.
  await fs.rename(nodePath.join(dir, 'a.md'), nodePath.join(dir, '..', 'a.md'))
  await expect(core.policies.runExpiry(inDays(2), false)).rejects.toThrow('Nothing was changed')
  expect((await core.policies.state()).expiry.trouble).toEqual(saying('Nothing was changed'))
  await fs.rename(nodePath.join(dir, '..', 'a.md'), nodePath.join(dir, 'a.md'))
  await core.policies.runExpiry(inDays(2), false)
  expect((await core.policies.state()).expiry.trouble).toBeNull()
  expect(Object.keys(await filesOfHead(dir))).not.toContain('a.md')
})

test('a withheld file does not expire or keep others from expiring; only removed files are reported', async () => {
  const { core, dir } = await newCore()
  for (const name of ['a', 'gone', 'kept', 'used'])
    await core.memoryTool().run({ command: 'create', path: `/memories/${name}.md`, file_text: `${name}\n` })
  await core.policies.save({
    ...DEFAULT_POLICIES,
    pins: ['used.md'],
    expiry: { ...DEFAULT_POLICIES.expiry, on: true, days: 1, maxShare: 1 },
  })
  await readOn(dir, 'used.md', [1, 2])
  await fs.writeFile(nodePath.join(dir, 'kept.md'), `github: ${KEY}\n`)
  await core.store.adopt()
  const rehearsal = await core.policies.runExpiry(inDays(2), true)
  expect(rehearsal?.now.map(({ path }) => path)).toEqual(['a.md', 'gone.md'])
  // Another program removed it first: nothing here removes it.
  await fs.rm(nodePath.join(dir, 'gone.md'))
  const done = await core.policies.runExpiry(inDays(2), false)
  expect(done?.now.map(({ path }) => path)).toEqual(['a.md'])
  expect((await core.policies.state()).expiry.trouble).toBeNull()
  expect(await fs.readFile(nodePath.join(dir, 'kept.md'), 'utf8')).toContain(KEY)
})

test('a write that comes near a limit warns of it', async () => {
  const { core } = await newCore()
  await core.policies.save({
    ...DEFAULT_POLICIES,
    limits: { ...DEFAULT_POLICIES.limits, store: { bytes: 500_000_000, files: 4 } },
  })
  const tool = core.memoryTool()
  const answers = []
  for (const name of ['a', 'b', 'c'])
    answers.push((await tool.run({ command: 'create', path: `/memories/${name}.md`, file_text: name })).content)
  expect(answers[1]).toBe('File created successfully at: /memories/b.md')
  expect(answers[2]).toBe('File created successfully at: /memories/c.md\n\nThe store has 3 files; the limit is 4.')
})
