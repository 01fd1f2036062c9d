import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { openCore } from '../core.ts'
import { acceptWaiting } from './testing/accept-waiting.ts'

// Two processes on one store: `exec` from the sources, as an agent runs it, and a core as a window has it.

const EXEC = `import { main } from '${new URL('../cli/main.ts', import.meta.url).href}'; process.exitCode = await main(['exec'])`
const LONG = { command: 'create', file_text: 'x'.repeat(200) }

test('policies accepted in one process are in force in another that is already running', async () => {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const env = { ...process.env, VARIORUM_HOME: home, MEMORY_DIR: dir }
  const core = await openCore({ mode: 'browser', env, dir, watch: true })
  const exec = spawn(process.execPath, ['--input-type=module', '--eval', EXEC], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: exec.stdout })[Symbol.asyncIterator]()
  onTestFinished(async () => {
    exec.stdin.end()
    await new Promise((resolve) => exec.once('close', resolve))
    await core.close()
  })
  const ask = async (command: object): Promise<{ readonly is_error: boolean }> => {
    exec.stdin.write(`${JSON.stringify(command)}\n`)
    return JSON.parse(String((await answers.next()).value))
  }

  expect((await ask({ ...LONG, path: '/memories/before.md' })).is_error).toBe(false)
  await fs.mkdir(nodePath.join(dir, '.variorum'), { recursive: true })
  await fs.writeFile(
    nodePath.join(dir, '.variorum', 'policies.json'),
    JSON.stringify({ caps: { file: { bytes: 100 } } }),
  )
  await core.store.adopt()
  expect((await ask({ ...LONG, path: '/memories/waiting.md' })).is_error).toBe(false)
  await acceptWaiting(core.policies)
  expect((await core.memoryTool().run({ ...LONG, path: '/memories/here.md' })).isError).toBe(true)
  expect((await ask({ ...LONG, path: '/memories/there.md' })).is_error).toBe(true)
})
