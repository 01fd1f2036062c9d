import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { byUser } from '../../../shared/origin.ts'
import { newFolder } from '../../../testing/folders.ts'
import { everythingOutside, FOLDERS_IN_A_WINDOW, makeHostileFolder } from '../../../testing/hostile/folders.ts'
import { processorMsOf } from '../../../testing/processor-time.ts'
import { inspectFolder } from '../inspect-folder.ts'
import { openStore } from '../open-store.ts'
import { allow } from './store-fixture.ts'

// What is done with a folder that is added: it is looked at, opened, checked and restored. A model's way to it is in
// electron/stores/hostile-folders.test.ts and, with what it takes, in e2e/hostile/folders.test.ts.

/** Of the processor: what else runs on the machine does not count. */
const ANSWER_MS = 2_000

/** An answer, or a refusal in words. */
async function within(work: Promise<unknown>): Promise<string | null> {
  let error: unknown = null
  const took = await processorMsOf(() => work.catch((reason: unknown) => (error = reason)))
  if (error !== null && !(error instanceof AppError)) return String(error)
  return took > ANSWER_MS ? 'took long' : null
}

test.each(FOLDERS_IN_A_WINDOW.map(({ name, make }) => [name, make] as const))(
  'added in the window: %s',
  async (_, make) => {
    const root = await newFolder()
    const { dir } = makeHostileFolder(root, { make })
    const before = everythingOutside(root)
    const home = await newFolder()
    const device = nodePath.join(home, 'stores')
    const wrong = [await within(inspectFolder(dir, { device, home }))]
    for (const trust of [false, true]) {
      const opening = openStore({ dir, device, home, trust, gate: allow, watch: false })
      wrong.push(await within(opening))
      const store = await opening.catch(() => null)
      for (const name of ['status', 'tree', 'points'] as const)
        if (store !== null) wrong.push(await within(store[name]()))
      if (store !== null) wrong.push(await within(store.check({ repair: false })))
      if (store !== null) wrong.push(await within(store.restore('HEAD', [''], byUser('restore'))))
      await store?.close()
    }
    expect(wrong.filter((line) => line !== null)).toEqual([])
    expect(everythingOutside(root)).toEqual(before)
  },
)
