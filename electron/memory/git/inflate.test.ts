import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { inflateLoose } from './inflate.ts'
import { objectId } from './objects.ts'

test('what git wrote is read, however large its code tables are', async () => {
  const dir = await newFolder()
  execFileSync('git', ['init', '-q', '--bare'], { cwd: dir })
  for (let files = 1; files <= 120; files += 1) {
    const lines = Array.from({ length: files }, (_, at) => {
      const id = objectId('blob', Buffer.from(`${files} ${at}`))
      return `100644 blob ${id}\tnote-${String(at).padStart(3, '0')}.md\n`
    })
    const id = execFileSync('git', ['mktree', '--missing'], { cwd: dir, input: lines.join('') })
      .toString()
      .trim()
    const { type, bytes } = inflateLoose(readFileSync(`${dir}/objects/${id.slice(0, 2)}/${id.slice(2)}`))
    expect([type, objectId(type, bytes)]).toEqual(['tree', id])
  }
})

test('any bytes, at any level', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 0, max: 9 }), (content, level) => {
      const whole = Buffer.concat([Buffer.from(`blob ${content.length}\0`), content])
      expect(inflateLoose(deflateSync(whole, { level })).bytes).toEqual(Buffer.from(content))
    }),
  ))
