import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { editChecklist } from '../../../shared/jobs/checklist-edit.ts'
import { compareChecklists } from '../../../shared/jobs/checklist-flags.ts'
import { readChecklist } from '../../../shared/jobs/checklist.ts'
import type { Feature, FeatureEdit } from '../../../shared/jobs/features.ts'
import { readLog } from '../../../shared/jobs/progress-log.ts'
import { newFolder } from '../../../testing/folders.ts'
import type { Store } from '../../memory/store-interface.ts'
import { beginningOf, judgeMessage, sessionNote, verdictIn, wrapUpMessage } from '../job-guidance.ts'
import { createMemoryTool } from '../memory-tool/memory-tool.ts'
import { asNote } from '../notes.ts'
import { NO_REDACTION, type Redactor } from '../redactor.ts'
import { newStore } from '../testing/scene.ts'
import { featuresFrom } from './job-plan.ts'
import { WHAT_I_PLAY } from './job-session.ts'
import { respond } from './respond.ts'
import type { Messages } from './situation.ts'

/** The demo model plays jobs with the real tool and a real store. */

interface Play {
  readonly dir: string
  readonly store: Store
  /** A new conversation; @param before what the app tells of the session before */
  session(number: number, before?: string | null): Conversation
  read(file: string): Promise<string>
  features(): Promise<readonly Feature[]>
  /** By the user. */
  edit(edit: FeatureEdit): Promise<void>
}

interface Conversation {
  /** The answer's text. @param calls after so many the turn is cut off */
  say(text: string, calls?: number): Promise<string>
  /** The commands of the last turn: verb and file. */
  readonly commands: readonly string[]
}

const NAME = 'tea'

async function play(): Promise<Play> {
  const dir = await newFolder()
  const store = await newStore(dir)
  const read = (file: string): Promise<string> => readFile(path.join(dir, 'jobs', NAME, file), 'utf8')
  return {
    dir,
    store,
    read,
    session: (number, before = null) => conversation(store, sessionNote({ name: NAME, session: number }, before)),
    async features() {
      const list = readChecklist(await read('features.json'))
      return 'problem' in list ? [] : list.features
    },
    async edit(edit) {
      const text = editChecklist(await read('features.json'), edit)
      await writeFile(path.join(dir, 'jobs', NAME, 'features.json'), text ?? '')
      await store.adopt()
    },
  }
}

function conversation(store: Store, note: string, redactor?: Redactor): Conversation {
  const tool = createMemoryTool(store, { conversation: 'c', redactor })
  const messages: Messages = []
  const commands: string[] = []
  const first = [asNote('Today is 2026-11-22.'), asNote(note)]
  return {
    commands,
    async say(text, calls = 100) {
      const notes = messages.length === 0 ? first : []
      messages.push({ role: 'user', content: [...notes, text].map((text) => ({ type: 'text', text })) })
      commands.length = 0
      const said: string[] = []
      for (let left = calls; ;) {
        const { text, calls } = respond(messages)
        said.push(text)
        const uses = calls.slice(0, left).map((input, index) => ({ id: `${messages.length}.${index}`, input }))
        messages.push({
          role: 'assistant',
          content: [
            ...(text === '' ? [] : [{ type: 'text' as const, text }]),
            ...uses.map(({ id, input }) => ({
              type: 'tool_use' as const,
              id,
              input: { command: String(input['command']), path: String(input['path']) },
            })),
          ],
        })
        if (uses.length === 0) return said.filter((text) => text !== '').join('\n\n')
        const results: Messages[number]['content'] = []
        for (const { id, input } of uses) {
          const { content, isError } = await tool.run(input)
          results.push({ type: 'tool_result', tool_use_id: id, content, is_error: isError })
          commands.push(`${String(input['command'])} ${String(input['path']).replace(`/memories/jobs/${NAME}/`, '')}`)
        }
        messages.push({ role: 'user', content: results })
        left -= uses.length
        if (left === 0) return said.filter((text) => text !== '').join('\n\n')
      }
    },
  }
}

const GOAL = 'Compare three teas, find out where each grows and write one page about them.'

async function planned(): Promise<Play> {
  const scene = await play()
  await scene.session(1).say(GOAL)
  return scene
}

test.each([
  [GOAL, ['Compare three teas', 'Find out where each grows', 'Write one page about them']],
  ['Please sign in; sign out. Then stay signed in!', ['Sign in', 'Sign out', 'Stay signed in']],
  ['- plan the trip\n2) book 1.5 nights', ['Plan the trip', 'Book 1.5 nights', 'Look at the whole and put it right']],
  [
    'a guide to tea',
    [
      'List what belongs to it: A guide to tea',
      'Make a first version: A guide to tea',
      'Look at the whole and put it right',
    ],
  ],
  ['茶', ['List what belongs to it: The goal', 'Make a first version: The goal', 'Look at the whole and put it right']],
])('the features of %j', (goal, expected) => {
  const features = featuresFrom(NAME, goal)
  expect(features.map(({ what }) => what)).toEqual(expected)
  for (const { id, check } of features) expect(check).toContain(`jobs/tea/work/${id}.md`)
})

