import { i18n } from '@lingui/core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import { MESSAGES } from '../../shared/messages/table.ts'
import { messages as german } from '../locales/de.po'
import { messages } from '../locales/en.po'
import { messages as spanish } from '../locales/es.po'
import { messages as chinese } from '../locales/zh-Hans.po'
import { worded } from './worded.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

test('the page has a sentence for everything that the core says', () => {
  for (const id of Object.keys(MESSAGES)) expect(messages[id], id).toBeDefined()
})

test.each([
  ['de', german],
  ['es', spanish],
  ['zh-Hans', chinese],
])('%s has words of its own for everything that the core says', (locale, catalogue) => {
  for (const id of Object.keys(MESSAGES)) expect(catalogue[id], id).toBeDefined()
  i18n.loadAndActivate({ locale, messages: catalogue })
  onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages }))
  for (const message of [
    say('no-network', { who: 'Claude', kept: say('kept') }),
    say('disk-full'),
    say('message-empty'),
  ])
    expect(worded(message)).not.toBe(english(message))
  expect(worded(say('places-replaced', { count: 2, rule: 'token' }))).toMatch(/2/)
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
    'The store is 22.4 KB; the limit is 500 MB.',
  )
  expect(worded(say('kinds-not-redacted', { kinds: ['a', 'b'] }))).toBe('Kinds of data that aren’t redacted: a, b.')
})
