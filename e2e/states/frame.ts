import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { create, expect } from '../app.ts'
import { notesOf } from './memory-at-work.ts'
import { over, type Stage, type State, state } from './stage.ts'

const PALETTE = 'Search or type a command'

async function search(stage: Stage, words: string): Promise<void> {
  await stage.press('Control+k')
  await stage.get('combobox', PALETTE).fill(words)
}

const settingsTab = (stage: Stage, name: string): Promise<void> =>
  stage.only('link', name, stage.get('navigation', 'Sections')).click()

export const FRAME: readonly State[] = [
  over('palette', async (stage) => {
    await stage.press('Control+k')
    await expect(stage.get('combobox', PALETTE)).toBeFocused()
  }),
  over('palette, found', async (stage) => {
    await search(stage, 'lisbon')
    await expect(stage.get('dialog', PALETTE).getByRole('option', { name: 'lisbon.md' }).first()).toBeVisible()
  }),
  over('palette, commands', async (stage) => {
    await search(stage, '>')
    await expect(stage.get('dialog', PALETTE).getByRole('option').nth(5)).toBeVisible()
  }),
  over('palette, nothing found', async (stage) => {
    await search(stage, 'no such thing anywhere')
    await expect(stage.get('dialog', PALETTE).getByRole('option')).toHaveCount(0)
  }),
  over('keyboard shortcuts', async (stage) => {
    await stage.view('3', 'Timeline')
    await stage.press('?')
    await expect(stage.get('dialog', 'Keyboard shortcuts')).toBeVisible()
  }),
  over('menu of the stores', async (stage) => {
    await expect(stage.get('treeitem').first()).toBeVisible()
    await stage.press('Control+o')
    await expect(stage.get('menu')).toBeVisible()
  }),
]

export const SETTINGS: readonly State[] = [
  state('settings', (stage) => stage.view(',', 'Settings')),
  state('settings: Claude', async (stage) => {
    await stage.get('radio', 'With your own Anthropic key').click()
    await stage.get('textbox', 'Key').first().fill('sk-ant-test-0123456789')
    await stage.press('Enter')
    await expect(stage.only('button', 'Forget the key')).toBeVisible()
    await expect(stage.get('group', 'Models from this service').getByRole('button').first()).toBeVisible()
  }),
  state('settings: another server', async (stage) => {
    await stage.get('radio', 'Other servers').click()
    await expect(stage.get('textbox', 'Address')).toBeVisible()
  }),
  state('settings: appearance', (stage) => settingsTab(stage, 'Appearance')),
  state('settings: advanced', async (stage) => {
    await settingsTab(stage, 'Model')
    await stage.get('radio', 'With your own Anthropic key').click()
    await settingsTab(stage, 'Advanced')
    await stage.click('All prices')
    await expect(stage.get('grid', 'Prices')).toBeVisible()
  }),
  state('settings: after Claude was chosen', async (stage) => {
    await settingsTab(stage, 'Model')
    await stage.get('radio', 'With your own Anthropic key').click()
    await expect(stage.get('group', 'Models from this service').getByRole('button').first()).toBeVisible()
  }),
]

