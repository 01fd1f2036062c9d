import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { answersOf, CLI, linesOf, runCli, spawnCli, type Ran } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { commitAt, git, gitComplaints, importCommits } from '../testing/git.ts'
import { filesInZip } from '../testing/zip.ts'
import { countCommits } from './torture/judge.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const store = (): string => nodePath.join(home, 'memory')
const env = (): Readonly<Record<string, string>> => ({ VARIORUM_HOME: home, ANTHROPIC_API_KEY: '' })
/** In a process that runs one command after the other. */
const run = (args: readonly string[], input?: string | Uint8Array): Promise<Ran> => runCli(args, env(), input)

const jsonOf = ({ out }: Ran) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The store as a folder of git's, with a commit for each of these: files with their texts. @returns the commits */
async function madeByGit(...states: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]> {
  const commits: string[] = []
  await git(home, 'init', '-q', '-b', 'main', store())
  for (const [at, files] of states.entries()) {
    for (const [path, text] of Object.entries(files)) {
      await fs.mkdir(nodePath.join(store(), nodePath.dirname(path)), { recursive: true })
      await fs.writeFile(nodePath.join(store(), path), text)
    }
    commits.push(await commitAt(store(), `2026-01-02T03:04:${10 + at}Z`))
  }
  return commits
}

test('exec answers each line in order, also after lines that are no commands', async () => {
  const input = [
    '{"command":"create","path":"/memories/a.md","file_text":"one\u2028two\\n"}',
    'not json',
    '',
    '[1,2]',
    'null',
    '{"command":"view","path":"/memories/a.md"}',
    '{"command":"explode"}',
  ].join('\n')
  const answers = answersOf(await run(['exec'], input))
  expect(answers.map(({ is_error: isError }) => isError)).toEqual([false, true, true, true, true, false, true])
  expect(answers[0]?.commit).toMatch(/^[0-9a-f]{40}$/)
  expect(answers[5]?.content).toBe("Here's the content of /memories/a.md with line numbers:\n     1\tone\u2028two")
  expect(answers[5]?.commit).toBeUndefined()
  expect(await countCommits(store())).toBe(1)
  expect(await gitComplaints(store())).toBe('')
})

test('a process of its own reads, says and ends as one that runs many commands', async () => {
  const [commit = ''] = await madeByGit({ 'a.md': 'one\n' }, { 'a.md': 'two\n' }, { 'a.md': 'three\n' })
  const commands: readonly (readonly [args: readonly string[], code: number, input?: string])[] = [
    [['--help'], 0],
    [['dance'], 1],
    [['show', 'zz'], 1],
    [['exec'], 0, '{"command":"view","path":"/memories/a.md"}\nnot json'],
    [['undo', 'HEAD~1'], 2],
    [['log', '--json'], 0],
    [['show', commit], 0],
  ]
  for (const [args, code, input] of commands) {
    const own = await spawnCli(args, env(), input)
    expect(own.code, args.join(' ')).toBe(code)
    expect(await run(args, input)).toEqual(own)
  }
})

test('exec answers a line that is not UTF-8 with an error, and reads on', async () => {
  const create = (name: string, encoding: 'utf8' | 'latin1'): Buffer =>
    Buffer.from(`{"command":"create","path":"/memories/${name}","file_text":"é"}\n`, encoding)
  const lines = [create('a.md', 'utf8'), create('b.md', 'latin1'), create('c.md', 'utf8'), create('d.md', 'latin1')]
  const answers = answersOf(await run(['exec'], Buffer.concat([Buffer.from('\ufeff'), ...lines]).subarray(0, -1)))
  const refused = { content: expect.stringMatching(/^Error: The line is not UTF-8\. /), is_error: true }
  expect(answers).toMatchObject([{ is_error: false }, refused, { is_error: false }, refused])
  expect(await git(store(), 'ls-files')).toBe('a.md\nc.md\n')
})

