import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { ExportProgress, ExportWhat } from '../../shared/export.ts'
import { newFolder } from '../../testing/folders.ts'
import * as native from '../../testing/git.ts'
import { filesInZip } from '../../testing/zip.ts'
import type { Store } from '../memory/store-interface.ts'
import { agent, bytes, fileAt, git, newStore, writeOutside } from '../memory/tests/store-fixture.ts'
import { createExports, type Exports, type PickTarget } from './exports.ts'
import type { FindSecrets } from './secret-places.ts'

/** A store with what an export must keep, and what it must leave out. */
async function scene() {
  const place = await newStore({
    prepare: async (dir) => {
      await writeOutside(dir, 'notes/große Liste.md', 'Grüße\n')
      await writeOutside(dir, 'notes/run.sh', '#!/bin/sh\n')
      await fs.chmod(nodePath.join(dir, 'notes/run.sh'), 0o755)
      await writeOutside(dir, 'picture.png', Buffer.from([0x89, 0, 255, 10]))
      await fs.symlink('/etc', nodePath.join(dir, 'elsewhere'))
    },
  })
  const folder = await newFolder()
  return { ...place, folder, spool: nodePath.join(folder, 'spool') }
}

async function steps(exports: Exports, what: ExportWhat, signal?: AbortSignal): Promise<readonly ExportProgress[]> {
  const all: ExportProgress[] = []
  for await (const step of exports.run(what, signal)) all.push(step)
  return all
}

/** No text looks like a secret. */
const none: FindSecrets = () => []

const NAMES = ['elsewhere', 'notes/große Liste.md', 'notes/run.sh', 'picture.png']

/** Git's id of a folder's content, as it would be committed. */
async function treeOfFolder(folder: string): Promise<string> {
  await native.git(folder, 'init', '-q')
  await native.git(folder, 'add', '-Af')
  return native.git(folder, 'write-tree')
}

test('a folder has exactly the files of the tree, now and as of a point, and never replaces one', async () => {
  const { dir, store, folder, [Symbol.asyncDispose]: dispose } = await scene()
  const pickTarget: PickTarget = async (_kind, name) => nodePath.join(folder, name)
  const exports = createExports({
    store: () => store,
    storeFolder: () => dir,
    folder: `${folder}/spool`,
    secretsIn: none,
    pickTarget,
  })
  const first = (await git(dir, 'rev-parse', 'HEAD')).trim()
  await store.put([fileAt('notes/later.md', 'later\n')], agent)
  await store.putPolicies(null, bytes('{"version":1}\n'), agent, 'policies: new')
  const names: string[] = []
  for (const what of [{ kind: 'folder', at: first }, { kind: 'folder' }] as const) {
    const end = (await steps(exports, what)).at(-1)
    expect(end).toMatchObject({ kind: 'done', leftOut: [], address: null })
    if (end?.kind === 'done') names.push(nodePath.join(folder, end.name))
  }
  expect(names[1]).toBe(`${names[0]} 2`)
  expect(await treeOfFolder(names[0] ?? '')).toBe(await git(dir, 'rev-parse', `${first}^{tree}`))
  await git(dir, 'rm', '-q', '--cached', '.variorum/policies.json')
  expect(await treeOfFolder(names[1] ?? '')).toBe(await git(dir, 'write-tree'))
  await dispose()
})

