import { expect, test } from 'vitest'
import { say } from '../../shared/messages/say.ts'
import { newFolder } from '../../testing/folders.ts'
import { FileLock } from './file-lock.ts'

test.each(['two owners', 'one owner'])('one task at a time, of %s', async (owners) => {
  const folder = await newFolder()
  const order: string[] = []
  const first = new FileLock(folder, 'lock', say('job-beginning-elsewhere'))
  const second = owners === 'one owner' ? first : new FileLock(folder, 'lock', say('job-beginning-elsewhere'))
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
  leaving.resolve()
  await Promise.all([one, two])
  expect(order).toEqual(['first begins', 'first ends', 'second begins'])
})