test('log finds the moment of a sentence, and bisect the commit between two points', async () => {
  const edit = (old: string, now: string): object => ({
    command: 'str_replace',
    path: '/memories/trip.md',
    old_str: old,
    new_str: now,
  })
  const commits = answersOf(
    await run(
      ['exec'],
      linesOf([
        { command: 'create', path: '/memories/trip.md', file_text: 'Plans\nTrain at 8.40\n' },
        { command: 'create', path: '/memories/other.md', file_text: 'nothing\n' },
        edit('8.40', '8.10'),
        edit('Train at 8.10\n', ''),
      ]),
    ),
  ).map(({ commit }) => String(commit))
  const { out } = await run(['log', '--changed', 'train AT 8.'])
  expect(out.split('\n').map((line) => line.replace(/^[0-9a-f]{10} .*?Z? {2}agent/, 'agent'))).toEqual([
    expect.stringContaining('removed 1 line from trip.md'),
    '    - trip.md: Train at 8.10',
    expect.stringContaining('trip: Train at 8.10'),
    '    + trip.md: Train at 8.10',
    '    - trip.md: Train at 8.40',
    expect.stringMatching(/trip: Plans {2}\(first written here\)$/),
    '    + trip.md: Train at 8.40',
    '',
  ])
  const listed = async (...options: readonly string[]): Promise<number> =>
    (await run(['log', ...options])).out.split('\n').length - 1
  expect(await listed('--verb', 'create,delete', '--from', '2020-01-01')).toBe(2)
  expect(await listed('--to', '2020-01-01')).toBe(0)
  expect((await run(['log', '--lineage', 'nobody'])).code).toBe(1)
  const bisect = ['bisect', commits[0] ?? '', commits[3] ?? '', '--words', '8.40', '--path', 'trip.md']
  const found = JSON.parse((await run([...bisect, '--json'])).out)
  expect([found.kind, found.commit.id, found.atEnd, found.count]).toEqual(['found', commits[2], 'no', 3])
  expect((await run(bisect)).out).toContain('The first commit after which no line contains “8.40”')
  expect((await run(['bisect', 'HEAD', commits[0] ?? '', '--words', 'x'])).code).toBe(1)
})

test('a view is a line in the access log, or a commit when the store says so', async () => {
  await run(
    ['exec'],
    linesOf([
      { command: 'create', path: '/memories/a.md', file_text: 'x' },
      { command: 'view', path: '/memories/a.md' },
    ]),
  )
  const access = nodePath.join(store(), '.git', 'variorum', 'access')
  const [month = ''] = await fs.readdir(access)
  expect(JSON.parse(await fs.readFile(nodePath.join(access, month), 'utf8'))).toMatchObject({
    path: 'a.md',
    actor: 'agent',
  })
  await fs.writeFile(nodePath.join(store(), '.git', 'variorum', 'settings.json'), '{"recordReads":true}')
  const [viewed] = answersOf(await run(['exec'], linesOf([{ command: 'view', path: '/memories/a.md' }])))
  expect(viewed?.commit).toMatch(/^[0-9a-f]{40}$/)
  expect(await countCommits(store())).toBe(2)
})

const about = (): Promise<string> =>
  fs.readFile(nodePath.join(store(), 'about-me.md'), 'utf8').then(
    (text) => /Porto|Lisbon/.exec(text)?.[0] ?? text,
    () => 'gone',
  )

test('chat, log, show and restore tell one story; commits, a turn and a conversation are undone by name', async () => {
  const first = await run(['chat', '-p', 'My city is Porto', '--conversation', 'c1'])
  expect(first.code).toBe(0)
  expect(first.out).toContain('Demo model')
  expect(first.err).toContain('conversation c1')
  expectEvents(await run(['chat', '-p', 'Actually my city is Lisbon', '--conversation', 'c1', '--json']))
  expect(await about()).toBe('Lisbon')
  await fs.writeFile(nodePath.join(store(), 'mine.md'), 'mine\n')
  const [newer, older] = jsonOf(await run(['log', '--json', '--path', '/memories/about-me.md']))
  expect([newer, older].map(({ origin }) => [origin.verb, origin.conversation, origin.turn])).toEqual([
    ['str_replace', 'c1', 2],
    ['create', 'c1', 1],
  ])
  await expectPast(older.id)
  const shown = await run(['show', newer.id.slice(0, 8)])
  expect(shown.out).toMatch(/^-.*Porto$/m)
  expect(shown.out).toMatch(/^\+.*Lisbon$/m)
  const [undone] = jsonOf(await run(['undo', newer.variorumId, '--json']))
  expect(await about()).toBe('Porto')
  const again = await run(['undo', newer.id])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('Already undone')
  expect((await run(['undo', undone.id])).out).toContain('redid')
  expect(await about()).toBe('Lisbon')
  expect((await run(['undo', '--turn', newer.origin.message, '--dry-run', '--json'])).code).toBe(0)
  expect((await run(['undo', '--turn', 'c1:2'])).code).toBe(0)
  expect(await about()).toBe('Porto')
  expect((await run(['undo', '--conversation', 'c1'])).code).toBe(0)
  expect((await fs.readdir(store())).filter((name) => name !== '.git')).toEqual(['mine.md'])
  expect((await run(['redo'])).code).toBe(0)
  expect(await about()).toBe('Porto')
  expect((await run(['undo', newer.id, '--conversation', 'c1'])).err).toContain('only one of these')
  expect((await run(['restore', newer.id, 'about-me.md'])).code).toBe(0)
  expect(await about()).toBe('Lisbon')
  await fs.writeFile(nodePath.join(store(), 'late.md'), 'written elsewhere\n')
  expect((await run(['restore', older.id])).code).toBe(0)
  await expect(fs.access(nodePath.join(store(), 'late.md'))).rejects.toThrow()
  expect(await about()).toBe('Porto')
  expect((await run(['log'])).out).toContain('added outside: late.md')
  expect(await gitComplaints(store())).toBe('')
})

