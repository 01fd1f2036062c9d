import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { newFolder } from '../../testing/folders.ts'
import { withStoreErrors } from './store-errors.ts'

test('an error of the system leaves as a sentence without the path; every other error as it is', async () => {
  const dir = await newFolder()
  const own = new AppError('unknown-commit', say('unknown-point', { ref: 'abc' }))
  const store = withStoreErrors({
    read: () => fs.readFile(nodePath.join(dir, 'missing.md'), 'utf8'),
    refuse: () => Promise.reject(own),
    size: () => 2,
  })
  const failure: unknown = await store.read().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject({ code: 'disk' })
  expect(JSON.stringify(failure)).not.toContain(dir)
  await expect(store.refuse()).rejects.toBe(own)
  expect(store.size()).toBe(2)
})
