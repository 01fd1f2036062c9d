import { Buffer } from 'node:buffer'
import type { Pick } from './random.ts'

// Damages bytes at random, as a stranger, a bad disk or a bad copy would.

const PATHS = ['', '.', '..', '/', '//', '\\', '\0', '\n', ' ', 'refs/heads/', '../../x', '.git', '.lock', '%zz', '@{']
const VALUES = ['{', '}', '[', '"', 'null', 'true', '-1', '1e999', '4294967295', '9007199254740993', '__proto__', '**/']
const OBJECTS = [
  '40000 ',
  '100644 ',
  '160000 ',
  'tree ',
  'parent ',
  'a'.repeat(500),
  '\u00ff'.repeat(4),
  '\u0080'.repeat(3),
]
const TOKENS = [...PATHS, ...VALUES, ...OBJECTS].map((text) => Buffer.from(text, 'latin1'))

/** A copy of these bytes with one to four changes. */
export function mutate(bytes: Uint8Array, pick: Pick): Buffer {
  let result = Buffer.from(bytes)
  for (let left = 1 + pick(4); left > 0; left -= 1) {
    const at = pick(result.length + 1)
    const length = pick(Math.min(40, result.length - at + 1))
    const [before, part, after] = [
      result.subarray(0, at),
      result.subarray(at, at + length),
      result.subarray(at + length),
    ]
    const token = TOKENS[pick(TOKENS.length)] ?? Buffer.alloc(0)
    const random = Buffer.from(Array.from({ length: 1 + pick(4) }, () => pick(256)))
    const changes = [
      [before, after],
      [before, part, part, after],
      [before, token, after],
      [before, token, part, after],
      [before, random, after],
      [before],
      [before, part.toReversed(), after],
      [before, Buffer.alloc(4, 0xff), result.subarray(at + 4)],
    ]
    result = Buffer.concat(changes[pick(changes.length)] ?? [result])
  }
  return result
}
