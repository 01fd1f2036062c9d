import nodeFs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { ObjectId } from '../../../shared/change.ts'
import { Repository } from '../repo/repository.ts'
import { closedStore, git } from '../tests/store-fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test.for(['.idx', '.pack'])('too many open files when a %s is to be opened are no damage', async (end) => {
  await using place = await closedStore({ 'a.md': 'a\n' })
  await git(place.dir, 'repack', '-a', '-d', '-q')
  const head = ObjectId.parse((await git(place.dir, 'rev-parse', 'HEAD')).trim())
  const repo = new Repository(place.dir)
  const { openSync } = nodeFs
  let isRefusing = true
  vi.spyOn(nodeFs, 'openSync').mockImplementation((path, ...how) => {
    if (isRefusing && String(path).endsWith(end)) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
    return openSync(path, ...how)
  })
  syncBuiltinESMExports()
  expect(() => repo.objects.readCommit(head)).toThrow('EMFILE')
  isRefusing = false
  expect(repo.objects.readCommit(head).id).toBe(head)
})
