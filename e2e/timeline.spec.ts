import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type App, expect, say, test } from './app.ts'
import { violations } from './axe.ts'

/** A commit made with git itself, at noon of a day in March 2025. @returns its id */
async function commit(app: App, day: number, files: Readonly<Record<string, string | null>>): Promise<string> {
  const at = `2025-03-${String(day).padStart(2, '0')}T12:00:00`
  const person = { GIT_AUTHOR_NAME: 'Tomás Silva', GIT_AUTHOR_EMAIL: 'tomas@example.invalid' }
  const committer = { GIT_COMMITTER_NAME: 'Tomás Silva', GIT_COMMITTER_EMAIL: 'tomas@example.invalid' }
  const env = { ...process.env, ...person, ...committer, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], { cwd: app.store, env, encoding: 'utf8' }).trim()
  await fs.mkdir(app.store, { recursive: true })
  if (day === 1) git('init', '-q', '-b', 'main')
  for (const [path, text] of Object.entries(files))
    if (text === null) await fs.rm(nodePath.join(app.store, path))
    else await fs.writeFile(nodePath.join(app.store, path), text)
  git('add', '-A')
  git('commit', '-qm', `Day ${day}`)
  return git('rev-parse', 'HEAD')
}

const entries = (window: Page): Locator =>
  window.getByRole('tree', { name: 'Changes, newest first' }).getByRole('treeitem')

const withHistory = test.extend<{ app: App; days: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern here
  days: async ({}, use) => use([]),
  app: async ({ app, days }, use) => {
    for (let day = 1; day <= 9; day += 1)
      days.push(
        await commit(app, day, {
          'trip.md': `# Trip\n\nTrain at ${day < 6 ? '8.40' : '8.10'}\nday ${day}\n`,
          ...(day === 1 && { 'old.md': 'A note nobody reads\n' }),
          ...(day === 2 && { 'old.md': null }),
        }),
      )
    await use(app)
  },
})

