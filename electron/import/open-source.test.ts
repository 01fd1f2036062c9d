import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { newFolder } from '../../testing/folders.ts'
import { type ZipEntry, zipOf } from '../../testing/zip-writer.ts'
import { openSource } from './open-source.ts'
import { openZip } from './open-zip.ts'
import type { OpenedSource, Source, SourceFile } from './source.ts'

let folder = ''
const opened: OpenedSource[] = []

beforeEach(async () => {
  folder = await newFolder()
})
afterEach(async () => {
  for (const source of opened.splice(0)) await source.close()
})

async function open(...names: readonly string[]): Promise<OpenedSource> {
  const source = await openSource(names.map((name) => nodePath.join(folder, name)))
  opened.push(source)
  return source
}

async function openZipOf(entries: readonly ZipEntry[], options?: { entryCount: number }): Promise<OpenedSource> {
  await fs.writeFile(nodePath.join(folder, 'export.zip'), zipOf(entries, options))
  return open('export.zip')
}

const names = ({ files }: Source): readonly string[] => files.map(({ name }) => name)
const reasons = ({ leftOut }: Source): Readonly<Record<string, string>> =>
  Object.fromEntries(leftOut.map(({ what, why }) => [what, why.id]))
const text = async (file: SourceFile | undefined): Promise<string> =>
  Buffer.from((await file?.bytes(1_000_000)) ?? []).toString()
const failure = async (doing: Promise<unknown>): Promise<readonly [string, string]> => {
  const error: unknown = await doing.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof AppError)) throw new Error(`No AppError: ${String(error)}`)
  expect(error.message).not.toContain(folder)
  return [error.code, error.said.id]
}

test('a zip: its files by name, size and time, each read when it is asked for, several at once', async () => {
  const long = 'Grüße \u{1f30d} '.repeat(50_000)
  const source = await openZipOf([
    { name: 'a/' },
    { name: 'a/grüße.json', data: long },
    { name: 'plain.txt', data: 'plain', stored: true, time: new Date(2024, 1, 29, 12, 0, 0) },
    { name: 'empty.txt' },
  ])
  expect(source.name).toBe('export.zip')
  expect(source.leftOut).toEqual([])
  expect(source.files.map(({ name, size, time }) => [name, size, time])).toEqual([
    ['a/grüße.json', Buffer.byteLength(long), new Date(2026, 2, 1, 10, 30).toISOString()],
    ['plain.txt', 5, new Date(2024, 1, 29, 12).toISOString()],
    ['empty.txt', 0, new Date(2026, 2, 1, 10, 30).toISOString()],
  ])
  expect(await Promise.all(source.files.map(text))).toEqual([long, 'plain', ''])
  expect(await text(source.files[0])).toBe(long)
  expect(await failure(source.files[0]?.bytes(100) ?? Promise.resolve())).toEqual([
    'too-large',
    'import-file-too-large',
  ])
})

test('what was begun and not read to its end leaves the archive usable, also while others are read', async () => {
  const noise = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * at * 7919) % 251))
  const source = await openZipOf([
    { name: 'a', data: noise },
    { name: 'stored', data: noise, stored: true },
    { name: 'b', data: 'b' },
  ])
  const [packed, stored] = source.files
  const begin = async (file: SourceFile | undefined): Promise<void> => {
    for await (const piece of file?.stream() ?? []) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
  }
  const whole = async (file: SourceFile | undefined): Promise<void> =>
    expect(Buffer.compare((await file?.bytes(9_000_000)) ?? Buffer.alloc(0), noise)).toBe(0)
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 4 < 2 ? begin : whole)(at % 2 === 0 ? packed : stored)))
  expect(await text(source.files[2])).toBe('b')
})

