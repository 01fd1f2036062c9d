import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownChange } from './shown-change.ts'

const piece = (text: string, own: string) => ({ start: text.indexOf(own), end: text.indexOf(own) + own.length })
const hunksOf = (diff: string): readonly string[] => diff.trimEnd().split('\n').slice(2)

test('whole lines are shown as they are, with no line around them', () => {
  const [before, own] = ['{\n  "key": "s3cret"\n}\n', '  "ours": {\n  },\n']
  const after = `{\n${own}  "key": "s3cret"\n}\n`
  const added = shownChange('f', { text: before, pieces: [] }, { text: after, pieces: [piece(after, own)] })
  expect(added).toBe('--- f\n+++ f\n@@ -1,0 +2,2 @@\n+  "ours": {\n+  },\n')
  const removed = shownChange('f', { text: after, pieces: [piece(after, own)] }, { text: before, pieces: [] })
  expect(hunksOf(removed)).toEqual(['@@ -2,2 +1,0 @@', '-  "ours": {', '-  },'])
})

test('the rest of a line is shown only if it is braces and commas', () => {
  const shown = (before: string, after: string, own: string): readonly string[] =>
    hunksOf(shownChange('f', { text: before, pieces: [] }, { text: after, pieces: [piece(after, own)] })).slice(1)
  expect(shown('{}', '{\n  "ours": 1\n}', '\n  "ours": 1\n')).toEqual(['-{}', '+{', '+  "ours": 1', '+}'])
  expect(shown('{"k": "s{"}', '{"ours": 1, "k": "s{"}', '"ours": 1, ')).toEqual(['-…', '+{"ours": 1, …'])
  expect(shown('a = "s" # c', 'a = "s" # c\n\n[b]\nc = 1', '\n\n[b]\nc = 1')).toEqual([
    '-…',
    '+…',
    '+',
    '+[b]',
    '+c = 1',
  ])
})

test('a file that is made, and one that is removed', () => {
  const text = '{\r\n  "ours": 1\r\n}\r\n'
  const all = { text, pieces: [{ start: 0, end: text.length }] }
  expect(shownChange('f', null, all)).toBe('--- /dev/null\n+++ f\n@@ -0,0 +1,3 @@\n+{\n+  "ours": 1\n+}\n')
  expect(shownChange('f', all, null)).toBe('--- f\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-{\n-  "ours": 1\n-}\n')
})

test('nothing of others is shown, wherever ours is', () => {
  const line = fc.constantFrom('s3cret', '{', '', '  "k": "s3cret",', '}', '\t')
  const others = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(others, fc.constantFrom('ours', '\n  ours\n', 'ours,\n', '\nours'), others, (above, own, below) => {
      const text = above + own + below
      const version = { text, pieces: [{ start: above.length, end: above.length + own.length }] }
      const rest = { text: above + below, pieces: [] }
      for (const shown of [shownChange('f', rest, version), shownChange('f', version, rest)]) {
        expect(shown).not.toContain('s3cret')
        expect(shown).toContain('ours')
      }
    }),
  )
})
