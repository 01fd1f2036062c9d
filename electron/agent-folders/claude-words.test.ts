import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentWords } from '../../shared/agent-words.ts'
import { agentEnv, claudeMemory } from '../../testing/agent-home.ts'
import { ClaudeSession } from '../../testing/claude-session.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { openStore } from '../memory/open-store.ts'
import type { Store } from '../memory/store-interface.ts'
import { ClaudeWords } from './claude-words.ts'

const PROJECT = '/srv/portal'
const FACT = '---\nname: role\ndescription: who\ntype: user\n---\n'

let home = ''
let now = 0
const clock = (): number => {
  now += 7
  vi.setSystemTime(now)
  return now
}

beforeEach(async () => {
  home = await newFolder()
  vi.useFakeTimers({ toFake: ['Date'], now: (now = Date.parse('2026-03-01T10:00:00Z')) })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Memory extends AsyncDisposable {
  readonly dir: string
  readonly store: Store
  file(name: string): string
  session(project?: string): ClaudeSession
  adopt(): Promise<void>
  /** What each line of a file leads to. */
  words(name: string): Promise<Readonly<Record<string, AgentWords | null>>>
  readonly finder: ClaudeWords
}

async function memory(folder = claudeMemory(PROJECT)): Promise<Memory> {
  const dir = nodePath.join(home, folder)
  await fs.mkdir(dir, { recursive: true })
  const store = await openStore({
    dir,
    device: deviceOf(dir),
    gate: () => ({ kind: 'allow' }),
    watch: false,
    hidden: true,
  })
  await store.changeSettings({ program: 'Claude Code' })
  const system = { platform: process.platform, env: agentEnv(home), userHome: home, project: home }
  const finder = await ClaudeWords.of({
    store,
    dir,
    system,
    redact: (text) => text.replaceAll('hunter2', '[redacted]'),
  })
  return {
    dir,
    store,
    finder,
    file: (name) => nodePath.join(dir, name),
    session: (project = PROJECT) => new ClaudeSession({ config: nodePath.join(home, '.claude'), project, now: clock }),
    async adopt() {
      clock()
      await store.adopt()
    },
    async words(name) {
      const blame = await store.blame(name)
      const found: Record<string, AgentWords | null> = {}
      for (const { readings } of blame?.lines ?? []) {
        const [reading] = readings
        if (reading === undefined) continue
        const { text, commit } = reading
        found[text] = await finder.find({ commit, line: { path: name, text } })
      }
      return found
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}

const sentences = (found: Readonly<Record<string, AgentWords | null>>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(found).map(([line, words]) => [
      line,
      words?.kind === 'said' ? words.sentence : (words?.kind ?? null),
    ]),
  )

test('each line leads to the sentence before the call that wrote it, also where another conversation wrote it', async () => {
  await using place = await memory()
  const { adopt, words, file } = place
  const first = place.session()
  await first.say('Remember that Ana is a pilot.')
  await first.write(file('role.md'), `${FACT}Ana is a pilot.\nShe flies gliders.\n`)
  await first.write(file('MEMORY.md'), '- [Role](role.md) — Ana\n')
  await adopt()
  const second = place.session()
  await second.say('She flies jets now.')
  await second.edit(file('role.md'), 'not there', 'x')
  await second.edit(file('role.md'), 'gliders', 'jets\nand balloons')
  await adopt()
  now += 60_000
  await second.say('She is a captain, by the way.')
  await second.edit(file('role.md'), 'a pilot', 'a captain')
  await adopt()
  const found = await words('role.md')
  // The file itself names the conversation that made it, and no other.
  expect(await fs.readFile(file('role.md'), 'utf8')).toContain(`originSessionId: ${first.id}\n`)
  expect(sentences(found)).toMatchObject({
    'description: who': 'Remember that Ana is a pilot.',
    [`  originSessionId: ${first.id}`]: 'Remember that Ana is a pilot.',
    'Ana is a captain.': 'She is a captain, by the way.',
    'She flies jets': 'She flies jets now.',
    'and balloons.': 'She flies jets now.',
  })
  expect(sentences(await words('MEMORY.md'))).toEqual({ '- [Role](role.md) — Ana': 'Remember that Ana is a pilot.' })
  const { commits } = await place.store.history({})
  expect(await Promise.all(commits.map(({ id }) => place.finder.find({ commit: id })))).toEqual(
    ['She is a captain, by the way.', 'She flies jets now.', 'Remember that Ana is a pilot.'].map((sentence) => ({
      kind: 'said',
      program: 'Claude Code',
      sentence,
      time: expect.stringMatching(/^2026-03-01T10:0\d:\d\d\.\d{3}Z$/),
    })),
  )
})

test('a conversation that is gone is said to be, and nothing is said of what people wrote or of other stores', async () => {
  await using place = await memory()
  const { adopt, words, file, store } = place
  const first = place.session()
  await first.say('Remember that Ana is a pilot.')
  await first.write(file('role.md'), `${FACT}Ana is a pilot.\n`)
  await adopt()
  await fs.appendFile(file('role.md'), 'Ana likes tea.\n')
  await adopt()
  expect(sentences(await words('role.md'))).toMatchObject({
    'Ana is a pilot.': 'Remember that Ana is a pilot.',
    'Ana likes tea.': null,
  })
  await fs.rm(first.transcript)
  expect(sentences(await words('role.md'))).toMatchObject({ 'Ana is a pilot.': 'gone', 'Ana likes tea.': null })
  await store.changeSettings({ program: '' })
  expect(Object.values(await words('role.md')).every((each) => each === null)).toBe(true)
})

test('only the user’s own words count: no result, reminder, command, hook, other agent, or branch that was left', async () => {
  await using place = await memory()
  const { adopt, words, file } = place
  const session = place.session()
  const expected: Record<string, string | null> = {}
  let number = 0
  const after = async (sentence: string | null): Promise<void> => {
    number += 1
    await session.write(file(`${number}.md`), `${FACT}Fact ${number}.\n`)
    await adopt()
    expected[`Fact ${number}.`] = sentence
  }
  await session.say('One. hunter2')
  await session.say('<system-reminder>Be brief.</system-reminder>')
  await session.say('Caveat: not the user', { isMeta: true })
  await after('One. [redacted]')
  await session.say(
    '<command-name>/note</command-name>\n<command-message>note</command-message>\n<command-args>tea</command-args>',
  )
  await after('/note tea')
  await session.say('<local-command-stdout>done</local-command-stdout>')
  await after(null)
  await session.say('Three.', { origin: { kind: 'human' } })
  await session.say('Do it again', { origin: { kind: 'peer' } })
  await after(null)
  await session.entry({
    type: 'user',
    message: {
      content: [
        { type: 'text', text: '<system-reminder>x</system-reminder>' },
        { type: 'text', text: 'Four.' },
      ],
    },
  })
  await after('Four.')
  await session.entry({
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'Five!', commandMode: 'prompt' },
  })
  await after('Five!')
  await session.entry({
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'x', commandMode: 'task-notification' },
  })
  await after(null)
  await session.say('Six.')
  await session.entry({ type: 'user', isSidechain: true, message: { content: 'Find the file.' } })
  await after(null)
  await session.say('This conversation was continued', { isCompactSummary: true })
  await session.say('Seven.')
  await session.say('[Request interrupted by user]')
  await after('Seven.')
  const found: Record<string, string | null> = {}
  for (let at = 1; at <= number; at += 1) Object.assign(found, sentences(await words(`${at}.md`)))
  expect(found).toMatchObject(expected)
})
