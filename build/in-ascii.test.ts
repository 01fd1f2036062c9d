import vm from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inAscii } from './in-ascii.ts'

const valueOf = (program: string): unknown => vm.runInThisContext(program)

function expectSame(program: string): void {
  const ascii = inAscii(program)
  expect(ascii).toMatch(/^[\0-\x7f]*$/)
  expect(valueOf(ascii)).toEqual(valueOf(program))
}

test.each([
  ['strings', `['it’s', "\\\\é", '\\é', '\\\\\\é', '👍🏽', '\u2028']`],
  ['templates', '[`é ${1 + `ü`} 日本`, `\\é`]'],
  [
    'expressions',
    String.raw`[/^[é’–-—]$/u, /\’/, /[👍-👏]/v].map((it) => ['é', '’', '👍', '👎', '–'].map((s) => it.test(s)))`,
  ],
  ['names and comments', '(() => { const größe = { ñ: 3 } /* … */; return größe.ñ })() // ’'],
  ['raw templates', 'String.raw`\\d’${"é"}…` + String.raw`é`'],
  ['a raw template within another', '"👍" + String.raw`é${String.raw`ü\\u`}’`'],
  ['a backslash of its own before a sign in a raw template', 'String.raw`\\\\é`'],
  ['other tags without such signs', '((it, more) => it.raw[0] + more)`\\d${"é"}`'],
])('%s mean the same', (_, program) => expectSame(program))

test('any string means the same', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expectSame(JSON.stringify(text))))
})

test('what would change its meaning is refused', () => {
  expect(() => inAscii('((it) => it.raw[0])`é`')).toThrow('its tag may read it raw')
  expect(() => inAscii('String.raw`\\é`')).toThrow('A backslash before')
})
