import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInterruptedWrite, isTornWrite } from './torn-write.ts'

const text = fc.nat(3).chain((sectors) => fc.uint8Array({ minLength: sectors * 512, maxLength: sectors * 512 + 600 }))

/** A file after this many bytes of `to` were written over it, before it was truncated. */
const interrupted = (from: Uint8Array, to: Uint8Array, written: number): Buffer =>
  Buffer.concat([to.subarray(0, written), from.subarray(written)])

test('what a kill leaves of a write is recognized: whole sectors of the new version, then the old one', () => {
  fc.assert(
    fc.property(text, text, fc.nat(4), (from, to, sectors) => {
      expect(isInterruptedWrite(interrupted(from, to, Math.min(sectors * 512, to.length)), from, to)).toBe(true)
    }),
  )
})

test('a text that ends or changes anywhere else is not an interrupted write', () => {
  fc.assert(
    fc.property(text, text, fc.nat(2_000), fc.integer({ min: 1, max: 255 }), (from, to, at, change) => {
      const whole = interrupted(from, to, Math.min(512, to.length))
      fc.pre(at < whole.length)
      const changed = Buffer.from(whole)
      changed[at] = ((changed[at] ?? 0) + change) % 256
      // Unless the new byte is what the other version has there.
      fc.pre(changed[at] !== from[at] && changed[at] !== to[at])
      expect([
        isInterruptedWrite(changed, from, to),
        isInterruptedWrite(Buffer.concat([whole, Buffer.from('x')]), from, to),
      ]).toEqual([false, false])
    }),
  )
  const [from, to] = [Buffer.from('- a\n- b\n'), Buffer.from('- x\n- y\n- z\n')]
  for (const edit of ['- x\n- b\n', '- x\n- y\n', '- a\n', '- x', ''])
    expect([edit, isInterruptedWrite(Buffer.from(edit), from, to)]).toEqual([edit, false])
})

test('an interrupted write is also recognized as a torn write', () => {
  fc.assert(
    fc.property(text, text, fc.nat(4), (from, to, sectors) => {
      expect(isTornWrite(interrupted(from, to, Math.min(sectors * 512, to.length)), [from, to])).toBe(true)
    }),
  )
})

test('what a power cut leaves is recognized: each sector from any version, or zeros', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(3)),
      fc.nat(2_500),
      (versions, picks, length) => {
        const bytes = Buffer.alloc(Math.min(length, Math.max(...versions.map((version) => version.length))))
        for (let at = 0; at < bytes.length; at += 512)
          bytes.set(versions[picks[at / 512] ?? 3]?.subarray(at, Math.min(at + 512, bytes.length)) ?? [], at)
        expect(isTornWrite(bytes, versions)).toBe(true)
        const [first = 0] = bytes
        const changed = Buffer.from(bytes)
        changed[0] = (first + 1) % 256
        fc.pre(bytes.length > 1 && ![0, ...versions.map((version) => version[0])].includes(changed[0]))
        expect(isTornWrite(changed, versions)).toBe(false)
      },
    ),
  )
})
