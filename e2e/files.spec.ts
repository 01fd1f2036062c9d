import type { Page } from '@playwright/test'
import { type App, create, expect, test } from './app.ts'

async function openTree(app: App, window: Page) {
  const answers = await app.exec(
    create('a.md', 'A\n'),
    create('b.md', 'B\n'),
    create('people/ana.md', 'Ana\n'),
    create('people/tom.md', 'Tom\n'),
    create('travel/lisbon.md', 'Lisbon\n'),
  )
  await window.keyboard.press('Control+2')
  const tree = window.getByRole('tree', { name: 'Memory files' })
  const row = (begins: string) => tree.getByRole('treeitem', { name: new RegExp(`^${begins.replaceAll('.', '\\.')}`) })
  await expect(row('lisbon.md')).toBeVisible()
  return {
    tree,
    row,
    commit: answers.at(-1)?.commit ?? '',
    status: window.getByRole('contentinfo', { name: 'Store status' }),
  }
}

const selected = (window: Page) => window.locator('[role=treeitem][aria-selected=true] .nm')

test('rows are selected by keys and clicks, and deleted, pinned and brought back together, also from a past state', async ({
  app,
  window,
}) => {
  const { tree, row, commit, status } = await openTree(app, window)
  await row('ana.md').click()
  await row('tom.md').click({ modifiers: ['Control'] })
  await expect(selected(window)).toHaveText(['ana.md', 'tom.md'])
  await tree.press('Escape')
  await row('ana.md').click()
  await tree.press('Shift+ArrowDown')
  await tree.press('Shift+ArrowDown')
  await expect(selected(window)).toHaveText(['ana.md', 'tom.md', 'travel'])
  await tree.press('Shift+ArrowUp')
  await tree.press('p')
  await expect(status).toContainText('Pinned: 2 items.')
  await expect(tree.getByRole('treeitem', { name: /^tom\.md.*pinned/ })).toBeVisible()

  await row('a.md').click()
  await row('b.md').click({ modifiers: ['Shift'] })
  const bar = window.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await tree.press('Delete')
  await expect(status).toContainText('Deleted 2 items. You can restore them from the timeline.')
  await expect(row('a.md')).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  await tree.press('Control+a')
  await expect(selected(window)).toHaveCount(5)
  await status.getByRole('button', { name: 'Undo' }).click()
  await expect(row('a.md')).toBeVisible()

  await test.step('files of a past state are restored together', async () => {
    await app.exec({ command: 'delete', path: '/memories/people' }, { command: 'delete', path: '/memories/a.md' })
    await expect(row('a.md')).toHaveCount(0)
    await window.evaluate((commit) => location.assign(`#/then/${commit}`), commit)
    await row('people').click({ modifiers: ['Control'] })
    await row('a.md').click({ modifiers: ['Control'] })
    await window
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Restore to this point' })
      .click()
    await expect(status).toContainText('Restored: 3 files are as they were')
    await window.keyboard.press('Escape')
    await expect(row('tom.md')).toBeVisible()
    await expect(tree.getByRole('treeitem')).toHaveCount(7)
  })
})