/** One event of the contract a line. */
function expectEvents(ran: Ran): void {
  expect(ran.code).toBe(0)
  const events = jsonOf(ran)
  expect(events[0]).toMatchObject({ type: 'turn.started', turn: 2 })
  expect(events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  expect(events.some(({ type, call }) => type === 'tool.returned' && call.commit !== null)).toBe(true)
}

/** As of a commit, chat knows what the memory had then, and writes nothing. */
async function expectPast(commit: string): Promise<void> {
  const past = await run(['chat', '--at', commit.slice(0, 8), '-p', 'What is my city?'])
  expect(past.out).toContain('Porto')
  expect(past.out).not.toContain('Lisbon')
  const write = await run(['chat', '--at', commit, '-p', 'My name is Ana'])
  expect(write.err).toMatch(/This conversation looks at the memory as it was on .* and cannot change it\./)
  expect((await run(['chat', '--at', 'f'.repeat(40), '-p', 'hello'])).err).toContain('has no commit')
}

test('undo and redo without a commit walk back and forth, and say where they lead', async () => {
  const path = '/memories/a.md'
  await run(
    ['exec'],
    linesOf([
      { command: 'create', path, file_text: 'one' },
      { command: 'str_replace', path, old_str: 'one', new_str: 'two' },
    ]),
  )
  const file = (): Promise<string> => fs.readFile(nodePath.join(store(), 'a.md'), 'utf8').catch(() => 'gone')
  const walk = async (verb: string): Promise<string> => {
    const { code } = await run([verb])
    return code === 0 ? file() : 'nothing'
  }
  expect([await walk('undo'), await walk('undo')]).toEqual(['one', 'gone'])
  expect(await walk('undo')).toBe('nothing')
  expect([await walk('redo'), await walk('redo')]).toEqual(['one', 'two'])
  expect(await walk('redo')).toBe('nothing')
  expect(await gitComplaints(store())).toBe('')
})

test('undo keeps later changes, takes hunks, and describes a conflict with exit code 2', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
  const read = (): Promise<string> => fs.readFile(nodePath.join(store(), 'a.md'), 'utf8')
  const edits = [
    ['line 2\n', 'A\n'],
    ['line 9\n', 'B\n'],
    ['line 20\n', 'C\n'],
    ['line 5\nline 6\n', 'five\nline 6\nnew\n'],
  ] as const
  const texts = [`${lines.join('\n')}\n`]
  for (const [from, to] of edits) texts.push(texts.at(-1)?.replace(from, to) ?? '')
  const [, , b = '', , two = ''] = await madeByGit(...texts.map((text) => ({ 'a.md': text })))
  const preview = await run(['undo', b, '--dry-run', '--json'])
  expect(JSON.parse(preview.out)).toMatchObject({ changeCount: 1, commits: 1, conflicts: [], keeps: ['a.md'] })
  expect(await read()).toContain('\nB\n')
  expect((await run(['undo', b])).code).toBe(0)
  expect(await read()).toMatch(/^line 1\nA\n[^]*\nline 9\n[^]*\nC\n$/)
  // Of two hunks only the second; the commit stays in effect.
  expect((await run(['undo', two, '--hunk', '2', '--json'])).code).toBe(0)
  expect(await read()).toContain('five\nline 6\nline 7\n')
  expect(JSON.parse((await run(['show', two, '--json'])).out).undoneBy).toBeNull()
  // A terminal must not obey what another program wrote into a message.
  await git(store(), 'commit', '-q', '--allow-empty', '-m', 'by \u001b[31mhand')
  const byHand = (await git(store(), 'rev-parse', 'HEAD')).trim()
  expect((await run(['undo', byHand, '--hunk', '1'])).err).toContain(
    '“by \ufffd[31mhand” has 0 hunks; there is no hunk 1',
  )
  await fs.writeFile(nodePath.join(store(), 'a.md'), (await read()).replace('five\n', 'fünf\n'))
  const conflict = await run(['undo', two, '--json'])
  expect(conflict.code).toBe(2)
  expect(JSON.parse(conflict.out)).toMatchObject({
    kind: 'conflict',
    paths: ['a.md'],
    conflicts: [{ path: 'a.md', line: 5, base: 'five\n', mine: 'fünf\n', theirs: 'line 5\n' }],
  })
  const said = await run(['undo', two])
  expect([said.code, said.out]).toEqual([2, ''])
  expect(said.err).toMatch(/a\.md, line 5[^]*now:\n {4}fünf[^]*to restore:\n {4}line 5/)
  expect(await read()).toContain('fünf\n')
})

