import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
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
  // What is partly somebody else's is not said to come from a sentence.
  await first.say('And she is a captain.')
  await first.edit(file('role.md'), 'a pilot', 'a captain')
  await fs.appendFile(file('role.md'), 'And coffee.\n')
  await adopt()
  const [mixed] = (await store.history({})).commits
  expect(await place.finder.find({ commit: mixed?.id ?? '' })).toBe(null)
  expect(sentences(await words('role.md'))).toMatchObject({
    'Ana is a captain.': 'And she is a captain.',
    'And coffee.': null,
  })
  await fs.rm(first.transcript)
  expect(sentences(await words('role.md'))).toMatchObject({ 'Ana is a captain.': 'gone', 'Ana likes tea.': null })
  await store.changeSettings({ program: '' })
  expect(Object.values(await words('role.md')).every((each) => each === null)).toBe(true)
})

test('what the program adds leads to the sentence of the call that it came with', async () => {
  await using place = await memory()
  const session = place.session()
  await session.say('One.')
  await session.write(place.file('role.md'), `${FACT}Ana is a pilot.\n`)
  await session.say('Two.')
  await session.edit(place.file('role.md'), 'a pilot', 'a captain')
  await place.adopt()
  const found = Object.entries(sentences(await place.words('role.md')))
  const [origin, modified] = ['originSessionId:', 'modified:'].map((name) =>
    found.find(([line]) => line.trim().startsWith(name)),
  )
  expect([origin?.[1], modified?.[1]]).toEqual(['One.', 'Two.'])
})

test('among more conversations than are read, a text that its calls explain leads to the sentence', async () => {
  await using place = await memory()
  const { adopt, words, file } = place
  const others = Array.from({ length: 20 }, (_, at) => place.session(`/srv/other-${at}`))
  for (const other of others) await other.say('Good morning.')
  const session = place.session('/srv/portal/worktree')
  await session.say('Keep an index.')
  await session.write(file('MEMORY.md'), '- One\n')
  await adopt()
  await fs.appendFile(file('MEMORY.md'), '- Two\n')
  await adopt()
  await session.say('Three, too.')
  await session.edit(file('MEMORY.md'), '- Two\n', '- Two\n- Three\n')
  await adopt()
  expect(sentences(await words('MEMORY.md'))).toEqual({
    '- One': 'Keep an index.',
    '- Two': null,
    '- Three': 'Three, too.',
  })
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

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env

const FILES = ['a.md', 'b.md', 'MEMORY.md'] as const
const step = fc.record({
  does: fc.constantFrom('write', 'write', 'edit', 'edit', 'part', 'hand', 'elsewhere'),
  file: fc.constantFrom(...FILES),
  session: fc.nat(2),
  speaks: fc.boolean(),
  adopts: fc.boolean(),
  line: fc.nat(20),
  drops: fc.nat(7),
  returns: fc.boolean(),
  waitMs: fc.constantFrom(5, 400, 1_500, 90_000, 86_400_000),
})

interface Line {
  text: string
  owner: string | null
}

/** Writes, edits and edits by hand in several files by several conversations, and whose each line then is. */
class Story {
  readonly #place: Memory
  readonly lines = new Map<string, Line[]>()
  readonly #committed = new Map<string, ReadonlySet<string>>()
  readonly #removed = new Map<string, Line[]>()
  readonly #sessions: readonly ClaudeSession[]
  readonly #saying: string[] = []
  #number = 0

  constructor(place: Memory) {
    this.#place = place
    this.#sessions = [place.session(), place.session(), place.session('/srv/portal/worktree')]
  }

  async take(each: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    const { does, file, session: at, speaks, adopts, waitMs } = each
    const session = this.#sessions[at] ?? this.#place.session()
    const now = this.lines.get(file) ?? []
    if (speaks || this.#saying[at] === undefined) {
      this.#saying[at] = `Sentence ${(this.#number += 1)}.`
      await session.say(this.#saying[at])
    }
    const owner = this.#saying[at] ?? null
    const line = now[each.line % Math.max(1, now.length)]
    const path = this.#place.file(file)
    if (does === 'elsewhere') {
      // A file of that name in another memory, with the very line.
      await session.write(nodePath.join(home, '.claude/projects/-other/memory', file), `${FACT}${line?.text ?? 'x'}\n`)
    } else if (does === 'write' || line === undefined) await this.#write(session, file, each, owner)
    else if (does === 'hand') {
      line.text = this.#fact()
      line.owner = null
      await this.#byHand(path, now)
    } else {
      const [old, by] = [line.text, this.#fact()]
      const part = /\d+ /.exec(old)?.[0] ?? old
      line.text = does === 'part' ? old.replace(part, `${(this.#number += 1)} `) : by
      line.owner = owner
      await session.edit(
        path,
        does === 'part' ? `Fact ${part}` : old,
        does === 'part' ? line.text.slice(0, line.text.indexOf(' ', 5) + 1) : by,
      )
    }
    wait(waitMs)
    if (adopts) await this.adopt()
  }

  async adopt(): Promise<void> {
    await this.#place.adopt()
    for (const [file, lines] of this.lines) this.#committed.set(file, new Set(lines.map(({ text }) => text)))
    wait(1_000)
  }

  async #byHand(path: string, lines: readonly Line[]): Promise<void> {
    const text = await fs.readFile(path, 'utf8')
    const front = /^---\n[\s\S]*?\n---\n\n?/.exec(text)?.[0] ?? ''
    await fs.writeFile(path, front + lines.map(({ text: each }) => `${each}\n`).join(''))
  }

  async #write(
    session: ClaudeSession,
    file: string,
    { drops, returns }: { readonly drops: number; readonly returns: boolean },
    owner: string | null,
  ): Promise<void> {
    const now = this.lines.get(file) ?? []
    const kept = now.filter((_, at) => at % 8 !== drops)
    const gone = now.filter((each) => !kept.includes(each))
    const back = (this.#removed.get(file) ?? []).find(
      ({ text }) => !now.some((each) => each.text === text) && this.#committed.get(file)?.has(text) !== true,
    )
    const more = returns && back !== undefined ? [{ text: back.text, owner }] : []
    const lines = [...kept, ...more, { text: this.#fact(), owner }]
    this.#removed.set(file, [...(this.#removed.get(file) ?? []), ...gone.map((each) => ({ ...each }))])
    this.lines.set(file, lines)
    const front = file === 'MEMORY.md' ? '' : FACT
    await session.write(this.#place.file(file), front + lines.map(({ text }) => `${text}\n`).join(''))
  }

  #fact(): string {
    return `Fact ${(this.#number += 1)} of all.`
  }
}

const wait = (ms: number): void => {
  now += ms
  clock()
}

test('every line leads to the right sentence or to nothing, whoever wrote between; with stamps always to the right one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      home = await newFolder()
      await using place = await memory()
      const story = new Story(place)
      for (const each of steps) await story.take(each)
      await story.adopt()
      for (const [file, lines] of story.lines) {
        const found = sentences(await place.words(file))
        for (const { text, owner } of lines) {
          if (file === 'MEMORY.md' && found[text] === null) continue
          expect([file, text, found[text]]).toEqual([file, text, owner])
        }
      }
    }),
    { numRuns: Number(LONG ?? 12), ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  )
})
