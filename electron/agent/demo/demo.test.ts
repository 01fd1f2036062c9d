import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { byUser } from '../../../shared/origin.ts'
import { wrapUpMessage } from '../job-guidance.ts'
import { createDemoProvider, DEMO_OPTIONS } from '../providers/demo.ts'
import { createMessagesProvider } from '../providers/messages.ts'
import { PLAIN_PROMPT, PLAIN_TUNING, type Scene, setScene } from '../testing/scene.ts'
import DE from './languages/de.json' with { type: 'json' }
import EN from './languages/en.json' with { type: 'json' }

const WHAT_I_AM = `*${EN.replies.whatIAm}*`

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
  expect(await ask('Remember that Ana likes TEA!')).toBe('Already in `people/ana.md`: **Likes TEA**')
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Likes tea\n')
})

test('it corrects a line in its place', async () => {
  const { ask, read } = await talk()
  await ask('Remember: my favourite colour is green; my name is Eva')
  expect(await ask('Actually, my favourite colour is blue')).toContain('(before: Favourite colour: green)')
  expect(await read('about-me.md')).toBe('# About me\n\n- Favourite colour: blue\n- Name: Eva\n')
  await ask('Remember that Ana lives in Porto')
  await ask('Actually Ana lives in Faro')
  await ask('Change Faro to Braga')
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Lives in Braga\n')
})

test('it forgets a line, and a file with nothing else in it', async () => {
  const { ask, read, files } = await talk()
  await ask('Remember: my favourite colour is green; my name is Eva')
  expect(await ask('Forget my favourite colour')).toContain('Deleted from `about-me.md`: **Favourite colour: green**')
  expect(await read('about-me.md')).toBe('# About me\n\n- Name: Eva\n')
  await ask('Forget my name')
  expect(await files()).toEqual([])
  expect(await ask('Forget my name')).toContain('The memory is empty')
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

test('a person is renamed everywhere, and undoing that brings the name back', async () => {
  const { ask, files, read } = await talk()
  await ask('Remember that my friend Lea likes tea')
  await ask('Remember that the boat was a gift of Lea')
  await ask('Rename Lea to Leah, with an h')
  expect(await files()).toEqual(['notes.md', 'people/leah.md'])
  expect(await read('people/leah.md')).toBe('# Leah\n\n- Is my friend\n- Likes tea\n')
  expect(await read('notes.md')).toContain('a gift of Leah')
  await ask('Undo that')
  expect(await read('people/lea.md')).toBe('# Lea\n\n- Is my friend\n- Likes tea\n')
  expect(await read('notes.md')).not.toContain('Leah')
})

test('what is known of people is found, corrected and forgotten where it is', async () => {
  const { ask, read } = await talk()
  await ask('Remember that my brother Max works at Ikea and I like fish')
  await ask('Actually, Max works at Lego')
  expect(await ask('Where does Max work again?')).toContain('- Works at Lego')
  await ask('Remember that I am allergic to nuts and that Max is allergic to cats')
  expect(await ask('Why did you save the fish?')).toContain('my brother Max works at Ikea')
  await ask('Forget that he is allergic, it was dust')
  expect(await read('about-me.md')).toContain('allergic to nuts')
  expect(await read('people/max.md')).not.toContain('cats')
  expect(await ask('What do you know about me?')).toContain('`people/max.md`')
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
  expect(await ask('What do you know about whales?')).toContain(
    'I looked in 2 files (`about-me.md`, `people/ana.md`) and found nothing about “whales”',
  )
})

test('it looks through the whole memory, deep folders included, before it says that nothing matches', async () => {
  const { ask, dir, store } = await talk()
  for (let at = 0; at < 60; at += 1) {
    const folder = path.join(dir, 'work', 'search', '2026', `q${at % 4}`)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `note-${at}.md`), `- Ticket ${at} is done\n`)
  }
  await writeFile(path.join(dir, 'work/search/2026/q3/names.md'), '- Zebrafish is the codename of the rewrite\n')
  await mkdir(path.join(dir, 'jobs/plan'), { recursive: true })
  await writeFile(path.join(dir, 'jobs/plan/features.json'), '{ "what": "Feed the giraffe" }\n')
  await store.adopt()
  expect(await ask('What is Zebrafish?')).toContain('Zebrafish is the codename of the rewrite')
  const nothing = await ask('What do you know about giraffes?')
  expect(nothing).toContain('I looked in 61 files (')
  expect(nothing).toContain('and 56 more) and found nothing about “giraffes”')
  expect(nothing).toContain('Not read: `jobs/plan`')
})

