import * as fs from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { random } from '../../../testing/random.ts'
import { MalformedObject } from './objects.ts'
import { PackFile } from './pack-file.ts'

/** Some blocks, and a part of one. */
const BYTES = 300_000
const TRAILER_BYTES = 20

test('every read gives the bytes of the file, whatever was read before, and none of the trailer', async () => {
  const folder = await newFolder()
  const pick = random(3)
  const bytes = Buffer.from(Array.from({ length: BYTES }, () => pick(256)))
  await fs.writeFile(`${folder}/pack`, bytes)
  const content = bytes.subarray(0, -TRAILER_BYTES)
  // Most are near each other, as in a pack: so often that a block is read whole.
  const read = fc.tuple(
    fc.oneof(fc.nat(BYTES - 1), fc.integer({ min: 130_000, max: 133_000 })),
    fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 20_000 })),
  )
  fc.assert(
    fc.property(fc.array(read, { maxLength: 60 }), (reads) => {
      const file = new PackFile(`${folder}/pack`)
      for (const [at, length] of reads) {
        const found = file.read(at, length)
        expect(found.length).toBeGreaterThanOrEqual(Math.max(0, Math.min(length, content.length - at)))
        expect(found.equals(content.subarray(at, at + found.length))).toBe(true)
      }
      expect(file.trailer().equals(bytes.subarray(-TRAILER_BYTES))).toBe(true)
      file.close()
    }),
    { numRuns: 40 },
  )
  const file = new PackFile(`${folder}/pack`)
  await fs.truncate(`${folder}/pack`, 1_000)
  expect(() => file.read(200_000, 64)).toThrow(MalformedObject)
  expect(file.read(0, 64).equals(content.subarray(0, 1_000))).toBe(true)
  file.close()
})
