import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import { agent, allow, bytes, fileAt, user } from './store-fixture.ts'

test('the status, the tree and the overview agree on files and bytes, and count no policies', async () => {
  const [dir, derived] = [await newFolder(), await newFolder()]
  const store = await openStore({ dir, derived, device: deviceOf(dir), gate: allow, watch: false })
  await store.put([fileAt('a.md', 'one\n')], agent)
  await store.put([fileAt('d/b.md', 'Grüße\n')], agent)
  await store.putPolicies(null, bytes('{"version":1}\n'), user, 'policies: new')
  const expected = { files: 2, bytes: 12 }
  expect(await store.status()).toMatchObject(expected)
  const tree = await store.tree()
  expect({ files: tree.files.length, bytes: tree.bytes }).toEqual(expected)
  expect((await store.overview())?.periods.at(-1)).toMatchObject(expected)
  await store.close()
})