test('chat asks before it sends what looks like a secret; without a terminal an option decides', async () => {
  const say = (...options: readonly string[]) =>
    run(['chat', '-p', 'Remember that the staging password is blue-Heron-77', '--conversation', 'c1', ...options])
  const refused = await say()
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(
    /^Not sent\. The message contains what looks like a secret: password\. Use --send-redacted/,
  )
  expect(refused.err).not.toContain('Heron')
  const file = (): Promise<string> => fs.readFile(nodePath.join(home, 'conversations', 'c1.jsonl'), 'utf8')
  await expect(file()).rejects.toThrow()
  expect((await say('--send-redacted')).code).toBe(0)
  expect(await file()).not.toContain('Heron')
  expect((await say('--send-as-is')).code).toBe(0)
  // The message alone keeps it: neither the calls, nor the answer, nor the thoughts.
  expect((await file()).split('Heron')).toHaveLength(2)
  expect(await fs.readFile(nodePath.join(store(), 'notes.md'), 'utf8')).not.toContain('Heron')
})

test('chat keeps a budget: it says when it is used up, and sends nothing after that', async () => {
  const say = (...options: readonly string[]) => run(['chat', '-p', 'hello', '--conversation', 'c1', ...options])
  const last = await say('--budget-requests', '1')
  expect(last.err).toContain('The budget is used up: 1 of 1 request.')
  expect(last.err).toContain('conversation c1')
  expect(last.code).toBe(1)
  expect((await say()).err).toContain('nothing was sent')
  const more = await say('--budget-requests', '9')
  expect([more.code, more.err]).toEqual([0, expect.not.stringContaining('sed up')])
  expect((await say('--budget-dollars', 'much')).code).not.toBe(0)
})

test('failures are a plain sentence and an exit code, and name no folder of this computer', async () => {
  await fs.writeFile(nodePath.join(home, 'file'), '')
  const failures = await Promise.all([
    run(['chat', '-p', 'hello', '--provider', 'anthropic']),
    run(['chat', '-p', 'hello', '--provider', 'nobody']),
    run(['chat', '-p', 'hello', '--conversation', '../x']),
    run(['undo', 'ffffffff']),
    run(['undo', '--conversation', 'nosuch']),
    run(['undo', '--turn', 'nosuch:1']),
    run(['show', 'zz']),
    run(['log', '--store', nodePath.join(home, 'file', 'below')]),
    run(['dance']),
    run(['--store', '', 'log']),
    run(['serve', '--no-open', '--port', '99999']),
  ])
  for (const { code, err } of failures) {
    expect(code).not.toBe(0)
    expect(err.trim()).not.toBe('')
    expect(err).not.toContain(home)
    expect(err).not.toMatch(/ at .*:\d+|node:internal/)
  }
})

test('a memory folder that does not exist is no new store, but for exec', async () => {
  const documents = await newFolder()
  const mistyped = nodePath.join(documents, 'memroy')
  for (const args of [['log'], ['restore', 'HEAD'], ['export', `${home}/copy`]]) {
    const { code, out, err } = await run(['--store', mistyped, ...args])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('The memory folder doesn’t exist. Nothing was done.')
  }
  await expect(fs.stat(mistyped)).rejects.toThrow('ENOENT')
  const view = linesOf([{ command: 'view', path: '/memories' }])
  expect((await run(['--store', mistyped, 'exec'], view)).code).toBe(0)
  expect((await run(['--store', mistyped, 'check'])).code).toBe(0)
})

