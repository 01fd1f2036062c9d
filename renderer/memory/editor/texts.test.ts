import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canBeMarkdown, changeInto, lineEndOf, textOf } from './texts.ts'

const Text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', 'é', '👍', '')).map((parts) => parts.join(''))

function open(text: string): EditorState {
  return EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of(lineEndOf(text)) })
}

test('a text is saved with the line ends it was opened with', () => {
  fc.assert(fc.property(Text, (text) => void expect(textOf(open(text))).toBe(text)))
})

test('a new line ends as the others do', () => {
  for (const end of ['\n', '\r\n']) {
    const state = open(`a${end}b`)
    expect(textOf(state.update({ changes: { from: 1, insert: state.toText(end) } }).state)).toBe(`a${end}${end}b`)
    expect(state.doc.line(1).text).toBe('a')
  }
})

test('a text is changed into any other of the same line ends', () => {
  fc.assert(
    fc.property(Text, Text, (before, after) => {
      const state = open(before)
      const wanted = after.replaceAll(/\r?\n/g, lineEndOf(before))
      expect(textOf(state.update(changeInto(state, wanted)).state)).toBe(wanted)
    }),
  )
})

test('what differs is changed, and the cursor stays', () => {
  const state = open('one\ntwo\nthree').update({ selection: { anchor: 10 } }).state
  const next = state.update(changeInto(state, 'one\nTWO and more\nthree')).state
  expect(next.selection.main.head).toBe(19)
})

test('a very long paragraph is not parsed, a long list or many paragraphs are', () => {
  const line = `${'word '.repeat(20)}\n`
  expect(canBeMarkdown(line.repeat(600))).toBe(false)
  expect(canBeMarkdown(`# A\n\n${'word '.repeat(10_001)}`)).toBe(false)
  expect(canBeMarkdown(`- ${line}`.repeat(600))).toBe(true)
  expect(canBeMarkdown(`${line.repeat(10)}\n`.repeat(60))).toBe(true)
})