export const STORES: readonly State[] = [
  over('store added', async (stage) => {
    await stage.press('Control+o')
    await stage.get('menuitem', 'Add a store…').click()
    await expect(stage.get('combobox', 'Folder')).toBeVisible()
    await expect(stage.get('list', 'Other agents’ memories on this computer')).toBeVisible()
  }),
  over('memory of another agent to add', async (stage) => {
    await stage.press('Control+o')
    await stage.get('menuitem', 'Add a store…').click()
    await stage.get('button', 'Add portal (Claude Code)…').click()
    await expect(stage.only('button', 'Commit and open')).toBeVisible()
  }),
  over('folder to add', async (stage) => {
    await stage.press('Control+o')
    await stage.get('menuitem', 'Add a store…').click()
    await stage.get('combobox', 'Folder').fill(notesOf(stage.app))
    await stage.press('Enter')
    await expect(stage.only('button', 'Commit and open')).toBeVisible()
  }),
  state('folder to add, waiting for the terminal', async (stage) => {
    await stage.press('Control+o')
    await stage.get('menuitem', 'Add a store…').click()
    await stage.get('combobox', 'Folder').fill(notesOf(stage.app))
    await stage.press('Enter')
    await stage.click('Commit and open')
    await expect(stage.get('dialog').getByRole('status').filter({ hasText: /\S/ })).toBeVisible()
    await stage.app.prints('use this folder for a memory')
  }),
  state('another store', async (stage) => {
    stage.app.pressEnter()
    await expect(stage.get('button', 'Store: notes')).toBeVisible()
    await expect(stage.get('dialog')).toHaveCount(0)
  }),
  over('store switched during an answer', async (stage) => {
    stage.model.answers({ hangs: true })
    await stage.view('1', '')
    await stage.get('textbox', 'Message').fill('Are you there?')
    await stage.press('Enter')
    await expect(stage.only('button', 'Stop')).toBeVisible()
    await stage.press('Control+o')
    await stage.window.getByRole('menuitem', { name: 'memory' }).press('Enter')
    await expect(stage.only('button', 'Stop and open')).toBeVisible()
  }),
  state('stores in the settings', async (stage) => {
    await stage.click('Stop')
    await expect(stage.only('button', 'Stop')).toHaveCount(0)
    await stage.press('Control+o')
    await stage.window.getByRole('menuitem', { name: 'memory' }).press('Enter')
    await expect(stage.get('button', 'Store: memory')).toBeVisible()
    await stage.view(',', 'Settings')
    await settingsTab(stage, 'Memory')
    await expect(stage.get('button', 'Forget…')).toBeVisible()
    await stage.get('button', 'Forget…').scrollIntoViewIfNeeded()
  }),
  state('timeline of every store', async (stage) => {
    await stage.window.getByRole('switch', { name: 'notes' }).click()
    await stage.view('3', 'Timeline')
    await stage.click('All stores')
    const rows = stage.get('main', 'Timeline').getByRole('listitem')
    await expect(rows.filter({ hasText: 'notes' }).first()).toBeVisible()
    await rows.filter({ hasText: 'Ana' }).first().click()
  }),
  state('review of every store', async (stage) => {
    await fs.appendFile(nodePath.join(notesOf(stage.app), 'plan.md'), 'The ferry leaves at nine.\n')
    await stage.view('4', 'Review')
    await stage.get('listitem').filter({ hasText: 'ferry' }).click()
  }),
  state('stores in the settings, one of them kept', async (stage) => {
    await stage.view('4', 'Review')
    await stage.click('All stores')
    await stage.view(',', 'Settings')
    await settingsTab(stage, 'Memory')
    await expect(stage.get('button', 'Forget…')).toBeVisible()
  }),
  over('store forgotten', async (stage) => {
    await stage.click('Forget…')
    await expect(stage.get('dialog')).toBeVisible()
  }),
  over('store that moved', async (stage) => {
    await fs.rename(notesOf(stage.app), `${notesOf(stage.app)}-moved`)
    await stage.window.reload()
    await stage.click('Find it…')
    await expect(stage.get('combobox', 'Folder')).toBeVisible()
  }),
  state('other agents in the settings', async (stage) => {
    await stage.press('Escape')
    await stage.app.cli('clients', 'my-agent', '--access', 'read')
    await stage.view('1', '')
    await stage.view(',', 'Settings')
    await settingsTab(stage, 'Other agents')
    await stage.get('button', 'More about my-agent').scrollIntoViewIfNeeded()
  }),
  over('another program connected', async (stage) => {
    await stage.click('Another program…')
    await stage.click('Make the entry')
    await expect(stage.get('button', 'Copy it and close')).toBeVisible()
  }),
  state('index that Claude Code does not load whole', async (stage) => {
    await stage.press('Escape')
    const lines = Array.from({ length: 214 }, (_, at) => `- [Topic ${at}](topic-${at}.md): about ${at}\n`)
    await stage.app.exec(create('claude-code/portal/MEMORY.md', lines.join('')))
    await stage.file('MEMORY.md')
    await expect(stage.get('meter', 'Loaded at its start')).toBeVisible()
  }),
  state('writes that wait for the user', async (stage) => {
    await stage.app.cli('rules', 'add', '--paths', 'asked/**', '--do', 'ask')
    await stage.app.exec(
      create('asked/ana.md', '# Ana\n\nAna lives in Braga since May.\n'),
      create('asked/tom.md', 'Tom lives in Porto.\n'),
    )
    await stage.view('4', 'Review')
    await stage.window.getByRole('link', { name: 'Ana lives in Braga' }).click()
    await expect(stage.get('button', 'Don’t save')).toBeVisible()
  }),
  state('write that is edited before it is saved', async (stage) => {
    await stage.press('e')
    await expect(stage.get('textbox', 'Text to save')).toBeFocused()
    await stage.press('Control+Enter')
    await expect(stage.window.getByRole('region', { name: 'Tom lives in Porto' })).toBeVisible()
  }),
  state('app that is not running', async (stage) => {
    await stage.view('1', '')
    await stage.app.stop()
    await expect(stage.window.getByText('Variorum').first()).toBeVisible()
  }),
]
