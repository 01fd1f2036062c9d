import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { type App, create, expect, replace, test } from './app.ts'

/** Three files in two folders; then one is changed, one deleted, one added. */
async function history(app: App): Promise<void> {
  await app.exec(
    create('work/plan.md', 'The plan.\n'),
    create('people/ana.md', 'Ana likes tea.\n'),
    create('work/old.md', 'Old but good.\n'),
  )
  await app.exec(
    replace('people/ana.md', 'tea', 'coffee'),
    { command: 'delete', path: '/memories/work/old.md' },
    create('work/new.md', 'New.\n'),
  )
}

const stored = (app: App, path: string): Promise<string> => fs.readFile(nodePath.join(app.store, path), 'utf8')
const gone = (app: App, path: string): Promise<void> =>
  expect(fs.access(nodePath.join(app.store, path))).rejects.toThrow()

const showWays = (window: Page): Promise<void> => window.getByRole('button', { name: 'Other ways back' }).click()

async function nameThisPoint(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'More actions for this point' }).click()
  await window.getByRole('menuitem', { name: 'Name this point…' }).click()
  await expect(window.getByRole('textbox', { name: 'Name for this point' })).toBeFocused()
}

/** Opens the timeline at the last commit of the first three. */
async function selectThree(window: Page): Promise<void> {
  await window.keyboard.press('Control+3')
  await window.getByRole('treeitem', { name: /^Created work\/old\.md/ }).click()
  await showWays(window)
  await expect(window.getByRole('radio', { name: /Restore the whole store.*3 files/ })).toBeVisible()
}

