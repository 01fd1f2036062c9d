import { expect, test } from 'vitest'
import { textVersions } from './text-versions.ts'

test('text, binary files and files that are too large are told apart, and each is read once', async () => {
  const versions = new Map([
    ['text', Buffer.from('ana likes tea\n')],
    ['image', Buffer.from([0x89, 0x50, 0xff, 0xfe])],
  ])
  const read: string[] = []
  const isText = textVersions({
    bytes: async (id) => {
      read.push(id)
      return versions.get(id) ?? null
    },
  })
  const ids = ['text', 'image', 'too large', 'text', 'image']
  const found: boolean[] = []
  for (const id of ids) found.push(await isText(id))
  expect([found, read]).toEqual([
    [true, false, false, true, false],
    ['text', 'image', 'too large'],
  ])
})