test('the first session writes the plan and none of the work', async () => {
  const { session, features, read, store } = await play()
  const first = session(1)
  const answer = await first.say(GOAL)
  expect(answer.split('\n')[0]).toBe(WHAT_I_PLAY)
  expect(answer).toContain('- **F2** Find out where each grows')
  expect(await features()).toMatchObject([
    { id: 'F1', state: 'open', evidence: null },
    { id: 'F2', state: 'open', evidence: null },
    { id: 'F3', state: 'open', evidence: null },
  ])
  expect(JSON.parse(await read('features.json'))).toMatchObject({ goal: GOAL })
  expect(readLog(await read('progress.md'))).toMatchObject([{ heading: 'Session 1 · 2026-11-22', session: 1 }])
  expect(await read('start.md')).toContain('[the checklist](features.json)')
  expect(await read('decisions.md')).toContain('## Open questions')
  const files = (await store.tree()).files.length
  expect(await first.say('Now do the work')).toContain('Work begins with the next session')
  expect((await store.tree()).files).toHaveLength(files)
})

test('what an interrupted first session left out is written when it goes on', async () => {
  const { session, read } = await play()
  await session(1).say(GOAL, 2)
  const again = session(1)
  await again.say(GOAL)
  expect(again.commands.filter((command) => command.startsWith('create'))).toEqual([
    'create progress.md',
    'create start.md',
    'create decisions.md',
  ])
  expect(await read('progress.md')).toContain('3 features')
})

test('a session does one feature: it begins it, writes, looks, ticks with evidence, and writes the log', async () => {
  const { session, features, read } = await planned()
  const before = await read('features.json')
  const second = session(2)
  const answer = await second.say(beginningOf(2))
  expect(second.commands).toEqual([
    'view /memories/jobs/tea',
    'view features.json',
    'view progress.md',
    'view start.md',
    'view decisions.md',
    'str_replace features.json',
    'create work/F1.md',
    'view work/F1.md',
    'str_replace features.json',
    'insert progress.md',
  ])
  expect(answer).toContain('**Where things stand:** 0 of 3 features are done.\n\n**Next:** F1, Compare three teas.')
  expect(answer).toContain('Next: F2')
  const [first, ...others] = await features()
  expect(first).toMatchObject({ state: 'done', evidence: expect.stringContaining('jobs/tea/work/F1.md') as string })
  expect(others.map(({ state }) => state)).toEqual(['open', 'open'])
  expect(compareChecklists(before, await read('features.json'))).toEqual([])
  expect(readLog(await read('progress.md')).map(({ session }) => session)).toEqual([2, 1])
  expect(await second.say('Go on')).toContain('a session does one feature')
  expect((await features()).filter(({ state }) => state === 'done')).toHaveLength(1)
})

test('it works from the file, whatever the user made of it', async () => {
  const { session, features, edit, read } = await planned()
  await session(2).say(beginningOf(2))
  await edit({ kind: 'untick', id: 'F1' })
  await edit({ kind: 'move', id: 'F3', to: 0 })
  await edit({ kind: 'reword', id: 'F3', what: 'Draw a map', check: '' })
  await edit({ kind: 'add', what: 'Taste them', check: '' })
  await session(3).say(beginningOf(3))
  await session(4).say(beginningOf(4))
  expect((await features()).map(({ id, what, state }) => [id, what, state])).toEqual([
    ['F3', 'Draw a map', 'done'],
    ['F1', 'Compare three teas', 'done'],
    ['F2', 'Find out where each grows', 'open'],
    ['F4', 'Taste them', 'open'],
  ])
  expect((await read('work/F1.md')).match(/^- Session \d/gm)).toEqual(['- Session 4', '- Session 2'])
})

test('when all is done it says so, and the log has an entry for every session', async () => {
  const { session, features, read } = await planned()
  for (const number of [2, 3, 4]) await session(number).say(beginningOf(number))
  const before = await read('features.json')
  expect(await session(5).say(beginningOf(5))).toContain('Every feature is done')
  expect(await read('features.json')).toBe(before)
  expect((await features()).every(({ evidence }) => evidence !== null)).toBe(true)
  expect(readLog(await read('progress.md')).map(({ session }) => session)).toEqual([5, 4, 3, 2, 1])
})

