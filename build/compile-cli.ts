import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'

const OUT = nodePath.join(import.meta.dirname, '..', 'out')
const COMPILED = nodePath.join(OUT, 'compiled')

/** What an agent's session does: its code is compiled. */
const SESSION = [
  { command: 'view', path: '/memories' },
  {
    command: 'create',
    path: '/memories/notes/people.md',
    file_text: '- Ana Silva, [call](tel:+351211234567), 4 May\n',
  },
  { command: 'create', path: '/memories/keys.md', file_text: 'The password for the router is hT7-kqwe2!\n' },
  { command: 'str_replace', path: '/memories/notes/people.md', old_str: '4 May', new_str: '5 May, at home' },
  { command: 'insert', path: '/memories/notes/people.md', insert_line: 1, insert_text: '- Ben likes tea.\n' },
  { command: 'rename', old_path: '/memories/notes/people.md', new_path: '/memories/people.md' },
  { command: 'view', path: '/memories/people.md', view_range: [1, 2] },
  { command: 'delete', path: '/memories/keys.md' },
]

/**
 * Lets the built command line run once, on a throwaway store: what it has compiled by its end is kept for all later runs
 * (electron/cli/start.ts). Without it, every start takes a little longer.
 */
export function compileCli(): void {
  const home = mkdtempSync(nodePath.join(tmpdir(), 'variorum-build-'))
  mkdirSync(COMPILED)
  const { status } = spawnSync(process.execPath, [nodePath.join(OUT, 'cli.js'), 'exec'], {
    input: SESSION.map((command) => `${JSON.stringify(command)}\n`).join(''),
    env: { ...process.env, VARIORUM_HOME: home, MEMORY_DIR: '' },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  rmSync(home, { recursive: true, force: true })
  if (status !== 0 || !readdirSync(COMPILED).some((name) => name.endsWith('.cache')))
    process.stderr.write(
      'The command line’s first run failed, so its compiled code isn’t kept. It starts more slowly.\n',
    )
}
