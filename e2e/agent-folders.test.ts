import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { agentEnv, claudeMemory, makeAgentHome } from '../testing/agent-home.ts'
import { runCli, type Ran } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const env = (): Readonly<Record<string, string>> => ({
  ...agentEnv(home),
  VARIORUM_HOME: nodePath.join(home, 'app'),
  MEMORY_DIR: '',
})
const agents = (...args: readonly string[]): Promise<Ran> => runCli(['agents', ...args], env())

test('agents lists what other agents keep, for people and for programs, and makes nothing', async () => {
  expect(await agents()).toMatchObject({ code: 0, out: 'No other agent keeps a memory here.\n', err: '' })
  await makeAgentHome(home)
  const before = (await fs.readdir(home, { recursive: true })).toSorted()
  const { code, out, err } = await agents()
  expect([code, err]).toEqual([0, ''])
  const portal = nodePath.join(home, 'work', 'portal')
  const shown = nodePath.join('~', claudeMemory(portal))
  expect(out).toMatch(/^Claude Code {2}~.work.portal {2}\(2 files, \d+ bytes, last written \d{4}-\d\d-\d\dT\S+\)$/m)
  expect(out).toContain(`\n  ${shown}\n`)
  expect(out).toMatch(/^Claude Code {2}-srv-legacy-shop {2}\(1 file, /m)
  expect(out).toMatch(/^Codex {2}\(2 files, .*\n {2}\S+\n {2}Codex replaces a git repository/m)
  const listed = JSON.parse((await agents('--json')).out)
  expect(listed.notes).toEqual([])
  expect(listed.folders).toHaveLength(5)
  expect(listed.folders.find(({ name }: { readonly name: string }) => name === 'Codex')).toEqual({
    program: 'codex',
    programName: 'Codex',
    name: 'Codex',
    project: null,
    projectId: null,
    folder: nodePath.join(home, '.codex', 'memories'),
    shown: nodePath.join('~', '.codex', 'memories'),
    contents: { files: 2, bytes: 24, lastWrite: expect.any(String), isComplete: true },
    store: null,
    history: 'beside',
    isUsual: true,
    notes: [expect.stringMatching(/^Codex replaces/)],
    whyNot: null,
  })
  expect((await fs.readdir(home, { recursive: true })).toSorted()).toEqual(before)
})

test('agents says which of them is a store, and a name cannot write to the terminal', async () => {
  await makeAgentHome(home)
  const memory = nodePath.join(home, '.gemini', 'tmp', 'notes-app', 'memory')
  const stores = [{ key: 'k', id: 'i', name: 'Notes', folder: memory }]
  await fs.mkdir(nodePath.join(home, 'app'))
  await fs.writeFile(nodePath.join(home, 'app', 'stores.json'), JSON.stringify({ stores }))
  await fs.writeFile(
    nodePath.join(home, '.gemini', 'projects.json'),
    JSON.stringify({ projects: { '/srv/\u001b[31mred\u202e\n  Injected': 'notes-app' } }),
  )
  const { out } = await agents()
  expect(out).toContain(`${nodePath.join('~', '.gemini', 'tmp', 'notes-app', 'memory')}  (a store already)\n`)
  expect(out).toMatch(/^Gemini CLI.*red.*Injected {2}\(1 file/m)
  for (const each of ['\u001b', '\u202e', '\n  Injected']) expect(out).not.toContain(each)
})
