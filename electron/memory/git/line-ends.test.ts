import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { git } from '../../../testing/git.ts'
import { runProgram } from '../../../testing/programs.ts'
import { attributesOf, parseAttributes } from './attributes.ts'
import { LINE_END_ATTRIBUTES, lineEndRule, toObject, toWorkTree } from './line-ends.ts'

const RULES = {
  none: '',
  auto: 'text=auto',
  text: 'text',
  binary: '-text',
  crlf: 'eol=crlf',
  lf: 'eol=lf',
  'auto-crlf': 'text=auto eol=crlf',
  'auto-lf': 'text=auto eol=lf',
  old: 'crlf',
  'old-input': 'crlf=input',
  both: 'text -crlf',
  unset: '!text eol=crlf',
}
const ATTRIBUTES = Object.entries(RULES)
  .map(([name, states]) => `${name} ${states}`)
  .join('\n')
const SETTINGS = [
  { autocrlf: false, eol: 'native' },
  { autocrlf: true, eol: 'native' },
  { autocrlf: 'input', eol: 'native' },
  { autocrlf: false, eol: 'crlf' },
  { autocrlf: false, eol: 'lf' },
  { autocrlf: 'input', eol: 'crlf' },
] as const

const bytes = fc
  .array(fc.constantFrom('a', 'b\n', 'c\r\n', '\n', '\r\n', '\r', '\0', '\u001a', '\u0001', 'x'.repeat(200), 'é'), {
    maxLength: 8,
  })
  .map((parts) => Buffer.from(parts.join('')))
const of = (text: Uint8Array | null): string => (text === null ? '-' : Buffer.from(text).toString('latin1'))

test('a text changes its line ends where git changes them, and keeps those it has otherwise', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q')
  await fs.writeFile(nodePath.join(dir, '.gitattributes'), ATTRIBUTES)
  const rules = parseAttributes(ATTRIBUTES, { wanted: new Set(LINE_END_ATTRIBUTES), hasMacros: true, foldsCase: false })
  const run = async (settings: readonly string[], args: readonly string[], input: Uint8Array): Promise<Buffer> =>
    (await runProgram({ file: 'git', args: [...settings, ...args], cwd: dir, input })).out
  const blobOf = async (version: Uint8Array): Promise<string> =>
    (await run([], ['hash-object', '-w', '--stdin', '--no-filters'], version)).toString().trim()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(RULES)),
      fc.constantFrom(...SETTINGS),
      fc.record({ now: bytes, indexed: fc.option(bytes), edited: bytes }),
      async (name, settings, { now, indexed, edited }) => {
        const rule = lineEndRule(attributesOf(name, [{ folder: '', ...rules }], { foldsCase: false }), settings)
        const { autocrlf, eol } = settings
        const config = ['-c', `core.autocrlf=${autocrlf}`, '-c', `core.eol=${eol}`, '-c', 'core.safecrlf=false']
        await run([], ['update-index', '--force-remove', name], Buffer.of())
        if (indexed !== null)
          await run(
            [],
            ['update-index', '--add', '--cacheinfo', `100644,${await blobOf(indexed)},${name}`],
            Buffer.of(),
          )
        await fs.writeFile(nodePath.join(dir, name), now)
        await run(config, ['update-index', '--add', name], Buffer.of())
        const id = (await run([], ['rev-parse', `:${name}`], Buffer.of())).toString().trim()
        const [object, expected] = [
          toObject(now, rule, () => indexed),
          await run([], ['cat-file', 'blob', id], Buffer.of()),
        ]
        expect([name, settings, 'to object', of(object)]).toEqual([name, settings, 'to object', of(expected)])
        const checkedOut = await run(config, ['cat-file', '--filters', `--path=${name}`, id], Buffer.of())
        const fresh = toWorkTree(object, rule, null)
        expect([name, settings, 'to work tree', of(fresh)]).toEqual([name, settings, 'to work tree', of(checkedOut)])

        // An unchanged version leaves the file as it is; an edited one comes back as what it is.
        const sameAgain = (version: Uint8Array): Uint8Array => toObject(version, rule, () => object)
        if (!object.includes(0x0d) && of(sameAgain(now)) === of(object))
          expect(of(toWorkTree(object, rule, now))).toBe(of(now))
        const version = toObject(edited, rule, () => object)
        if (of(toObject(toWorkTree(version, rule, null), rule, () => version)) === of(version))
          expect(of(toObject(toWorkTree(version, rule, now), rule, () => version))).toBe(of(version))
      },
    ),
    { numRuns: Number(process.env.VARIORUM_LONG ?? 25) },
  )
})

test('in a file with both kinds of ends, lines that stay keep theirs', () => {
  const rule = { isSure: true, eol: 'lf' } as const
  const written = (version: string, present: string): string =>
    of(toWorkTree(Buffer.from(version), rule, Buffer.from(present)))
  expect(written('a\nb\nnew\nd\n', 'a\nb\r\nc\r\nd\n')).toBe('a\nb\r\nnew\nd\n')
  expect(written('a\nb\r\n', 'a\r\n')).toBe('a\r\nb\r\n')
  expect(written('a\nb', 'a\r\nb\r\n')).toBe('a\r\nb')
  expect(written('a\nb\n', 'a\r\nb')).toBe('a\r\nb\r\n')
  expect(written('new\n', '')).toBe('new\n')
})
