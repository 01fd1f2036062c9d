import * as fs from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { agent, fileAt, filesOfHead, gitComplaints, user } from '../memory/tests/store-fixture.ts'
import { openStoreInThread } from './open-in-thread.ts'

test('a store in a thread behaves the same: outcomes, errors with their code, events, and the policies in force', async () => {
  const dir = await newFolder()
  const store = await openStoreInThread({ dir, device: deviceOf(dir), watch: false })
  const events: AppEvent[] = []
  store.on((event) => events.push(event))
  expect(await store.put([fileAt('a.md', 'one\n')], agent)).toMatchObject({
    kind: 'committed',
    commit: { subject: 'a: one', ours: true },
  })
  expect(await store.put([fileAt('a.md', 'two\n')], agent)).toMatchObject({ kind: 'conflict', paths: ['a.md'] })
  const failure = await store.commit('ffffffffff').catch((error: unknown) => error)
  expect([failure instanceof AppError, failure]).toMatchObject([true, { code: 'unknown-commit' }])
  await eventually('the commit is announced', async () => events.some((event) => event.type === 'memory.committed'))
  expect(
    await store.put([fileAt('keys.md', 'aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzKEYQTREM"\n')], agent),
  ).toMatchObject({ kind: 'committed', notes: [expect.anything()] })
  expect((await filesOfHead(dir))['keys.md']).not.toContain('wJalr')
  await store.putPoliciesInForce(JSON.stringify({ caps: { file: { bytes: 5 } } }))
  expect(await store.put([fileAt('b.md', 'longer than that\n')], user)).toMatchObject({ kind: 'refused' })
  expect(await gitComplaints(dir)).toBe('')
  await store.close()
  await expect(store.put([fileAt('c.md', 'x')], agent)).rejects.toMatchObject({ code: 'closed' })
})

test('a folder that cannot be a store is refused with a message, as without a thread', async () => {
  const dir = await newFolder()
  await fs.writeFile(`${dir}/file`, '')
  await expect(openStoreInThread({ dir: `${dir}/file`, device: deviceOf(dir), watch: false })).rejects.toMatchObject({
    code: 'not-adoptable',
    message: expect.stringContaining('needs a folder'),
  })
})

test('the threads of a closed store end by themselves: none is terminated in the middle of its work', async () => {
  const dir = await newFolder()
  const exits: Promise<number>[] = []
  const follow = (worker: Worker): void =>
    void exits.push(new Promise((resolve) => worker.once('exit', (code) => resolve(code))))
  process.on('worker', follow)
  const store = await openStoreInThread({ dir, device: deviceOf(dir), watch: true })
  process.off('worker', follow)
  for (const path of ['a.md', 'b.md', 'c.md']) await store.put([fileAt(path, 'one\n')], agent)
  await store.close()
  expect(await Promise.all(exits)).toEqual([0])
})