withHistory(
  'days are chosen on the chart; a sentence leads to its moments, a bisection to the change between two points',
  async ({ window, days }) => {
    await test.step('days are chosen on the chart, by keyboard and by mouse, and rows say what went', async () => {
      await window.keyboard.press('Control+3')
      await expect(entries(window)).toHaveCount(9)
      // Each is one row: the message first, then what it changed, and the person who made it.
      const second = window.getByRole('treeitem', { name: /^Changed 2 files, Tomás Silva, with git/ })
      await expect(second).toContainText(/Day 2.*2 files.*Tomás Silva/s)
      // In one line, as the filters are.
      for (const line of [second, window.getByRole('toolbar', { name: 'Filters' })])
        expect((await line.boundingBox())?.height).toBeLessThan(48)
      const chart = window.getByRole('slider', { name: 'Day' })
      await chart.focus()
      await window.keyboard.press('Home')
      await expect(chart).toHaveAttribute('aria-valuetext', /^1 March 2025 · 1 change/)
      await window.keyboard.press('ArrowRight')
      await window.keyboard.press('Shift+ArrowRight')
      await expect(chart).toHaveAttribute('aria-valuetext', /^2 March 2025 to 3 March 2025 · 2 changes/)
      await window.keyboard.press('Enter')
      await expect(entries(window)).toHaveCount(2)
      await window.keyboard.press('Escape')
      await expect(entries(window)).toHaveCount(9)
      const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await chart.click({ position: { x: 9, y: box.height / 2 } })
      await expect(entries(window)).toHaveCount(1)
      await window.getByRole('button', { name: 'Remove filter: 1 March 2025' }).click()
      await expect(entries(window)).toHaveCount(9)
      const overview = window.getByRole('region', { name: 'Memory over time', exact: true })
      await expect(overview.getByRole('img')).toHaveAccessibleName(/^Memory since 1 March 2025: .*; 9 changes$/)
      await overview.getByRole('group', { name: 'Line' }).getByRole('button', { name: 'Files' }).click()
      await overview.getByRole('button', { name: 'Table' }).click()
      const newest = overview.getByRole('region', { name: 'Memory over time, as a table' }).getByRole('row').nth(1)
      await newest.getByRole('button', { name: '9 March 2025' }).click()
      await expect(entries(window)).toHaveCount(1)
      expect(await violations(window)).toEqual([])
      await window.getByRole('button', { name: 'Clear filters' }).click()
      await overview.getByRole('button', { name: 'Table' }).click()
      await window.getByRole('button', { name: 'Filter', exact: true }).click()
      await window.getByRole('textbox', { name: 'First day' }).fill('2025-03-04')
      await window.getByRole('textbox', { name: 'Last day' }).fill('2025-03-05')
      await expect(entries(window)).toHaveCount(2)
      await window.getByRole('combobox', { name: 'Source of the text' }).selectOption({ label: 'from you' })
      await expect(window.getByRole('heading', { name: 'No matching changes.' })).toBeVisible()
    })

    await test.step('a sentence leads to its moments, and a bisection to the change between two points', async () => {
      await window.getByRole('button', { name: 'Clear filters' }).first().click()
      await window.keyboard.press('Control+2')
      await window.getByRole('treeitem', { name: /^trip\.md/ }).click()
      await window.getByRole('document', { name: 'trip.md' }).getByText('Train at 8.10').click()
      await expect(window.getByRole('region', { name: 'Versions of line 3' })).toContainText('“Day 6”')
      await window.keyboard.press('m')
      await expect(entries(window)).toHaveCount(1)
      const field = window.getByRole('textbox', { name: 'Search changes' })
      await expect(field).toHaveValue('Train at 8.10')
      await expect(entries(window)).toHaveAccessibleName(/first written here$/)
      await expect(entries(window).locator('mark')).toHaveText('Train at 8.10')
      await field.fill('TRAIN  at 8.40')
      await expect(entries(window)).toHaveCount(2)
      await window.getByRole('region', { name: 'First written' }).getByRole('link').click()
      await expect(window.getByRole('heading', { name: '2 files changed' })).toBeVisible()

      // Back leads to the line.
      await window.goBack()
      await window.goBack()
      await expect(window.getByRole('region', { name: 'Versions of line 3' })).toBeVisible()

      await window.evaluate((id) => (location.hash = `/timeline/${id}/now`), days[0])
      await expect(window.getByRole('region', { name: 'Differences' })).toBeVisible()
      await window.keyboard.press('b')
      await window.getByRole('combobox', { name: 'File to look at' }).fill('trip.md')
      await window.getByRole('banner').click()
      const point = window.getByRole('region', { name: /^Question/ })
      await expect(point).toContainText('at most 3 questions left')
      const answer = async (): Promise<void> => {
        const shown = point.getByText(/^day \d$/)
        const before = (await shown.textContent()) ?? ''
        await window.keyboard.press((await point.getByText('8.10').count()) > 0 ? 'y' : 'n')
        await expect(window.getByText(before, { exact: true })).toHaveCount(0)
      }
      await answer()
      await window.keyboard.press('b')
      await expect(point).toContainText('at most 3 questions left')
      const found = window.getByRole('region', { name: 'What was found' })
      for (let asked = 0; asked < 3; asked += 1) {
        await expect(point.or(found)).toBeVisible()
        if (await point.isVisible()) await answer()
      }
      await expect(found).toContainText(days[5]?.slice(0, 7) ?? '')
      await window.getByRole('textbox', { name: 'Words to look for' }).fill('8.40')
      await window.keyboard.press('Enter')
      await expect(found).toContainText('The words are gone from here on')
      await found.getByRole('link', { name: 'Show in the timeline' }).click()
      await expect(window.getByRole('region', { name: /^As of 6 March 2025/ })).toContainText(
        days[5]?.slice(0, 7) ?? '',
      )
    })
  },
)

