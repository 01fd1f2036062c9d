import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { answersOf, linesOf, runCli } from '../../testing/command-line.ts'
import { newFolder } from '../../testing/folders.ts'
import { gitComplaints } from '../../testing/git.ts'

interface Hostile {
  readonly path: unknown
  readonly expect: string
}

const COMMANDS: readonly ((path: unknown) => object)[] = [
  (path) => ({ command: 'create', path, file_text: 'x' }),
  (path) => ({ command: 'view', path }),
  (path) => ({ command: 'str_replace', path, old_str: 'KEEP', new_str: 'GONE' }),
  (path) => ({ command: 'insert', path, insert_line: 0, insert_text: 'GONE' }),
  (path) => ({ command: 'rename', old_path: path, new_path: '/memories/moved.md' }),
  (path) => ({ command: 'rename', old_path: '/memories/keep.md', new_path: path }),
  (path) => ({ command: 'delete', path }),
]

let base = ''
let hostile: readonly Hostile[] = []
beforeAll(async () => {
  const lines = (await fs.readFile(nodePath.join(import.meta.dirname, 'paths.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
  hostile = lines.map((line) => JSON.parse(line))
  base = await newFolder()
})

/** Everything around the store, with its content; but for what the app derives from the store for itself. */
async function surroundings(): Promise<readonly string[]> {
  const names = await fs.readdir(base, { recursive: true, withFileTypes: true })
  const inside = ['memories', 'home/stores'].map((folder) => nodePath.join(base, folder, ''))
  const files = names.filter(
    (entry) =>
      entry.isFile() && !inside.some((folder) => nodePath.join(entry.parentPath, entry.name).startsWith(folder)),
  )
  return Promise.all(
    files.map(
      async (entry) => `${entry.name} ${await fs.readFile(nodePath.join(entry.parentPath, entry.name), 'utf8')}`,
    ),
  )
}

test('every hostile path through every command: refused in a sentence, and nothing outside is touched', async () => {
  expect(hostile.length).toBeGreaterThan(80)
  const store = nodePath.join(base, 'memories')
  await fs.mkdir(nodePath.join(base, 'etc'), { recursive: true })
  await fs.writeFile(nodePath.join(base, 'etc', 'passwd'), 'KEEP')
  await fs.writeFile(nodePath.join(base, 'x'), 'KEEP')
  const env = { VARIORUM_HOME: nodePath.join(base, 'home') }
  await runCli(
    ['exec', '--store', store],
    env,
    linesOf([
      { command: 'create', path: '/memories/keep.md', file_text: 'KEEP' },
      { command: 'create', path: '/memories/sub/keep.md', file_text: 'KEEP' },
    ]),
  )
  const before = await surroundings()
  const cases = hostile
    .filter((each) => each.expect === 'refuse')
    .flatMap(({ path }) => COMMANDS.map((make) => make(path)))
  const answers = answersOf(await runCli(['exec', '--store', store], env, linesOf(cases)))
  const wrong = cases.flatMap((command, at) =>
    answers[at]?.is_error === true ? [] : [`${JSON.stringify(command)} -> ${answers[at]?.content}`],
  )
  // A trailing slash may stand after the root, or after a folder that is looked at.
  expect(wrong.filter((line) => !line.includes('"command":"view"'))).toEqual([])
  expect(wrong.filter((line) => !/"path":"\/memories\/(sub\/)?"/.test(line))).toEqual([])
  expect(answers.filter(({ content }) => content.includes(base))).toEqual([])
  expect(await surroundings()).toEqual(before)
  expect(await fs.readFile(nodePath.join(store, 'keep.md'), 'utf8')).toBe('KEEP')
  expect(await gitComplaints(store)).toBe('')
})

test('plain names that only look unusual work, and make git complain of nothing', async () => {
  const store = nodePath.join(base, 'plain')
  const env = { VARIORUM_HOME: nodePath.join(base, 'home') }
  const plain = hostile.filter((each) => each.expect.startsWith('ok ') || each.expect === 'ok')
  const answers = answersOf(
    await runCli(
      ['exec', '--store', store],
      env,
      linesOf(plain.map(({ path }) => ({ command: 'create', path, file_text: 'x' }))),
    ),
  )
  const failed = plain.filter((each, at) =>
    each.expect.startsWith('ok (') || each.expect === 'ok' ? answers[at]?.is_error === true : false,
  )
  expect(failed).toEqual([])
  expect(await gitComplaints(store)).toBe('')
})
