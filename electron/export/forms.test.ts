import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import type { ExportWhat } from '../../shared/export.ts'
import { byAgent } from '../../shared/origin.ts'
import { newFolder } from '../../testing/folders.ts'
import { filesInZip } from '../../testing/zip.ts'
import { agent, fileAt, newStore, rewrite, user, writeOutside } from '../memory/tests/store-fixture.ts'
import { createExports } from './exports.ts'
import type { FindSecrets } from './secret-places.ts'

/** Each line that says "secret" is one. */
const find: FindSecrets = (path, bytes) =>
  Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => (line.includes('secret') ? [{ path, line: at + 1, rule: 'word' }] : []))

async function scene() {
  const place = await newStore({
    prepare: async (dir) => writeOutside(dir, 'picture.png', Buffer.from([0x89, 0, 255, 10])),
  })
  const { store, dir } = place
  await store.put([fileAt('große Liste.md', '# Liste\r\n\r\n- Grüße\r\n')], user)
  await store.put([fileAt('trips/lisbon.md', 'mine\nlast\n')], user)
  await rewrite(store, 'trips/lisbon.md', 'mine\nread on a page\nlast\n', byAgent('edit', 'agent-untrusted'))
  const folder = await newFolder()
  const exports = createExports({
    store: () => store,
    storeFolder: () => dir,
    folder: `${folder}/spool`,
    secretsIn: find,
  })
  const at = (name: string): string => nodePath.join(folder, name)
  const write = (what: ExportWhat, name: string) => exports.write(what, at(name), new AbortController().signal)
  return { ...place, exports, at, write, text: (name: string) => fs.readFile(at(name), 'utf8') }
}

async function bytesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const inside = files.filter((entry) => entry.isFile()).map((entry) => nodePath.join(entry.parentPath, entry.name))
  const all = inside.map(async (file): Promise<[string, string]> => {
    return [nodePath.relative(folder, file).replaceAll('\\', '/'), await fs.readFile(file, 'hex')]
  })
  return new Map((await Promise.all(all)).toSorted())
}

test('a folder and a zip have the files as they are, byte for byte', async () => {
  const { store, at, write, [Symbol.asyncDispose]: dispose } = await scene()
  const memory = new Map<string, string>()
  for (const { path, blob } of (await store.tree()).files)
    memory.set(path, Buffer.from((await store.bytes(blob.id)) ?? []).toString('hex'))
  expect(memory.size).toBe(3)
  expect(await write({ kind: 'folder' }, 'files')).toEqual({ kind: 'written', leftOut: [] })
  expect(await bytesIn(at('files'))).toEqual(memory)
  expect(await write({ kind: 'zip' }, 'files.zip')).toEqual({ kind: 'written', leftOut: [] })
  const zipped = [...filesInZip(await fs.readFile(at('files.zip')))].map(([name, bytes]) => [
    name,
    bytes.toString('hex'),
  ])
  expect(new Map(zipped.map(([name = '', hex = '']) => [name, hex]))).toEqual(memory)
  await expect(write({ kind: 'zip' }, 'files.zip')).rejects.toMatchObject({ code: 'name-taken' })
  await dispose()
})

test('lines from outside are marked in what agents read, and left out where the user wants that', async () => {
  const { dir, store, write, at, text, [Symbol.asyncDispose]: dispose } = await scene()
  await writeOutside(dir, 'found.md', 'from elsewhere\n')
  await store.adopt()
  await write({ kind: 'prompt' }, 'prompt.md')
  expect(await text('prompt.md')).toContain('mine\nread on a page (from outside)\nlast')
  expect(await text('prompt.md')).toContain('## found.md (from outside)\n\nfrom elsewhere (from outside)')
  expect(await write({ kind: 'agents-md', untrusted: 'leave-out' }, 'AGENTS.md')).toEqual({
    kind: 'written',
    leftOut: [
      { what: 'found.md', why: { id: 'export-left-named-outside', values: {} } },
      { what: 'picture.png', why: { id: 'export-left-named-outside', values: {} } },
      { what: 'trips/lisbon.md', why: { id: 'export-left-lines', values: { count: 1 } } },
    ],
  })
  expect(await text('AGENTS.md')).toContain('mine\nlast')
  expect(await text('AGENTS.md')).not.toMatch(/page|elsewhere|found/)
  await write({ kind: 'claude-code' }, 'claude')
  expect(await text('claude/trips/lisbon.md')).toMatch(/^---\nname: lisbon\n[^]*read on a page \(from outside\)\n/)
  expect((await fs.readdir(at('claude'))).toSorted()).toEqual(
    ['MEMORY.md', 'found.md', 'große Liste.md', 'picture.png', 'trips'].toSorted(),
  )
  await write({ kind: 'folder', untrusted: 'mark' }, 'marked')
  expect(await text('marked/trips/lisbon.md')).toBe('mine\nread on a page (from outside)\nlast\n')
  const head = (await store.history({ limit: 1 })).commits[0]?.id ?? ''
  for (const what of [
    { kind: 'folder', at: head, untrusted: 'mark' },
    { kind: 'bundle', untrusted: 'leave-out' },
  ] as const)
    await expect(write(what, 'no')).rejects.toMatchObject({ code: 'bad-request' })
  await dispose()
})