test('a person is found by the file that is there, however it is called', async () => {
  const { ask, dir, files, store } = await talk()
  await mkdir(path.join(dir, 'people'))
  await writeFile(path.join(dir, 'people/Mei Lin.md'), '# Mei Lin\n\n- Likes tea\n')
  await store.adopt()
  await ask('Remember that Mei Lin moved to Osaka')
  expect(await files()).toEqual(['people/Mei Lin.md'])
})

test('it tidies: items that a list has twice, and empty files', async () => {
  const { ask, dir, files, read, store } = await talk()
  await writeFile(path.join(dir, 'a.md'), '# A\n\n- tea\n- tea\n- milk\n  - cold\n- tea\n')
  await writeFile(path.join(dir, 'b.md'), '\n')
  // What stands under something else, on another day, in code or in data is no duplicate.
  const kept = {
    'c.md': '---\ntags:\n- a\n- a\n---\n- Ana\n  - tea\n- Bo\n  - tea\n\n- Bo\n\n```yaml\n- x\n- x\n```\n',
    'data.csv': 'ana,3\nana,3\n',
    'data.json': '[\n  [\n  ],\n  [\n  ]\n]\n',
    'day-1.md': '- Swam in the lake.\n',
    'day-2.md': '- Swam in the lake.\n',
    'rows.yaml': '- x\n- x\n',
  }
  for (const [name, text] of Object.entries(kept)) await writeFile(path.join(dir, name), text)
  await store.adopt()
  await ask('Tidy up')
  expect(await files()).toEqual(['a.md', ...Object.keys(kept)])
  for (const [name, text] of Object.entries(kept)) expect(await read(name)).toBe(text)
  expect(await read('a.md')).toBe('# A\n\n- tea\n- milk\n  - cold\n')
  expect(await ask('Tidy up')).toContain('Nothing to tidy')
})

test('it says so when a command fails', async () => {
  const { ask } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('My name is Eva')
  expect(await ask('Rename about-me.md to people/ana.md')).toBe(EN.replies.failed)
})

test('a whole memory is forgotten, and can be brought back turn by turn', async () => {
  const { ask, files, store } = await talk()
  await ask('Remember that Ana lives in Porto')
  await ask('My name is Eva')
  await ask('Forget everything')
  expect(await files()).toEqual([])
  const commits = await store.commitsOfTurn('talk', 3)
  await store.undo({ commits: commits.map((commit) => commit.id) }, byUser('undo'))
  expect(await files()).toEqual(['about-me.md', 'people/ana.md'])
})

test('a message with several facts is undone as a whole, and so on to the one before', async () => {
  const { ask, files, read } = await talk()
  await ask('Remember that Ana lives in Porto')
  expect(await ask('My name is Eva, I live in Faro and my cat is called Tom')).toBe(
    'Saved to `about-me.md`: **Name: Eva**\n\nAdded to `about-me.md`: **I live in Faro**\n\nAdded to `about-me.md`: **Cat: Tom**',
  )
  expect(await ask('Undo that')).toBe(
    'Undone: the changes made for “My name is Eva, I live in Faro and my cat is called Tom”',
  )
  expect(await files()).toEqual(['people/ana.md'])
  await ask('Actually, Ana lives in Braga')
  await ask('Undo')
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Lives in Porto\n')
  await ask('undo that too, please')
  await ask('Undo that')
  expect(await files()).toEqual([])
  expect(await ask('Undo that')).toContain('nothing to undo')
})

test('what was deleted or renamed is brought back as it was', async () => {
  const { ask, files, read } = await talk()
  await ask('Remember: my favourite colour is green; my name is Eva; I like tea')
  await ask('Remember that Ana lives in Porto')
  const before = await read('about-me.md')
  await ask('Forget my name')
  await ask('Undo that')
  expect(await read('about-me.md')).toBe(before)
  await ask('Forget everything')
  await ask('Undo that')
  expect(await files()).toEqual(['about-me.md', 'people/ana.md'])
  expect(await read('about-me.md')).toBe(before)
  await ask('Rename ana to anna')
  await ask('Undo that')
  expect(await files()).toEqual(['about-me.md', 'people/ana.md'])
})

test('a change that something else came after is left to the Undo button', async () => {
  const { ask, dir, read, store } = await talk()
  await ask('Remember that Ana lives in Porto')
  await writeFile(path.join(dir, 'people/ana.md'), '# Ana\n\n- Lives in Porto, near the river\n')
  await store.adopt()
  expect(await ask('Undo that')).toContain('Use the Undo button')
  expect(await read('people/ana.md')).toContain('near the river')
})

