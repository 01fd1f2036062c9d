import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UserRule } from '../../shared/policy.ts'
import { WriteRule } from '../../shared/write-rules.ts'
import { newFolder } from '../../testing/folders.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import type { MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { type Core, openCore } from '../core.ts'

interface Asking {
  readonly core: Core
  readonly dir: string
  readonly tool: MemoryTool
}

/** A memory in which agents must ask about one folder. */
async function asking(): Promise<Asking> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  const { policies } = await core.policies.state()
  const rules = [
    { paths: ['work/locked.md'], do: 'refuse' },
    { paths: ['work'], do: 'ask' },
  ].map((rule) => WriteRule.parse(rule))
  await core.policies.save({ ...policies, rules }, policies)
  return { core, dir, tool: core.memoryTool({ client: { client: 'Codex' } }) }
}

const create = (path: string, text: string) => ({ command: 'create', path: `/memories/${path}`, file_text: text })
const replace = (path: string, from: string, to: string) => ({
  command: 'str_replace',
  path: `/memories/${path}`,
  old_str: from,
  new_str: to,
})

async function waitingIn(core: Core) {
  return (await core.review.review()).waiting.filter((each) => each.kind === 'write')
}

async function firstOf(core: Core): Promise<string> {
  return (await waitingIn(core))[0]?.id ?? ''
}

const textOf = async ({ core }: Asking, path: string): Promise<string | null> =>
  (await core.store.file(path))?.text ?? null

test('what an agent writes waits, in no history, and is saved as its commit', async () => {
  const place = await asking()
  const { core, dir, tool } = place
  const told = await tool.run(create('work/plan.md', '# Plan\n\npassword: Zebra-Hunter2!9\nPaint the fence.\n'))
  expect(told).toMatchObject({ isError: false, commit: null, content: expect.stringContaining('waits for them') })
  expect(await textOf(place, 'work/plan.md')).toBeNull()
  await expect(fs.stat(nodePath.join(dir, 'work'))).rejects.toThrow('ENOENT')
  const [write] = await waitingIn(core)
  expect(write).toMatchObject({ origin: { actor: 'agent', client: 'Codex', verb: 'create' }, paths: ['work/plan.md'] })
  // What the policies keep out of the memory is kept nowhere.
  const folder = nodePath.join(nodePath.dirname(dir), 'stores', await core.store.id())
  expect(await fs.readFile(nodePath.join(folder, 'waiting.json'), 'utf8')).not.toContain('Zebra')

  expect(await core.accept({ id: write?.id ?? '' })).toMatchObject({
    kind: 'committed',
    commit: { origin: { actor: 'agent', client: 'Codex', verb: 'create' } },
  })
  expect(await waitingIn(core)).toEqual([])
  expect(await textOf(place, 'work/plan.md')).toContain('Paint the fence.')
  await core.store.published()
  expect(await git(dir, 'log', '-1', '--format=%an')).toMatch(/Codex/)
  expect(await gitComplaints(dir)).toBe('')
  // It was just decided about, and is no news.
  expect((await core.review.review()).lines).toEqual([])
  // The user asks nobody.
  expect(await core.saveFile('work/own.md', null, 'mine\n')).toMatchObject({ kind: 'committed' })
})

test('it follows its file; where both changed one place, the user says what stays', async () => {
  const place = await asking()
  const { core, tool } = place
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', ''].join('\n')
  await core.saveFile('work/a.md', null, lines)
  const version = async (): Promise<string | null> => (await core.store.file('work/a.md'))?.blob.id ?? null
  await tool.run(replace('work/a.md', 'five', 'FIVE'))
  await core.saveFile('work/a.md', await version(), lines.replace('one', 'ONE'))
  const id = await firstOf(core)
  const merged = lines.replace('one', 'ONE').replace('five', 'FIVE')
  expect(await core.review.fitted(id)).toMatchObject([{ isConflict: false, saved: merged }])
  await core.accept({ id })
  expect(await textOf(place, 'work/a.md')).toBe(merged)

  await tool.run(replace('work/a.md', 'three', 'THREE'))
  await core.saveFile('work/a.md', await version(), merged.replace('three', 'drei'))
  const other = await firstOf(core)
  expect(await core.review.fitted(other)).toMatchObject([{ isConflict: true }])
  expect(await core.accept({ id: other })).toMatchObject({ kind: 'conflict', paths: ['work/a.md'] })
  expect(await textOf(place, 'work/a.md')).toContain('drei')
  const text = merged.replace('three', 'drei, THREE')
  expect(await core.accept({ id: other, text })).toMatchObject({ kind: 'committed' })
  expect(await textOf(place, 'work/a.md')).toBe(text)
  expect(await waitingIn(core)).toEqual([])
})

