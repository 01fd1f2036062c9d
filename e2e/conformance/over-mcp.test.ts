import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'

/** In short, one scenario of each command and some of the hostile ones. */
const SHORT =
  '^(view-dir/200|create/missing parents|str_replace/two lines|insert/null|delete/root|rename/directory into|symlink-chain)'

test('the documented tool says the same over the protocol', async () => {
  const { VARIORUM_LONG: isLong } = process.env
  const args = [
    nodePath.join(import.meta.dirname, 'run.mjs'),
    '--quiet',
    ...(isLong === undefined ? ['--filter', SHORT] : []),
    `${process.execPath} ${nodePath.join(import.meta.dirname, 'over-mcp.ts')}`,
  ]
  const child = spawn(process.execPath, args, { env: { ...process.env, VARIORUM_HOME: await newFolder() } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const [code] = await once(child, 'close')
  expect([code, said]).toEqual([0, expect.stringMatching(/\b[1-9]\d* passed, 0 failed/)])
})