test('with a detached HEAD the history up to it can be read, and nothing is written', async () => {
  const made = answersOf(
    await run(
      ['exec'],
      linesOf([
        { command: 'create', path: '/memories/a.md', file_text: 'See [[gone]].\n' },
        { command: 'create', path: '/memories/b.md', file_text: 'b\n' },
      ]),
    ),
  )
  const [older = '', newer = ''] = made.map(({ commit }) => String(commit))
  await git(store(), 'checkout', '-q', '--detach', older)
  expect((await run(['log'])).out).toMatch(/^[^\n]+ a: See \[\[gone\]\]\.\n$/)
  expect((await run(['show', older])).out).toContain('+See [[gone]].')
  expect((await run(['diff', newer])).out).toBe('removed  b.md  +0 -1\n')
  expect((await run(['upkeep'])).out).toContain('a.md:1')
  const copy = nodePath.join(home, 'copy')
  expect((await run(['export', copy])).code).toBe(0)
  expect(await fs.readdir(copy)).toEqual(['a.md'])
  for (const args of [['undo'], ['restore', newer], ['point', 'now']]) {
    const { code, out, err } = await run(args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/detached HEAD.*Nothing was written\. Switch to a branch/)
  }
  expect((await git(store(), 'rev-parse', 'HEAD', 'main')).split('\n')).toEqual([older, newer, ''])
})

test('the build keeps the compiled code of the command line', async () => {
  const name = `run-${process.version}-${process.arch}.cache`
  const kept = await fs.stat(nodePath.join(nodePath.dirname(CLI), 'compiled', name))
  expect(kept.size).toBeGreaterThan(1_000_000)
})

test('the build indexes a history of more commits than are read at once, in its threads', async () => {
  await importCommits(store(), 1_100)
  const { code, out } = await run(['reindex', '--store', store()])
  expect([code, out]).toEqual([0, 'The index of the history was rebuilt.\n'])
})

