import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { RESTORABLE_MS, Trash } from './conversation/trash.ts'
import { setScene } from './testing/scene.ts'

const filesOf = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory)).filter((name) => !name.endsWith('.lock'))

test('a deleted conversation can be restored whole, and its turns keep a name', async () => {
  const { agent } = await setScene()
  const { conversations } = agent
  const id = await agent.send({ text: 'Hello harbour master' }).then((turn) => turn.id)
  await agent.finished(id)
  await conversations.file(id, { pinned: true, archived: false })
  const before = await conversations.open(id)
  await conversations.remove(id)
  expect(await conversations.list()).toEqual([])
  expect(await conversations.open(id)).toBeNull()
  expect(await conversations.deletedTitles()).toEqual({ [id]: 'Harbour master' })
  await conversations.restore(id)
  expect(await conversations.open(id)).toEqual(before)
  expect(await conversations.list()).toMatchObject([{ id, pinned: true, archived: false }])
})

test('the file of a deleted conversation is gone when the app ends', async () => {
  const { agent } = await setScene()
  const { conversations } = agent
  const { id } = await agent.send({ text: 'Hello' })
  await agent.finished(id)
  await conversations.remove(id)
  expect(await filesOf(conversations.directory)).toEqual([`${id}.deleted`])
  await agent.close()
  expect(await filesOf(conversations.directory)).toEqual([])
  await expect(conversations.restore(id)).rejects.toMatchObject({ code: 'unknown-conversation' })
})

test('a deletion that a crash interrupted is finished later, but not while another app may be restoring it', async () => {
  const home = await newFolder()
  const directory = path.join(home, 'conversations')
  await mkdir(directory)
  await writeFile(path.join(directory, 'gone.deleted'), '')
  await writeFile(path.join(directory, 'kept.jsonl'), '')
  const another = new Trash(home, directory)
  await another.resume()
  await another.close()
  expect(await filesOf(directory)).toEqual(['gone.deleted', 'kept.jsonl'])
  await new Trash(home, directory).resume(Date.now() + RESTORABLE_MS + 1000)
  expect(await filesOf(directory)).toEqual(['kept.jsonl'])
})