test('a row of the timeline has a menu, and a conversation has one, too; who wrote a line leads to the message in the chat, and back', async ({
  app,
  window,
  context,
}, info) => {
  await test.step('a row of the timeline has a menu, which opens no other change; a conversation has one, too', async () => {
    if (info.project.metadata['electron'] === undefined) await context.grantPermissions(['clipboard-write'])
    const status = window.getByRole('contentinfo').getByRole('status')
    const menu = (title: string) => window.getByRole('menu', { name: `Menu for “${title}”` })
    await say(window, 'Remember that Ana likes green tea. Tom works at Volvo.')
    await say(window, 'My city is Porto')
    await window.keyboard.press('Control+3')
    await expect(entries(window)).toHaveCount(4)
    const group = window.getByRole('treeitem', { name: /^Ana likes green tea, 3 changes/ })
    const ana = window.getByRole('treeitem', { name: /^Created people\/ana\.md/ })
    const tom = window.getByRole('treeitem', { name: /^Created people\/tom\.md/ })
    await ana.click()
    await expect(ana).toHaveAttribute('aria-selected', 'true')
    const address = window.url()

    await ana.click({ button: 'right' })
    await expect(menu('Created people/ana.md')).toBeVisible()
    // Another row's menu takes its place.
    await tom.click({ button: 'right' })
    const ofTom = menu('Created people/tom.md')
    await expect(ofTom.getByRole('menuitem')).toHaveText([
      'Open the file',
      'Compare with now',
      'Undo',
      'Undo this turn',
      /^Select to undo with other changes/,
      'Copy the diff',
      'Copy path',
      'Copy commit ID',
    ])
    await window.keyboard.press('Escape')
    await expect(window.getByRole('menu')).toHaveCount(0)
    await expect(tom).toBeFocused()
    await expect(ana).toHaveAttribute('aria-selected', 'true')
    expect(window.url()).toBe(address)

    await tom.press('Shift+F10')
    await ofTom.getByRole('menuitem', { name: 'Select to undo with other changes' }).click()
    await expect(tom).toHaveAttribute('aria-checked', 'true')
    await expect(group).toHaveAttribute('aria-checked', 'mixed')
    await expect(tom).toBeFocused()
    await tom.press('ContextMenu')
    await ofTom.getByRole('menuitem', { name: 'Deselect' }).click()
    await expect(tom).not.toHaveAttribute('aria-checked')

    await group.click({ button: 'right' })
    const ofGroup = menu('Ana likes green tea')
    await expect(ofGroup.getByRole('menuitem')).toHaveText([
      'Undo this conversation’s changes…',
      /^Select to undo with other changes/,
      'Copy paths',
      'Copy 3 commit IDs',
    ])
    await ofGroup.getByRole('menuitem', { name: 'Copy 3 commit IDs' }).click()
    await expect(status).toContainText('3 commit IDs copied')
    await expect(group).toBeFocused()
    await expect(group).toHaveAttribute('aria-expanded', 'true')
    expect(window.url()).toBe(address)

    await tom.click({ button: 'right' })
    await ofTom.getByRole('menuitem', { name: 'Undo', exact: true }).click()
    await expect(status).toContainText('Removed people/tom.md')
    await expect(tom).toHaveAccessibleName(/, undone$/)
    await ana.press('Shift+F10')
    await menu('Created people/ana.md').getByRole('menuitem', { name: 'Undo this turn' }).click()
    await expect(status).toContainText('Removed people/ana.md')
    await tom.click({ button: 'right' })
    await ofTom.getByRole('menuitem', { name: 'Compare with now' }).click()
    await expect(window.getByRole('region', { name: 'Differences' })).toBeVisible()

    // The changes of a deleted conversation keep its name.
    await window.keyboard.press('Control+1')
    await window.getByRole('button', { name: 'More actions for this conversation' }).click()
    await window.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(status).toContainText('Deleted “Ana likes green tea”')
    await window.keyboard.press('Control+3')
    await expect(window.getByRole('treeitem', { name: /^Ana likes green tea, 3 changes/ })).toBeVisible()
  })

  await test.step('who wrote this line: its source, the sentence, the message in the chat, and back', async () => {
    await window.keyboard.press('Control+1')
    await say(window, 'Remember that Eva likes black tea')
    await say(window, 'My city is Porto')
    await fs.appendFile(nodePath.join(app.store, 'people', 'eva.md'), 'Pays every invoice at once.\n')
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^eva\.md/ }).click()
    const file = window.getByRole('document', { name: 'people/eva.md' })
    await expect(file.getByText('outside, from another program')).toBeVisible()
    await file.getByText('black tea').click()
    const readings = window.getByRole('region', { name: /^Versions of line \d$/ })
    await expect(readings).toContainText('“Remember that Eva likes black tea”')
    const name = (await readings.getAttribute('aria-label')) ?? ''
    await readings.getByRole('link', { name: 'turn 1' }).click()
    await expect(window.getByRole('region', { name: 'Turn 1' })).toBeFocused()
    await window.goBack()
    await expect(window.getByRole('region', { name })).toBeVisible()
    await window.getByRole('button', { name: /^Only from outside/ }).click()
    await expect(file).toContainText('Pays every invoice')
    await expect(file).not.toContainText('black tea')
  })
})
