import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { say } from '../../shared/messages/say.ts'
import { atOnce } from '../../testing/at-once.ts'
import { newFolder } from '../../testing/folders.ts'
import { JsonFile } from './json-file.ts'

const Names = z.array(z.string())
const REFUSAL = say('clients-unreadable')

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const path = (): string => nodePath.join(home, 'names.json')
const parse = (stored: unknown): string[] => Names.parse(stored)
const open = (): JsonFile<string[]> => new JsonFile<string[]>(home, 'names.json', parse, [])
const guarded = (): JsonFile<string[]> =>
  new JsonFile<string[]>(home, { name: 'names.json', refusal: REFUSAL }, parse, [])
const adding = (name: string) => (now: readonly string[]) => [...now, name]

/** A module that opens the same file as `file`. */
const opening = (): string => `
  import { JsonFile } from ${JSON.stringify(new URL('json-file.ts', import.meta.url).href)}
  const file = new JsonFile(${JSON.stringify(home)}, 'names.json', (stored) => stored, [])
`

test('changes by several processes, and by several objects of one, follow each other', async () => {
  const changes = 4
  const processes = atOnce(
    3,
    (at) => `${opening()}
      for (let each = 0; each < ${changes}; each += 1) await file.change((now) => [...now, '${at} ' + each])`,
  )
  const [one, other] = [open(), open()]
  await Promise.all(
    Array.from({ length: changes }, (_, each) => [
      one.change(adding(`3 ${each}`)),
      other.change(adding(`4 ${each}`)),
    ]).flat(),
  )
  await processes
  const names = await open().read()
  expect(names.toSorted()).toEqual(
    [0, 1, 2, 3, 4].flatMap((at) => Array.from({ length: changes }, (_, each) => `${at} ${each}`)),
  )
  expect(await fs.readdir(home)).not.toContain('names.json.lock')
})

test('a process that is killed in a change leaves the file as it was, and blocks nobody', async () => {
  await open().change(adding('before'))
  const killed = atOnce(1, () => `${opening()}await file.change(() => process.kill(process.pid, 'SIGKILL'))`)
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  expect(await fs.readdir(home)).toContain('names.json.lock')
  await open().change(adding('after'))
  expect(await open().read()).toEqual(['before', 'after'])
})

test.each(['', '[', '[1]', '{"a": "b"}'])('%j, which is not ours, counts as missing, and is kept', async (text) => {
  await fs.writeFile(path(), text)
  expect(await open().read()).toEqual([])
  expect(await fs.readdir(home)).toEqual(['names.json'])
  await open().change(adding('a'))
  await open().change(adding('b'))
  expect(await open().read()).toEqual(['a', 'b'])
  const kept = (await fs.readdir(home)).filter((name) => name.startsWith('names.json.unreadable-'))
  expect(kept).toHaveLength(1)
  expect(await fs.readFile(nodePath.join(home, kept[0] ?? ''), 'utf8')).toBe(text)
})

test.each(['', '[', '[1]', '{"a": "b"}'])('%j, where that is refused, is neither read nor replaced', async (text) => {
  await fs.writeFile(path(), text)
  await expectRefused()
  expect(await fs.readFile(path(), 'utf8')).toBe(text)
  await fs.rm(path())
  expect(await guarded().change(adding('a'))).toEqual(['a'])
})

test('neither is what the system does not read', async () => {
  await fs.mkdir(path())
  await expectRefused()
  await fs.rmdir(path())
  await fs.symlink(path(), path())
  await expectRefused()
  await fs.rm(path())
  expect(await guarded().read()).toEqual([])
})

async function expectRefused(): Promise<void> {
  await expect(guarded().read()).rejects.toMatchObject({ said: REFUSAL })
  await expect(guarded().change(adding('a'))).rejects.toMatchObject({ said: REFUSAL })
  expect((await fs.readdir(home)).filter((name) => name !== 'tmp')).toEqual(['names.json'])
}
