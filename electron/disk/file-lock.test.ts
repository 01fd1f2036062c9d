import { expect, test } from 'vitest'
import { say } from '../../shared/messages/say.ts'
import { newFolder } from '../../testing/folders.ts'
import { FileLock } from './file-lock.ts'

const BUSY = say('own-file-busy', { file: 'lock' })

test.each(['two owners', 'one owner'])('one task at a time, of %s', async (owners) => {
  const folder = await newFolder()
  const order: string[] = []
  const first = new FileLock(folder, 'lock', BUSY)
  const second = owners === 'one owner' ? first : new FileLock(folder, 'lock', BUSY)
  const entered = Promise.withResolvers<void>()
  const leaving = Promise.withResolvers<void>()
  const one = first.whileAlone(async () => {
    order.push('first begins')
    entered.resolve()
    await leaving.promise
    order.push('first ends')
  })
  await entered.promise
  const two = second.whileAlone(async () => void order.push('second begins'))
  // As long as the second would take.
  for (const _ of [1, 2]) await new FileLock(folder, 'another', BUSY).whileAlone(async () => undefined)
  leaving.resolve()
  await Promise.all([one, two])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
})
