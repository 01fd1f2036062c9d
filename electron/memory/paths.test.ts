import { readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../shared/messages/english.ts'
import { codePoint } from '../../testing/code-points.ts'
import { saying } from '../../testing/saying.ts'
import { ignoreReason, isReservedName, parseToolPath, REMOVED_HISTORY, whyPathIsRefused } from './paths.ts'
import { agent, fileAt, newStore } from './tests/store-fixture.ts'

const hostile = readFileSync(new URL('../../e2e/hostile/paths.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { path: unknown; expect: string })

test('every hostile path is accepted or refused as listed', () => {
  expect(hostile.length).toBeGreaterThan(100)
  for (const line of hostile) {
    const { kind } = parseToolPath(line.path)
    if (line.expect === 'refuse') expect([line.path, kind]).toEqual([line.path, 'refused'])
    if (line.expect.startsWith('ok (') || line.expect === 'ok') expect([line.path, kind]).toEqual([line.path, 'path'])
  }
  expect(parseToolPath('/memories/a.md')).toEqual({ kind: 'path', path: 'a.md' })
})

test('a refusal is a sentence that names no folder of this computer', () => {
  for (const { path } of hostile) {
    const parsed = parseToolPath(path)
    if (parsed.kind === 'refused')
      expect(english(parsed.reason)).toMatch(
        /^The path is not allowed: .*\. Paths begin with \/memories\/ and stay inside it\.$/,
      )
  }
})

test('the root may end with a slash only where that is allowed', () => {
  expect([parseToolPath('/memories'), parseToolPath('/memories/', { trailingSlash: true })]).toEqual([
    { kind: 'path', path: '' },
    { kind: 'path', path: '' },
  ])
  expect([parseToolPath('/memories/').kind, parseToolPath('/memories/d/', { trailingSlash: true }).kind]).toEqual([
    'refused',
    'refused',
  ])
})

/** How file systems fold names: HFS+ and APFS, NTFS and the Windows API, and a URL decoder in between. */
const FOLDINGS: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.normalize('NFC').toLowerCase(),
  (name) => name.normalize('NFKC').toLowerCase(),
  (name) =>
    name
      .normalize('NFD')
      .replace(/[\u200b-\u200f\u202a-\u202e\u206a-\u206f\ufeff\u00ad]/g, '')
      .toLowerCase(),
  (name) => name.replace(/[. ]+$/, '').toLowerCase(),
  (name) => name.replace(/:.*$/, '').toLowerCase(),
  (name) => decoded(name).toLowerCase(),
  (name) => decoded(decoded(name)).toLowerCase(),
]
function decoded(name: string): string {
  return name.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
const RESERVED = [
  '.git',
  '.variorum',
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  'git~1',
  'gitmod~1',
  'gi7eba~1',
  'gi7eb~10',
  '',
  '.',
  '..',
]

const disguised = fc
  .tuple(
    fc.constantFrom(...RESERVED, 'con', 'a', 'notes', '...'),
    fc.array(
      fc.tuple(
        fc.nat(12),
        fc.constantFrom(
          '\u200c',
          '\u00ad',
          '\ufeff',
          '\u0301',
          ' ',
          '.',
          ':x',
          '%2e',
          '%252e',
          '%2f',
          '/',
          '\\',
          '\0',
          '\u202e',
          '\u2024',
          '\uff0e',
          '\u017f',
          '\u0130',
        ),
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize('NFD'),
    ),
  )
  .map(([name, extras, fold]) =>
    extras.reduce((text, [at, extra]) => text.slice(0, at) + extra + text.slice(at), fold(name)),
  )
const segment = fc.oneof(
  disguised,
  fc.constantFrom('..', '.', '...', '~', '$x', 'd', 'a.md'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: codePoint, maxLength: 6 }),
)

test('an accepted path stays inside the store and has no reserved part on any file system', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
      const parsed = parseToolPath(`/memories/${segments.join('/')}`)
      if (parsed.kind === 'refused') return
      accepted += 1
      expect(nodePath.posix.normalize(`/root/${parsed.path}`)).toBe(`/root/${parsed.path}`)
      for (const name of parsed.path.split('/')) {
        for (const fold of FOLDINGS) expect(RESERVED, JSON.stringify(name)).not.toContain(fold(name))
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        // oxlint-disable-next-line no-control-regex
        expect(name).toMatch(/^[^\0-\x1f\\:*?<>|"]+$/)
      }
    }),
    { numRuns: 5_000 },
  )
  expect(accepted).toBeGreaterThan(200)
})

test('reserved names are recognized in every spelling, and similar names are allowed', () => {
  for (const name of [
    '.GIT',
    '.g\u200cit',
    '.git. ',
    '.git::$INDEX_ALLOCATION',
    'GIT~2',
    'GI7EBA~1',
    'gi7e~100',
    '.Git\u0301',
    '%2egit',
    '.gitModules',
    'x\\.git',
  ])
    expect([name, isReservedName(name)]).toEqual([name, true])
  for (const name of ['git', '.github', 'gitlog.md', '.gitkeep', 'variorum', 'git~x', 'x.git'])
    expect([name, isReservedName(name)]).toEqual([name, false])
})

test('no new name hides something; what emoji and scripts are written with is seen', () => {
  for (const name of [
    'ok\u{e0061}.md',
    '\u00ad.md',
    '\u3164.md',
    '\u{e0041}\u{e0042}.md',
    'a\u034fb.md',
    'a\u200bb',
    'a\ufe0f',
  ])
    expect([name, whyPathIsRefused(name)]).toEqual([
      name,
      saying('a folder or file name in it has invisible characters'),
    ])
  for (const name of ['❤️.md', '👩‍👩‍👧 family.md', '1️⃣.md', 'می\u200cخواهم.md', '会议　全角.md'])
    expect([name, whyPathIsRefused(name)]).toEqual([name, null])
})

test('a path may be deep and long within limits, and one too long for the computer is refused with a reason', async () => {
  expect(whyPathIsRefused(Array.from({ length: 64 }, () => 'd').join('/'))).toBeNull()
  expect(whyPathIsRefused(Array.from({ length: 65 }, () => 'd').join('/'))).toEqual(saying(/64/))
  await using place = await newStore()
  const { dir, store } = place
  const long = Array.from({ length: 30 }, () => 'x'.repeat(250)).join('/')
  for (const outcome of [
    await store.put([fileAt(long, 'x')], agent),
    await store.look(long),
    await store.remove([long], agent),
    await store.look('a\0b'),
    await store.remove(['a\0b'], agent),
    await store.move([{ from: 'a\0b', to: 'c' }], agent),
  ]) {
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(JSON.stringify(outcome)).not.toContain(dir)
  }
  for (const path of ['.git', '.git/config', 'd/.variorum/x', '.gitignore']) {
    for (const outcome of [
      await store.put([fileAt(path, 'x')], agent),
      await store.remove([path], agent),
      await store.look(path),
      await store.move([{ from: 'a.md', to: path }], agent),
    ])
      expect(outcome).toMatchObject({ kind: expect.stringMatching(/refused|missing/) })
  }
  expect([await store.remove([''], agent), await store.move([{ from: '', to: 'x' }], agent)]).toMatchObject([
    { kind: 'refused' },
    { kind: 'refused' },
  ])
  expect(await store.list('.git')).toEqual([])
  expect(await fs.readdir(dir)).toEqual(['.git'])
})

test('what an interrupted removal of a history leaves is no part of the memory', () => {
  expect(isReservedName(`${REMOVED_HISTORY}1-x`)).toBe(true)
  expect(ignoreReason(`${REMOVED_HISTORY}1-x/HEAD`)).not.toBeNull()
  expect(parseToolPath(`/memories/${REMOVED_HISTORY}1-x/HEAD`).kind).toBe('refused')
})