const HOSTILE: readonly (readonly [string, ZipEntry, string])[] = [
  ['an absolute name', { name: '/etc/passwd' }, 'import-name-absolute'],
  ['a drive letter', { name: 'C:/a.json' }, 'import-name-absolute'],
  ['a drive letter without a slash', { name: 'c:a.json' }, 'import-name-absolute'],
  ['a way out', { name: 'a/../../b.json' }, 'import-name-leads-out'],
  ['a way out that is folded', { name: '..' }, 'import-name-leads-out'],
  ['backslashes', { name: '..\\..\\a.json' }, 'path-backslash'],
  ['a network name', { name: '\\\\host\\a.json' }, 'path-backslash'],
  ['NUL', { name: 'a\0.json' }, 'path-control-character'],
  ['a line feed', { name: 'a\n.json' }, 'path-control-character'],
  ['an escape', { name: 'a\u001b[2J.json' }, 'path-control-character'],
  ['an empty part', { name: 'a//b.json' }, 'name-impossible'],
  ['a dot', { name: './a.json' }, 'name-impossible'],
  ['no UTF-8', { name: Buffer.from([0x61, 0xff, 0x2e]) }, 'name-not-utf8'],
  ['a link', { name: 'link', data: '/etc/passwd', mode: 0o120777 }, 'import-link'],
  ['a device', { name: 'device', mode: 0o020666 }, 'left-out-not-a-file'],
  ['a pipe', { name: 'pipe', mode: 0o010644 }, 'left-out-not-a-file'],
  ['a folder that is named as a file', { name: 'folder', mode: 0o040755 }, 'left-out-not-a-file'],
  ['an encrypted entry', { name: 'secret.json', data: 'x', flags: 0x801 }, 'import-encrypted'],
  ['another compression', { name: 'lzma.json', data: 'x', method: 14 }, 'import-packed-otherwise'],
  ['a size beyond all', { name: 'huge.json', data: 'x', size: 0xffff_fff0 }, 'import-bomb'],
  ['zeros', { name: 'zeros.json', data: new Uint8Array(20_000_000) }, 'import-bomb'],
  ['more bytes than the archive has', { name: 'a', stored: true, packedSize: 99_000, size: 99_000 }, 'import-bomb'],
  ['a doubled name', { name: 'good.json', data: 'other' }, 'import-doubled'],
  ['a name that is doubled in other code points', { name: 'gru\u0308ße.json', data: 'other' }, 'import-doubled'],
]

test.each(HOSTILE)('a zip with %s: that entry is refused, and the others can be read', async (_, entry, why) => {
  const good = [
    { name: 'good.json', data: 'good' },
    { name: 'grüße.json', data: 'Grüße' },
  ]
  const source = await openZipOf([...good, entry, { name: 'last.json', data: 'last' }])
  expect(names(source)).toEqual(['good.json', 'grüße.json', 'last.json'])
  expect(source.leftOut).toHaveLength(1)
  const [refused] = source.leftOut
  expect(refused?.why.id).toBe(why)
  // oxlint-disable-next-line no-control-regex
  expect(refused?.what).not.toMatch(/[\u0000-\u001f]/)
  expect(await Promise.all(source.files.map(text))).toEqual(['good', 'Grüße', 'last'])
})

test('entries that share their bytes are refused as soon as they are more than the archive', async () => {
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251))
  const shared = Array.from({ length: 50 }, (_, at) => ({
    name: `${at}`,
    data: noise,
    stored: true,
    sharedWith: at + 1,
  }))
  const source = await openZipOf([{ name: 'first', data: noise, stored: true }, ...shared])
  expect(source.files.length).toBeLessThan(5)
  expect(new Set(source.leftOut.map(({ why }) => why.id))).toEqual(new Set(['import-bomb']))
  expect(source.files.length + source.leftOut.length).toBe(51)
})

