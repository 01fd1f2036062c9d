import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BrowserMode } from '../testing/browser-mode.ts'
import { linesOf, runCli } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { connectedOverHttp, MCP_LINES } from '../testing/mcp-client.ts'
import { McpHttpDoor } from '../testing/mcp-http-door.ts'

/** Names that another account could list or read if it could enter this folder. */
async function readableByOthers(folder: string, within = ''): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await fs.readdir(nodePath.join(folder, within), { withFileTypes: true })) {
    const name = nodePath.join(within, entry.name)
    const { mode } = await fs.lstat(nodePath.join(folder, name))
    if (entry.isDirectory() ? (mode & 0o055) !== 0 : (mode & 0o044) !== 0) found.push(name)
    if (entry.isDirectory() && (mode & 0o011) !== 0) found.push(...(await readableByOthers(folder, name)))
  }
  return found
}

/** One session of browser mode: a page comes in, writes, and names a restore point. */
async function browse(home: string): Promise<void> {
  const app = await BrowserMode.start(home)
  const page = await app.connect(await app.enter())
  const requests = [
    ['memory.save', { path: 'a.md', before: null, text: 'a\n' }],
    ['timeline.makePoint', { name: 'now' }],
    ['app.changeSettings', { theme: 'dark' }],
    ['chat.send', { text: 'Remember that the bins go out on Monday' }],
  ] as const
  for (const [path, input] of requests) expect((await page.ask('mutation', path, input)).error, path).toBeUndefined()
  await app.stop()
}

// Windows has no modes; there the user's profile keeps others out.
test.runIf(process.platform !== 'win32')(
  'no other account can read what a session leaves, whatever the umask',
  async () => {
    const root = await newFolder()
    const home = nodePath.join(root, 'home')
    const given = nodePath.join(root, 'given')
    const umask = process.umask(0o022)
    try {
      // Made by somebody before: the home is closed, the user's own folder stays as it is.
      for (const folder of [home, given]) await fs.mkdir(folder, { mode: 0o755 })
      await browse(home)
      const env = { VARIORUM_HOME: home }
      const view = linesOf([{ command: 'view', path: '/memories' }])
      expect((await runCli(['exec'], env, view)).code).toBe(0)
      expect((await runCli(['--store', given, 'exec'], env, view)).code).toBe(0)
      expect((await fs.stat(home)).mode & 0o777).toBe(0o700)
      expect((await fs.stat(given)).mode & 0o777).toBe(0o755)
      expect(await fs.readdir(home)).toEqual(
        expect.arrayContaining(['conversations', 'memory', 'sessions.json', 'stores']),
      )
      expect(await readableByOthers(home)).toEqual([])
      expect((await fs.stat(nodePath.join(given, '.git', 'variorum'))).mode & 0o777).toBe(0o700)
      for (const dir of [nodePath.join(home, 'memory'), given])
        expect(await readableByOthers(nodePath.join(dir, '.git', 'variorum'))).toEqual([])
    } finally {
      process.umask(umask)
    }
  },
)

/** An account that is nobody's. Only the administrator can run something as another one. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

/** All that another account can read below a folder, tried as one. */
async function readAsNobody(folder: string): Promise<string> {
  const args = ['-c', 'find "$1" -type f -exec cat {} + 2>/dev/null', 'sh', folder]
  const child = spawn('/bin/sh', args, { ...NOBODY, cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
  return text(child.stdout)
}

test.runIf(process.platform !== 'win32')(
  'another account reads nothing of what agents and their programs leave, and gets nothing over HTTP',
  async () => {
    const root = await newFolder()
    // The account's own folder may be open, and so are those of this run above it.
    for (let folder = root; nodePath.basename(folder).startsWith('variorum-'); folder = nodePath.dirname(folder))
      await fs.chmod(folder, 0o755)
    const [home, user] = [nodePath.join(root, 'app'), nodePath.join(root, 'user')]
    await fs.mkdir(user)
    await fs.writeFile(nodePath.join(root, 'open.txt'), 'open to all')
    await fs.mkdir(nodePath.join(user, '.gemini'), { mode: 0o700 })
    await fs.writeFile(nodePath.join(user, '.gemini', 'settings.json'), '{"key": "of the user"}', { mode: 0o600 })
    for (const program of ['gemini', 'cursor']) {
      const env = { HOME: user, GEMINI_CLI_HOME: '', VARIORUM_HOME: home }
      expect(await runCli(['connect', program], env)).toMatchObject({ code: 0 })
    }
    const store = nodePath.join(root, 'memory')
    await using door = await McpHttpDoor.start(home, 'cursor', store)
    for (const line of MCP_LINES) {
      const client = await connectedOverHttp(line, door.url, door.token)
      await client.callTool({
        name: 'memory_create',
        arguments: { path: `${line}.md`, file_text: 'a secret of the user' },
      })
      await client.close()
    }
    // What was read, written and refused is written down a moment later.
    await expect.poll(() => fs.readdir(home)).toContain('clients-use.json')
    for (const init of [{}, { headers: { Authorization: 'Bearer x' } }]) {
      const refused = await fetch(door.url, { method: 'POST', body: '{}', ...init })
      expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('needs a token')])
    }
    expect(await fs.readdir(home)).toEqual(
      expect.arrayContaining(['clients-tokens.json', 'connected.json', 'connected', 'stores']),
    )
    for (const folder of [home, store, nodePath.join(user, '.gemini'), nodePath.join(user, '.cursor')])
      expect((await fs.stat(folder)).mode & 0o077, folder).toBe(0)
    expect(await readableByOthers(home)).toEqual([])
    if (NOBODY !== null) expect(await readAsNobody(root)).toBe('open to all')
  },
)
