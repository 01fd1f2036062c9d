import { expect, test } from 'vitest'
import { PoliciesInForce } from './in-force.ts'
import { secretLines } from './secret-lines.ts'

const linesOf = (path: string, bytes: Uint8Array) => secretLines(new PoliciesInForce(), path, bytes)
const KEY = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test('what the policies find is told by line and rule, once, and never by what it is', () => {
  const found = linesOf('keys.md', Buffer.from(`one\nthe key is ${KEY} and ${KEY}\nlast: ${KEY}\n`))
  expect(found.map(({ path, line }) => [path, line])).toEqual([
    ['keys.md', 2],
    ['keys.md', 3],
  ])
  expect(JSON.stringify(found)).not.toContain(KEY)
  expect(linesOf('a.md', Buffer.from('nothing\n'))).toEqual([])
})

test('a name and other encodings are read, too', () => {
  const [named] = linesOf(`notes/${KEY}.md`, Buffer.from('x\n'))
  expect(named).toMatchObject({ line: null })
  expect(named?.path).not.toContain(KEY)
  expect(linesOf('a.txt', Buffer.from(`\ufeffone\n${KEY}\n`, 'utf16le'))).toMatchObject([{ line: 2 }])
  expect(linesOf('a.bin', Buffer.concat([Buffer.from([0, 255, 10]), Buffer.from(KEY)]))).toMatchObject([{ line: 2 }])
})
