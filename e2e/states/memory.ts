import { expect, replace } from '../app.ts'
import { over, type Stage, type State, state } from './stage.ts'

const lineOf = (stage: Stage, text: string) => stage.get('document').getByText(text).first()
const selectWord = (stage: Stage) => lineOf(stage, 'Lives in').dblclick({ position: { x: 40, y: 12 } })
const treeRow = ({ window }: Stage, name: string) => window.getByRole('treeitem', { name }).first()
const upload = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function edit(stage: Stage, name: string): Promise<void> {
  await stage.file(name)
  await expect(stage.get('button', 'Edit', stage.get('main'))).toBeEnabled()
  await stage.press('e')
  await expect(stage.window.getByRole('textbox', { name })).toBeFocused()
}

export const FILES: readonly State[] = [
  state('memory', (stage) => stage.view('2', 'Memory')),
  over('menu of the files', (stage) => stage.menu('More actions for the files')),
  over('new file named', async (stage) => {
    await stage.click('New file')
    await expect(stage.get('textbox', 'Path of the new file')).toBeFocused()
  }),
  over('new folder named', async (stage) => {
    await stage.pick('More actions for the files', 'New folder')
    await expect(stage.get('textbox', 'Path of the new folder')).toBeFocused()
  }),
  state('files filtered', async (stage) => {
    await stage.get('textbox', 'Filter files').fill('harbour')
    await expect(stage.window.getByText('A long note about the harbour.').first()).toBeVisible()
  }),
  over('menu of a file in the tree', async (stage) => {
    await stage.click('Clear the filter')
    await stage.contextMenu(treeRow(stage, 'ana.md'))
  }),
  over('menu of a folder in the tree', (stage) => stage.contextMenu(treeRow(stage, 'people'))),
  over('day to look back from', async (stage) => {
    await stage.contextMenu(treeRow(stage, 'people'))
    await stage.get('menuitem', 'As it was…').click()
    await expect(stage.get('dialog', 'people as it was')).toBeVisible()
  }),
  over('file moved', async (stage) => {
    await stage.contextMenu(treeRow(stage, 'ana.md'))
    await stage.get('menuitem', 'Move to…').click()
    await expect(stage.get('dialog', 'Move people/ana.md')).toBeVisible()
  }),
  over('files selected', async (stage) => {
    await treeRow(stage, 'ana.md').click()
    await treeRow(stage, 'tom.md').click({ modifiers: ['Control'] })
    await expect(stage.get('toolbar', 'Selection')).toBeVisible()
    await stage.get('tree', 'Memory files').focus()
  }),
  over('files that exist already', async (stage) => {
    const chooser = stage.window.waitForEvent('filechooser')
    await stage.pick('More actions for the files', 'Add files…')
    await (await chooser).setFiles([upload('notes.md', 'Other notes.\n'), upload('new.md', 'New.\n')])
    await expect(stage.get('dialog')).toBeVisible()
  }),
]

export const FILE: readonly State[] = [
  state('file', (stage) => stage.file('ana.md')),
  over('menu of the file', (stage) => stage.menu('More actions for this file')),
  over('file renamed', async (stage) => {
    await stage.pick('More actions for this file', 'Rename')
    await expect(stage.get('textbox', 'New path')).toBeFocused()
  }),
  state('source of a file', async (stage) => {
    await stage.click('Source')
    await expect(stage.only('button', 'Source')).toHaveAttribute('aria-pressed', 'true')
  }),
  over('versions of a line', async (stage) => {
    await stage.click('Source')
    await lineOf(stage, 'Lives in').click()
    await expect(stage.get('region', 'Versions of line 4')).toBeVisible()
  }),
  over('offer to mark a selection', async (stage) => {
    await selectWord(stage)
    await expect(stage.only('button', 'Mark as a secret')).toBeVisible()
  }),
  over('selection marked as a secret', async (stage) => {
    await selectWord(stage)
    await stage.click('Mark as a secret')
    await expect(stage.get('dialog', 'Mark the selection as a secret?')).toBeVisible()
  }),
  state('version of a file', async (stage) => {
    await stage.get('listbox', 'Versions').getByRole('option').nth(1).click()
    await expect(stage.get('button', 'Restore this version')).toBeVisible()
  }),
  state('only untrusted lines', async (stage) => {
    await stage.file('tom.md')
    await stage.get('button', 'Only from outside').click()
  }),
  state('file with something redacted', async (stage) => {
    await stage.file('keys.md')
    await expect(stage.get('document').getByRole('button', { name: 'password' })).toBeVisible()
  }),
  over('mark that is no secret', async (stage) => {
    await stage.get('document').getByRole('button', { name: 'password' }).click()
    await stage.click('Not a secret…')
    await expect(stage.get('dialog', 'Why this is redacted').getByRole('textbox')).toBeVisible()
  }),
  state('file with a table', async (stage) => stage.file('lisbon.md')),
  state('file, empty', async (stage) => stage.file('empty.md')),
  state('image', async (stage) => stage.file('dot.png')),
  state('file that cannot be shown', async (stage) => stage.file('report.pdf')),
  state('file that is withheld', async (stage) => {
    await stage.view('5', 'Policies')
    await stage.get('list', 'Withheld from history').getByRole('link').click()
    await stage.click('Not a secret…')
    await expect(stage.get('button', 'Not a secret: password, line 1')).toBeVisible()
  }),
  state('file that is not there', async (stage) => {
    await stage.window.evaluate(() => (location.hash = '/memory/nowhere.md'))
    await expect(stage.only('button', 'Look in the timeline')).toBeVisible()
  }),
]

export const EDITOR: readonly State[] = [
  state('editor', (stage) => edit(stage, 'ana.md')),
  state('editor, find and replace', async (stage) => {
    await stage.press('Control+f')
    await stage.window.keyboard.type('in')
    await expect(stage.get('search', 'Find and replace').getByRole('status')).not.toBeEmpty()
  }),
  state('editor, leaving with changes', async (stage) => {
    await stage.press('Escape')
    await expect(stage.get('search', 'Find and replace')).toHaveCount(0)
    await stage.press('Control+End')
    await stage.window.keyboard.type('- Plays the cello')
    await expect(stage.window.getByText('cello')).toBeVisible()
    await stage.press('Escape')
    await expect(stage.only('button', 'Keep editing')).toBeVisible()
  }),
  state('editor, conflict', async (stage) => {
    await stage.click('Keep editing')
    await stage.app.exec(replace('people/ana.md', 'Faro', 'Braga'))
    await expect(stage.only('button', 'Reapply my edits')).toBeVisible()
  }),
  state('edit saved redacted', async (stage) => {
    await stage.click('Discard my edits')
    await edit(stage, 'notes.md')
    await stage.press('Control+End')
    await stage.window.keyboard.type('The password is oak-Latte-99.')
    await stage.press('Control+s')
    await expect(stage.only('button', 'Leave it redacted')).toBeVisible()
  }),
]
