import { expect, test } from 'vitest'
import { choiceOf, decideSecrets } from './before-sending.ts'

test('only a clear answer sends a message as it is', () => {
  expect(['', 'r', 'Redacted', 'a', ' As it is', 'n', 'x', '?'].map(choiceOf)).toEqual([
    'redact',
    'redact',
    'redact',
    'keep',
    'keep',
    'not',
    'not',
    'not',
  ])
})

test('a message without a finding is not asked about, and two options contradict each other', async () => {
  expect(await decideSecrets({ rules: [], redacted: '' }, { sendRedacted: true })).toBeUndefined()
  await expect(
    decideSecrets({ rules: [], redacted: '' }, { sendRedacted: true, sendAsIs: true }),
  ).rejects.toMatchObject({ code: 'bad-request' })
})