test('help lists every verb, and a verb explains itself', async () => {
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  for (const verb of [
    'exec',
    'where',
    'chat',
    'log',
    'bisect',
    'show',
    'restore',
    'undo',
    'redact',
    'expire',
    'point',
    'diff',
    'serve',
  ])
    expect(out).toMatch(new RegExp(`^ {2}${verb} `, 'm'))
  expect(await run(['exec', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('variorum exec') })
})

test('a state is named, compared, rehearsed and brought back whole', async () => {
  await madeByGit({ 'a.md': 'a\n', 'd/b.md': 'b\n' })
  expect((await run(['point', 'good state'])).code).toBe(0)
  expect((await run(['point', 'good state'])).code).toBe(1)
  expect((await run(['point', 'two\nlines'])).err).toBe('A name has 1 to 60 characters, on one line.\n')
  await fs.rm(nodePath.join(store(), 'd'), { recursive: true })
  await fs.writeFile(nodePath.join(store(), 'n.md'), 'n\n')
  expect((await run(['diff', 'good state'])).out).toBe('removed  d/b.md  +0 -1\nadded    n.md  +1 -0\n')
  expect((await run(['diff', 'good state', 'd'])).out).toBe('removed  d/b.md  +0 -1\n')
  const mistyped = await run(['diff', 'good state', 'mistyped'])
  expect([mistyped.code, mistyped.out]).toEqual([1, ''])
  expect(mistyped.err).toContain('“mistyped” is no commit, branch, tag or restore point, and no file or folder')
  const rehearsal = JSON.parse((await run(['restore', 'good state', '--dry-run', '--json'])).out)
  expect(rehearsal.changeCount).toBe(2)
  const before = await countCommits(store())
  expect((await run(['restore', 'good state'])).code).toBe(0)
  expect(await countCommits(store())).toBe(before + 1)
  expect(await fs.readdir(nodePath.join(store(), 'd'))).toEqual(['b.md'])
  expect((await run(['diff', 'good state'])).out).toBe('No differences.\n')
  expect((await run(['point'])).out).toContain('before “restored everything to ')
  expect(await gitComplaints(store())).toBe('')
})

test('rules for agents are added, listed, explained and removed, and stop what they are about', async () => {
  const add = (...args: readonly string[]): Promise<Ran> => run(['rules', 'add', ...args])
  expect((await run(['rules', 'list'])).out).toBe('no rules: agents may write everywhere\n')
  expect((await add('--paths', 'work/**', '--do', 'refuse')).out).toBe('1  work/**  is locked for every agent\n')
  await add('--paths', 'log', '*.csv', '--do', 'append-only', '--who', 'Codex', '--when', 'outside')
  expect(jsonOf(await run(['rules', 'list', '--json']))[0]).toMatchObject([
    { paths: ['work/**'], client: null, do: 'refuse', when: 'always' },
    { paths: ['log', '*.csv'], client: 'Codex', do: 'append-only', when: 'outside' },
  ])
  expect((await run(['rules', 'why', 'work/a.md'])).out).toBe('1  work/**  is locked for every agent\n')
  expect((await run(['rules', 'why', 'log/a.md'])).out).toBe('no rule: agents may write there\n')
  expect((await run(['rules', 'why', 'log/a.md', '--who', 'Codex'])).out).toContain('only grows for Codex')
  const create = (name: string): object => ({ command: 'create', path: `/memories/${name}`, file_text: 'x\n' })
  const [refused, written] = answersOf(await run(['exec'], linesOf([create('work/a.md'), create('log/a.md')])))
  expect(refused).toMatchObject({ is_error: true, content: expect.stringContaining('locked work/a.md') })
  expect(written).toMatchObject({ is_error: false })
  expect((await run(['rules', 'remove', '3'])).code).not.toBe(0)
  expect((await add('--paths', 'x', '--do', 'nothing')).code).not.toBe(0)
  expect((await add('--paths', 'x', '--do', 'refuse', '--who', 'outside')).out).toContain('for other programs')
  expect((await add('--paths', 'y', '--do', 'ask', '--who', 'all')).out).toContain('every agent, and other programs')
  expect(await add('--paths', 'x', '--do', 'hide', '--who', 'outside')).toMatchObject({
    code: 1,
    err: expect.stringContaining('read the folder itself'),
  })
  // An agent meets what is about all, and not what is about other programs.
  expect(answersOf(await run(['exec'], linesOf([create('x'), create('y')])))).toMatchObject([
    { content: expect.not.stringContaining('waits') },
    { content: expect.stringContaining('waits for them') },
  ])
  await run(['rules', 'remove', '1'])
  expect((await run(['log', '--limit', '1'])).out).toContain('policies: removed the rule on work/**')
  expect(answersOf(await run(['exec'], linesOf([create('work/a.md')])))[0]).toMatchObject({ is_error: false })
})

test('what waits goes to a file, and from it to a computer with a clone; no file is replaced', async () => {
  const file = nodePath.join(home, 'waiting.json')
  expect(await run(['waiting', '--to', file])).toMatchObject({ code: 0, out: 'nothing waits; no file was written\n' })
  await run(['exec'], '{"command":"create","path":"/memories/a.md","file_text":"one\\n"}')
  await run(['rules', 'add', '--paths', '**', '--do', 'ask'])
  await run(['exec'], '{"command":"str_replace","path":"/memories/a.md","old_str":"one","new_str":"two"}')
  expect((await run(['waiting', '--to', file])).code).toBe(0)
  const written = await fs.readFile(file, 'utf8')
  expect(JSON.parse(written)).toMatchObject({ version: 1, writes: [{ files: [{ path: 'a.md' }] }] })
  if (process.platform !== 'win32') expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  const again = await run(['waiting', '--to', file])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('Nothing was written. Choose another name.')])
  expect(await fs.readFile(file, 'utf8')).toBe(written)
  expect((await run(['waiting', '--to', file, '--from', file])).code).not.toBe(0)

  const elsewhere = await newFolder()
  const clone = nodePath.join(elsewhere, 'clone')
  await git(home, 'clone', '-q', store(), clone)
  const there = (...args: readonly string[]) => run(['--store', clone, ...args])
  expect(await there('waiting', '--from', file)).toMatchObject({ code: 0, out: 'added: 1\n' })
  expect((await there('waiting', '--from', file)).out).toBe('added: 0\nleft out: 1 (already here, or refused here)\n')
  expect(jsonOf(await there('waiting', '--json'))).toEqual([
    [{ id: expect.any(String), kind: 'write', source: 'agent', paths: ['a.md'], since: expect.any(String) }],
  ])
  expect((await there('accept', '--all')).code).toBe(0)
  expect(await fs.readFile(nodePath.join(clone, 'a.md'), 'utf8')).toBe('two\n')

  const other = nodePath.join(elsewhere, 'other')
  await fs.mkdir(other)
  const left = await run(['--store', other, 'waiting', '--from', file])
  expect([left.code, left.out]).toEqual([2, expect.stringContaining('left out: 1 (about versions')])
  for (const name of [nodePath.join(clone, 'a.md'), nodePath.join(home, 'no.json'), home])
    expect(await there('waiting', '--from', name)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was added.'),
    })
})

