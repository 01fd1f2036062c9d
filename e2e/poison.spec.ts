import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { create, expect, test } from './app.ts'

// What a source from outside did, or too much at once, is decided as one in Review; what is kept may be kept for a while.

const remove = (path: string): object => ({ command: 'delete', path: `/memories/${path}` })
const facts = (name: string): string =>
  Array.from(
    { length: 10 },
    (_, line) => `${name} says fact ${line}, and at some length, since what is short goes unasked.\n`,
  ).join('')

test('who removes too much at once is stopped; one key keeps or undoes all of it', async ({ app, window }) => {
  const names = ['ana', 'bob', 'eva', 'tom', 'zoe']
  await app.exec(...names.map((name) => create(`${name}.md`, facts(name))))
  const [first, second] = await app.execAs('Codex', remove('ana.md'), remove('bob.md'))
  expect(first?.content).toContain('Successfully deleted')
  expect(second?.content).toContain('much of the memory was removed')
  await window.keyboard.press('Control+4')
  const list = window.getByRole('region', { name: 'Waiting for you' })
  const row = list.getByRole('listitem')
  await expect(row).toContainText('Codex was stopped')
  await expect(row).toContainText('40% of the memory')
  await row.getByRole('link').click()
  const pane = window.getByRole('region', { name: 'Codex was stopped' })
  await expect(pane.getByRole('region', { name: 'If you undo it' })).toContainText('ana.md')
  await expect(pane.getByRole('region', { name: 'Still waiting' })).toContainText('bob.md')
  await window.keyboard.press('u')
  await expect(list).toHaveCount(0)
  expect((await app.cli('log', '--limit', '1')).out).toContain('undid')
  expect(JSON.parse((await app.cli('waiting', '--json')).out)).toEqual([])

  await app.execAs('Codex', remove('ana.md'), remove('bob.md'))
  await expect(row).toContainText('Codex was stopped')
  await row.getByRole('link').click()
  await expect(pane).toBeVisible()
  await window.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect.poll(async () => (await app.cli('log', '--limit', '1')).out).toMatch(/agent +deleted bob\.md/)
})

test('what one source from outside wrote is one group: kept, undone, or kept until a day', async ({ app, window }) => {
  await app.exec(create('own.md', 'Mine.\n'))
  const write = (name: string, text: string): Promise<void> => fs.writeFile(nodePath.join(app.store, name), text)
  await Promise.all(['ana', 'bob', 'eva', 'tom'].map((name) => write(`${name}.md`, `${name} says so.\n`)))
  await window.keyboard.press('Control+4')
  const rows = window.getByRole('region', { name: 'Since you last looked' }).getByRole('listitem')
  await expect(rows).toHaveCount(6)
  await expect(rows.first()).toContainText('From outside: another program')
  await expect(rows.first()).toContainText('4 changes')
  const detail = window.getByRole('region', { name: 'This change' })
  await expect(detail.getByRole('list', { name: 'Changes in this group' }).getByRole('listitem')).toHaveCount(4)

  await test.step('one of them is kept until a day, and may be kept for good', async () => {
    await rows.filter({ hasText: 'ana says so.' }).click()
    await window.keyboard.press('x')
    await window.getByRole('menuitem', { name: 'tomorrow' }).click()
    await expect(rows).toHaveCount(5)
    await expect(window.getByRole('status').filter({ hasText: 'Kept until tomorrow' })).toBeVisible()
    await window.keyboard.press('Control+5')
    const dated = window.getByRole('list', { name: 'Kept until a day' })
    await expect(dated).toContainText('ana says so.')
    await dated.getByRole('button', { name: /^Keep for good/ }).click()
    await expect(dated).toHaveCount(0)
    await window.keyboard.press('Control+4')
  })

  await rows.first().click()
  await window.keyboard.press('u')
  // What was kept stays, although the same commit wrote it.
  await expect(window.getByRole('button', { name: 'Delete 3 files' })).toBeEnabled()
  await window.keyboard.press('Control+Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Mine.')
  const files = (await fs.readdir(app.store)).filter((name) => !name.startsWith('.'))
  expect(files.toSorted()).toEqual(['ana.md', 'own.md'])
})