test('a file is exported as it is or was, and a cancelled or failed export leaves nothing behind', async () => {
  const { dir, store, folder, [Symbol.asyncDispose]: dispose } = await scene()
  const exports = createExports({
    store: () => store,
    storeFolder: () => dir,
    folder: `${folder}/spool`,
    secretsIn: none,
    pickTarget: async () => `${folder}/a`,
  })
  const first = (await git(dir, 'rev-parse', 'HEAD')).trim()
  const { blob } = (await store.file('notes/große Liste.md')) ?? {}
  await store.put([fileAt('notes/große Liste.md', 'neu\n', blob?.id ?? null)], agent)
  for (const [at, text] of [
    [first, 'Grüße\n'],
    [undefined, 'neu\n'],
  ] as const) {
    const what = { kind: 'file', path: 'notes/große Liste.md', ...(at !== undefined && { at }) } as const
    expect((await steps(exports, what)).at(-1)).toMatchObject({ kind: 'done', name: 'a' })
    expect(await fs.readFile(`${folder}/a`, 'utf8')).toBe(text)
  }
  await fs.rm(`${folder}/a`)
  await expect(steps(exports, { kind: 'file', path: 'none.md' })).rejects.toMatchObject({ code: 'bad-request' })
  for (const kind of ['folder', 'bundle'] as const) {
    const stop = new AbortController()
    // Cancelled after the first file, and while the bundle is written.
    const cancelling: Store = {
      ...store,
      bytes: (id) => store.bytes(id).finally(() => stop.abort()),
      writeBundle(file) {
        const writing = store.writeBundle(file)
        stop.abort()
        return writing
      },
    }
    const cancelled = createExports({
      store: () => cancelling,
      storeFolder: () => dir,
      folder: `${folder}/spool`,
      secretsIn: none,
      pickTarget: async () => `${folder}/b`,
    })
    await expect(steps(cancelled, { kind }, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  }
  expect(await fs.readdir(folder)).toEqual([])
  const { signal } = new AbortController()
  await expect(exports.write({ kind: 'folder' }, folder, signal)).rejects.toMatchObject({ code: 'name-taken' })
  await expect(exports.write({ kind: 'folder' }, `${folder}/no/such`, signal)).rejects.toMatchObject({ code: 'disk' })
  for (const what of [{ kind: 'folder' }, { kind: 'bundle' }, { kind: 'file', path: 'picture.png' }] as const)
    await expect(exports.write(what, `${folder}/c`, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(await fs.readdir(folder)).toEqual([])
  await dispose()
})

test('nothing is exported into the folder of the store, nor into its .git', async () => {
  const { dir, store, folder, [Symbol.asyncDispose]: dispose } = await scene()
  await fs.symlink(nodePath.join(dir, 'notes'), `${folder}/link`)
  const { signal } = new AbortController()
  const before = await fs.readdir(dir, { recursive: true })
  for (const place of [dir, `${dir}/notes`, `${dir}/.git`, `${folder}/link`]) {
    const exports = createExports({
      store: () => store,
      storeFolder: () => dir,
      folder: `${folder}/spool`,
      secretsIn: none,
      pickTarget: async () => `${place}/copy`,
    })
    for (const what of [{ kind: 'folder' }, { kind: 'bundle' }, { kind: 'file', path: 'picture.png' }] as const) {
      await expect(exports.write(what, `${place}/copy`, signal)).rejects.toMatchObject({ code: 'bad-request' })
      await expect(steps(exports, what)).rejects.toMatchObject({ code: 'bad-request' })
    }
  }
  expect(await fs.readdir(dir, { recursive: true })).toEqual(before)
  const exports = createExports({
    store: () => store,
    storeFolder: () => dir,
    folder: `${folder}/spool`,
    secretsIn: none,
  })
  expect(await exports.write({ kind: 'folder' }, `${dir}-copy`, signal)).toEqual({ kind: 'written', leftOut: [] })
  await dispose()
})

test('without a dialog, an export waits to be downloaded, once, at an address nobody can guess', async () => {
  const { dir, store, spool, [Symbol.asyncDispose]: dispose } = await scene()
  const exports = createExports({ store: () => store, storeFolder: () => dir, folder: spool, secretsIn: none })
  for (const [kind, ending] of [
    ['folder', '.zip'],
    ['bundle', '.bundle'],
  ] as const) {
    const end = (await steps(exports, { kind })).at(-1)
    const address = end?.kind === 'done' ? `/${end.address}` : ''
    expect(address).toMatch(/^\/exports\/[0-9a-f]{32}$/)
    const download = await exports.download(address)
    expect(download?.name.endsWith(ending)).toBe(true)
    if (kind === 'folder')
      expect([...filesInZip(await fs.readFile(download?.file ?? '')).keys()].toSorted()).toEqual(NAMES)
    expect(download?.bytes).toBe((await fs.stat(download?.file ?? '')).size)
    expect(await exports.download('/exports/')).toBeNull()
    download?.discard()
    expect(await exports.download(address)).toBeNull()
  }
  await steps(exports, { kind: 'folder' })
  await exports.close()
  expect(await fs.readdir(spool)).toEqual([])
  await dispose()
})

test('what a killed process left is removed at the next start; what another one is still writing stays', async () => {
  const { dir, store, spool, [Symbol.asyncDispose]: dispose } = await scene()
  await fs.mkdir(spool)
  const halfAnHourAgo = new Date(Date.now() - 1_800_000)
  for (const name of ['left', 'written']) await fs.writeFile(`${spool}/${name}`, 'zip')
  await fs.utimes(`${spool}/left`, halfAnHourAgo, halfAnHourAgo)
  await createExports({ store: () => store, storeFolder: () => dir, folder: spool, secretsIn: none }).close()
  expect(await fs.readdir(spool)).toEqual(['written'])
  await dispose()
})