test('redact answers each line with what was found and where, and opens no store', async () => {
  const lines = Buffer.from('no json\n{"text":"é"}\n{"text":"mail me at a@b.example"}\n', 'latin1')
  const [wrong, notUtf8, found] = jsonOf(await run(['redact', '--all'], lines))
  expect(found.found).toEqual([{ rule: expect.any(String), start: 11, end: 22 }])
  expect(found.text).not.toContain('a@b.example')
  expect(wrong.error).toContain('not JSON')
  expect(notUtf8.error).toMatch(/^The line is not UTF-8\. /)
  await expect(fs.access(store())).rejects.toThrow()
})

test('exec answers every line with the reason when its store cannot be opened', async () => {
  await fs.writeFile(store(), 'a file in its place')
  const ran = await run(['exec'], '{"command":"view","path":"/memories"}\nnot json\n')
  expect(answersOf(ran)).toEqual(
    Array.from({ length: 2 }, () => ({ content: expect.stringMatching(/^Error: .*needs a folder/), is_error: true })),
  )
  expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/^[A-Z].*\.\n$/) })
  expect(ran.out + ran.err).not.toContain(home)
})

test('a reader that stops ends a verb quietly', async () => {
  // More than a pipe holds.
  await importCommits(store(), 300)
  const child = spawn(process.execPath, [CLI, 'log', '--json', '--limit', '300'], {
    env: { ...process.env, VARIORUM_HOME: home },
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([0, ''])
})

test('upkeep lists what needs attention, and changes nothing', async () => {
  await madeByGit({ 'a.md': 'See [[gone]].\nThe pool is closed until 3 May 2025.\n' })
  const { out, code } = await run(['upkeep'])
  expect([code, out]).toEqual([
    0,
    'a.md:1  The link to “gone” points to a file that doesn’t exist.\n    See [[gone]].\na.md:2  The date in “until 3 May 2025” has passed.\n    The pool is closed until 3 May 2025.\n',
  ])
  expect(jsonOf(await run(['upkeep', '--json']))).toMatchObject([
    { kind: 'dead-link', path: 'a.md', line: 1, fixes: [{ name: 'remove-link' }] },
    { kind: 'past', path: 'a.md', line: 2 },
  ])
  expect(await countCommits(store())).toBe(1)
})

test('an export that is stopped leaves nothing behind', async () => {
  await git(home, 'init', '-q', store())
  const files = Array.from({ length: 1_000 }, (_, at) => nodePath.join(store(), `${at}.md`))
  for (const [at, file] of files.entries()) await fs.writeFile(file, `line ${at}\n`.repeat(50))
  await git(store(), 'add', '.')
  await git(store(), '-c', 'user.name=A', '-c', 'user.email=a@example.invalid', 'commit', '-qm', 'all')
  const place = nodePath.join(home, 'place')
  await fs.mkdir(place)
  for (const [signal, ...options] of [['SIGINT'], ['SIGTERM', '--bundle'], ['SIGHUP']] as const) {
    const entries = fs.watch(place)
    const begun = entries.next()
    const child = spawn(process.execPath, [CLI, 'export', nodePath.join(place, 'copy'), ...options], {
      env: { ...process.env, VARIORUM_HOME: home },
    })
    let said = ''
    for (const output of [child.stdout, child.stderr]) output.on('data', (data: Buffer) => (said += data.toString()))
    await begun
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect([code, said, await fs.readdir(place)]).toEqual([1, 'The export was stopped. Nothing was exported.\n', []])
    await entries.return?.()
  }
})

test('export writes what other programs read, and keeps back what looks like a secret', async () => {
  await madeByGit({ 'notes/a.md': 'Ana drinks green tea.\n' })
  const [zip, section, claude, prompt] = ['a.zip', 'AGENTS.md', 'claude', 'prompt.md'].map((name) =>
    nodePath.join(home, name),
  )
  await fs.writeFile(section ?? '', '# Mine\n')
  for (const [to, target = ''] of [
    ['zip', zip],
    ['agents-md', section],
    ['claude-code', claude],
    ['prompt', prompt],
  ] as const)
    expect(await run(['export', '--to', to, target])).toMatchObject({ code: 0, out: `Exported: ${target}\n` })
  expect([...filesInZip(await fs.readFile(zip ?? '')).keys()]).toEqual(['notes/a.md'])
  expect(await fs.readFile(section ?? '', 'utf8')).toMatch(/^# Mine\n\n<!-- variorum:begin -->\n/)
  expect(await fs.readdir(claude ?? '')).toEqual(['MEMORY.md', 'notes'])
  const leftOut = nodePath.join(home, 'none.md')
  expect(await run(['export', '--to', 'prompt', '--untrusted', 'leave-out', leftOut])).toMatchObject({ code: 1 })
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  await madeByGit({ 'keys.md': `the key\n${key}\n` })
  const target = nodePath.join(home, 'more')
  for (const [options, place] of [
    [[], /^keys\.md:2 {2}github token\n$/],
    [['--to', 'bundle'], /^keys\.md:2 {2}github token {2}in [0-9A-Za-z]+\n$/],
  ] as const) {
    const kept = await run(['export', target, ...options])
    expect(kept).toMatchObject({
      code: 2,
      out: expect.stringMatching(place),
      err: expect.stringContaining('Nothing was'),
    })
    expect(kept.out + kept.err).not.toContain(key)
  }
  expect(await run(['export', target, '--with-secrets'])).toMatchObject({ code: 0 })
  expect(await fs.readFile(nodePath.join(target, 'keys.md'), 'utf8')).toContain(key)
  expect((await run(['export', target, '--to', 'zip', '--bundle'])).code).toBe(1)
})

test('export copies the files, one file as it was, or the whole history, and replaces nothing', async () => {
  const [first = ''] = await madeByGit({ 'notes/a.md': 'one\n' }, { 'notes/a.md': 'two\n' })
  const [folder, file, bundle] = ['files', 'a.md', 'memory.bundle'].map((name) => nodePath.join(home, name))
  expect(await run(['export', folder ?? ''])).toMatchObject({ code: 0, out: `Exported: ${folder}\n` })
  expect(await fs.readdir(folder ?? '', { recursive: true })).toEqual(['notes', nodePath.join('notes', 'a.md')])
  expect((await run(['export', file ?? '', '--file', 'notes/a.md', '--at', first])).code).toBe(0)
  expect(await fs.readFile(file ?? '', 'utf8')).toBe('one\n')
  expect((await run(['export', bundle ?? '', '--to', 'bundle'])).code).toBe(0)
  await git(home, 'clone', '-q', bundle ?? '', 'copy')
  expect(await git(nodePath.join(home, 'copy'), 'rev-parse', 'HEAD')).toBe(await git(store(), 'rev-parse', 'HEAD'))
  const again = await run(['export', file ?? '', '--file', 'notes/a.md'])
  expect([again.code === 0, await fs.readFile(file ?? '', 'utf8')]).toEqual([false, 'one\n'])
  expect(await run(['export', nodePath.join(store(), 'copy')])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^That place is in the memory folder, /),
  })
})

test('import takes conversations in as well, where it is asked to, and says how many', async () => {
  const said = (uuid: string, text: string): object => ({
    uuid,
    name: `About ${uuid}`,
    updated_at: '2025-02-03T10:00:00Z',
    chat_messages: [
      { sender: 'human', text, created_at: '2025-02-01T10:00:00Z' },
      { sender: 'assistant', text: 'I see.', created_at: '2025-02-01T10:01:00Z' },
    ],
  })
  const file = nodePath.join(home, 'conversations.json')
  const put = (...items: readonly unknown[]): Promise<void> => fs.writeFile(file, JSON.stringify(items))
  const kept = async (): Promise<readonly string[]> => fs.readdir(nodePath.join(home, 'conversations')).catch(() => [])
  const take = (...options: readonly string[]): Promise<Ran> => run(['import', file, '--conversations', ...options])
  await put(said('a', 'storks'), said('b', 'chimneys'), 17)
  const leftOut = [{ what: 'conversations.json, 3', why: 'it isn’t what such an export has there' }]

  expect(jsonOf(await run(['import', file, '--json']))[0]).not.toHaveProperty('conversations')
  expect((await take('--dry-run')).out).toContain('conversations: 3 found, 2 would be added, 0 known already\n')
  expect(await kept()).toEqual([])
  expect(jsonOf(await take('--json'))).toMatchObject([
    { proposal: null, conversations: { found: 3, added: 2, known: 0, leftOut } },
  ])
  expect(await kept()).toHaveLength(2)
  await put(said('a', 'storks'), said('c', 'nests'))
  expect(await take()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nnothing new\nconversations: 2 found, 1 added, 1 known already\n$/),
  })
  expect(await kept()).toHaveLength(3)
})
