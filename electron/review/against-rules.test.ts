import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WriteRule } from '../../shared/write-rules.ts'
import { newFolder } from '../../testing/folders.ts'
import { openCore } from '../core.ts'

test('what another program did against a rule comes first, and is undone like anything else', async () => {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  await core.saveFile('log/a.md', null, 'One.\n')
  await core.saveFile('free.md', null, 'Free.\n')
  await core.review.keepAll((await core.store.status()).head)
  const { policies } = await core.policies.state()
  const rules = [WriteRule.parse({ paths: ['log'], do: 'append-only', who: 'all' })]
  await core.policies.save({ ...policies, rules }, policies)
  await fs.writeFile(nodePath.join(dir, 'log/a.md'), 'One.\nTwo.\n')
  await core.store.adopt()
  await fs.writeFile(nodePath.join(dir, 'log/b.md'), 'New.\n')
  await fs.writeFile(nodePath.join(dir, 'free.md'), 'Changed.\n')
  await core.store.adopt()
  const againstRule = async (): Promise<readonly string[]> =>
    (await core.review.review()).lines.flatMap(({ path, reasons }) => (reasons[0] === 'rule' ? [path] : []))
  expect(await againstRule()).toEqual([])
  await fs.writeFile(nodePath.join(dir, 'log/a.md'), 'Zero.\nTwo.\n')
  await core.store.adopt()
  expect(await againstRule()).toContain('log/a.md')
  const [line] = (await core.review.review()).lines
  expect(line).toMatchObject({ path: 'log/a.md', reasons: ['rule', 'untrusted'] })
  // Nothing stopped it, so nothing is lost.
  expect((await core.store.file('log/a.md'))?.text).toBe('Zero.\nTwo.\n')
})
