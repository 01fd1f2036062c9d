import { expect, test } from 'vitest'
import { readDecisions } from './decisions.ts'

test('open questions are the items below their heading; the rest are decisions', () => {
  const text = `# Decisions

- Plain HTML: no build

## Open questions

- Which *font*?
  One with italics.
* [ ] Who hosts it?
1. [x] Which colour? Green.

To be asked on Monday.

## Later
- Search
`
  expect(readDecisions(text)).toEqual({
    questions: ['Which *font*? One with italics.', 'Who hosts it?'],
    decisions:
      '# Decisions\n\n- Plain HTML: no build\n\n## Open questions\n\n1. [x] Which colour? Green.\n\nTo be asked on Monday.\n\n## Later\n- Search',
  })
})

test('a section of nothing but questions leaves the decisions', () => {
  expect(readDecisions('- a\n\n# Questions\n\n## For Ana\n- b?\n\n# More questions\n- c?')).toEqual({
    decisions: '- a\n\n# Questions\n\n## For Ana',
    questions: ['b?', 'c?'],
  })
  expect(readDecisions('# Open questions\n- b?\n')).toEqual({ decisions: '', questions: ['b?'] })
  expect(readDecisions('')).toEqual({ decisions: '', questions: [] })
})

test('no word is lost', () => {
  const text = '## Question\n- a\nb\n\nc\n  - d\n```\n# e\n- f\n```\n## g\n- h'
  const { decisions, questions } = readDecisions(text)
  for (const word of 'abcdefgh') expect(decisions + questions.join()).toContain(word)
})
