import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../shared/errors.ts'
import { verbatim } from '../shared/messages/say.ts'
import { newFolder } from '../testing/folders.ts'
import type { InsteadRequest } from './agent/requests.ts'
import { askingAgain } from './ask-again.ts'
import { type Core, openCore } from './core.ts'

async function newCore(): Promise<Core> {
  const home = await newFolder()
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  return core
}

async function say(core: Core, text: string, id?: string): Promise<string> {
  const sent = await core.send({ text, id })
  await core.finished(sent.id)
  return sent.id
}

const pathsIn = async (core: Core): Promise<readonly string[]> =>
  (await core.store.tree()).files.map(({ path }) => path)
const newest = async (core: Core): Promise<string | undefined> =>
  (await core.store.history({ limit: 1 })).commits[0]?.id

test('an edited message puts back what its turn and all after it wrote, as one commit of the user, and is answered', async () => {
  const core = await newCore()
  const id = await say(core, 'Remember that Ana is allergic to nuts')
  await say(core, 'Remember that Tom works at Volvo', id)
  await say(core, 'Remember that Zoe lives in Porto', await say(core, 'Hello'))
  const before = await pathsIn(core)
  expect(before).toEqual(['people/ana.md', 'people/tom.md', 'people/zoe.md'])

  const outcome = await core.edit({ id, turn: 1, text: 'Remember that Ben likes tea', putBack: {} })
  await core.finished(id)

  expect(outcome).toMatchObject({ kind: 'begun', turn: 3 })
  expect(await pathsIn(core)).toEqual(['people/ben.md', 'people/zoe.md'])
  const [, undo] = (await core.store.history({ limit: 2 })).commits
  expect(undo).toMatchObject({ origin: { actor: 'user', verb: 'undo' }, changeCount: 2 })
  const transcript = (await core.conversations.open(id))?.transcript
  expect(transcript?.map(({ replacedBy }) => replacedBy)).toEqual([3, 3, undefined])
  // The user rejected nothing: the agent is not warned when it writes the same again.
  await core.regenerate({ id, turn: 3, putBack: {} })
  await core.finished(id)
  expect(await core.review.returned()).toEqual([])
})

test('without putting back the memory stays; what was put back before is no obstacle', async () => {
  const core = await newCore()
  const id = await say(core, 'Remember that Ana is allergic to nuts')
  expect(await core.edit({ id, turn: 1, text: 'Remember that Ben likes tea' })).toMatchObject({ putBack: null })
  await core.finished(id)
  expect(await pathsIn(core)).toEqual(['people/ana.md', 'people/ben.md'])
  await core.undo({ conversation: id, turn: 2 })
  expect(await core.regenerate({ id, turn: 2, putBack: {} })).toMatchObject({ kind: 'begun', putBack: null })
  await core.finished(id)
})

test('a conflict that nobody decided stops all of it; decided, both happen', async () => {
  const core = await newCore()
  const id = await say(core, 'Remember that Ana is allergic to nuts')
  const [path = ''] = await pathsIn(core)
  const file = await core.store.file(path)
  await core.saveFile(path, file?.blob.id ?? null, (file?.text ?? '').replace('nuts', 'shellfish'))
  const head = await newest(core)

  const stopped = await core.regenerate({ id, turn: 1, putBack: {} })
  expect(stopped).toMatchObject({ kind: 'not-put-back', outcome: { kind: 'conflict', paths: [path] } })
  expect(await newest(core)).toBe(head)
  expect((await core.conversations.open(id))?.transcript).toHaveLength(1)

  const { conflicts } = await core.store.previewUndo({ conversation: id, turn: 1, andLater: true })
  const choices = Object.fromEntries(conflicts.map((conflict) => [conflict.id, 'theirs' as const]))
  expect(await core.regenerate({ id, turn: 1, putBack: { choices } })).toMatchObject({ kind: 'begun' })
  await core.finished(id)
})

test('what cannot be sent leaves the memory as it is', async () => {
  const core = await newCore()
  const id = await say(core, 'Remember that Ana is allergic to nuts')
  const head = await newest(core)
  await expect(core.regenerate({ id, turn: 7, putBack: {} })).rejects.toMatchObject({ code: 'bad-request' })
  await expect(core.edit({ id: 'nowhere', turn: 1, text: 'Hello', putBack: {} })).rejects.toThrow()
  expect(await newest(core)).toBe(head)
})

test('a message that fails after the memory was put back says so', async () => {
  const core = await newCore()
  const id = await say(core, 'Remember that Ana is allergic to nuts')
  const fails = async ({ before }: InsteadRequest): Promise<never> => {
    await before?.(1)
    throw new AppError('disk', verbatim('The disk is full.'))
  }
  const { regenerate } = askingAgain(() => ({ regenerate: fails, edit: fails }), core)
  expect(await regenerate({ id, turn: 1, putBack: {} })).toMatchObject({
    kind: 'not-sent',
    reason: verbatim('The disk is full.'),
    putBack: { kind: 'committed' },
  })
  expect(await pathsIn(core)).toEqual([])
})
