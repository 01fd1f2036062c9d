import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Links } from './links.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000

test('a link is good once, and says when it is gone', () => {
  const links = new Links()
  const gone = vi.fn<() => void>()
  const token = links.issue(gone)
  expect(links.redeem('another')).toBe(false)
  expect(gone).not.toHaveBeenCalled()
  expect(links.redeem(token)).toBe(true)
  expect(links.redeem(token)).toBe(false)
  expect(gone).toHaveBeenCalledOnce()
})

test('a link is good for ten minutes', () => {
  const links = new Links()
  const gone = vi.fn<() => void>()
  const [early, late] = [links.issue(), links.issue(gone)]
  vi.advanceTimersByTime(10 * MINUTE_MS - 1)
  expect(links.redeem(early)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(gone).toHaveBeenCalledOnce()
  expect(links.redeem(late)).toBe(false)
})

test('of many links the newest stay good, and none outlives the door', () => {
  const links = new Links()
  const gone = vi.fn<() => void>()
  const tokens = Array.from({ length: 21 }, () => links.issue(gone))
  expect(gone).toHaveBeenCalledOnce()
  expect(links.redeem(tokens[0] ?? '')).toBe(false)
  expect(links.redeem(tokens[1] ?? '')).toBe(true)
  links.close()
  expect(gone).toHaveBeenCalledTimes(21)
  expect(links.redeem(tokens[20] ?? '')).toBe(false)
})
