import { expect } from '../app.ts'
import { over, type Stage, type State, state } from './stage.ts'

const entries = (stage: Stage) => stage.get('tree', 'Changes, newest first').getByRole('treeitem')

async function choose(stage: Stage, path: string): Promise<void> {
  await stage.view('3', 'Timeline')
  await entries(stage).filter({ hasText: path }).last().click()
  await expect(stage.get('region', 'Restore or undo')).toBeVisible()
}

const way = (stage: Stage, name: string) => stage.get('radio', name).click()

const pick = (stage: Stage, item: string) => stage.pick('More actions for this point', item)

export const TIMELINE: readonly State[] = [
  state('timeline', async (stage) => {
    await stage.view('3', 'Timeline')
    await expect(entries(stage).first()).toBeVisible()
  }),
  over('menu of a row of the timeline', (stage) => stage.contextMenu(entries(stage).nth(1))),
  state('filters of the timeline', async (stage) => {
    await stage.click('Filter')
    await expect(stage.get('textbox', 'First day')).toBeVisible()
  }),
  state('timeline, nothing found', async (stage) => {
    await stage.click('Filter')
    await stage.get('textbox', 'Search changes').fill('zeppelin')
    await expect(stage.get('heading', 'No matching changes.')).toBeVisible()
  }),
  state('timeline, words found', async (stage) => {
    await stage.get('textbox', 'Search changes').fill('shellfish')
    await stage.click('Filter')
    await stage.click('Words in the change')
    await expect(entries(stage).locator('mark').first()).toBeVisible()
  }),
  state('changes picked', async (stage) => {
    await stage.click('Clear filters')
    await expect(entries(stage).nth(3)).toBeVisible()
    for (const at of [1, 2])
      await entries(stage)
        .nth(at)
        .click({ modifiers: ['Control'] })
    await expect(stage.window.locator('.marked-bar')).toBeVisible()
  }),
  state('point of the timeline', async (stage) => {
    await stage.press('Escape')
    await choose(stage, 'list.md')
  }),
  over('menu of a point', (stage) => stage.menu('More actions for this point')),
  state('point named', async (stage) => {
    await pick(stage, 'Name this point…')
    await stage.get('textbox', 'Name for this point').fill('Before the clean-up')
  }),
  state('memory at a point', async (stage) => {
    await stage.press('Enter')
    await expect(stage.only('button', 'Remove this name: Before the clean-up').first()).toBeVisible()
    await stage.click('Memory at this point')
    await expect(stage.get('tree', 'Memory files').getByRole('treeitem').first()).toBeVisible()
  }),
  state('restore of a folder', async (stage) => {
    await choose(stage, 'tom.md')
    await stage.click('Other ways back')
    await way(stage, 'Restore a folder…')
    await expect(stage.get('combobox', 'Folder')).toBeVisible()
  }),
  state('restore of the store', async (stage) => {
    await way(stage, 'Restore the whole store')
    await expect(stage.get('region', 'Preview of the restore')).toBeVisible()
    await stage.window.locator('.acts button[aria-pressed]').click()
    await expect(stage.get('region', 'Preview of the restore').locator('.diff, table').first()).toBeVisible()
  }),
  state('point compared with now', async (stage) => {
    await pick(stage, 'Compare…')
    await expect(stage.get('region', 'Differences')).toBeVisible()
  }),
  state('change searched for', async (stage) => {
    await stage.press('b')
    // No commit changes both.
    for (const [path, text] of [
      ['keys.md', 'The password'],
      ['people/ana.md', 'Lives in'],
    ] as const) {
      await stage.get('combobox', 'File to look at').fill(path)
      await expect(stage.window.locator('section.past')).toContainText(text)
    }
  }),
  state('change found', async (stage) => {
    await stage.get('textbox', 'Words to look for').fill('Faro')
    await stage.click('Answer automatically')
    await expect(stage.get('region', 'What was found')).toBeVisible()
  }),
  state('restore points', async (stage) => {
    await stage.view('3', 'Timeline')
    await stage.click('Restore points')
    await expect(stage.get('list', 'Named points')).toBeVisible()
    await expect(entries(stage).first()).toBeVisible()
  }),
  state('earlier memory', async (stage) => {
    await stage.only('list', 'Named points').getByRole('button').first().click()
    await stage.press('Control+2')
    await stage.window.getByRole('treeitem', { name: 'ana.md' }).click()
    await expect(stage.window.getByRole('document', { name: 'people/ana.md' })).toBeVisible()
  }),
  over('menu of a file at a point', (stage) =>
    stage.contextMenu(stage.window.getByRole('treeitem', { name: 'ana.md' })),
  ),
  state('conversation about a point', async (stage) => {
    await stage.click('Ask the agent about this point in time')
    await expect(stage.get('textbox', 'Message')).toBeVisible()
  }),
]

export const REVIEW: readonly State[] = [
  state('review', async (stage) => {
    await stage.view('4', 'Review')
    await expect(stage.get('region', 'This change')).toBeVisible()
  }),
  state('undo that conflicts', async (stage) => {
    await stage.view('3', 'Timeline')
    const changes = entries(stage).filter({ hasText: 'ana.md' })
    await changes.nth((await changes.count()) - 2).click()
    await stage.press('u')
    await expect(stage.window.getByRole('article', { name: 'ana.md' }).first()).toBeVisible()
  }),
  state('conflict, own text', async (stage) => {
    await stage.press('4')
    await expect(stage.get('textbox', 'Your text')).toBeVisible()
  }),
  state('undo that waits', async (stage) => {
    await stage.press('Escape', 'Escape')
    await stage.view('4', 'Review')
    await expect(stage.get('region', 'Waiting for you')).toBeVisible()
  }),
  state('undo of a conversation', async (stage) => {
    await stage.view('1', '')
    await stage.get('navigation', 'Stores and conversations').getByRole('link', { name: 'Eva' }).first().click()
    await stage.pick('More actions for this conversation', 'Undo this conversation’s changes…')
    await expect(stage.get('region', 'Undo the changes in a conversation')).toBeVisible()
  }),
  state('everything reviewed', async (stage) => {
    await stage.press('Escape')
    await stage.view('4', 'Review')
    await stage.press('Shift+Enter')
    await expect(stage.get('heading', 'You’ve seen everything')).toBeVisible()
  }),
  state('write that waits', async (stage) => {
    await stage.app.cli('rules', 'add', '--paths', 'plans/**', '--do', 'ask')
    const file_text = '# Garden\n\nPaint the fence before June.\nAsk Tom about the gate.\n'
    await stage.app.exec({ command: 'create', path: '/memories/plans/garden.md', file_text })
    await stage.get('region', 'Waiting for you').getByRole('link').filter({ hasText: 'fence' }).click()
    await expect(stage.get('textbox', 'Why not? The agent is told if you don’t save it')).toBeVisible()
  }),
]