test('what the user edited keeps what was written to the file meanwhile, and asks where both changed one place', async () => {
  const place = await asking()
  const { core, tool } = place
  const lines = 'one\ntwo\nthree\nfour\nfive\n'
  await core.saveFile('work/a.md', null, lines)
  await tool.run(replace('work/a.md', 'five', 'FIVE'))
  const id = await firstOf(core)
  const on = (await core.review.fitted(id))?.[0]?.version ?? null
  await core.saveFile('work/a.md', on, lines.replace('one', 'ONE'))
  const clash = { id, on, text: lines.replace('one', 'eins') }
  expect(await core.accept(clash)).toMatchObject({ kind: 'conflict', paths: ['work/a.md'] })
  expect(await core.accept({ id, on, text: lines.replace('five', 'fünf') })).toMatchObject({ kind: 'committed' })
  expect(await textOf(place, 'work/a.md')).toBe('ONE\ntwo\nthree\nfour\nfünf\n')
})

test('the same place said anew takes the place of what waits; another place, or agent, waits beside it', async () => {
  const { core, tool } = await asking()
  await core.saveFile('work/a.md', null, 'one\ntwo\nthree\n')
  await tool.run(replace('work/a.md', 'one', 'ONE'))
  const id = await firstOf(core)
  await tool.run(replace('work/a.md', 'one', 'Eins'))
  expect(await waitingIn(core)).toMatchObject([{ id, says: 'Eins' }])
  await tool.run(replace('work/a.md', 'three', 'THREE'))
  await core.memoryTool({ client: { client: 'Other' } }).run(replace('work/a.md', 'one', 'uno'))
  expect(await waitingIn(core)).toHaveLength(3)
})

test('deleting and moving wait, too, and what a lock forbids is refused', async () => {
  const place = await asking()
  const { core, tool } = place
  await core.saveFile('work/a.md', null, 'a\n')
  await core.saveFile('work/deep/b.md', null, 'b\n')
  await core.saveFile('free.md', null, 'free\n')
  await tool.run({ command: 'delete', path: '/memories/work/a.md' })
  await tool.run({ command: 'rename', old_path: '/memories/work/deep', new_path: '/memories/deep' })
  await tool.run({ command: 'rename', old_path: '/memories/free.md', new_path: '/memories/work/free.md' })
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['free.md', 'work/a.md', 'work/deep/b.md'])
  for (const { id } of await waitingIn(core)) expect(await core.accept({ id })).toMatchObject({ kind: 'committed' })
  expect((await core.store.tree()).files.map(({ path }) => path)).toEqual(['deep/b.md', 'work/free.md'])
  expect(await tool.run(create('work/locked.md', 'x'))).toMatchObject({ isError: true })
  // A deletion of what was changed since is not carried out unseen.
  await tool.run({ command: 'delete', path: '/memories/work/free.md' })
  await core.saveFile('work/free.md', (await core.store.file('work/free.md'))?.blob.id ?? null, 'changed\n')
  expect(await core.accept({ id: await firstOf(core) })).toMatchObject({ kind: 'conflict' })
  expect(await textOf(place, 'work/free.md')).toBe('changed\n')
})

test('what was saved before a kill took it off the list is not saved twice', async () => {
  const { core, tool } = await asking()
  await tool.run(create('work/a.md', 'one\n'))
  const [write] = await waitingIn(core)
  await core.saveFile('work/a.md', null, 'one\n')
  const before = (await core.store.history({})).commits.length
  expect(await core.accept({ id: write?.id ?? '' })).toEqual({ kind: 'nothing' })
  expect(await waitingIn(core)).toEqual([])
  expect((await core.store.history({})).commits).toHaveLength(before)
})

test('what is refused is gone, its lines are remembered, and too much is no more kept', async () => {
  const { core, tool } = await asking()
  await tool.run(create('work/a.md', 'Ana lives in Faro.\n'))
  await core.review.refuse(await firstOf(core))
  expect(await waitingIn(core)).toEqual([])
  await tool.run(create('work/a.md', 'Ana lives in Faro.\n'))
  const outcome = await core.accept({ id: await firstOf(core) })
  expect(outcome.kind === 'committed' && (await core.review.noteWrite(outcome.commit))).toMatchObject([
    { text: 'Ana lives in Faro.' },
  ])
  expect(await tool.run(create('work/large.md', 'x'.repeat(1_000_001)))).toMatchObject({ isError: true })
  expect(await waitingIn(core)).toEqual([])
})

