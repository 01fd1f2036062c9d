import * as fs from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { git } from '../testing/large-store.ts'
import { type App, expect, say, test } from './app.ts'
import { processorMsOf } from './processor-time.ts'

const numbered = (count: number, text: string): string =>
  Array.from({ length: count }, (_, at) => `- ${text} ${at + 1} stays as it was`).join('\n')

async function commit({ store }: App, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await fs.writeFile(`${store}/${name}`, text)
  git(store, 'add', '-A')
  git(store, 'commit', '-q', '-m', `write ${Object.keys(files).join(' and ')}`)
}

/** Opens the newest entry of the timeline that fits. */
async function openPoint(window: Page, name: RegExp): Promise<void> {
  await window.keyboard.press('Control+3')
  await window.getByRole('treeitem', { name }).first().click()
}

const change = (window: Page): Locator => window.getByRole('group', { name: /^Change/ })

test('a file and a line of two megabytes keep the page busy for a moment only', async ({ app, window }) => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `- line ${at} of two megabytes, with some words in it`)
  const long = 'lorem ipsum dolor sit amet '.repeat(80_000)
  await commit(app, { 'many.md': lines.join('\n'), 'long.md': `${long}\n` })
  await commit(app, {
    'many.md': lines
      .toReversed()
      .map((line) => `${line}.`)
      .join('\n'),
  })
  await commit(app, { 'long.md': `${long.slice(0, 1_000_000)}NEW ${long.slice(1_000_000)}\n` })
  await window.keyboard.press('Control+3')
  await expect(window.getByRole('treeitem', { name: /Edited long\.md/ })).toBeVisible()

  const ofLine = await processorMsOf(window, async () => {
    await openPoint(window, /Edited long\.md/)
    await expect(change(window).getByRole('insertion')).toContainText('NEW')
    await expect(
      change(window)
        .getByRole('button', { name: /KB unchanged/ })
        .first(),
    ).toBeVisible()
  })
  const ofFile = await processorMsOf(window, async () => {
    await openPoint(window, /Edited many\.md/)
    await window.getByRole('button', { name: /^Show [\d,]+ more lines$/ }).click()
    await window
      .getByRole('region', { name: /^As of/ })
      .locator('.pbody')
      .press('End')
    await expect(change(window).getByText('line 0 of').last()).toBeVisible()
  })
  expect(await change(window).locator('.dl').count()).toBeLessThan(400)
  expect(ofLine).toBeLessThan(2_000)
  expect(ofFile).toBeLessThan(2_000)
})

test('what an answer had seen; a question to the past; moved blocks, folds, hidden characters, and both ways to show a diff', async ({
  app,
  window,
}) => {
  await test.step('what an answer had seen, and a question to the past that leaves no trace', async () => {
    await say(window, 'Remember that Ana is allergic to shellfish')
    await say(window, 'Actually Ana is allergic to nuts')
    const more = window.getByRole('button', { name: 'More for this answer' }).first()
    await more.press('Enter')
    await window.getByRole('menuitem', { name: 'What did the agent know?' }).press('Enter')
    const panel = window.getByRole('complementary', { name: 'What the agent knew in turn 1' })
    await expect(panel).toBeFocused()
    const line = panel.getByRole('link', { name: /Is allergic to shellfish appears in the answer/ })
    await expect(line).toBeVisible()
    await expect(panel).not.toContainText('nuts')
    await window.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(more).toBeFocused()
    await more.press('Enter')
    await window.getByRole('menuitem', { name: 'What did the agent know?' }).press('Enter')
    await line.click()
    await expect(window.getByRole('main', { name: /at this point$/ })).toContainText('Is allergic to shellfish')

    const head = git(app.store, 'rev-parse', 'HEAD')
    await window.getByRole('button', { name: 'Ask the agent about this point in time' }).click()
    const banner = window.getByRole('status').filter({ hasText: /The memory as of today, \d\d:\d\d/ })
    await expect(banner).toContainText('read-only')
    await say(window, 'What do you know about Ana?')
    await expect(window.getByRole('log')).toContainText('Is allergic to shellfish')
    await say(window, 'Remember that Ana likes tea')
    await expect(window.getByRole('article', { name: 'Not written: people/ana.md' })).toContainText(
      /^.*This conversation looks at the memory as it was on .* and cannot change it\.\s*$/,
    )
    await window.reload()
    await expect(banner).toBeVisible()
    await expect(window.getByRole('img', { name: /^about the memory as it was/ })).toBeVisible()
    await banner.getByRole('button', { name: 'Back to now' }).click()
    await expect(banner).toHaveCount(0)
    expect(git(app.store, 'rev-parse', 'HEAD')).toBe(head)
  })

  await test.step('moved blocks, folds, hidden characters, and both ways to show a diff', async () => {
    const block = '## Trip to Lisbon\n\n- Flat in **Graça**, third floor.\n- Breakfast at Zenith on Mondays.\n'
    const rest = numbered(20, 'line')
    await commit(app, {
      'trip.md': `# Notes\n\n${block}\n${rest}\n`,
      'ana.md': 'Ana\n',
      'people.md': 'Ana: likes tea with milk\nEva\n',
    })
    await commit(app, { 'trip.md': `# Notes\n\n${rest}\nplain\u200bly\n\n${block.replace('Mondays', 'Fridays')}` })
    await commit(app, { 'ana.md': 'Ana\nAna: likes tea with milk\n', 'people.md': 'Eva\n' })

    await openPoint(window, /Edited trip\.md/)
    await expect(change(window)).toContainText('moved to line 25')
    await expect(change(window)).toContainText('moved from line 3')
    await expect(change(window).getByRole('deletion').filter({ hasText: 'Mondays' })).toHaveCount(1)
    await expect(change(window).getByRole('insertion').filter({ hasText: 'Fridays' })).toHaveCount(1)
    // Only the word is marked: the block is neither removed nor added.
    await expect(change(window).getByRole('deletion').filter({ hasText: 'Graça' })).toHaveCount(0)
    await expect(change(window).getByRole('img', { name: 'zero width space (U+200B)' })).toBeVisible()
    await expect(change(window).getByText('line 10 stays')).toHaveCount(0)
    await change(window).getByRole('button', { name: '16 lines unchanged' }).press('Enter')
    await expect(change(window).getByText('line 10 stays')).toBeVisible()
    await expect(change(window)).toBeFocused()

    await expect(change(window)).not.toContainText('**Graça**')
    await window.getByRole('button', { name: 'Source', exact: true }).click()
    await expect(change(window)).toContainText('**Graça**')
    await window.getByRole('button', { name: 'Side by side' }).click()
    await expect(window.getByRole('group', { name: 'Change, side by side' })).toBeVisible()
    await window.reload()
    await expect(window.getByRole('group', { name: 'Change, side by side' })).toContainText('**Graça**')
    await window.setViewportSize({ width: 1000, height: 700 })
    await expect(window.getByRole('group', { name: 'Change', exact: true })).toBeVisible()

    await openPoint(window, /2 files/)
    await expect(window.getByText('moved from people.md, line 1')).toBeVisible()
    await expect(window.getByText('moved to ana.md, line 2')).toBeVisible()
  })
})