test('what the user undid is not undone again', async () => {
  const { ask, files, store } = await talk()
  await ask('Remember that Ana lives in Porto')
  await store.undo({ commits: (await store.commitsOfTurn('talk', 1)).map(({ id }) => id) }, byUser('undo'))
  expect(await ask('Undo that')).toContain('already undone')
  expect(await files()).toEqual([])
})

test('it says why, counts, and answers in the language it is spoken to', async () => {
  const { ask, read } = await talk()
  expect(await ask('Merk dir, dass Ana am 3. Mai Geburtstag hat')).toContain(
    'Gespeichert in `people/ana.md`: **Hat am 3. Mai Geburtstag**',
  )
  expect(await read('people/ana.md')).toBe('# Ana\n\n- Hat am 3. Mai Geburtstag\n')
  expect(await ask('Wann hat Ana Geburtstag?')).toBe(
    'Das habe ich gespeichert:\n\n`people/ana.md`\n\n- Hat am 3. Mai Geburtstag',
  )
  expect(await ask('How many files are there?')).toBe('1 file with 1 line in memory.')
  expect(await ask('Why did you write that down?')).toBe(
    'I changed `people/ana.md` because of your message: “Merk dir, dass Ana am 3. Mai Geburtstag hat”',
  )
})

test('a question is not answered with another fact about the same person', async () => {
  const { ask } = await talk()
  await ask('Remember that Ana is allergic to shellfish')
  expect(await ask("When is Ana's birthday?")).toContain("found nothing about “When is Ana's birthday”")
  await ask('Ana is my sister and her birthday is on 3 May')
  expect(await ask("When is Ana's birthday?")).toBe('Here’s what I remember:\n\n`people/ana.md`\n\n- Birthday: 3 May')
})

test('its help is not shown twice in a row, and a long message gets one remark', async () => {
  const { ask, files } = await talk()
  expect(await ask('asdf')).toContain('Try one of these')
  expect(await ask('qwertz')).not.toContain('Try one of these')
  await ask('Hello')
  expect(await ask('What can you do?')).toContain('Try one of these')
  expect(await ask('Remember that the notes are long. '.repeat(300))).toMatch(
    /^That message has 10,200 characters [^\n]+$/,
  )
  expect(await files()).toEqual([])
})

test('one remark says what was not saved, and names no more than the first', async () => {
  const { ask } = await talk()
  await ask('Hello')
  expect(await ask('I live in Porto. The sun is out. The bus was late.')).toBe(
    'Saved to `about-me.md`: **I live in Porto**\n\nNot saved, because I’m not sure it’s a lasting fact: “The sun is out”.\n\n[remember]:<#Remember%20that%20The%20sun%20is%20out>',
  )
})

test('a plain statement adds to what could be several, and replaces what is one', async () => {
  const { ask, read } = await talk()
  await ask('My dog is called Rex. My city is Porto.')
  await ask('My dog is called Luna. My city is Faro.')
  expect(await read('about-me.md')).toBe('# About me\n\n- Dog: Rex\n- City: Faro\n- Dog: Luna\n')
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
  await scene.say('Help')
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

test('asked to save its progress, it answers in the language of the conversation', async () => {
  const { ask } = await talk()
  await ask('Merke dir, dass Ana in Porto wohnt')
  expect(await ask(wrapUpMessage(null))).toContain(DE.replies.nothingToSave)
})

test('a file that is not text, whatever its ending, is opened once and named as not read', async () => {
  const { agent, ask, dir, store } = await talk()
  await writeFile(path.join(dir, 'about-me.md'), '# About me\n\n- Name: Eva\n')
  await writeFile(path.join(dir, 'scan.md'), Buffer.from([0x89, 0x50, 0xff, 0xfe]))
  await store.adopt()
  const viewed = async (): Promise<readonly unknown[]> => {
    const turn = (await agent.conversations.open('talk'))?.transcript.at(-1)
    return (turn?.parts ?? []).flatMap((part) => (part.kind === 'call' ? part.call.input['path'] : []))
  }
  const all = await ask('What do you remember?')
  expect(all).toContain('- Name: Eva')
  expect(all).toContain('Not read: `scan.md`')
  expect(await viewed()).toContain('/memories/scan.md')
  expect(await ask('What is my name?')).toContain('Name: Eva')
  expect(await viewed()).toEqual(['/memories', '/memories/about-me.md'])
})
