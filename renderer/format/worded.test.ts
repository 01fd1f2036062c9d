import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import { MESSAGES } from '../../shared/messages/table.ts'
import { messages } from '../locales/en.po'
import { worded } from './worded.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

test('the page has a sentence for everything that the core says', () => {
  for (const id of Object.keys(MESSAGES)) expect(messages[id], id).toBeDefined()
})

test('it is worded as on the command line, but for sizes and lists', () => {
  for (const message of [
    say('unknown-point', { ref: '<b>x</b> {y}' }),
    say('places-replaced', { count: 1_200, rule: 'token' }),
    say('folder-refused', { why: say('folder-is-root') }),
    say('then-kept', {
      what: say('no-encryption', { who: say('model-at', { host: 'localhost:1' }) }),
      kept: say('kept'),
    }),
  ])
    expect(worded(message)).toBe(english(message))
  expect(worded(say('store-size-near', { size: { bytes: 22_400 }, limit: { bytes: 500_000_000 } }))).toBe(
    'The store has 22.4 KB of 500 MB.',
  )
  expect(worded(say('kinds-not-redacted', { kinds: ['a', 'b'] }))).toBe(
    'Some kinds of secrets are not redacted (a, b).',
  )
})
