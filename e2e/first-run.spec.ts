import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { expect, say, test } from './app.ts'

// What a new user sees, from the first page to a fact that is made, corrected and undone.

const setUp = (page: Page) => page.getByRole('main', { name: 'Set up' })

test('the first run brings files in as one commit, and is not shown again', async ({ app, page }) => {
  await page.goto(await app.start({ isFirstRun: true }))
  await expect(setUp(page).getByRole('heading', { level: 1, name: 'Variorum' })).toBeVisible()
  await expect(setUp(page).getByRole('radio', { name: 'The demo model' })).toBeChecked()
  await expect(setUp(page)).toContainText('memory')
  await expect(setUp(page).getByRole('button', { name: 'Look for model servers on this computer' })).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1100, 720],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(inner, `${width} scrolls sideways`).toBeLessThanOrEqual(outer ?? 0)
  }
  await app.exec({ command: 'create', path: '/memories/there.md', file_text: 'Here first.\n' })
  const chooser = page.waitForEvent('filechooser')
  await setUp(page).getByRole('button', { name: 'Files' }).click()
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await (
    await chooser
  ).setFiles([
    file('tea.md', 'Green tea at four.\n'),
    file('keys.md', 'password: hunter2-Hunter2\n'),
    file('.hidden', 'x\n'),
    file('large.md', 'A line.\n'.repeat(130_000)),
    { ...file('picture.png', ''), buffer: Buffer.from([0xff, 0xd8]) },
    file('there.md', 'Too late.\n'),
  ])
  const list = setUp(page).getByRole('list', { name: 'Chosen files' })
  await expect(list.getByRole('listitem')).toHaveText([
    'tea.md',
    'keys.md · secrets will be redacted',
    'picture.png · not text: the agent can’t read it',
    'there.md · left out: already exists',
    'large.md · left out: over the size limit',
    '.hidden · left out: hidden',
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await list.scrollIntoViewIfNeeded()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(await readFile(nodePath.join(app.store, 'tea.md'), 'utf8')).toBe('Green tea at four.\n')
  expect(await readFile(nodePath.join(app.store, 'keys.md'), 'utf8')).not.toContain('hunter2')
  expect(await readFile(nodePath.join(app.store, 'picture.png'), 'latin1')).toBe('\u00ff\u00d8')
  expect(await readFile(nodePath.join(app.store, 'there.md'), 'utf8')).toBe('Here first.\n')
  await expect(
    page.getByText(
      'Added 3 files. 1 was skipped because it already exists. 1 hidden file was left out. 1 file was left out: it’s over the size limit.',
    ),
  ).toBeVisible()
  await expect
    .poll(() => execFileSync('git', ['log', '-1', '--format=%s'], { cwd: app.store, encoding: 'utf8' }).trim())
    .toBe('imported tea.md and 2 others')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(setUp(page)).toHaveCount(0)
  // What to ask is made of the files that are there.
  await page.getByRole('button', { name: 'The agent can read 3 of 4 files' }).click()
  await expect(page.getByRole('log').getByRole('listitem').last()).toHaveText('picture.png · not text')
  await page.getByRole('button', { name: 'What do you know about tea?' }).click()
  await expect(page.getByRole('log').getByText('Green tea at four.')).toBeVisible()
  await say(page, 'What is in here?')
  await expect(page.getByText('There are 4 files here:')).toBeVisible()
})

test('a key that was typed is used', async ({ app, page }) => {
  await page.goto(await app.start({ isFirstRun: true, env: { ANTHROPIC_API_KEY: '' } }))
  await setUp(page).getByRole('textbox', { name: 'Anthropic key' }).fill('sk-ant-none')
  await expect(setUp(page).getByRole('radio', { name: /^Claude/ })).toBeChecked()
  await setUp(page).getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('button', { name: /^Model: claude/ })).toBeVisible()
})

test('the sentences to begin with make, correct and undo a fact; while the app is away, the composer says so, and sends nothing', async ({
  app,
  page,
}) => {
  await page.goto(await app.start({ isFirstRun: true }))
  await setUp(page).getByRole('button', { name: 'Skip' }).click()
  const starter = (name: string) => page.getByRole('list', { name: 'Sentences to try' }).getByRole('button', { name })
  await expect(starter('Undo that')).toBeVisible()
  await starter('Remember that Ana is allergic to shellfish').click()
  await expect(page.getByText('Saved to people/ana.md: Is allergic to shellfish')).toBeVisible()
  await starter('Actually, Ana is allergic to nuts').click()
  await expect(page.getByText('Changed in people/ana.md: Is allergic to nuts')).toBeVisible()
  await starter('Undo that').click()
  await expect(page.getByText(/^Undone: the changes made for “Actually, Ana/)).toBeVisible()
  expect(await readFile(nodePath.join(app.store, 'people', 'ana.md'), 'utf8')).toContain('allergic to shellfish')
  await say(page, 'Help')
  await expect(starter('What do you know about Ana?')).toBeVisible()

  await test.step('what was not saved is saved by one press, also after a reload', async () => {
    await say(page, 'Standup is going to be tedious')
    await page.reload()
    await starter('Remember it').click()
    await expect(page.getByText(/^Saved to .*Standup is going to be tedious/)).toBeVisible()
    await expect(starter('Remember it')).toHaveCount(0)
  })

  await test.step('while the app is away, a message cannot be sent, and the composer says why', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('Remember me')
    await expect(page.getByRole('button', { name: 'Model: Demo model' })).toBeVisible()
    await app.stop()
    await expect(page.getByText('Variorum isn’t running.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Remember me')
  })
})
