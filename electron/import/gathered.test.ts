import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { Gathered } from './gathered.ts'
import { CHATGPT } from './kinds/chatgpt.ts'
import { sourceFile } from './source-file.ts'
import type { Source } from './source.ts'

const JSON_TEXT = `[${Array.from({ length: 500 }, () => '{"mapping":{}}').join(',')}]`

function sourceOf(onPiece: (at: number) => void): Source {
  const stream = async function* (): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(JSON_TEXT)
    for (let at = 0; at < bytes.length; at += 100) {
      onPiece(at)
      yield bytes.subarray(at, at + 100)
    }
  }
  const file = sourceFile({ name: 'conversations.json', size: JSON_TEXT.length, time: null, stream })
  return { name: 'export.zip', files: [file], leftOut: [{ what: 'a', why: verbatim('b'), count: 3 }] }
}

const how = { told: () => undefined, signal: new AbortController().signal }

test('reading ends when it is aborted, and with that reason, whatever the reason is', async () => {
  for (const reason of [new Error('enough'), new AppError('closed', verbatim('closed'))]) {
    const controller = new AbortController()
    let pieces = 0
    const source = sourceOf(() => {
      pieces += 1
      if (pieces === 3) controller.abort(reason)
    })
    await expect(CHATGPT.read(source, { ...how, signal: controller.signal })).rejects.toBe(reason)
    expect(pieces).toBe(3)
  }
})

test('what comes before the damage of a file is kept, and a fault of ours is none of the file', async () => {
  const damaged = sourceOf((at) => {
    if (at > 5_000) throw new AppError('damaged', verbatim('torn'))
  })
  const found = await CHATGPT.read(damaged, how)
  const [first, ...others] = found.leftOut
  expect(first).toMatchObject({ what: 'a', count: 3 })
  expect(others.at(-1)?.what).toBe('conversations.json')
  expect(found.found).toBeGreaterThan(300)
  const faulty = sourceOf((at) => {
    if (at > 5_000) throw new TypeError('ours')
  })
  await expect(CHATGPT.read(faulty, how)).rejects.toThrow(TypeError)
})

test('a name that is taken, in any case, gets a number before its ending', () => {
  const gathered = new Gathered(
    sourceOf(() => undefined),
    how,
  )
  const add = (path: string): string => gathered.add({ path, text: 'x', time: null, from: 'x', items: 1 })
  expect(['a/b.md', 'a/B.md', 'a/b.md', 'a.b/c', 'a.b/c'].map(add)).toEqual([
    'a/b.md',
    'a/B-2.md',
    'a/b-3.md',
    'a.b/c',
    'a.b/c-2',
  ])
  expect(gathered.found('mem0')).toMatchObject({ found: 8 })
})
