import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { git } from '../../../testing/git.ts'
import { runProgram } from '../../../testing/programs.ts'
import { attributesOf, parseAttributes } from './attributes.ts'

const NAMES = ['text', 'eol', 'ident', 'mine']
const PATHS = ['a.md', 'b.txt', 'd/a.md', 'd/e/a b.md', 'd/x"y', 'é.md', '#c', 'd/e/f/g.md']
const pattern = fc.constantFrom(
  '*',
  '*.md',
  'a.md',
  '/a.md',
  'd/*',
  'd/**',
  '**/a.md',
  'e/',
  '!a.md',
  '"a b.md"',
  '"d/x\\"y"',
  '"\\303\\251.md"',
  '\\#c',
  '#c',
  'd/e/f/*',
  '[a-b]*',
  '?.md',
  'é.md',
  '[attr]m1',
  '[attr]m2',
)
const state = fc.constantFrom(
  'text',
  '-text',
  '!text',
  'text=auto',
  'eol=lf',
  'eol=crlf',
  '-eol',
  'ident',
  '!ident',
  'binary',
  '-binary',
  'm1',
  '-m1',
  'm2',
  '!m2',
  'mine=x',
  'mine=',
  '=x',
  '-',
  'text text=auto',
)
const line = fc.tuple(pattern, fc.array(state, { maxLength: 4 })).map(([name, states]) => [name, ...states].join(' '))
const file = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))

test('a path has the attributes that git gives it', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q')
  await fs.mkdir(nodePath.join(dir, 'd/e'), { recursive: true })
  const wanted = new Set(NAMES)
  await fc.assert(
    fc.asyncProperty(file, file, file, file, async (info, root, d, e) => {
      const texts = [
        ['.git/info/attributes', '', info],
        ['d/e/.gitattributes', 'd/e', e],
        ['d/.gitattributes', 'd', d],
        ['.gitattributes', '', root],
      ] as const
      for (const [path, , text] of texts) await fs.writeFile(nodePath.join(dir, path), text)
      const { out } = await runProgram({
        file: 'git',
        args: ['-c', 'core.ignoreCase=false', 'check-attr', '-z', '--stdin', ...NAMES],
        cwd: dir,
        input: PATHS.map((path) => `${path}\0`).join(''),
      })
      const told = out.toString().split('\0')
      const sources = texts.map(([, folder, text]) => ({
        folder,
        ...parseAttributes(Buffer.from(text).toString('latin1'), {
          wanted,
          hasMacros: folder === '',
          foldsCase: false,
        }),
      }))
      for (const [at, path] of PATHS.entries()) {
        const values = attributesOf(Buffer.from(path).toString('latin1'), below(path, sources), { foldsCase: false })
        const ours = NAMES.map((name) => `${name} ${said(values.get(name))}`)
        const theirs = NAMES.map((name, nth) => `${name} ${told[(at * NAMES.length + nth) * 3 + 2] ?? ''}`)
        expect([path, ours]).toEqual([path, theirs])
      }
    }),
    { numRuns: Number(process.env.VARIORUM_LONG ?? 60) },
  )
})

const below = <T extends { readonly folder: string }>(path: string, sources: readonly T[]): readonly T[] =>
  sources.filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))

function said(value: true | false | null | string | undefined): string {
  if (value === undefined || value === null) return 'unspecified'
  return value === true ? 'set' : value === false ? 'unset' : value
}
