import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, say, test } from './app.ts'

test('a damaged history is found, explained and repaired in Settings; its index is rebuilt', async ({
  app,
  window,
}) => {
  await say(window, 'My favourite colour is blue')
  await say(window, 'My city is Porto')
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], { cwd: app.store, encoding: 'utf8' }).trim()
  await expect.poll(() => git('status', '--porcelain')).toBe('')
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Advanced' }).click()
  await window.getByRole('button', { name: 'Verify history' }).click()
  const found = window.getByRole('status', { name: 'What the check found' })
  await expect(found).toContainText('No problems found')

  await app.stop()
  const packs = nodePath.join(app.store, '.git/objects/pack')
  const head = git('rev-parse', 'HEAD')
  for (const name of await fs.readdir(packs)) {
    if (!name.endsWith('.pack') || !git('verify-pack', '-v', nodePath.join(packs, name)).includes(head)) continue
    await fs.chmod(nodePath.join(packs, name), 0o644)
    await fs.truncate(nodePath.join(packs, name), (await fs.stat(nodePath.join(packs, name))).size - 21)
  }
  await window.goto(await app.start())
  await window.getByRole('link', { name: 'Settings' }).click()
  await window.getByRole('link', { name: 'Advanced' }).click()
  await window.getByRole('button', { name: 'Verify history' }).click()
  await expect(found).toContainText('is damaged')
  await found.getByRole('button', { name: 'Repair' }).click()
  await expect(found).toContainText('The branch was moved to')
  await window.getByRole('button', { name: 'Verify history' }).click()
  await expect(found).toContainText('No problems found')
  expect(git('status', '--porcelain')).toBe('')
  await window.getByRole('button', { name: 'Rebuild' }).click()
  await expect(window.getByRole('status').filter({ hasText: 'History index rebuilt' })).toBeVisible()
})
