import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from './app.ts'

// Review and the timeline of several stores, of which one is open.

test('what happened in every kept store is one list, where it is kept, undone and followed into its store', async ({
  app,
  page,
}) => {
  const portal = nodePath.join(app.documents, 'portal')
  const facts = nodePath.join(portal, 'facts.md')
  await fs.mkdir(portal, { recursive: true })
  await fs.writeFile(facts, '# Facts\n')
  await fs.writeFile(
    nodePath.join(app.home, 'stores.json'),
    JSON.stringify({ stores: [{ key: 'portal', id: 'portal', name: 'Portal', folder: portal }] }),
  )
  await fs.writeFile(nodePath.join(app.home, 'kept-stores.json'), JSON.stringify({ kept: ['portal'] }))
  await page.goto(await app.start())
  await page.setViewportSize({ width: 1100, height: 720 })

  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.keyboard.press('Control+4')
  const list = page.getByRole('region', { name: 'Since you last looked' })
  const all = list.getByRole('button', { name: 'All stores' })
  await expect(all).toHaveAttribute('aria-pressed', 'false')
  await all.click()
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { name: 'You’ve seen everything' })).toBeVisible()
  const rows = list.getByRole('listitem')
  // What was written before the first look is not news.
  let written = 0
  await expect
    .poll(async () => {
      await fs.writeFile(facts, `# Facts\nThe bike has ${(written += 1)} gears.\n`)
      return rows.count()
    })
    .toBe(1)
  await fs.writeFile(facts, '# Facts\nAna lives in Porto.\n')
  await expect(rows.filter({ hasText: 'Ana lives in Porto.' })).toHaveCount(1)
  await app.exec({ command: 'create', path: '/memories/plan.md', file_text: 'Paint the fence.\n' })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Ana lives in Porto.' })).toContainText('Portal')
  await expect(rows.filter({ hasText: 'Paint the fence.' })).toContainText('memory')

  await test.step('a change in the other store is undone, and that is taken back, while this one stays open', async () => {
    await rows.filter({ hasText: 'Ana lives in Porto.' }).click()
    await expect(page.getByRole('region', { name: 'This change' })).toContainText('Portal')
    await page.keyboard.press('u')
    await expect.poll(() => fs.readFile(facts, 'utf8')).not.toContain('Ana lives')
    await expect(page.getByRole('status')).toContainText(/^In “Portal”: .*“Ana lives in Porto.”/)
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => fs.readFile(facts, 'utf8')).toContain('Ana lives in Porto.')
    await expect(page.getByRole('button', { name: 'Store: memory' })).toBeVisible()
  })

  await test.step('the timeline lists both, and opens the other store at a change', async () => {
    await page.keyboard.press('Control+3')
    const timeline = page.getByRole('main', { name: 'Timeline' })
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Paint the fence.' })).toContainText('memory')
    const porto = timeline.getByRole('listitem').filter({ hasText: 'Ana lives in Porto.' }).last()
    await expect(porto).toContainText('Portal')
    await porto.click()
    const detail = page.getByRole('region', { name: 'This change' })
    await expect(detail.getByRole('group', { name: 'Change' })).toContainText('Ana lives in Porto.')
    await page.getByRole('textbox', { name: 'Search changes' }).fill('fence')
    await expect(timeline.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await porto.click()
    await detail.getByRole('button', { name: 'Open in “Portal”' }).click()
    await expect(page.getByRole('button', { name: 'Store: Portal' })).toBeVisible()
    await expect(page.getByRole('tree', { name: 'Changes, newest first' })).toContainText('Ana lives in Porto.')
  })
})
