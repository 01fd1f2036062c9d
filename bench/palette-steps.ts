import type { Locator, Page } from 'playwright'
import type { Step } from './window.ts'

const option = (page: Page, text: RegExp): Locator => page.getByRole('option').filter({ hasText: text })

/** The palette, asked for a word that is in every path, in every text and in nearly every commit. */
export const PALETTE_STEPS: readonly Step[] = [
  {
    name: 'palette: opened',
    act: (page) => page.keyboard.press('Control+k'),
    shown: (page) => page.getByRole('combobox', { name: 'Search or run' }),
  },
  {
    name: 'palette: three letters, until files are shown',
    act: (page) => page.keyboard.type('not'),
    shown: (page) => option(page, /\/note-\d+\.md/),
  },
  {
    name: 'palette: one more, until files, words and history are shown',
    act: (page) => page.keyboard.press('e'),
    shown: (page) =>
      page
        .getByRole('dialog')
        .filter({ has: option(page, /\/note-\d+\.md/) })
        .filter({ has: page.getByRole('group', { name: 'Go to' }).filter({ has: option(page, /# Note \d+/) }) })
        .filter({ has: page.getByRole('group', { name: 'In the history' }) }),
  },
  {
    name: 'palette: closed',
    act: (page) => page.keyboard.press('Escape'),
    shown: (page) => page.getByRole('tree', { name: 'Memory files' }),
  },
]
