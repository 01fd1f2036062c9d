import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './changed-text.ts'
import { readChange } from './changes.ts'

test('a change has the lines, and the text, of both whole versions compared', () => {
  const line = fc.constantFrom('a', 'b', 'é', 'eb', '', '- x', 'ab')
  const end = fc.constantFrom('\n', '\n', '\n', '\r\n')
  const lines = fc.array(fc.tuple(line, end), { maxLength: 6 }).map((all) => all.map((each) => each.join('')).join(''))
  fc.assert(
    fc.property(lines, lines, lines, lines, fc.constantFrom('', 'last', 'é'), (head, old, now, tail, last) => {
      const [before, after] = [head + old + tail + last, head + now + tail + last]
      const versions = {
        readIfFits(id: string) {
          const bytes = Buffer.from(id === 'before' ? before : after)
          return { size: bytes.length, bytes }
        },
      }
      const blob = (id: string) => ({ id, size: 0, mode: '100644' }) as const
      const read = readChange(versions, { path: 'a.md', before: blob('before'), after: blob('after') })
      const { lines: counted, excerpt, text } = compareTexts(before, after)
      expect({ ...read.counted, text: read.text }).toMatchObject({ lines: counted, excerpt, text })
    }),
    { numRuns: 2_000 },
  )
})

test('a version that is no text is not compared, whatever it shares with the other', () => {
  const same = 'line\n'.repeat(10)
  for (const [before, after] of [
    [`${same}a\n`, `\0${same}b\n`],
    [`\0${same}a\n`, `\0${same}b\n`],
  ] as const) {
    const versions = {
      readIfFits: (id: string) => {
        const bytes = Buffer.from(id === 'before' ? before : after)
        return { size: bytes.length, bytes }
      },
    }
    const blob = (id: string) => ({ id, size: 0, mode: '100644' }) as const
    const read = readChange(versions, { path: 'a.md', before: blob('before'), after: blob('after') })
    expect([read.counted.lines, read.text]).toEqual([null, ''])
  }
})
