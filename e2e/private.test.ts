import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { BrowserMode } from '../testing/browser-mode.ts'
import { linesOf, runCli } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'

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
