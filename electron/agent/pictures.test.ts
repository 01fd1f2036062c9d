import { expect, onTestFinished, test } from 'vitest'
import type { Picture } from '../../shared/pictures.ts'
import { CompatibleServer } from '../../shared/settings.ts'
import {
  callBlock,
  fails,
  says,
  type Script,
  startModelServer,
  textBlock,
  withoutNotes,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

const DATA = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAFCAYAAAB8ZH1oAAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'
const picture: Picture = { name: 'boat.png', type: 'image/png', data: DATA, width: 10, height: 5 }
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DATA } }
const LEFT_OUT = { type: 'text', text: '[The picture boat.png is left out: this model takes no pictures.]' }
const ok = says('end_turn', textBlock(0, 'A boat.'))

async function sceneWith(format: 'messages' | 'openai', ...scripts: readonly Script[]) {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const chosen = { preset: 'other', baseUrl: `${server.url}/v1`, model: 'a-model', format, keyHeader: 'none' } as const
  const scene = await setScene({ settings: { provider: 'compatible', compatible: CompatibleServer.parse(chosen) } })
  return { scene, server, asked: (at: number) => server.requests.slice(at, at + 1).flatMap(withoutNotes) }
}

async function show({ agent }: Scene, text: string): Promise<string> {
  const { id } = await agent.send({ text, pictures: [picture] })
  await agent.finished(id)
  return id
}

test('a picture is sent before the words about it, and again with each later message', async () => {
  const { scene, asked } = await sceneWith('messages', ok, ok)
  const id = await show(scene, 'What is this?')
  await scene.say('Which colour?', id)
  const first = { role: 'user', content: [IMAGE, { type: 'text', text: 'What is this?' }] }
  expect(asked(0)).toEqual([first])
  expect(asked(1)[0]).toEqual(first)
  const opened = await scene.agent.conversations.open(id)
  expect(opened?.transcript[0]).toMatchObject({ text: 'What is this?', pictures: [picture] })
})

test('in the OpenAI format it is a part of the message', async () => {
  const { scene, server } = await sceneWith('openai', ok)
  await show(scene, '')
  const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } }
  expect(server.requests[0]?.json).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] })
  expect(JSON.stringify(server.requests[0]?.json)).toContain(JSON.stringify(part))
})

test('pictures alone are a message; nothing at all is none', async () => {
  const { scene, asked } = await sceneWith('messages', ok)
  const id = await show(scene, ' ')
  expect(asked(0)).toEqual([{ role: 'user', content: [IMAGE] }])
  expect((await scene.agent.conversations.list()).find((each) => each.id === id)?.title).toBe('Boat')
  await expect(scene.agent.send({ text: ' ', pictures: [] })).rejects.toThrow('empty')
})

test('an answer that is regenerated keeps the picture, and an edited message has its own', async () => {
  const { scene, asked } = await sceneWith('messages', ok, ok, ok)
  const id = await show(scene, 'What is this?')
  await scene.agent.regenerate({ id, turn: 1 })
  await scene.agent.finished(id)
  expect(asked(1)).toEqual(asked(0))
  await scene.agent.edit({ id, turn: 2, text: 'Hello' })
  await scene.agent.finished(id)
  expect(asked(2)).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }])
})

/** What servers answer to a picture for a model that takes none, by status. */
const REFUSALS: readonly (readonly [number, string])[] = [
  [400, 'Invalid content type. image_url is only supported by certain models.'],
  [400, 'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`'],
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  [500, 'Failed to create new sequence: this model is missing data required for image input'],
  [400, 'Image input is not enabled for this model'],
  [400, 'messages[1].content must be a string'],
  [400, 'At most 0 image(s) may be provided in one request.'],
  [400, 'a-model is not a multimodal model'],
  [400, 'Model does not support images. Please use a model that does.'],
  [404, 'No endpoints found that support image input'],
  [400, "Only 'text' content type is supported."],
]

test.each(REFUSALS)('a model that takes no pictures is asked without: %i %s', async (status, words) => {
  const { scene, asked } = await sceneWith('messages', fails(status, 'invalid_request_error', words), ok, ok)
  const id = await show(scene, 'What is this?')
  const said = { type: 'text', text: 'What is this?' }
  expect(asked(1)).toEqual([{ role: 'user', content: [LEFT_OUT, said] }])
  const edited = { type: 'context.edited', edit: { kind: 'pictures-dropped', pictures: 1 } }
  expect(scene.events).toContainEqual(expect.objectContaining(edited))
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done' })
  // It is known from then on.
  await scene.say('And now?', id)
  expect(asked(2)[0]).toEqual({ role: 'user', content: [LEFT_OUT, said] })
})

test('the same words about a message without pictures are the reason that is told', async () => {
  const { scene, server } = await sceneWith(
    'messages',
    fails(400, 'invalid_request_error', 'It must be image input is not supported'),
  )
  await scene.say('Hello')
  expect(server.requests).toHaveLength(1)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'failed' })
})

test('what a picture shows is text from outside', async () => {
  const call = { command: 'create', path: '/memories/boat.md', file_text: 'A boat.\n' }
  const { scene } = await sceneWith('messages', says('tool_use', callBlock(0, 'toolu_1', call)), ok)
  await show(scene, 'Keep this.')
  const [commit] = (await scene.store.history({})).commits
  expect(commit?.origin).toMatchObject({ lineage: 'outside' })
})