test.each<readonly [string, ZipEntry, string]>([
  ['another sum', { name: 'bad', data: 'bad', crc: 7 }, 'import-file-damaged'],
  ['less than it says', { name: 'bad', data: 'bad', size: 4 }, 'import-file-damaged'],
  ['more than it says', { name: 'bad', data: 'x'.repeat(3_000_000), size: 10 }, 'import-file-swells'],
  ['no deflate', { name: 'bad', data: 'not deflated', stored: true, method: 8 }, 'import-file-damaged'],
  ['stored, with two sizes', { name: 'bad', data: 'bad', stored: true, size: 9 }, 'import-file-damaged'],
])('an entry with %s fails by itself, when it is read', async (_, entry, why) => {
  const source = await openZipOf([{ name: 'a', data: 'a' }, entry, { name: 'b', data: 'b'.repeat(500), stored: true }])
  expect(await text(source.files[0])).toBe('a')
  expect(await failure(text(source.files.find(({ name }) => name === 'bad')))).toEqual(['damaged', why])
  expect(await text(source.files.at(-1))).toBe('b'.repeat(500))
})

test('a bomb is not unpacked further than it says', async () => {
  const source = await openZipOf([{ name: 'bad', data: new Uint8Array(50_000_000), size: 1_000 }])
  let length = 0
  const reading = async (): Promise<void> => {
    for await (const piece of source.files[0]?.stream() ?? []) length += piece.length
  }
  expect(await failure(reading())).toEqual(['damaged', 'import-file-swells'])
  expect(length).toBeLessThan(100_000)
})

test('a damaged archive is refused as a whole, and one with a damaged list has what comes before', async () => {
  const whole = zipOf([
    { name: 'a', data: 'a' },
    { name: 'b', data: 'b' },
  ])
  const damaged = {
    'cut.zip': whole.subarray(0, -30),
    'no.zip': Buffer.from('<html>Not found</html>'),
    'empty.zip': Buffer.alloc(0),
    'begins.zip': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)]),
    // A download that lost its ending.
    download: whole.subarray(0, 40),
  }
  for (const [name, bytes] of Object.entries(damaged)) {
    await fs.writeFile(nodePath.join(folder, name), bytes)
    expect(await failure(open(name))).toEqual(['damaged', 'import-zip-damaged'])
  }
  const source = await openZipOf(
    [
      { name: 'a', data: 'a' },
      { name: 'b', data: 'b' },
    ],
    { entryCount: 40 },
  )
  expect(await Promise.all(source.files.map(text))).toEqual(['a', 'b'])
  expect(source.leftOut).toMatchObject([{ what: 'export.zip', why: { id: 'import-list-damaged' } }])
  expect(source.leftOut[0]?.count).toBeLessThan(10)
})

test('an archive without files, and one that has lost its ending', async () => {
  expect(await openZipOf([])).toMatchObject({ files: [], leftOut: [] })
  await fs.writeFile(nodePath.join(folder, 'download'), zipOf([{ name: 'a', data: 'a' }]))
  expect(names(await open('download'))).toEqual(['a'])
})

test('of an archive with too many files, the first are read, and the others are counted', async () => {
  await fs.writeFile(
    nodePath.join(folder, 'many.zip'),
    zipOf(Array.from({ length: 30 }, (_, at) => ({ name: `${at}` }))),
  )
  const source = await openZip(nodePath.join(folder, 'many.zip'), 'many.zip', 20)
  opened.push(source)
  expect(source.files).toHaveLength(20)
  expect(source.leftOut).toEqual([{ what: 'many.zip', why: say('import-too-many', { most: 20 }), count: 10 }])
})

