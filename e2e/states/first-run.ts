import { expect } from '../app.ts'
import { type State, state, over } from './stage.ts'

const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })

export const FIRST_RUN: readonly State[] = [
  state('first run', async (stage) => expect(stage.get('main', 'Set up')).toBeVisible()),
  over('first run: another folder', async (stage) => {
    await stage.click('Choose…')
    await expect(stage.get('dialog', 'Add a store')).toBeVisible()
  }),
  state('first run: other agents’ memories', async (stage) => {
    await stage.click('Look for other agents’ memories')
    await expect(stage.get('list', 'Other agents’ memories on this computer')).toBeVisible()
  }),
  state('first run: files chosen', async (stage) => {
    const chooser = stage.window.waitForEvent('filechooser')
    await stage.click('Files')
    await (await chooser).setFiles([text('tea.md', 'Green tea at four.\n'), text('.hidden', 'x\n')])
    await expect(stage.get('list', 'Chosen files')).toBeVisible()
  }),
  state('first run: Claude', (stage) => stage.get('radio', 'Claude').check()),
]

export const EMPTY: readonly State[] = [
  state('welcome', async (stage) => {
    await stage.click('Skip')
    await expect(stage.get('list', 'Sentences to try')).toBeVisible()
  }),
  state('memory, empty', async (stage) => stage.view('2', 'Memory')),
  state('timeline, empty', async (stage) => stage.view('3', 'Timeline')),
  state('review, empty', async (stage) => stage.view('4', 'Review')),
  state('jobs, empty', async (stage) => stage.view('6', 'Jobs')),
]
