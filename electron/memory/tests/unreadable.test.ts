import nodeFs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryTool } from '../../agent/memory-tool/memory-tool.ts'
import { agent, fileAt, filesOfHead, newStore, user, writeOutside } from './store-fixture.ts'

// A folder that the system does not let be read (lost+found, another user's, a disk that fails or is gone) costs what is
// in it, and nothing else.

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Makes everything at and below a path fail, as the system would. */
function close(path: string, code: string): void {
  const isClosed = (asked: unknown): boolean => {
    const plain = String(asked)
    const real = plain.startsWith('/proc/self/fd/')
      ? nodeFs.readlinkSync(plain.split('/').slice(0, 5).join('/')) +
        plain.slice(plain.split('/').slice(0, 5).join('/').length)
      : plain
    return real === path || real.startsWith(`${path}/`)
  }
  const failure = (): Error => Object.assign(new Error(code), { code, syscall: 'open' })
  const isOnly = (asked: unknown): boolean => code !== 'EACCES' || String(asked) !== path
  const { lstatSync, readdirSync, openSync } = nodeFs
  const { readdir, lstat } = nodeFs.promises
  vi.spyOn(nodeFs, 'lstatSync').mockImplementation(((asked: nodeFs.PathLike, how?: nodeFs.StatSyncOptions) => {
    if (isClosed(asked) && isOnly(asked)) throw failure()
    return lstatSync(asked, how)
  }) as typeof lstatSync)
  vi.spyOn(nodeFs, 'readdirSync').mockImplementation(((asked: nodeFs.PathLike, how?: object) => {
    if (isClosed(asked)) throw failure()
    return Reflect.apply(readdirSync, nodeFs, [asked, how])
  }) as typeof readdirSync)
  vi.spyOn(nodeFs, 'openSync').mockImplementation((asked, ...how) => {
    if (isClosed(asked)) throw failure()
    return openSync(asked, ...how)
  })
  vi.spyOn(nodeFs.promises, 'readdir').mockImplementation((async (asked: nodeFs.PathLike, how?: object) => {
    if (isClosed(asked)) throw failure()
    return Reflect.apply(readdir, nodeFs.promises, [asked, how])
  }) as typeof readdir)
  vi.spyOn(nodeFs.promises, 'lstat').mockImplementation((async (asked: nodeFs.PathLike, how?: object) => {
    if (isClosed(asked) && isOnly(asked)) throw failure()
    return Reflect.apply(lstat, nodeFs.promises, [asked, how])
  }) as typeof lstat)
  syncBuiltinESMExports()
}

test.for(['EACCES', 'EIO', 'ENOTCONN'])('a folder that cannot be read (%s) costs that folder only', async (code) => {
  const files = { 'p/a.md': 'one\n', 'p/deep/b.md': 'two\n', 'q.md': 'q\n' }
  await using place = await newStore({
    prepare: async (dir) => {
      for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
    },
  })
  const { dir, store } = place
  const tool = createMemoryTool(store)
  close(`${dir}/p`, code)
  const { content, isError } = await tool.run({ command: 'view', path: '/memories' })
  expect([isError, content.split('\n').slice(2)]).toEqual([
    false,
    ['0B\t/memories/p', '2B\t/memories/q.md', '', '[These cannot be read at present: /memories/p]'],
  ])
  for (const path of ['/memories/p', '/memories/p/a.md'])
    expect(await tool.run({ command: 'view', path })).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^Error: The system doesn’t let Variorum read this\./),
    })
  expect((await tool.run({ command: 'view', path: '/memories/q.md' })).isError).toBe(false)
  await writeOutside(dir, 'r.md', 'r\n')
  await store.adopt()
  expect(await filesOfHead(dir)).toEqual({ ...files, 'r.md': 'r\n' })
  expect((await store.status()).leftOut).toEqual([{ path: 'p', reason: { id: 'not-readable', values: {} } }])
  for (const outcome of [
    await store.put([fileAt('p/a.md', 'x')], agent).catch((error: unknown) => error),
    await store.remove(['p'], { ...agent, verb: 'delete' }).catch((error: unknown) => error),
    await store.move([{ from: 'p', to: 'moved' }], { ...agent, verb: 'rename' }).catch((error: unknown) => error),
  ])
    expect(JSON.stringify(outcome)).toMatch(/"kind":"refused"|"code":"disk"/)
  expect(await store.put([fileAt('q.md', 'Q\n', (await blobOf(store, 'q.md')) ?? null)], user)).toMatchObject({
    kind: 'committed',
  })
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await store.adopt()
  expect(await filesOfHead(dir)).toEqual({ ...files, 'q.md': 'Q\n', 'r.md': 'r\n' })
  expect((await store.status()).leftOut).toEqual([])
})

async function blobOf(store: Awaited<ReturnType<typeof newStore>>['store'], path: string): Promise<string | null> {
  const found = await store.look(path)
  return found.kind === 'file' ? found.blob.id : null
}

test('a note that is in a cloud is there, and no deletion', async () => {
  for (const stub of ['.a.md.icloud', 'a.md.nextcloud']) {
    await using place = await newStore({
      prepare: async (dir) => {
        await writeOutside(dir, 'n/a.md', 'precious\n')
        await writeOutside(dir, 'b.md', 'b\n')
      },
    })
    const { dir, store } = place
    const tool = createMemoryTool(store)
    await nodeFs.promises.rename(`${dir}/n/a.md`, `${dir}/kept`)
    await writeOutside(dir, `n/${stub}`, 'bplist00')
    await nodeFs.promises.rename(`${dir}/kept`, `${dir}/.git/kept`)
    await store.adopt()
    expect(await filesOfHead(dir)).toEqual({ 'n/a.md': 'precious\n', 'b.md': 'b\n' })
    expect((await store.status()).leftOut).toMatchObject([{ path: 'n/a.md', reason: { id: 'in-cloud' } }])
    expect((await tool.run({ command: 'view', path: '/memories/n' })).content).toContain(
      '0B\t/memories/n/a.md\n\n[These cannot be read at present: /memories/n/a.md]',
    )
    for (const command of [
      { command: 'view', path: '/memories/n/a.md' },
      { command: 'create', path: '/memories/n/a.md', file_text: 'new\n' },
      { command: 'delete', path: '/memories/n/a.md' },
      { command: 'delete', path: '/memories/n' },
      { command: 'rename', old_path: '/memories/b.md', new_path: '/memories/n/a.md' },
    ])
      expect(await tool.run(command)).toMatchObject({
        isError: true,
        content: expect.stringMatching(/cloud|already exists/i),
      })
    await nodeFs.promises.rename(`${dir}/.git/kept`, `${dir}/n/a.md`)
    await nodeFs.promises.rm(`${dir}/n/${stub}`)
    await store.adopt()
    expect([await filesOfHead(dir), (await store.status()).leftOut]).toEqual([
      { 'n/a.md': 'precious\n', 'b.md': 'b\n' },
      [],
    ])
  }
})
