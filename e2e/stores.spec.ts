import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, say, test } from './app.ts'

test(
  'a second store: its uncommitted files are announced, it opens, keeps apart, and is forgotten without a loss',
  { tag: '@browser' },
  async ({ app, window }, info) => {
    await say(window, 'My city is Porto')
    const notes = nodePath.join(app.documents, 'outer', 'notes')
    await fs.mkdir(notes, { recursive: true })
    execFileSync('git', ['init', '-q'], { cwd: notes })
    await fs.writeFile(nodePath.join(notes, 'plan.md'), 'one\n')

    // Ctrl-O opens the switcher; the folder is typed, with names offered.
    await window.keyboard.press('Control+o')
    await window.getByRole('menuitem', { name: 'Add a store…' }).click()
    const folder = window.getByRole('combobox', { name: 'Folder' })
    await folder.fill(nodePath.join(app.documents, 'outer', 'n'))
    await expect(window.locator('datalist option')).toHaveText([`${notes}/`])
    await folder.fill(nodePath.join(app.documents, 'outer', 'missing', 'deep'))
    await window.getByRole('button', { name: 'Look at it' }).click()
    await expect(window.getByRole('dialog').getByRole('alert')).toContainText('no such folder')
    await folder.fill(notes)
    await window.getByRole('button', { name: 'Look at it' }).click()
    const preview = window.getByRole('dialog', { name: 'Add “notes”?' })
    await expect(preview).toContainText('1 file is not committed')
    await expect(preview.getByRole('list', { name: 'Not committed' })).toContainText('plan.md')
    await window.screenshot({ path: info.outputPath('preview.png') })
    await preview.getByRole('button', { name: 'Cancel' }).click()
    expect(await fs.readdir(nodePath.join(notes, '.git'))).not.toContain('variorum')
    await window.keyboard.press('Control+o')
    await window.getByRole('menuitem', { name: 'Add a store…' }).click()
    await folder.fill(notes)
    await window.keyboard.press('Enter')
    // Nothing is added before somebody at the terminal agrees: refused, taken back, agreed.
    const add = preview.getByRole('button', { name: 'Commit them and open' })
    const waiting = preview.getByRole('status').filter({ hasText: 'Waiting for Enter in the terminal' })
    await add.click()
    await expect(waiting).toBeVisible()
    await app.prints(`keep a memory in ${notes}`)
    app.type('n')
    await expect(preview.getByRole('alert')).toContainText('refused in the terminal')
    await add.click()
    await expect(waiting).toBeVisible()
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await app.prints('Nobody is asking any more')
    expect(await fs.readdir(nodePath.join(notes, '.git'))).not.toContain('variorum')
    await window.keyboard.press('Control+o')
    await window.getByRole('menuitem', { name: 'Add a store…' }).click()
    await folder.fill(notes)
    await window.keyboard.press('Enter')
    await add.click()
    await expect(waiting).toBeVisible()
    await window.screenshot({ path: info.outputPath('asked.png') })
    app.pressEnter()

    // Everything shown is of the other store.
    await expect(window.getByRole('button', { name: 'Store: notes' })).toBeVisible()
    await expect(window.getByRole('treeitem', { name: /^plan\.md/ })).toBeVisible()
    await expect(window.getByRole('treeitem', { name: /^about-me\.md/ })).toHaveCount(0)
    await expect(window.getByRole('navigation').getByText('My city is Porto')).toHaveCount(0)
    await say(window, 'Remember that the bins go out on Monday')
    expect(execFileSync('git', ['log', '--format=%s'], { cwd: notes, encoding: 'utf8' })).toContain('adopt plan.md')

    await window.keyboard.press('Control+,')
    await window.screenshot({ path: info.outputPath('settings.png') })
    const stores = window.getByRole('list', { name: 'Stores' })
    await stores.getByRole('listitem', { name: 'memory' }).getByRole('button', { name: 'Open' }).click()
    await expect(window.getByRole('treeitem', { name: /^about-me\.md/ })).toBeVisible()
    await expect(window.getByRole('navigation').getByText('My city is Porto')).toBeVisible()

    // It moved: it is not created again, and is found by its id.
    await fs.rename(notes, nodePath.join(app.documents, 'moved'))
    await window.reload()
    await window.getByRole('link', { name: 'Settings' }).click()
    await stores.getByRole('button', { name: 'Find it…' }).click()
    await window.getByRole('combobox', { name: 'Folder' }).fill(nodePath.join(app.documents, 'moved'))
    await window.getByRole('button', { name: 'This is it' }).click()
    await expect(window.getByRole('dialog')).toHaveCount(0)
    await stores.getByRole('listitem', { name: 'moved' }).getByRole('button', { name: 'Forget…' }).click()
    const forgetting = window.getByRole('dialog', { name: 'Forget “moved”?' })
    await forgetting.getByRole('button', { name: 'Forget' }).click()
    await expect(stores.getByRole('listitem')).toHaveCount(1)
    expect(await fs.readdir(nodePath.join(app.documents, 'moved'))).toContain('plan.md')
  },
)
