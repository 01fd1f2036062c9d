import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasFile, takeApart, withFiles, withoutFiles } from './quoted-files.ts'

test('a file is found again whole, whatever it holds: nothing in it ends the block', () => {
  const line = fc.constantFrom('```', '````', '```file b.md', 'text', '', '~~~', ' ```')
  const text = fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'))
  const typed = fc.constantFrom('', 'What does this say?', 'Two lines\n\nand a space ', '\n')
  fc.assert(
    fc.property(typed, fc.array(text, { minLength: 1, maxLength: 3 }), (said, texts) => {
      const files = texts.map((each, at) => ({ name: `note ${at}.md`, text: each }))
      const message = withFiles(said, files)
      expect(takeApart(message)).toEqual({ typed: said, files })
      expect(hasFile(message)).toBe(true)
      expect(withoutFiles(message).trim()).toBe(said.trim())
    }),
  )
})

test('code that the user typed is the user’s, and so is a block that is never closed', () => {
  for (const message of ['Look:\n\n```ts\nlet tea = 1\n```', 'Look:\n\n```file a.md\nnever closed', '']) {
    expect(takeApart(message)).toEqual({ typed: message, files: [] })
    expect(hasFile(message)).toBe(false)
  }
})
