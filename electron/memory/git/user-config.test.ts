import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { runProgram } from '../../../testing/programs.ts'
import { parseConfig } from './config-text.ts'
import { GitConfig } from './user-config.ts'

const piece = fc.constantFrom(
  '[core]',
  '[Core "Sub.Section"]',
  '[core.old]',
  '[core] eol = lf',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '# note',
  '; note',
  'autocrlf',
  'AutoCRLF = true',
  'eol=crlf',
  '=',
  'x = "a b" c ',
  'x = a\\\n b',
  'x = "q\\"q\\\\\\t"',
  'x = a # b',
  'x = "a # b"',
  '"',
  '\\',
  '[',
  ']',
  'a-1 = 2',
  '[s "a\\"b"]',
  'é',
  '\ufeff',
)

test('a configuration says what git reads in it', async () => {
  const path = nodePath.join(await newFolder(), 'config')
  let read = 0
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const text = pieces.join('')
      await fs.writeFile(path, text)
      const { code, out } = await runProgram({ file: 'git', args: ['config', '--list', '-z', '--file', path] })
      const ours = parseConfig(text)
      if (code !== 0) return
      read += 1
      const theirs = out
        .toString()
        .split('\0')
        .filter((entry) => entry !== '')
        .map((entry) => {
          const [key = '', ...value] = entry.split('\n')
          return { key, value: value.length === 0 ? 'true' : value.join('\n') }
        })
      // Older versions of git make a tab in a value a space.
      const spaced = (entries: typeof ours): unknown =>
        entries.map(({ key, value }) => [key, value.replaceAll('\t', ' ')])
      expect(spaced(ours)).toEqual(spaced(theirs))
    }),
    { numRuns: Number(process.env.VARIORUM_LONG ?? 150) },
  )
  expect(read).toBeGreaterThan(10)
})

test("the system's, the user's and the repository's configuration follow each other, with what the user's include", async () => {
  const home = await newFolder()
  const gitdir = nodePath.join(home, 'work/memory/.git')
  const write = async (name: string, text: string): Promise<void> => {
    await fs.mkdir(nodePath.dirname(nodePath.join(home, name)), { recursive: true })
    await fs.writeFile(nodePath.join(home, name), text)
  }
  await write('work/memory/.git/config', '[core]\n')
  const env = {
    HOME: home,
    GIT_CONFIG_SYSTEM: nodePath.join(home, 'system'),
    GIT_CONFIG_NOSYSTEM: '',

    XDG_CONFIG_HOME: '',
  }
  const ours = (name: string): string | undefined => new GitConfig(gitdir, env).values().get(name)
  const theirs = async (name: string): Promise<string | undefined> => {
    const args = ['--git-dir', gitdir, 'config', name]
    const { code, out } = await runProgram({ file: 'git', args, env: { PATH: process.env.PATH ?? '', ...env } })
    return code === 0 ? out.toString().trimEnd() : undefined
  }
  await runProgram({ file: 'git', args: ['init', '-q', nodePath.join(home, 'work/memory')] })
  const says = async (expected: string | undefined): Promise<void> =>
    expect([ours('core.autocrlf'), await theirs('core.autocrlf')]).toEqual([expected, expected])
  await says(undefined)
  await write('system', '[core]\nautocrlf = input\n')
  await says('input')
  await write('.config/git/config', '[core]\nautocrlf = true\n')
  await says('true')
  await write('.gitconfig', '[include]\npath = more/config\n')
  await write('more/config', '[core]\nautocrlf = false\n')
  await says('false')
  await write('.gitconfig', '[includeIf "gitdir:~/work/"]\npath = ~/more/config\n')
  await says('false')
  await write('.gitconfig', '[includeIf "gitdir:elsewhere/"]\npath = ~/more/config\n')
  await says('true')
  await write('.gitconfig', '[includeIf "gitdir/i:WORK/"]\npath = more/config\n')
  await says('false')
  await write('more/config', '[include]\npath = config\n[core]\nautocrlf = yes\n')
  expect(ours('core.autocrlf')).toBe('yes')
  // Whoever made the folder could name any file of this computer.
  await write('work/memory/.git/config', `[include]\npath = ${home}/more/own\n`)
  await write('more/own', '[core]\nautocrlf = input\n')
  expect(ours('core.autocrlf')).toBe('yes')
})