test('a folder: what is in it by name, no link followed, nothing of git, and what programs leave counted', async () => {
  const put = async (path: string, text = path): Promise<void> => {
    await fs.mkdir(nodePath.dirname(nodePath.join(folder, path)), { recursive: true })
    await fs.writeFile(nodePath.join(folder, path), text)
  }
  const outside = await newFolder()
  await fs.writeFile(nodePath.join(outside, 'secret.md'), 'secret')
  for (const path of ['notes/b.md', 'notes/a.md', '.cursorrules', '.github/copilot-instructions.md', 'z.md'])
    await put(path)
  for (const path of ['.git/config', 'notes/.git/HEAD', '.variorum/policies.json', '.gitignore']) await put(path)
  for (const path of ['.DS_Store', 'notes/.DS_Store', 'notes/.a.md.swp', '.trash/old.md', '.obsidian/app.json'])
    await put(path)
  await fs.symlink(nodePath.join(outside, 'secret.md'), nodePath.join(folder, 'link.md'))
  await fs.symlink(outside, nodePath.join(folder, 'linked'))
  await fs.symlink('.', nodePath.join(folder, 'loop'))
  const source = await open('.')
  expect(names(source)).toEqual([
    '.cursorrules',
    '.github/copilot-instructions.md',
    '.obsidian/app.json',
    'notes/a.md',
    'notes/b.md',
    'z.md',
  ])
  expect(await text(source.files[3])).toBe('notes/a.md')
  expect(reasons(source)).toEqual({
    '.git': 'path-kept-for-git',
    '.gitignore': 'path-kept-for-git',
    '.variorum': 'path-kept-for-git',
    'notes/.git': 'path-kept-for-git',
    'link.md': 'import-link',
    linked: 'import-link',
    loop: 'import-link',
    '.DS_Store': 'import-left-by-programs',
  })
  expect(source.leftOut.find(({ count }) => count !== undefined)?.count).toBe(4)
})

test('a file that has become a link since it was looked at is not followed', async () => {
  await fs.writeFile(nodePath.join(folder, 'a.md'), 'a')
  const source = await open('a.md')
  await fs.rm(nodePath.join(folder, 'a.md'))
  await fs.symlink('/etc/hostname', nodePath.join(folder, 'a.md'))
  expect((await failure(text(source.files[0])))[0]).toBe('disk')
})

test('a single file, a missing one, and a document that is a zip only inside', async () => {
  await fs.writeFile(nodePath.join(folder, 'memory.json'), '[]')
  expect(names(await open('memory.json'))).toEqual(['memory.json'])
  expect(await failure(open('missing.json'))).toEqual(['disk', 'import-unreadable'])
  await fs.writeFile(nodePath.join(folder, 'letter.docx'), zipOf([{ name: 'word/document.xml', data: 'x' }]))
  expect(names(await open('letter.docx'))).toEqual(['letter.docx'])
})

test('the parts of an export are one source: chosen together, or as the folder that they are in', async () => {
  const put = (name: string, entries: readonly ZipEntry[]): Promise<void> =>
    fs.writeFile(nodePath.join(folder, name), zipOf(entries))
  await put('conversations-000.zip', [{ name: 'conversations.json', data: '[1]' }, { name: '../out' }])
  await put('conversations-001.zip', [{ name: 'conversations.json', data: '[2]' }])
  await put('memories-000.zip', [{ name: 'memories/one.json', data: '{}' }])
  await fs.writeFile(nodePath.join(folder, 'manifest.json'), '{}')
  const parts = [
    'conversations-000/conversations.json',
    'conversations-001/conversations.json',
    'memories-000/memories/one.json',
  ]
  const whole = await open('.')
  expect(whole.name).toBe(nodePath.basename(folder))
  expect(names(whole)).toEqual(['manifest.json', ...parts])
  expect(await Promise.all(whole.files.map(text))).toEqual(['{}', '[1]', '[2]', '{}'])
  expect(reasons(whole)).toEqual({ '../out': 'import-name-leads-out' })
  const chosen = await open('conversations-000.zip', 'memories-000.zip', 'manifest.json')
  expect(names(chosen)).toEqual([parts[0], parts[2], 'manifest.json'])
  // An archive of archives is none of these.
  await put('all.zip', [{ name: 'conversations-000.zip', data: 'x' }])
  expect(names(await open('all.zip'))).toEqual(['conversations-000.zip'])
  await fs.rm(nodePath.join(folder, 'all.zip'))
  // A folder with anything else in it is what it looks like.
  await fs.writeFile(nodePath.join(folder, 'note.md'), 'note')
  expect(names(await open('.'))).toContain('memories-000.zip')
})