test('the whole store or a folder goes back, as the preview said; the store names a point first; a restore is undone', async ({
  app,
  window,
}) => {
  await history(app)
  await test.step('the whole store goes back by keyboard, as the preview said, and the restore is undone', async () => {
    await window.keyboard.press('Control+3')
    // Undo shows what it would do, not what the change did.
    await window.getByRole('treeitem', { name: /^Created work\/new\.md/ }).click()
    const undoing = window.getByRole('region', { name: 'Preview of the undo' })
    const undo = window.getByRole('button', { name: /^Undo this change/ })
    await expect(undo).toBeEnabled()
    await expect(undoing).toHaveCount(0)
    await showWays(window)
    await expect(window.getByRole('radio', { name: /Undo this change/ })).toBeFocused()
    await expect(undoing.getByRole('button', { name: /work\/new\.md.*will be deleted/ })).toBeVisible()
    await selectThree(window)
    await window.keyboard.press('Shift+R')
    await expect(undoing).toHaveCount(0)
    const preview = window.getByRole('region', { name: 'Preview of the restore' })
    await expect(preview).toContainText('1 file will change, 1 file will be restored, 1 file will be deleted')
    await expect(preview.getByRole('button', { name: /work\/old\.md.*will be restored/ })).toBeVisible()
    await expect(preview.getByRole('button', { name: /work\/new\.md.*will be deleted/ })).toBeVisible()
    await window.getByRole('button', { name: 'See all 3 diffs' }).click()
    await expect(preview.getByRole('group', { name: 'Change' })).toHaveCount(3)
    await expect(window.getByRole('button', { name: /^Restore 2 files, delete 1/ })).toBeEnabled()
    await window.keyboard.press('Control+Enter')
    const said = window.getByRole('status').filter({ hasText: 'Restored: 3 files are as they were' })
    await expect(said).toBeVisible()
    expect(await stored(app, 'people/ana.md')).toBe('Ana likes tea.\n')
    expect(await stored(app, 'work/old.md')).toBe('Old but good.\n')
    await gone(app, 'work/new.md')

    await said.getByRole('button', { name: /Undo/ }).click()
    await expect(window.getByRole('status').filter({ hasText: /^Changed .+ and 2 more files back/ })).toBeVisible()
    expect(await stored(app, 'people/ana.md')).toBe('Ana likes coffee.\n')
    expect(await stored(app, 'work/new.md')).toBe('New.\n')
    await gone(app, 'work/old.md')
  })

  await test.step('before it touched several files, the store named a point', async () => {
    await selectThree(window)
    // Only the memory as it was then cannot be edited: here it is about to be restored.
    const bar = window.getByRole('status').filter({ hasText: /^As of/ })
    await expect(bar).not.toContainText('read-only')
    await window.keyboard.press('t')
    await expect(bar).toContainText('read-only')
    await window.keyboard.press('t')
    await window.getByRole('button', { name: 'Restore points' }).click()
    const points = window.getByRole('list', { name: 'Automatic points' }).getByRole('listitem')
    // Another one before the undo of that.
    await expect(points).toHaveCount(2)
    await expect(points.filter({ hasText: /Before undoing/ })).toHaveCount(1)
    const label = 'Before restoring the store'
    await points
      .filter({ has: window.getByText(label, { exact: true }) })
      .getByRole('button')
      .first()
      .click()
    await expect(points).toHaveCount(0)
    await expect(window.getByText(label, { exact: true })).toBeVisible()
  })

  await test.step('a state that is already current offers nothing to restore', async () => {
    await window.getByRole('treeitem', { name: /^Created work\/new\.md/ }).click()
    await showWays(window)
    await window.getByRole('radio', { name: /Restore the whole store/ }).click()
    await expect(window.getByRole('button', { name: /Nothing to restore/ })).toBeDisabled()
  })

  await test.step('a folder goes back and the rest stays', async () => {
    await selectThree(window)
    await window.getByRole('radio', { name: /Restore a folder/ }).click()
    await expect(window.getByRole('combobox', { name: 'Folder' })).toHaveValue('work')
    await window.getByRole('button', { name: /^Restore 1 file, delete 1/ }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Restored: 2 files' })).toBeVisible()
    expect(await stored(app, 'work/old.md')).toBe('Old but good.\n')
    await gone(app, 'work/new.md')
    expect(await stored(app, 'people/ana.md')).toBe('Ana likes coffee.\n')
  })
})

test('a point is named, compared and looked at: its memory is read-only, with ways to restore it and to return', async ({
  app,
  window,
}) => {
  await test.step('a point is named, found in the list and in the timeline, and unnamed again', async () => {
    await history(app)
    await selectThree(window)
    await nameThisPoint(window)
    await window.keyboard.type('Before the clean-up')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('treeitem').getByText('Before the clean-up')).toBeVisible()

    // A name means one point only.
    await window.getByRole('treeitem', { name: /^Created work\/new\.md/ }).click()
    await nameThisPoint(window)
    await window.getByRole('textbox', { name: 'Name for this point' }).fill('Before the clean-up')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('alert').filter({ hasText: 'already' })).toBeVisible()

    await window.getByRole('button', { name: 'Restore points' }).click()
    const named = window.getByRole('list', { name: 'Named points' })
    await expect(named).toBeVisible()
    // Also the row that is selected already takes its place.
    await window.getByRole('treeitem', { name: /^Created work\/new\.md/ }).click()
    await expect(named).toHaveCount(0)
    await window.getByRole('button', { name: 'Restore points' }).click()
    await named.getByRole('button', { name: /^Before the clean-up/ }).click()
    await expect(window.getByRole('treeitem', { name: /^Created work\/old\.md/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const { out } = await app.cli('restore', 'Before the clean-up', '--dry-run', '--json')
    expect(JSON.parse(out).changeCount).toBe(3)

    await window.getByRole('button', { name: 'Remove this name: Before the clean-up' }).click()
    await expect(window.getByRole('treeitem').getByText('Before the clean-up')).toHaveCount(0)
  })

  await test.step('two points are compared, with diffs', async () => {
    await selectThree(window)
    await window.keyboard.press('c')
    const differences = window.getByRole('region', { name: 'Differences' })
    await expect(differences).toContainText('3 files differ')
    await expect(window.getByText('or select a change in the list')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Reverse' })).toHaveText('Reverse')
    await window.getByRole('treeitem', { name: /^Edited people\/ana\.md/ }).click()
    await expect(differences).toContainText('1 file differs')
    await differences.getByRole('button', { name: /people\/ana\.md/ }).click()
    await expect(differences.getByRole('insertion')).toContainText('coffee')
    await window.keyboard.press('Escape')
    await expect(window.getByRole('region', { name: 'Restore or undo' })).toBeVisible()
  })

  await test.step('an earlier memory is read-only, with ways to restore it and to return', async () => {
    await window.keyboard.press('Control+2')
    await expect(window.getByRole('status').filter({ hasText: /As of today.*read-only/ })).toBeVisible()
    const tree = window.getByRole('tree', { name: 'Memory files' })
    await expect(tree.getByRole('treeitem', { name: /^new\.md/ })).toHaveCount(0)
    const filter = window.getByRole('textbox', { name: 'Filter files' })
    await filter.fill('no such name')
    await expect(window.getByText('No matching file names.')).toBeVisible()
    await filter.fill('')
    await tree.getByRole('treeitem', { name: /^old\.md/ }).click()
    await expect(window.getByRole('document', { name: 'work/old.md' })).toContainText('Old but good.')
    await expect(window.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await window.keyboard.press('r')
    await expect(window.getByRole('status').filter({ hasText: 'Restored: work/old.md' })).toBeVisible()
    expect(await stored(app, 'work/old.md')).toBe('Old but good.\n')
    await expect(window.getByRole('button', { name: /^Edit/ })).toBeVisible()
  })
})

test('a deleted file is found and brought back; the user can restore what a rule refuses, with the policies if ticked', async ({
  app,
  window,
}) => {
  await test.step('a deleted file is found by its kind and brought back', async () => {
    await history(app)
    await window.keyboard.press('Control+3')
    await window.getByRole('button', { name: 'Filter', exact: true }).click()
    await window.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Deleted' })
    const entries = window.getByRole('treeitem', { name: /^Deleted/ })
    await expect(entries).toHaveCount(1)
    await entries.click()
    await window.getByRole('button', { name: 'Restore it' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Restored: work/old.md is back' })).toBeVisible()
    expect(await stored(app, 'work/old.md')).toBe('Old but good.\n')
    await window.getByRole('button', { name: 'Clear filters' }).click()
  })

  await test.step('the user can restore what a rule refuses, with the policies of that time if ticked', async () => {
    await app.exec(create('booking.md', 'QX1234\n'), replace('booking.md', 'QX1234', 'by mail'))
    await window.keyboard.press('Control+5')
    await window.getByRole('button', { name: 'Fine-tune: Redaction' }).click()
    await window.getByRole('button', { name: 'Add a rule' }).click()
    await window.getByRole('button', { name: 'Expression' }).click()
    await window.getByRole('textbox', { name: /^Label/ }).fill('booking')
    await window.getByRole('textbox', { name: 'Expression' }).fill('QX[A-Z0-9]{4}')
    await window.getByRole('button', { name: 'Add the rule' }).click()
    await expect(window.getByRole('switch', { name: 'booking' })).toBeVisible()

    await window.keyboard.press('Control+3')
    await expect(window.getByRole('treeitem', { name: /^The policies changed/ })).toBeVisible()
    await window.getByRole('treeitem', { name: /^Created booking\.md/ }).click()
    await showWays(window)
    await window.getByRole('radio', { name: /Restore the whole store/ }).click()
    const preview = window.getByRole('region', { name: 'Preview of the restore' })
    await expect(preview).not.toContainText('the policies')
    await window.getByRole('switch', { name: 'Also restore the policies as they were then' }).click()
    await expect(preview.getByRole('button', { name: /the policies.*will be deleted/ })).toBeVisible()
    await window.keyboard.press('Control+Enter')
    const refusal = window.getByRole('region', { name: 'Restore or undo' }).getByRole('alert')
    await expect(refusal).toContainText(
      'Not restored: that version of booking.md contains something that the rule “booking” keeps out of the memory. If you go ahead anyway',
    )
    expect(await stored(app, 'booking.md')).toBe('by mail\n')
    await refusal.getByRole('button', { name: 'Restore anyway' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Restored: 2 files' })).toBeVisible()
    expect(await stored(app, 'booking.md')).toBe('QX1234\n')
    await gone(app, '.variorum/policies.json')
    await app.exec(create('next.md', 'QX5678\n'))
    expect(await stored(app, 'next.md')).toBe('QX5678\n')
  })
})
