import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { Exec } from './running-exec.ts'
import { complaints, countCommits, files, git } from './judge.ts'

test('four processes that write at once lose nothing, and history stays a line', async () => {
  const dir = await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-writers-'))
  const EACH = 40
  const starter = new Exec(dir)
  await starter.run({ command: 'create', path: '/memories/shared.md', file_text: 'start\n' })
  await starter.end()
  const writers = await Promise.all(
    [0, 1, 2, 3].map(async (writer) => {
      const exec = new Exec(dir)
      const answers = []
      for (let at = 0; at < EACH; at += 1) {
        answers.push(await exec.run(at % 2 === 0
          ? { command: 'create', path: `/memories/w${writer}/${at}.md`, file_text: `${writer} ${at}\n` }
          : { command: 'insert', path: '/memories/shared.md', insert_line: 1, insert_text: `${writer} ${at}\n` }))
      }
      await exec.end()
      return answers
    }),
  )
  expect(writers.flat().filter((answer) => answer?.is_error !== false)).toEqual([])
  const found = await files(dir)
  expect([...found.keys()].filter((name) => name.startsWith('w'))).toHaveLength(4 * (EACH / 2))
  const lines = found.get('shared.md')?.trimEnd().split('\n') ?? []
  expect(new Set(lines).size).toBe(1 + 4 * (EACH / 2))
  expect(await countCommits(dir)).toBe(1 + 4 * EACH)
  expect(await git(dir, 'rev-list', '--merges', 'HEAD')).toBe('')
  expect(await complaints(dir)).toBe('')
  await fs.rm(dir, { recursive: true, force: true })
})
