import { expect, test } from 'vitest'
import { describeFailure, explain } from './failures.ts'

const failure = { status: null, ledTo: null, type: null, message: null, retryAfterSeconds: null }

test('says how long to wait if the service does', () => {
  expect(describeFailure('Claude', 'm', { ...failure, status: 429, retryAfterSeconds: 40 }).words).toBe(
    'Claude stopped: too many requests (429). Your message is kept and no memory was half-written. Try again in 40 seconds.',
  )
})

test('an error in a stream has a name and no status', () => {
  expect(describeFailure('Claude', 'm', { ...failure, type: 'overloaded_error' }).words).toContain(
    'stopped: the service is overloaded. Your',
  )
})

test("the service's message is cut to one short line", () => {
  const { words } = describeFailure('Claude', 'm', { ...failure, status: 400, message: `a\nb ${'x'.repeat(9999)}` })
  expect(words).not.toContain('\n')
  expect(words.length).toBeLessThan(500)
})

test('without a network, the message says what still works', () => {
  expect(explain({ kind: 'unreachable' }, { who: 'Claude', model: 'm', isOfficial: true }).words).toContain(
    'You can read, edit, undo and restore.',
  )
})
