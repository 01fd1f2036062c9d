import { expect } from '../app.ts'
import { fillMemory } from './memory-at-work.ts'
import { over, SLOW_MS, type Stage, type State, state } from './stage.ts'

const card = ({ window }: Stage, path: string) => window.getByRole('article').filter({ hasText: path }).last()
const list = (stage: Stage) => stage.get('navigation', 'Stores and conversations')
const conversation = (stage: Stage, title: string) => list(stage).getByRole('link', { name: title })

const BOAT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><rect width="480" height="300" fill="#9cc3dd"/><path d="M90 190h300l-50 60H140zM235 40v140h-110z" fill="#7a4a2b"/></svg>'

export const CHAT: readonly State[] = [
  state('conversation', async (stage) => {
    await fillMemory(stage.app)
    await stage.view('1', '')
    await expect(stage.window.getByRole('treeitem', { name: 'report.pdf' })).toBeVisible({ timeout: SLOW_MS })
    await stage.say('Remember that Eva is allergic to nuts')
    await stage.say('Actually, Eva is allergic to sesame')
    await expect(card(stage, 'eva.md')).toBeVisible()
  }),
  over('menu of a card', (stage) => stage.menu('More actions for this change')),
  over('menu of a card, by the right button', (stage) => stage.contextMenu(card(stage, 'eva.md'))),
  over('menu of the conversation', (stage) => stage.menu('More actions for this conversation')),
  over('menu of a conversation in the list', (stage) => stage.contextMenu(conversation(stage, 'Eva').first())),
  over('conversation renamed', async (stage) => {
    await stage.pick('More actions for this conversation', 'Rename')
    await expect(stage.get('textbox', 'Conversation title')).toBeFocused()
  }),
  over('menu of the models', (stage) => stage.menu('Model: Demo model')),
  over('budget of the conversation', async (stage) => {
    await stage.window.locator('button.budget').click()
    await expect(stage.get('dialog')).toBeVisible()
  }),
  over('words found in the conversation', async (stage) => {
    await stage.press('Control+f')
    await stage.get('search', 'Find').getByRole('textbox').fill('allergic')
    await expect(stage.get('search', 'Find').getByRole('status')).toHaveText(/^\d+\D+\d+$/)
  }),
  over('answer regenerated', async (stage) => {
    await stage.only('button', 'Regenerate').first().click()
    await expect(stage.get('dialog', 'Regenerate the answer').getByRole('listitem').first()).toBeVisible()
  }),
  over('message edited', async (stage) => {
    await stage.only('button', 'Edit message').last().click()
    await expect(stage.get('region', 'What this undo changes')).toBeVisible()
    await stage.get('textbox', 'Message').focus()
  }),
  state('what an answer knew', async (stage) => {
    await stage.press('Escape')
    await stage.pick('More for this answer', 'What did the agent know?')
    await expect(stage.get('complementary').getByText('keys.md').first()).toBeVisible()
  }),
  state('card, undone', async (stage) => {
    await stage.only('button', 'Undo', card(stage, 'eva.md')).click()
    await expect(stage.only('button', 'Redo').first()).toBeVisible()
  }),
  state('files attached', async (stage) => {
    const chooser = stage.window.waitForEvent('filechooser')
    await stage.click('Attach files')
    await (
      await chooser
    ).setFiles([
      { name: 'plan.md', mimeType: 'text/plain', buffer: Buffer.from('Plan\n') },
      { name: 'boat.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(BOAT) },
    ])
    await expect(stage.get('list', 'Attached files').getByRole('listitem')).toHaveCount(2)
  }),
  over('secret in a message', async (stage) => {
    await stage.get('textbox', 'Message').fill('Remember that the staging password is blue-Heron-77')
    await stage.press('Enter')
    await expect(stage.only('button', 'Send redacted', stage.get('alertdialog'))).toBeFocused()
  }),
  state('secret redacted', async (stage) => {
    await stage.press('Enter')
    await stage.click('Send as is')
    await expect(card(stage, 'staging')).toBeVisible()
    await expect(stage.only('button', 'Stop')).toHaveCount(0)
  }),
  over('why something is redacted', async (stage) => {
    await card(stage, 'staging').getByRole('button', { name: 'password' }).first().click()
    await expect(stage.get('dialog', 'Why this is redacted')).toBeVisible()
  }),
  over('choice of what is saved', async (stage) => {
    await stage.click('Saving: Save freely')
    await expect(stage.window.getByRole('menuitem', { name: 'Only what I tell it to' })).toBeVisible()
  }),
  state('message that asks to be remembered', async (stage) => {
    await stage.click('Saving: Save freely')
    await stage.window.getByRole('menuitem', { name: 'Only what I tell it to' }).click()
    await stage.get('textbox', 'Message').fill('Remember that Tom works at Volvo')
    await expect(stage.only('button', 'Remember this')).toHaveAttribute('aria-pressed', 'true')
  }),
  state('what was not to be saved', async (stage) => {
    await stage.click('Remember this')
    await stage.get('textbox', 'Message').press('Enter')
    await expect(stage.window.getByRole('article', { name: /^Not written/ })).toBeVisible()
  }),
  state('temporary conversation', async (stage) => {
    await stage.press('Control+Shift+n')
    await expect(stage.get('heading', 'A temporary conversation', stage.get('main'))).toBeVisible()
  }),
  state('temporary conversation, which writes nothing', async (stage) => {
    await stage.say('Remember that Tom works at Volvo')
    await expect(stage.window.getByRole('article').last()).toBeVisible()
  }),
  state('conversation closed', async (stage) => {
    await stage.only('button', 'Close', stage.get('main')).click()
    await expect(stage.get('heading', 'A new conversation', stage.get('main'))).toBeVisible()
  }),
]

export const OTHER_MODEL: readonly State[] = [
  state('thoughts of a model', async (stage) => {
    await stage.view('1', '')
    stage.model.answers({ thought: 'They want a story.', text: 'Once upon a time, `code` and **bold**.' })
    await stage.say('Tell me a story')
    await stage.click('Thoughts')
    await expect(stage.window.getByText('They want a story.')).toBeVisible()
  }),
  over('use of a model', async (stage) => {
    await stage.window.locator('.cost button').click()
    await expect(stage.get('dialog').getByRole('table')).toBeVisible()
  }),
  state('failed turn', async (stage) => {
    stage.model.answers({ status: 529 })
    await stage.say('And then?')
    await expect(stage.window.locator('section.turn').last().getByRole('alert')).toBeVisible()
  }),
  over('menu of other models', (stage) => stage.menu('Ask another model')),
  over('menu of an answer', (stage) => stage.menu('More for this answer')),
  state('answer being written', async (stage) => {
    stage.model.answers({ hangs: true })
    await stage.get('textbox', 'Message').fill('Are you there?')
    await stage.press('Enter')
    await expect(stage.only('button', 'Stop')).toBeVisible()
  }),
  state('answer stopped', async (stage) => {
    await stage.click('Stop')
    await expect(stage.only('button', 'Stop')).toHaveCount(0)
  }),
]
