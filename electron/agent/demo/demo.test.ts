import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDemoProvider, DEMO_OPTIONS } from '../providers/demo.ts'
import { createMessagesProvider } from '../providers/messages.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, type Scene, setScene } from '../testing/scene.ts'
import { WHAT_I_AM } from './respond.ts'

/** The demo model talks with the real loop, the real tool and a real store. */

interface Talk extends Scene {
  /** The answer's text. */
  ask(text: string): Promise<string>
  read(name: string): Promise<string>
  files(): Promise<readonly string[]>
}

async function talk(): Promise<Talk> {
  const scene = await setScene()
  return {
    ...scene,
    async ask(text) {
      await scene.say(text, 'talk')
      const turn = (await scene.agent.conversations.open('talk'))?.transcript.at(-1)
      expect(turn?.end).toMatchObject({ kind: 'done' })
      return (turn?.parts ?? []).flatMap((part) => (part.kind === 'text' ? part.text : [])).join('')
    },
    read: (name) => readFile(path.join(scene.dir, name), 'utf8'),
    files: async () => (await scene.store.tree()).files.map((file) => file.path),
  }
}

test('its first line says what it is, and later answers do not repeat it', async () => {
  const { ask } = await talk()
  expect((await ask('Hello')).split('\n')[0]).toBe(WHAT_I_AM)
  expect(WHAT_I_AM).toMatch(/demo model.*offline.*ANTHROPIC_API_KEY/)
  expect(await ask('Hello again')).not.toContain(WHAT_I_AM)
})

test('it views before it writes, and writes one fact per line', async () => {
  const { ask, read, store } = await talk()
  expect(await ask('Remember that my favourite colour is green')).toContain('Favourite colour: green')
  await ask('My name is Eva and my cat is Tom')
  expect(await read('about-me.md')).toBe('# About me\n\n- Favourite colour: green\n- Name: Eva\n- Cat: Tom\n')
  expect((await store.history({})).commits.map((commit) => commit.origin.verb)).toEqual(['insert', 'insert', 'create'])
})

test('it does not write down what it knows already', async () => {
  const { ask, read } = await talk()
  await ask('Remember that Ana likes tea')
  expect(await ask('Remember that Ana likes TEA!')).toContain('I know that already')
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Likes tea\n')
})

test('it corrects a line in its place', async () => {
  const { ask, read } = await talk()
  await ask('Remember: my favourite colour is green; my name is Eva')
  expect(await ask('Actually, my favourite colour is blue')).toContain('(it was: Favourite colour: green)')
  expect(await read('about-me.md')).toBe('# About me\n\n- Favourite colour: blue\n- Name: Eva\n')
  await ask('Remember that Ana lives in Porto')
  await ask('Actually Ana lives in Faro')
  await ask('Change Faro to Braga')
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Lives in Braga\n')
})

test('it forgets a line, and a file with nothing else in it', async () => {
  const { ask, read, files } = await talk()
  await ask('Remember: my favourite colour is green; my name is Eva')
  expect(await ask('Forget my favourite colour')).toContain('Forgotten: **Favourite colour: green**')
  expect(await read('about-me.md')).toBe('# About me\n\n- Name: Eva\n')
  await ask('Forget my name')
  expect(await files()).toEqual([])
  expect(await ask('Forget my name')).toContain('nothing to forget')
})

test('it forgets a topic everywhere, and files by name', async () => {
  const { ask, files, read } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('Remember: the deadline is Friday; the call with Ana is at nine')
  await ask('Forget everything about Ana')
  expect(await files()).toEqual(['notes.md'])
  expect(await read('notes.md')).toBe('# Notes\n\n- The deadline is Friday\n')
  await ask('Forget the file notes.md')
  expect(await files()).toEqual([])
})

test('it renames files and keeps their extension and folder', async () => {
  const { ask, files } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('Rename ana to ana-silva')
  expect(await files()).toEqual(['people/ana-silva.md'])
  await ask('Rename people/ana-silva.md to family/ana.md')
  expect(await files()).toEqual(['family/ana.md'])
  expect(await ask('Rename nothing.md to x.md')).toContain('no file “nothing.md”')
})

test('it lists and quotes', async () => {
  const { ask } = await talk()
  expect(await ask('What do you remember?')).toContain('The memory is empty')
  await ask('Remember that Ana lives in Porto')
  await ask('My name is Eva')
  const all = await ask('What do you remember?')
  expect(all).toContain('`people/ana.md`\n\n- Lives in Porto')
  expect(all).toContain('- Name: Eva')
  expect(await ask('Where does Ana live?')).toContain('Lives in Porto')
  expect(await ask('What do you know about me?')).toContain('Name: Eva')
  expect(await ask('What is my name?')).not.toContain('Porto')
  expect(await ask('What do you know about whales?')).toContain('nothing about “whales”')
})

test('it tidies: duplicate lines and empty files are removed', async () => {
  const { ask, dir, files, read, store } = await talk()
  await writeFile(path.join(dir, 'a.md'), '# A\n\n- tea\n- tea\n- milk\n- tea\n')
  await writeFile(path.join(dir, 'b.md'), '# B\n')
  await store.adopt()
  await ask('Tidy up')
  expect(await files()).toEqual(['a.md'])
  expect(await read('a.md')).toBe('# A\n\n- tea\n- milk\n')
  expect(await ask('Tidy up')).toContain('in its place')
})

test('it says so when a command fails', async () => {
  const { ask } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('My name is Eva')
  expect(await ask('Rename about-me.md to people/ana.md')).toContain(
    'That did not work: The destination /memories/people/ana.md already exists',
  )
})

test('a whole memory is forgotten, and can be brought back turn by turn', async () => {
  const { ask, files, store } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('My name is Eva')
  await ask('Forget everything')
  expect(await files()).toEqual([])
  const commits = await store.commitsOfTurn('talk', 3)
  await store.undo({ commits: commits.map((commit) => commit.id) }, { actor: 'user', verb: 'undo' })
  expect(await files()).toEqual(['about-me.md', 'people/ana.md'])
})

const REQUEST = {
  model: 'demo',
  prompt: PLAIN_PROMPT,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  tuning: PLAIN_TUNING,
  holdsEdits: false,
} as const

test('it speaks the wire format, and views first', async () => {
  const events = await allOf(createDemoProvider().stream(REQUEST, new AbortController().signal))
  expect(events).toMatchObject([
    { type: 'message_start' },
    { type: 'content_block_start', content_block: { type: 'tool_use', name: 'memory' } },
    { type: 'content_block_delta', delta: { partial_json: '{"command":"view","path":"/memories"}' } },
    { type: 'content_block_stop' },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ])
})

test('its words arrive a few at a time', async () => {
  const scene = await setScene()
  await scene.say('Hello')
  expect(scene.events.filter((event) => event.type === 'text.streamed').length).toBeGreaterThan(10)
})

async function allOf(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const events: unknown[] = []
  for await (const event of stream) events.push(event)
  return events
}

test('without its hook it reaches nothing: no network is ever used', async () => {
  const stream = createMessagesProvider({ ...DEMO_OPTIONS, fetch }).stream(REQUEST, new AbortController().signal)
  await expect(allOf(stream)).rejects.toMatchObject({ code: 'provider' })
})

test('it stops in the middle of an answer', async () => {
  const scene = await setScene()
  const { id } = await scene.agent.send({ text: 'Hello' })
  await scene.heard((event) => event.type === 'text.streamed')
  await scene.agent.stop(id)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'stopped' })
})
