import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  callBlock,
  end,
  says,
  type Script,
  START,
  startModelServer,
  textBlock,
  type WireEvent,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

// Long, large and slow answers.

async function sceneWith(...scripts: readonly Script[]): Promise<Scene> {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  return setScene({
    env: { ANTHROPIC_BASE_URL: server.url },
    settings: {
      provider: 'anthropic',
      model: 'claude-test',
      contextEditing: { on: false, trigger: 1000, keep: 0 },
    },
  })
}

const create = (path: string, text: string, index = 0): ReturnType<typeof callBlock> =>
  callBlock(index, `t-${path}`, { command: 'create', path: `/memories/${path}`, file_text: text })
const done = says('end_turn', textBlock(0, 'Done.'))

test('a hundred answers with one call each are a hundred commits in order', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `${at}.md`)
  const scene = await sceneWith(...names.map((name) => says('tool_use', create(name, `${name}\n`))), done)
  await scene.say('go')
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  const { commits } = await scene.store.history({ limit: 200 })
  expect(commits.map((commit) => commit.changes[0]?.change.path)).toEqual(names.toReversed())
})

test('an input of 3 MB in small pieces arrives complete', async () => {
  const text = 'ä0123456\n'.repeat(333_334)
  const json = JSON.stringify({ command: 'create', path: '/memories/large.md', file_text: text })
  const [start, , , stop] = create('large.md', '')
  const pieces = json.match(/[^]{1,500}/g) ?? []
  const deltas = pieces.map((partial_json): WireEvent => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json },
  }))
  const scene = await sceneWith(says('tool_use', [start ?? START, ...deltas, stop ?? START]), done)
  const id = await scene.say('go')
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  expect((await readFile(path.join(scene.dir, 'large.md'), 'utf8')) === text).toBe(true)
  const part = (await scene.agent.conversations.open(id))?.transcript[0]?.parts[0]
  expect(part).toMatchObject({ kind: 'call', call: { state: 'done', input: { file_text: text } } })
})

test('an answer that comes byte by byte is the same answer', async () => {
  const events = [START, ...textBlock(0, 'Grüße 👋'), ...create('a.md', 'ä\n', 1), ...end('tool_use')]
  const bytes = Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  const scene = await sceneWith(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const byte of bytes) {
      response.write(Buffer.of(byte))
      await nextTurn()
    }
    response.end()
  }, done)
  await scene.say('go')
  const text = scene.events.flatMap((event) => (event.type === 'text.streamed' ? event.text : [])).join('')
  expect(text).toBe('Grüße 👋Done.')
  expect((await scene.store.file('a.md'))?.text).toBe('ä\n')
})
