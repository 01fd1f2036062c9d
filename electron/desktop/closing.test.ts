import { expect, test } from 'vitest'
import { Closing } from './closing.ts'

/** Quits twice in a row. */
async function quitTwice(close: () => Promise<void>, limitMs?: number): Promise<readonly string[]> {
  const happened: string[] = []
  const exited = Promise.withResolvers<void>()
  const closing = new Closing({
    close() {
      happened.push('close')
      return close()
    },
    exit() {
      happened.push('exit')
      exited.resolve()
    },
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  expect(closing.hasBegun).toBe(false)
  for (let times = 0; times < 2; times += 1) closing.begin({ preventDefault: () => happened.push('prevented') })
  expect(closing.hasBegun).toBe(true)
  await exited.promise
  return happened
}

const ONCE = ['prevented', 'close', 'prevented', 'exit']

test('work is finished before the app exits, and a second quit does not cut it off', async () => {
  expect(await quitTwice(() => new Promise((resolve) => setImmediate(resolve)))).toEqual(ONCE)
})

test('a close that fails, or that never ends, does not keep the app', async () => {
  expect(await quitTwice(() => Promise.reject(new Error('no')))).toEqual(ONCE)
  expect(await quitTwice(() => new Promise(() => undefined), 1)).toEqual(ONCE)
})
