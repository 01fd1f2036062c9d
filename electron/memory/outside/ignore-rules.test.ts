import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { processorMsOf } from '../../../testing/processor-time.ts'
import { git } from '../tests/store-fixture.ts'
import { IgnoreRules } from './ignore-rules.ts'

const PIECES = ['a', 'b', 'ab', 'B', '/', '*', '**', '**/', '/**', '?', '!', '\\', '#', ' ', '[ab]', '[!a]', '[a-b]']
const MORE = ['[]', '[', '[[:alpha:]]', '[[:nope:]]', '[]a]', '\\*', '\\ ', 'ä', '.', '\t', '[^b]', '[b-]', '***']
const line = fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 6 }).map((parts) => parts.join(''))
const rules = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'))

const PATHS = [
  'a',
  'b',
  'ab',
  'B',
  'a/a',
  'a/b',
  'b/a/b',
  'a/b/a/ab',
  'ä',
  'a b',
  'a*',
  '[',
  'a/.a',
  '#a',
  '!a',
  'ab/a b',
]

/** Every path and each of its folders; git is asked about the same ones. */
const ASKED = [
  ...new Set(PATHS.flatMap((path) => path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')))),
]

async function ignoredByGit(dir: string): Promise<readonly string[]> {
  const { stdout } = spawnSync('git', ['-c', 'core.ignoreCase=false', 'check-ignore', '-z', '--stdin', '--no-index'], {
    cwd: dir,
    input: ASKED.join('\0'),
    encoding: 'utf8',
  })
  return stdout.split('\0').filter((path) => path !== '')
}

async function ignoredByUs(dir: string): Promise<readonly string[]> {
  const [ours, found] = [new IgnoreRules(dir), []] as [IgnoreRules, string[]]
  for (const path of ASKED) {
    const isFolder = (await fs.stat(nodePath.join(dir, path)).catch(() => null))?.isDirectory() ?? false
    if (await ours.ignores(path, isFolder)) found.push(path)
  }
  return found
}

test('ignores what git ignores', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q')
  // A path that is a folder for some of the others cannot be a file as well.
  for (const path of PATHS) {
    await fs.mkdir(nodePath.join(dir, nodePath.dirname(path)), { recursive: true }).catch(() => undefined)
    await fs.writeFile(nodePath.join(dir, path), '').catch(() => undefined)
  }
  await fs.rm(`${dir}/a`, { recursive: true })
  await fs.mkdir(`${dir}/a/b/a`, { recursive: true })
  await fc.assert(
    fc.asyncProperty(rules, rules, async (above, below) => {
      await fs.writeFile(`${dir}/.gitignore`, above)
      await fs.writeFile(`${dir}/a/.gitignore`, below)
      expect(await ignoredByUs(dir)).toEqual(await ignoredByGit(dir))
    }),
    { numRuns: Number(process.env.VARIORUM_LONG ?? 100) },
  )
})

test('what editors and systems leave beside the files is ignored, unless a rule keeps it', async () => {
  const dir = await newFolder()
  const left = ['.notes.md.swp', '4913', 'notes.md~', '.#notes.md', '#notes.md#', '.DS_Store', 'people/.ana.md.swo']
  const rules = new IgnoreRules(dir)
  for (const path of left) expect(await rules.ignores(path), path).toBe(true)
  for (const path of ['notes.swp.md', '4913.md', 'notes.md', '.notes.md', 'a~b.md', '#notes.md'])
    expect(await rules.ignores(path), path).toBe(false)
  expect(await rules.ignores('4913', true)).toBe(false)
  await fs.writeFile(`${dir}/.gitignore`, '!*~\n')
  expect(await new IgnoreRules(dir).ignores('notes.md~')).toBe(false)
})

test.each([
  ['stars between folders', `${'**/a/'.repeat(60)}b\n`],
  ['stars in a name', `${'*a'.repeat(300)}b\n`],
  ['many of both', `${'**/*a*a*a*/'.repeat(40)}b\n`.repeat(200)],
])('hostile rules are matched in linear time: %s', async (_, text) => {
  const dir = await newFolder()
  await fs.writeFile(`${dir}/.gitignore`, text)
  const path = `${'a/'.repeat(60)}${'a'.repeat(200)}.md`
  const took = await processorMsOf(async () => expect(await new IgnoreRules(dir).ignores(path)).toBe(false))
  expect(took).toBeLessThan(2_000)
})

test('rules that nobody can have meant are refused with a message', async () => {
  const dir = await newFolder()
  for (const text of ['a\n'.repeat(5_001), 'a'.repeat(1_000_001)]) {
    await fs.writeFile(`${dir}/.gitignore`, text)
    await expect(new IgnoreRules(dir).ignores('b')).rejects.toMatchObject({ code: 'not-adoptable' })
  }
  await fs.writeFile(`${dir}/.gitignore`, `${'*a'.repeat(400)}b\n`.repeat(1_000))
  const rules = new IgnoreRules(dir)
  const scan = async (): Promise<void> => {
    for (let at = 0; at < 1_000; at += 1) await rules.ignores(`${'a'.repeat(200)}${at}`)
  }
  await expect(scan()).rejects.toMatchObject({ message: expect.stringContaining('take too long') })
})
