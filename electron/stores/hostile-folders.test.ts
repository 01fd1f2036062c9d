import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { newFolder } from '../../testing/folders.ts'
import { COMMANDS, everythingOutside, FOLDERS_FOR_A_MODEL, makeHostileFolder } from '../../testing/hostile/folders.ts'
import { processorMsOf } from '../../testing/processor-time.ts'
import { openCore } from '../core.ts'

// A model's way to a folder, as `exec` opens it. Some go through the command line itself, where what each takes is
// measured: e2e/hostile/folders.test.ts.

const ANSWERS_MS = 3_000

/** The memory tool's answers, or the reason why the folder is refused. */
async function answers(home: string, dir: string): Promise<readonly string[]> {
  const core = await openCore({
    mode: 'cli',
    env: { VARIORUM_HOME: home },
    dir,
    watch: false,
    adoptOnOpen: false,
  }).catch((error: unknown) => {
    if (error instanceof AppError) return error.message
    throw error
  })
  if (typeof core === 'string') return [core]
  try {
    const tool = core.memoryTool()
    const said: string[] = []
    for (const command of COMMANDS) said.push((await tool.run(command)).content)
    // As at the end of `exec`: what prevents it is reported at the next start.
    await core.store.adoptIfFew().catch(() => undefined)
    return said
  } finally {
    await core.close()
  }
}

test.each(FOLDERS_FOR_A_MODEL.map(({ name, make }) => [name, make] as const))('for a model: %s', async (_, make) => {
  const root = await newFolder()
  const { dir } = makeHostileFolder(root, { make })
  const before = everythingOutside(root)
  const home = nodePath.join(root, 'home')
  let said = ''
  expect(await processorMsOf(async () => (said = (await answers(home, dir)).join('\n')))).toBeLessThan(ANSWERS_MS)
  expect(said).not.toMatch(/went wrong|at .*\(node:|Error:.*Error:/)
  expect(said).not.toContain(root)
  fs.rmSync(home, { recursive: true, force: true })
  expect(everythingOutside(root)).toEqual(before)
})
