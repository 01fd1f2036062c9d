import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../../testing/code-points.ts'
import { newFolder } from '../../../testing/folders.ts'
import { git } from '../tests/store-fixture.ts'
import { isBranchName, isRefName, isTreeName } from './names.ts'

const PIECES = ['a', 'b.c', '.', '..', '/', '//', '.lock', '@', '{', '@{', '~', '^', ':', '?', '*', '[', '\\', ' ', '-']
const name = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, 'refs/heads/'), fc.string({ maxLength: 3, unit: codePoint })), {
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''))
  // Git would take a leading "-" for an option of the command.
  .filter((text) => !text.includes('\0') && !text.startsWith('-') && text.isWellFormed())

test('accepts the ref names that git accepts', () => {
  const byGit = (ref: string): boolean => spawnSync('git', ['check-ref-format', ref]).status === 0
  const known = [
    'refs/heads/main',
    'refs/heads/@',
    'refs/heads/ä/ö',
    'refs/heads/a.lock',
    'refs/heads/a.lock/b',
    'main',
  ]
  for (const each of known) expect([each, isRefName(each)]).toEqual([each, byGit(each)])
  fc.assert(
    fc.property(name, (ref) => isRefName(ref) === byGit(ref)),
    { numRuns: 150 },
  )
})

test('a branch is below refs/heads, and nothing climbs out of it', () => {
  for (const bad of ['refs/../../x', 'refs/heads/../../../x', 'refs/tags/a', 'refs/heads/', 'refs/heads/a.lock', 'x'])
    expect([bad, isBranchName(bad)]).toEqual([bad, false])
  expect(isBranchName('refs/heads/feature/a')).toBe(true)
})

const SPELLINGS = [
  ['', '.', '..', '.git', '.GIT', '.Git ', '.git.', '.git . .', 'git~1', 'GIT~1', '.git::$INDEX_ALLOCATION'],
  ['.g\u200cit', '.gi\ufefft', 'a\\.git', '.git\\a', 'a/b'],
].flat()

test('refuses the names of a tree that git refuses, and no other', async () => {
  const dir = await newFolder()
  await git(dir, 'init', '-q')
  const blob = spawnSync('git', ['hash-object', '-w', '--stdin'], {
    cwd: dir,
    input: '',
    encoding: 'utf8',
  }).stdout.trim()
  const byGit = (entry: string): boolean =>
    spawnSync('git', ['-c', 'core.protectHFS=true', '-c', 'core.protectNTFS=true', 'update-index', '--index-info'], {
      cwd: dir,
      input: `100644 ${blob}\t"${[...Buffer.from(entry)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"\n`,
    }).status === 0
  for (const bad of SPELLINGS) expect([bad, isTreeName(bad)]).toEqual([bad, false])
  for (const each of ['.gitignore', '..a', '...', 'git~2', '.gitx', 'a\\b', 'CON', 'naïve', '\u200c', '.git~1'])
    expect([each, isTreeName(each)]).toEqual([each, byGit(each)])
})
