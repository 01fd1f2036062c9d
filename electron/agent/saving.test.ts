import { appendFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import type { Settings } from '../../shared/settings.ts'
import { newFolder } from '../../testing/folders.ts'
import { SettingsFile } from '../settings-file.ts'
import type { SendRequest } from './requests.ts'
import { callBlock, says, type Script, startModelServer, textBlock } from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

// What becomes of what the agent writes: saved, left to the user, or saved only where a message asks for it.

const NOT_TOLD = english(say('not-told-to-save'))
const REMEMBER = 'The person asks you to save'

const create = (name: string): ReturnType<typeof callBlock> =>
  callBlock(0, name, { command: 'create', path: `/memories/${name}.md`, file_text: 'x\n' })
/** The model writes a file, then ends; or looks first. */
const writes = (name: string): readonly Script[] => [says('tool_use', create(name)), ended]
const ended = says('end_turn', textBlock(0, 'Well.'))

interface Talk extends Scene {
  readonly requests: readonly { readonly json: unknown }[]
  ask(request: SendRequest): Promise<string>
  /** The files there are, and what the calls of each turn returned. */
  files(): Promise<readonly string[]>
  results(id: string): Promise<readonly (readonly [state: string, result: string | null])[]>
}

async function talk(settings: Partial<Settings>, ...scripts: readonly Script[]): Promise<Talk> {
  const server = await startModelServer(...scripts)
  onTestFinished(() => server.close())
  const scene = await setScene({
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
    settings: { provider: 'anthropic', model: 'claude-test', ...settings },
  })
  const { agent, store } = scene
  return {
    ...scene,
    requests: server.requests,
    async ask(request) {
      const { id } = await agent.send(request)
      await agent.finished(id)
      return id
    },
    files: async () => (await store.tree()).files.map((file) => file.path),
    results: async (id) =>
      ((await agent.conversations.open(id))?.transcript ?? []).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'call' ? [[part.call.state, part.call.result] as const] : [])),
      ),
  }
}

test('a message that does not ask is answered without writing; reading works, and it is no error', async () => {
  const view = says('tool_use', callBlock(0, 'v', { command: 'view', path: '/memories/a.md' }))
  const first = await talk({ saving: 'told' }, ...writes('a'), view, ...writes('b'))
  const id = await first.ask({ text: 'Ana lives in Porto', remember: true })
  await first.ask({ id, text: 'What do you know? Then write it down anyway.' })
  expect(await first.results(id)).toEqual([
    ['done', expect.stringContaining('created')],
    ['done', expect.stringContaining('x')],
    ['done', NOT_TOLD],
  ])
  expect(await first.files()).toEqual(['a.md'])
  expect((await first.agent.conversations.open(id))?.transcript.map(({ remember }) => remember)).toEqual([
    true,
    undefined,
  ])
  // The user's mark is told with its message: the words may not say so.
  const asked = first.requests.map(({ json }) => JSON.stringify(json).split(REMEMBER).length - 1)
  expect(asked).toEqual([1, 1, 1, 1, 1])
})

test('every command that writes is refused, not only those that make something new', async () => {
  const commands = [
    { command: 'str_replace', path: '/memories/a.md', old_str: 'x', new_str: 'y' },
    { command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'y\n' },
    { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/b.md' },
    { command: 'delete', path: '/memories/a.md' },
  ]
  const tries = says('tool_use', ...commands.map((input, at) => callBlock(at, `w${at}`, input)))
  const { ask, files, results } = await talk({}, ...writes('a'), tries, ended)
  const id = await ask({ text: 'Hello' })
  await ask({ id, text: 'Hello again', saving: 'told' })
  expect((await results(id)).slice(1)).toEqual(commands.map(() => ['done', NOT_TOLD]))
  expect(await files()).toEqual(['a.md'])
})

test('an answer that goes on, and a message that is repeated, ask as before; an edited one asks for itself', async () => {
  const cut = says('max_tokens', textBlock(0, 'I begin'))
  const { agent, ask, files } = await talk(
    { saving: 'told' },
    cut,
    ...writes('continued'),
    ...writes('regenerated'),
    ...writes('edited'),
    cut,
    ...writes('unasked'),
    ...writes('edited-again'),
  )
  const id = await ask({ text: 'Remember Ana', remember: true })
  const follow = async (turn: Promise<unknown>): Promise<readonly string[]> => {
    await turn
    await agent.finished(id)
    return files()
  }
  expect(await follow(agent.continue({ id }))).toEqual(['continued.md'])
  expect(await follow(agent.regenerate({ id, turn: 1 }))).toEqual(['continued.md', 'regenerated.md'])
  const before = await files()
  expect(await follow(agent.edit({ id, turn: 3, text: 'Who is Ana?' }))).toEqual(before)
  expect(await follow(agent.edit({ id, turn: 4, text: 'Go on about Ana' }))).toEqual(before)
  expect(await follow(agent.continue({ id }))).toEqual(before)
  expect(await follow(agent.edit({ id, turn: 5, text: 'Ana', remember: true }))).toContain('edited-again.md')
})

test('a message that is answered again asks for what it asked', async () => {
  const { agent, ask, files } = await talk({ saving: 'told' }, ended, ...writes('asked'), ended, ...writes('unasked'))
  const id = await ask({ text: 'Ana', remember: true })
  for (const text of ['Tom', null]) {
    await agent.retry({ id })
    await agent.finished(id)
    expect(await files()).toEqual(['asked.md'])
    if (text !== null) await ask({ id, text })
  }
})

test('whoever has the agent wrap up asks for that alone', async () => {
  const { agent, ask, files } = await talk({ saving: 'told' }, ended, ...writes('log'), ...writes('more'))
  const id = await ask({ text: 'Plan a trip' })
  await agent.wrapUp({ id })
  await agent.finished(id)
  expect(await files()).toEqual(['log.md'])
  await agent.continue({ id })
  await agent.finished(id)
  expect(await files()).toEqual(['log.md'])
})

test('a choice made while the turn runs holds from the next command on', async () => {
  const choosing: Script = async (...asked) => {
    await scene.agent.conversations.setSaving('c', 'told')
    await says('tool_use', create('a'))(...asked)
  }
  const scene: Talk = await talk({}, choosing, ended)
  await scene.ask({ id: 'c', text: 'Hello' })
  expect(await scene.results('c')).toEqual([['done', NOT_TOLD]])
  expect((await scene.agent.conversations.list())[0]?.saving).toBe('told')
})

test('what earlier versions kept is read: of a conversation, and of Settings', async () => {
  const { agent, ask, home, results } = await talk({ saving: 'told' }, ended, ...writes('a'))
  const id = await ask({ text: 'Hello' })
  const old = { type: 'asking.set', asksFirst: true, time: new Date().toISOString() }
  await appendFile(path.join(home, 'conversations', `${id}.jsonl`), `${JSON.stringify(old)}\n`)
  expect((await agent.conversations.list())[0]?.saving).toBe('asks')
  await ask({ id, text: 'Write' })
  expect(await results(id)).toEqual([['done', expect.stringContaining('The user decides about a.md first')]])

  const folder = await newFolder()
  const settingsOf = async (stored: object): Promise<Settings['saving']> => {
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(stored))
    return (await SettingsFile.open(folder)).current.saving
  }
  expect(await settingsOf({ askFirst: true })).toBe('asks')
  expect(await settingsOf({ askFirst: false })).toBe('freely')
  expect(await settingsOf({ askFirst: true, saving: 'told' })).toBe('told')
  expect(await settingsOf({})).toBe('freely')
})
