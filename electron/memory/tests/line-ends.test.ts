import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { git } from '../../../testing/git.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store-interface.ts'
import { agent, allow, fileAt, user } from './store-fixture.ts'

// A file that git calls clean is clean here, whatever line ends git was told to give it, and can be edited: it keeps the
// ends that it has, and git status is as clean afterwards.

type Case = readonly [attributes: string, config: Readonly<Record<string, string>>]
const ATTRIBUTES = ['', '* text=auto', '* text', '*.md eol=crlf', '*.md text eol=lf', '* text=auto eol=crlf', '* -text']
const CONFIGURATIONS: readonly Case[1][] = [
  {},
  { 'core.autocrlf': 'true' },
  { 'core.autocrlf': 'input' },
  { 'core.eol': 'crlf' },
]
const ALL: readonly Case[] = CONFIGURATIONS.flatMap((config) => ATTRIBUTES.map((each): Case => [each, config]))
const SOME: readonly Case[] = [
  ['', { 'core.autocrlf': 'true' }],
  ['* text=auto', { 'core.autocrlf': 'input' }],
  ['*.md eol=crlf', {}],
  ['* -text', { 'core.eol': 'crlf' }],
]

/** Files as they are put into the folder before git is told anything, and as they are checked out. */
const FILES = {
  'lf.md': 'one\ntwo\n',
  'crlf.md': 'one\r\ntwo\r\n',
  'mixed.md': 'one\r\ntwo\n',
  'open.md': 'one\r\ntwo',
}

/** What differs for git, when it has to read every file. */
async function status(dir: string): Promise<string> {
  const now = new Date()
  for (const name of await fs.readdir(dir))
    if (name.endsWith('.md')) await fs.utimes(nodePath.join(dir, name), now, now)
  return git(dir, 'status', '--porcelain')
}

/** How often each kind of line end is in a file. */
async function endsIn(dir: string, name: string): Promise<string> {
  const text = await fs.readFile(nodePath.join(dir, name), 'latin1')
  const crlf = text.split('\r\n').length - 1
  return `${crlf} CRLF, ${text.split('\n').length - 1 - crlf} LF`
}

async function repositoryWith(attributes: string, config: Readonly<Record<string, string>>): Promise<string> {
  const dir = await newFolder()
  await git(dir, 'init', '-q', '-b', 'main')
  for (const [key, value] of Object.entries(config)) await git(dir, 'config', key, value)
  if (attributes !== '') await fs.writeFile(nodePath.join(dir, '.gitattributes'), `${attributes}\n`)
  for (const [name, text] of Object.entries(FILES)) {
    await fs.writeFile(nodePath.join(dir, name), text)
    // Old enough for git to know that it has not changed since.
    await fs.utimes(nodePath.join(dir, name), 1_700_000_000, 1_700_000_000)
  }
  await git(dir, 'add', '-A')
  await git(dir, 'commit', '-qm', 'first')
  return dir
}

async function replaceIn(store: Store, path: string, from: string, to: string): Promise<void> {
  const found = await store.look(path)
  if (found.kind !== 'file') throw new Error(`${path} is ${found.kind}`)
  const text = Buffer.from(found.bytes).toString()
  expect(text).toContain(from)
  const outcome = await store.put([fileAt(found.path, text.replace(from, to), found.blob.id)], agent)
  expect([path, outcome.kind]).toEqual([path, 'committed'])
}

const open = (dir: string): Promise<Store> => openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })

test.for(process.env.VARIORUM_LONG === undefined ? SOME : ALL)(
  'clean stays clean with "%s" and %j',
  async ([attributes, config]) => {
    const dir = await repositoryWith(attributes, config)
    expect(await status(dir)).toBe('')
    const store = await open(dir)
    await store.adopt()
    const commits = async (): Promise<number> => Number(await git(dir, 'rev-list', '--count', 'HEAD'))
    expect(await commits()).toBe(1)
    for (const name of Object.keys(FILES)) {
      const before = await endsIn(dir, name)
      await replaceIn(store, name, 'two', 'three')
      await store.published()
      expect([name, await endsIn(dir, name), await status(dir)]).toEqual([name, before, ''])
      await store.undo({ next: 'undo' }, { ...user, verb: 'undo' })
      await store.published()
      const undone = await fs.readFile(nodePath.join(dir, name), 'latin1')
      expect([name, undone, await status(dir)]).toEqual([name, FILES[name as keyof typeof FILES], ''])
    }
    await replaceIn(store, 'crlf.md', 'one', 'new')
    await store.move([{ from: 'crlf.md', to: 'moved.md' }], { ...agent, verb: 'rename' })
    expect(await store.put([fileAt('created.md', 'a\nb\n')], agent)).toMatchObject({ kind: 'committed' })
    await store.remove(['mixed.md'], { ...agent, verb: 'delete' })
    await store.published()
    expect([await status(dir), await endsIn(dir, 'moved.md')]).toEqual(['', '2 CRLF, 0 LF'])
    const all = await commits()
    await store.restore((await git(dir, 'rev-parse', 'HEAD~4')).trim(), [''], { ...user, verb: 'restore' })
    await store.adopt()
    await store.published()
    expect([await status(dir), await commits()]).toEqual(['', all + 1])
    await store.close()
    // As git checks it out elsewhere.
    const elsewhere = await newFolder()
    const settings = Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    await git(dir, 'clone', '-q', ...settings, dir, elsewhere)
    const clone = await open(elsewhere)
    await clone.adopt()
    await replaceIn(clone, 'lf.md', 'one', 'four')
    await clone.close()
    expect([await status(elsewhere), Number(await git(elsewhere, 'rev-list', '--count', 'HEAD'))]).toEqual([
      '',
      all + 2,
    ])
  },
)

test('a file that git has not looked at since it was told of line ends is edited, too', async () => {
  const dir = await repositoryWith('', {})
  await fs.writeFile(nodePath.join(dir, '.gitattributes'), '* text\n')
  await git(dir, 'add', '.gitattributes')
  await git(dir, 'commit', '-qm', 'told')
  expect(await git(dir, 'status', '--porcelain')).toBe('')
  const store = await open(dir)
  await store.adopt()
  await replaceIn(store, 'crlf.md', 'two', 'three')
  await store.close()
  expect(await git(dir, 'rev-list', '--count', 'HEAD')).toBe('3\n')
  expect([await fs.readFile(nodePath.join(dir, 'crlf.md'), 'latin1'), await git(dir, 'show', 'HEAD:crlf.md')]).toEqual([
    'one\r\nthree\r\n',
    'one\nthree\n',
  ])
})

test.for(['* ident', '*.md filter=lfs -text', '*.md working-tree-encoding=UTF-16', '[attr]mine ident\n* mine'])(
  'a folder where git changes more than line ends ("%s") is refused once, in words',
  async (attributes) => {
    const dir = await repositoryWith('', {})
    await fs.writeFile(nodePath.join(dir, '.gitattributes'), attributes)
    await expect(open(dir)).rejects.toThrow(/git changes some of its files .* \(the git attribute “[a-z-]+”\)/)
    expect(await git(dir, 'rev-list', '--count', 'HEAD')).toBe('1\n')
  },
)
