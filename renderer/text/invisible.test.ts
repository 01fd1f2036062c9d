import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hidesSomething, shownName, visiblePieces } from '../../shared/invisible.ts'
import { codePoint } from '../../testing/code-points.ts'
import { shortName } from './invisible.ts'

const hidden = (text: string): readonly string[] =>
  visiblePieces(text).flatMap((piece) => (piece.kind === 'hidden' ? [shortName(piece.code)] : []))

describe('visiblePieces', () => {
  it.each([
    ['zero\u200Bwidth\u200D', ['ZWSP', 'ZWJ']],
    ['\uFEFFbyte order mark', ['BOM']],
    ['10\u00A0km, co\u00ADoperate', ['NBSP', 'SHY']],
    ['\u202Eevil\u202C \u2066a\u2069 \u200Eb\u200F', ['RLO', 'PDF', 'LRI', 'PDI', 'LRM', 'RLM']],
    ['a\uFE0F 1\uFE0F', ['VS16', 'VS16']],
    ['b\u{E0101}', ['U+E0101']],
    ['go\u{E0067}\u{E006F}', ['TAG g', 'TAG o']],
    [
      '\u{1F3F4}\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}\u{E0061}\u{E006C}\u{E006C}\u{E007F}',
      Array(10).fill(0),
    ],
    ['bell\u0007 esc\u001B del\u007F c1\u0090 cr\rx', ['U+0007', 'ESC', 'DEL', 'U+0090', 'CR']],
    ['\uD800', ['U+D800']],
    ['😀\uFE0F\uFE0F', ['VS16']],
  ])('%j', (text, names) =>
    names[0] === 0 ? expect(hidden(text)).toHaveLength(names.length) : expect(hidden(text)).toEqual(names),
  )

  it.each([
    'plain words, tabs\tand ünïcödé',
    '❤️ 👩🏽‍⚕️ 👨‍👩‍👧‍👦 🏳️‍🌈 🇵🇹 1️⃣ #️⃣ ☎︎',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scotland',
    '会议　全角 スペース',
    'e\u0301 and नमस्ते',
    'می\u200cخواهم क्\u200dष',
  ])('nothing is hidden in %j', (text) => expect(hidesSomething(text)).toBe(false))

  it('a name is shown on one line, with all that is in it', () => {
    expect(shownName('ok\u{E0061}.md')).toBe(String.raw`ok\u{e0061}.md`)
    expect(shownName('a\n4.0K\t/memories/b.md')).toBe(String.raw`a\u{a}4.0K\u{9}/memories/b.md`)
    expect(shownName('می\u200cخواهم ❤️ 1️⃣.md')).toBe('می\u200cخواهم ❤️ 1️⃣.md')
  })

  it('the pieces in order are the text', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: codePoint }),
            fc.constantFrom('👩‍⚕️', '\u200B', '\uFEFF', '\u202E', '🏴', '\u{E0061}'),
          ),
        ),
        (parts) => {
          const text = parts.join('')
          expect(
            visiblePieces(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text)
        },
      ),
    ))
})
