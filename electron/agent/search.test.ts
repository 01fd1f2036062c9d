import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newUlid } from '../disk/new-ulid.ts'
import type { Line } from './conversation/lines.ts'
import type { Conversations } from './conversations.ts'
import { setScene } from './testing/scene.ts'

const TIME = '2026-11-20T10:00:00.000Z'

async function write({ directory }: Conversations, id: string, said: string, answered: string): Promise<void> {
  const [turn, time] = [1, TIME]
  const lines: readonly Line[] = [
    {
      type: 'turn.started',
      conversation: id,
      turn,
      message: newUlid(),
      text: said,
      provider: 'demo',
      model: 'demo',
      time,
    },
    {
      type: 'model.replied',
      turn,
      content: [{ type: 'text', text: answered }],
      calls: [],
      stopReason: 'end_turn',
      isWhole: true,
      time,
    },
    { type: 'turn.ended', conversation: id, turn, kind: 'done', reason: null, next: [], time },
  ]
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, `${id}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

test('conversations are found by title, by what the user said and by what the agent said', async () => {
  const { conversations } = (await setScene()).agent
  await write(conversations, 'trip', 'The ferry to Ålesund leaves on Friday', 'Noted: bring a coat')
  await write(conversations, 'other', 'Hello', 'Hi')
  await conversations.rename('trip', 'Travel')
  await conversations.rename('other', 'Boats and trains')
  const found = async (words: string): Promise<readonly unknown[]> => (await conversations.search({ words })).hits

  expect(await found('ÅLESUND ferry')).toMatchObject([
    { id: 'trip', title: 'Travel', message: { turn: 1, by: 'user', text: 'The ferry to Ålesund leaves on Friday' } },
  ])
  expect(await found('coat')).toMatchObject([{ id: 'trip', message: { turn: 1, by: 'agent' } }])
  expect(await found('train BOAT')).toMatchObject([{ id: 'other', message: null }])
  expect(await found('ferry boats')).toEqual([])
  expect(await found('   ')).toEqual([])
})

test('a long message is quoted around the words, and the answer says when there is more', async () => {
  const { conversations } = (await setScene()).agent
  const long = `${'word '.repeat(300)}the needle\nin it${' word'.repeat(300)}`
  for (const id of ['one', 'two']) await write(conversations, id, long, '')
  const { hits, isComplete } = await conversations.search({ words: 'needle', limit: 1 })
  expect(isComplete).toBe(false)
  expect(hits).toHaveLength(1)
  expect(hits[0]?.message?.text).toMatch(/^…(?:word )+the needle in it(?: word)+ ?\w*…$/)
  expect(hits[0]?.message?.text.length).toBeLessThan(170)
  expect((await conversations.search({ words: 'needle' })).isComplete).toBe(true)
})