test('a section is written again in its place, and the rest of the file stays', async () => {
  const { store, at, write, text, [Symbol.asyncDispose]: dispose } = await scene()
  await fs.writeFile(at('CLAUDE.md'), '# Mine\n')
  await write({ kind: 'agents-md' }, 'CLAUDE.md')
  await fs.appendFile(at('CLAUDE.md'), '\nAlso mine.\n')
  await store.put([fileAt('tea.md', 'Green.\n')], agent)
  await write({ kind: 'agents-md' }, 'CLAUDE.md')
  const file = await text('CLAUDE.md')
  expect(file).toMatch(/^# Mine\n\n<!-- variorum:begin -->\n[^]*\nGreen\.[^]*<!-- variorum:end -->\n\nAlso mine\.\n$/)
  expect(file.match(/variorum:begin/g)).toHaveLength(1)
  await fs.writeFile(at('broken.md'), `${file}${file}`)
  await expect(write({ kind: 'agents-md' }, 'broken.md')).rejects.toMatchObject({ code: 'bad-request' })
  expect(await text('broken.md')).toBe(`${file}${file}`)
  await dispose()
})

test('nothing is written while something looks like a secret, unless the user has said so', async () => {
  const { store, exports, at, write, [Symbol.asyncDispose]: dispose } = await scene()
  await store.put([fileAt('keys.md', 'one\na secret\n')], user)
  await rewrite(
    store,
    'trips/lisbon.md',
    'secret, from a page\nmine\nthe other secret\n',
    byAgent('edit', 'agent-untrusted'),
  )
  const places = [
    { path: 'keys.md', line: 2, rule: 'word', commit: null },
    { path: 'trips/lisbon.md', line: 1, rule: 'word', commit: null },
    { path: 'trips/lisbon.md', line: 3, rule: 'word', commit: null },
  ]
  for (const kind of ['folder', 'zip', 'claude-code', 'agents-md', 'prompt'] as const)
    expect(await write({ kind }, 'copy')).toEqual({ kind: 'kept-back', places })
  await rewrite(store, 'trips/lisbon.md', 'secret, from a page\nmine\nmy secret\n', user)
  // Lines that stay here need no look, and the others keep their numbers.
  expect(await write({ kind: 'folder', untrusted: 'leave-out' }, 'copy')).toMatchObject({
    places: [{ path: 'keys.md' }, { path: 'trips/lisbon.md', line: 3 }],
  })
  for await (const step of exports.run({ kind: 'zip' })) expect(step.kind).toMatch(/^(?:progress|kept-back)$/)
  expect(await fs.readdir(nodePath.dirname(at('copy')))).toEqual([])
  expect(await write({ kind: 'zip', withSecrets: true }, 'copy')).toEqual({ kind: 'written', leftOut: [] })
  await dispose()
})

test('in the history, each version that looks like a secret is named by its commit', async () => {
  const { store, write, at, [Symbol.asyncDispose]: dispose } = await scene()
  const put = await store.put([fileAt('keys.md', 'a secret\n')], user)
  await rewrite(store, 'keys.md', 'nothing\n', user)
  const commit = put.kind === 'committed' ? put.commit.variorumId : ''
  const many = Array.from({ length: 300 }, (_, number) =>
    fileAt(`many/${number}.md`, number === 299 ? 'secret\n' : '\n'),
  )
  await store.put(many, user)
  expect(await write({ kind: 'folder' }, 'no')).toMatchObject({ places: [{ path: 'many/299.md' }] })
  expect(await write({ kind: 'bundle' }, 'history')).toMatchObject({
    kind: 'kept-back',
    places: [
      { path: 'keys.md', line: 1, rule: 'word', commit },
      { path: 'many/299.md', line: 1 },
    ],
  })
  await write({ kind: 'bundle', withSecrets: true }, 'history')
  expect((await fs.stat(at('history'))).size).toBeGreaterThan(0)
  await dispose()
})