describe('cut off after any command', () => {
  test.each([5, 6, 7, 8, 9])('%d, the next session finishes the feature, and none is ticked twice', async (calls) => {
    const { session, features, read } = await planned()
    await session(2).say(beginningOf(2), calls)
    const isTicked = calls >= 9
    const third = session(3, 'Session 2 was cut off.')
    expect(await third.say(beginningOf(3))).toContain('Session 2 was cut off.')
    expect((await features()).map(({ state }) => state)).toEqual(
      isTicked ? ['done', 'done', 'open'] : ['done', 'open', 'open'],
    )
    expect(readLog(await read('progress.md')).map(({ session }) => session)).toEqual([3, 1])
  })

  test.each([5, 8, 9])('%d, the same session goes on with the same feature', async (calls) => {
    const { session, features, read } = await planned()
    const second = session(2)
    await second.say(beginningOf(2), calls)
    await second.say('Go on')
    expect((await features()).map(({ state }) => state)).toEqual(['done', 'open', 'open'])
    expect(readLog(await read('progress.md')).map(({ session }) => session)).toEqual([2, 1])
  })
})

test('wrapping up adds to the entry of the session, and ticks nothing', async () => {
  const { session, read } = await planned()
  const second = session(2)
  await second.say(beginningOf(2), 7)
  const before = await read('features.json')
  const answer = await second.say(wrapUpMessage({ name: NAME, session: 2 }))
  expect(answer).toContain('**Next:** F1')
  expect(await read('features.json')).toBe(before)
  expect(readLog(await read('progress.md'))[0]?.text).toBe(
    '- Wrapped up: 0 of 3 features are done; in the middle of F1. Next: F1, Compare three teas.',
  )
  await second.say('Go on')
  await second.say(wrapUpMessage({ name: NAME, session: 2 }))
  const entries = readLog(await read('progress.md'))
  expect(entries.map(({ session }) => session)).toEqual([2, 1])
  expect(entries[0]?.text.split('\n')[0]).toContain('1 of 3 features is done; nothing is half done')
})

test.each([
  ['{"features": [', 'cannot be read as JSON'],
  ['{}', 'no list of features'],
  [null, '`features.json` is not there'],
])('with the checklist %j it says so and changes nothing', async (text, words) => {
  const { session, store } = await planned()
  const file = '/memories/jobs/tea/features.json'
  const tool = createMemoryTool(store)
  await tool.run({ command: 'delete', path: file })
  if (text !== null) await tool.run({ command: 'create', path: file, file_text: text })
  const head = (await store.history({})).commits[0]?.id
  const second = session(2)
  expect(await second.say(beginningOf(2))).toContain(words)
  expect(await second.say(wrapUpMessage({ name: NAME, session: 2 }))).toContain(words)
  expect((await store.history({})).commits[0]?.id).toBe(head)
})

test('a checklist in another form is worked through too', async () => {
  const { session, read, store } = await play()
  const tool = createMemoryTool(store)
  const items = ['a', 'a', 'a'].map((title) => ({ title, passes: false }))
  await tool.run({ command: 'create', path: '/memories/jobs/tea/features.json', file_text: JSON.stringify(items) })
  for (const number of [2, 3, 4]) await session(number).say(beginningOf(number))
  expect(JSON.parse(await read('features.json'))).toMatchObject(items.map((item) => ({ ...item, passes: true })))
  expect(readLog(await read('progress.md')).map(({ session }) => session)).toEqual([4, 3, 2])
})

test('a tick is judged by the files that its evidence names', async () => {
  const { session, features, store } = await planned()
  await session(2).say(beginningOf(2))
  const [done] = await features()
  if (done === undefined) throw new Error('no feature')
  const judge = async (feature: Feature): Promise<string | undefined> =>
    verdictIn(await conversation(store, 'Judge.').say(judgeMessage(NAME, feature)))?.verdict
  expect(await judge(done)).toBe('holds')
  expect(await judge({ ...done, what: 'Drink it' })).toBe('unclear')
  expect(await judge({ ...done, evidence: 'It works, see /memories/jobs/tea/work/F9.md' })).toBe('fails')
  expect(await judge({ ...done, evidence: null })).toBe('fails')
})

test('what it cannot see again is not ticked', async () => {
  const { store, features, read } = await planned()
  const note = sessionNote({ name: NAME, session: 2 }, null)
  const second = conversation(store, note, { ...NO_REDACTION, redact: (text) => text.replaceAll('what came of', '…') })
  expect(await second.say(beginningOf(2))).toContain('The feature is not done')
  expect((await features()).map(({ state }) => state)).toEqual(['doing', 'open', 'open'])
  expect(readLog(await read('progress.md'))).toHaveLength(1)
})