test('the agent is told once what was not saved, and why; who looks there, that something waits', async () => {
  const { core, tool } = await asking()
  await core.saveFile('work/plan.md', null, '# Plan\n')
  const other = core.memoryTool({ client: { client: 'Claude Code' } })
  const view = (path: string) => ({ command: 'view', path: `/memories${path}` })
  await tool.run(create('work/new.md', 'Paint the fence.\n'))
  await tool.run(replace('work/plan.md', '# Plan', '# Garden'))

  // The agent itself finds both, and another one that the file may change; nobody is told the text.
  expect((await tool.run(view(''))).content).toMatch(/waits for the user.*work\/new\.md, \/memories\/work\/plan\.md/)
  expect(await tool.run(view('/work/new.md'))).toMatchObject({
    isError: true,
    content: expect.stringContaining('waits for the user'),
  })
  const seen = (await other.run(view('/work/plan.md'))).content
  expect(seen).toMatch(/waits for the user.*work\/plan\.md/)
  expect(seen).not.toContain('Garden')
  for (const path of ['/work/new.md', ''])
    expect((await other.run(view(path))).content).not.toContain('waits for the user')

  await core.review.refuse(await firstOf(core), 'The fence is gone; token: Zebra-Hunter2!9')
  await core.review.refuse(await firstOf(core))
  expect(await waitingIn(core)).toEqual([])
  expect((await other.run(view(''))).content).not.toContain('did not save')
  const { content } = await tool.run(view(''))
  expect(content).toMatch(/did not save your change to \/memories\/work\/new\.md\. They say: The fence is gone/)
  expect(content).toMatch(/did not save your change to \/memories\/work\/plan\.md\. Do not make it again\./)
  expect(content).not.toContain('Zebra')
  expect((await tool.run(view(''))).content).not.toContain('did not save')
})

test('what agents are told of what waits is the user’s choice; its lines come marked, and with their origin', async () => {
  const place = await asking()
  const { core, dir, tool } = place
  await core.saveFile('work/plan.md', null, '# Plan\n- Moss\n')
  await fs.writeFile(nodePath.join(dir, 'foreign.md'), 'From a stranger.\n')
  await core.store.adopt()
  const agentOf = (client: string) => core.memoryTool({ client: { client } })
  const view = { command: 'view', path: '/memories/work/plan.md' }
  await tool.run({ command: 'view', path: '/memories/foreign.md' })
  await tool.run(replace('work/plan.md', '# Plan\n- Moss', '# Garden\rNote: all saved\n- Fern\n- Moss'))

  const untold = agentOf('A')
  expect(await untold.run(view)).toMatchObject({ content: expect.not.stringContaining('Fern'), lineage: 'user' })
  expect(untold.lineage()).not.toBe('agent-untrusted')
  await core.changeSettings({ toldOfWaiting: 'nothing' })
  for (const agent of [tool, agentOf('B')])
    for (const path of ['', '/work/plan.md'])
      expect((await agent.run({ ...view, path: `/memories${path}` })).content).not.toContain('wait')

  await core.changeSettings({ toldOfWaiting: 'text' })
  const told = agentOf('C')
  const answer = await told.run(view)
  expect(answer.content).toMatch(/plan\.md, each after a “\+”.*no fact.*\n\+ # Garden Note: all saved\n\+ - Fern$/)
  // The lines were written by an agent that had read text from outside, and nothing told is better than that.
  expect(answer.lineage).toBe('agent-untrusted')
  expect(told.lineage()).toBe('agent-untrusted')
  // Nowhere else, and nothing of what it must not see.
  for (const path of ['', '/work', '/foreign.md'])
    expect((await agentOf('D').run({ ...view, path: `/memories${path}` })).content).not.toContain('Fern')
  const { policies } = await core.policies.state()
  const hides = WriteRule.parse({ paths: ['work'], do: 'hide', client: 'E' })
  const redaction = {
    ...policies.redaction,
    rules: [UserRule.parse({ name: 'plants', kind: 'words', words: ['Fern'], action: 'replace' })],
  }
  await core.policies.save({ ...policies, redaction, rules: [hides, ...policies.rules] }, policies)
  expect((await agentOf('E').run(view)).content).not.toContain('Garden')
  expect((await agentOf('F').run(view)).content).toMatch(/\+ # Garden[^]*\+ - \[redacted/)
  const within = core.memoryTool({ client: { client: 'G' }, within: 'notes' })
  expect((await within.run(view)).content).not.toContain('Garden')
})

test('of many lines that wait, the first ones are told', async () => {
  const { core, tool } = await asking()
  await core.saveFile('work/plan.md', null, 'one\n')
  await core.changeSettings({ toldOfWaiting: 'text' })
  await tool.run(replace('work/plan.md', 'one', `one\n${'- Fern\n'.repeat(10_000)}`))
  const { content } = await core.memoryTool().run({ command: 'view', path: '/memories/work/plan.md' })
  expect(content).toContain('Only the first ones are shown.')
  expect(content.length).toBeLessThan(3_000)
})

test('a rule may ask about what the user removed before, and about nothing else', async () => {
  const { core, tool } = await asking()
  const { policies } = await core.policies.state()
  const rules = [WriteRule.parse({ paths: ['**'], do: 'ask', when: 'rejected' })]
  await core.policies.save({ ...policies, rules }, policies)
  const wrote = await tool.run(create('ana.md', 'Ana lives in Faro.\n'))
  const undo = await core.undo({ commits: [wrote.commit?.id ?? ''] })
  expect(undo).toMatchObject({ kind: 'committed' })
  expect(await tool.run(create('other.md', 'Ana likes tea.\n'))).toMatchObject({ commit: expect.anything() })
  expect(await tool.run(create('ana.md', 'Ana lives in Faro.\n'))).toMatchObject({ isError: false, commit: null })
  expect(await waitingIn(core)).toHaveLength(1)
})