test('files are added where they are dropped; the menu of a row has its commands; a renaming takes unsaved changes along', async ({
  app,
  window,
}) => {
  const { tree, row, status } = await openTree(app, window)
  await test.step('files of the computer are added where they are dropped, and what exists is asked about', async () => {
    const drop = async (target: string, files: Readonly<Record<string, string>>): Promise<void> => {
      const transfer = await window.evaluateHandle((files) => {
        const transfer = new DataTransfer()
        for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name))
        return transfer
      }, files)
      for (const type of ['dragover', 'drop']) await row(target).dispatchEvent(type, { dataTransfer: transfer })
    }
    await drop('people', { 'eva.md': 'Eva\n', '.DS_Store': 'x', 'eva.md~': 'Ev\n', '4913': '', '#eva.md#': 'E\n' })
    await expect(status).toContainText('Added 1 file. 4 hidden files were left out.')
    await drop('tom.md', { 'tom.md': 'Another Tom\n', 'key.md': 'My key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz\n' })
    const sheet = window.getByRole('dialog', { name: '1 file already exists' })
    await expect(sheet.getByRole('listitem')).toHaveText(['people/tom.md'])
    await sheet.getByRole('button', { name: 'Keep both' }).click()
    await expect(row('tom-2.md')).toBeVisible()
    await row('key.md').click()
    await expect(window.getByRole('main', { name: 'File people/key.md' })).toContainText('My key is redacted')

    await window.getByRole('button', { name: 'More actions for the files' }).click()
    const picked = window.waitForEvent('filechooser')
    await window.getByRole('menuitem', { name: 'Add files…' }).click()
    await (
      await picked
    ).setFiles({
      name: 'dot.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'),
    })
    await expect(row('dot.gif')).toBeVisible()
  })

  await test.step('the menu of a row has its commands; a new folder lives until its first file', async () => {
    await row('ana.md').click({ button: 'right' })
    const menu = window.getByRole('menu')
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Open/,
      'History',
      'Export…',
      'As it was…',
      /^Rename/,
      'Move to…',
      'Pin',
      'Copy path',
      /^Delete/,
    ])
    await menu.getByRole('menuitem', { name: 'Move to…' }).click()
    const sheet = window.getByRole('dialog', { name: 'Move people/ana.md' })
    await sheet.getByRole('combobox', { name: 'Folder' }).fill('travel')
    await window.keyboard.press('Enter')
    await expect(status).toContainText('Moved 1 item to travel')

    await row('a.md').click()
    await tree.press('Shift+F10')
    await menu.getByRole('menuitem', { name: 'Rename' }).click()
    const name = window.getByRole('textbox', { name: 'New path' })
    await name.fill('b.md')
    await expect(window.getByRole('alert').filter({ hasText: 'b.md already exists.' })).toBeVisible()
    await name.fill('c.md')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('main', { name: 'File c.md' })).toBeVisible()
    // Its view goes with it when that is undone and redone.
    await window.keyboard.press('Control+z')
    await expect(window.getByRole('main', { name: 'File a.md' })).toBeVisible()
    await window.keyboard.press('Control+Shift+z')
    await expect(window.getByRole('main', { name: 'File c.md' })).toBeVisible()

    const newFolder = window.getByRole('textbox', { name: 'Path of the new folder' })
    await window.getByRole('button', { name: 'More actions for the files' }).click()
    await menu.getByRole('menuitem', { name: 'New folder' }).click()
    // What is clicked moves up when the field that this leaves goes.
    await row('b.md').click()
    await expect(window.getByRole('main', { name: 'File b.md' })).toBeVisible()
    await expect(newFolder).toHaveCount(0)
    await window.getByRole('button', { name: 'More actions for the files' }).click()
    await menu.getByRole('menuitem', { name: 'New folder' }).click()
    await newFolder.fill('plans')
    await window.keyboard.press('Enter')
    await expect(row('plans empty')).toBeVisible()
    await row('b.md').dragTo(row('plans'))
    await expect(status).toContainText('Moved 1 item to plans')
    await expect(row('plans empty')).toHaveCount(0)
    await expect(row('plans')).toBeVisible()
    expect((await app.cli('check')).code).toBe(0)
  })

  await test.step('a folder leads to its history, and to how it was on another day', async () => {
    await row('people').click({ button: 'right' })
    await window.getByRole('menuitem', { name: 'History' }).click()
    await window.getByRole('button', { name: 'Clear filters' }).click()
    await window.keyboard.press('Control+2')
    await row('people').click({ button: 'right' })
    await window.getByRole('menuitem', { name: 'As it was…' }).click()
    const sheet = window.getByRole('dialog', { name: 'people as it was' })
    await sheet.getByRole('button', { name: 'Show' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('The history begins later. Choose a later day.')
    const day = sheet.getByLabel('At the end of')
    await day.fill((await day.getAttribute('max')) ?? '')
    await sheet.getByRole('button', { name: 'Show' }).click()
    await expect(window.getByRole('button', { name: 'Restore this folder' })).toBeVisible()
    await expect(row('people')).toHaveAttribute('aria-selected', 'true')
    await window.keyboard.press('Escape')
  })

  await test.step('unsaved changes go with a file whose renaming is undone', async () => {
    await row('tom.md').click()
    await row('tom.md').click({ button: 'right' })
    await window.getByRole('menuitem', { name: 'Rename' }).click()
    await window.getByRole('textbox', { name: 'New path' }).fill('people/tim.md')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('main', { name: 'File people/tim.md' })).toBeVisible()
    await window.getByRole('button', { name: 'Edit' }).click()
    await window.getByRole('textbox', { name: /tim\.md/ }).pressSequentially('More. ')
    await status.getByRole('button', { name: 'Undo' }).click()
    await expect(window.getByRole('textbox', { name: /tom\.md/ })).toContainText('More.')
    await expect(row('tim.md')).toHaveCount(0)
  })
})
