import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { Random } from '../testing/random.ts'
import { unescaped } from './decoded.ts'
import { normalised } from './normalise.ts'
import { visibleIn } from './visible.ts'

const SEED = Number(process.env.VARIORUM_SEED ?? 20_261_127)

const count = (line: string): number => visibleIn(Buffer.from(line), { start: 0, end: Buffer.byteLength(line) })

/** In the shortest of the forms that a detector may read. */
function fewest(line: string): number {
  const base = normalised(line)
  return Math.min(
    ...[line, base.text, unescaped(base)?.text ?? base.text].map((form) => form.replaceAll(/\s/g, '').length),
  )
}

test.each([
  ['ASCII', 'two words\r\n', 8],
  ['ideographs', '山 川', 2],
  ['invisible characters', '\u200b\u00ad\ufeff\u{e0041}\ufe0f', 0],
  ['white space', ' \t\u00a0\u3000\u2028', 0],
  ['full width', 'ａ　ｂ', 2],
  ['one for a pair', '🌲', 1],
  ['a long form', 'ﷺ', 1],
  ['combining marks', 'e\u0301', 2],
  ['escapes', '%41%20\\n\\x41&#x00041;&amp;', 0],
  ['what is no escape', '5 % & C:\\tmp\\', 10],
  ['an escape with an invisible character in it', '%\u200b41', 1],
  ['an escape in full width', '％41', 1],
])('%s', (_, line, visible) => expect(count(line)).toBe(visible))

const PIECES = [
  ...'ab4f1%&\\#x;u{}0nN"',
  ...' é山🌲\u200b\u00ad\u3000ａ％＆＼ﷺ\u2028\u0301',
  '%41',
  '&#x00041;',
  '&#65;',
  '\\u0041',
  '\\u{41}',
  '\\x41',
  '&quot;',
  '&#x',
  '\\u00',
  '\\u{',
]

test('no form of a line has fewer visible characters than are counted', () => {
  const random = new Random(SEED)
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const pieces = random.below(2) === 0 ? PIECES : PIECES.filter((piece) => /^\p{ASCII}+$/u.test(piece))
    const line = Array.from({ length: random.below(14) }, () => random.of(pieces)).join('')
    if (count(line) > fewest(line)) expect.unreachable(`${JSON.stringify(line)}: ${count(line)} of ${fewest(line)}`)
  }
})
