import { expect } from '../app.ts'
import { type State, state } from './stage.ts'

export const UPKEEP: readonly State[] = [
  state('findings', async (stage) => {
    await stage.view('2', 'Memory')
    await stage.get('link', 'Upkeep').click()
    await expect(stage.get('main', 'Findings').getByRole('listitem').first()).toBeVisible()
  }),
  state('use of the files', async (stage) => {
    await stage.get('group', 'Section').getByRole('button').nth(1).click()
    await expect(stage.get('list', 'File sizes')).toBeVisible()
  }),
  state('files chosen by their use', async (stage) => {
    for (const path of ['notes.md', 'people/tom.md']) await stage.only('checkbox', `Select ${path}`).check()
  }),
]

export const TIDY: readonly State[] = [
  state('tidy', async (stage) => {
    await stage.only('link', 'Upkeep').click()
    await stage.only('button', 'Tidy', stage.get('group', 'Section')).click()
    await expect(stage.get('heading', 'Tidy the memory')).toBeVisible()
  }),
  state('proposal', async (stage) => {
    stage.model.answers(
      {
        call: {
          command: 'str_replace',
          path: '/memories/notes.md',
          old_str: 'The pool is closed until 3 May 2025.\n',
          new_str: '',
        },
      },
      { text: 'The pool is open again.' },
    )
    await stage.click('Tidy a copy')
    await expect(stage.get('region', 'What happens to each line')).toBeVisible()
  }),
  state('proposed file', async (stage) => {
    await stage.get('main', 'Proposal').getByRole('button', { name: 'notes.md' }).click()
    await expect(stage.window.getByRole('region', { name: 'notes.md' })).toBeVisible()
  }),
]
