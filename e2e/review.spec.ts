import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { type App, create, expect, replace, say, test } from './app.ts'

const stored = (app: App, path: string): Promise<string> => fs.readFile(nodePath.join(app.store, path), 'utf8')

/** The rows of the review, from the top. */
async function rows(window: Page): Promise<readonly string[]> {
  const list = window.getByRole('region', { name: 'Since you last looked' }).getByRole('listitem')
  return (await list.allInnerTexts()).map((text) => text.split('\n')[1] ?? '')
}

/** What is there when the review is asked for the first time counts as seen. */
async function lookFirst(window: Page): Promise<void> {
  await window.keyboard.press('Control+4')
  await expect(window.getByRole('region', { name: 'Nothing to review' })).toBeVisible()
}

test('a review takes one key for each change, the doubtful first', async ({ app, window }) => {
  await window.setViewportSize({ width: 1100, height: 720 })
  await window.emulateMedia({ colorScheme: 'dark' })
  await lookFirst(window)
  await app.exec(
    create('ana.md', '# Ana\n\nLikes tea.\nLives in Porto.\n'),
    create('wifi.md', 'Password: oak-latte\n'),
    create('list.md', 'a\nb\nc\nd\ne\nf\n'),
  )
  await expect.poll(() => rows(window)).toHaveLength(3)
  await window.keyboard.press('Shift+Enter')
  await expect(window.getByRole('heading', { name: 'You’ve seen everything' })).toBeVisible()
  await app.exec(
    replace('ana.md', 'Likes tea.', 'Likes green tea.'),
    create('home.md', 'Password: elm-espresso\n'),
    { command: 'delete', path: '/memories/list.md' },
    create('lisbon.md', 'Lisbon is in December.\n'),
  )
  await expect
    .poll(() => rows(window))
    .toEqual([
      'Forgot list.md',
      'Learned Password: elm-espresso',
      'Changed Likes green tea.',
      'Learned Lisbon is in December.',
    ])
  await expect(window.getByRole('link', { name: 'Review, 4 new' })).toBeVisible()
  // The first one is selected; each decision opens the next.
  await window.keyboard.press('u')
  await expect(window.getByRole('status').filter({ hasText: 'list.md is back' })).toBeVisible()
  await expect(window.getByRole('region', { name: 'This change' })).toContainText('wifi.md says “Password: oak-latte”.')
  await window.keyboard.press('u')
  await expect.poll(() => rows(window)).toEqual(['Changed Likes green tea.', 'Learned Lisbon is in December.'])
  await window.keyboard.press('Enter')
  await expect.poll(() => rows(window)).toEqual(['Learned Lisbon is in December.'])
  await window.keyboard.press('e')
  await expect(
    window
      .getByRole('main', { name: 'lisbon.md' })
      .or(window.getByRole('main').filter({ hasText: 'Lisbon is in December.' })),
  ).toBeVisible()
  await window.keyboard.press('Control+4')
  await window.keyboard.press('Shift+Enter')
  await expect(window.getByRole('heading', { name: 'You’ve seen everything' })).toBeVisible()
  expect(await stored(app, 'list.md')).toBe('a\nb\nc\nd\ne\nf\n')
  await expect(stored(app, 'home.md')).rejects.toThrow()
  expect(await stored(app, 'ana.md')).toContain('Likes green tea.')
})

test('a conflict is decided in place; what a conversation wrote is undone and brought back; single lines go from the diff', async ({
  app,
  window,
}) => {
  await test.step('a conflict is decided in place by keys, survives leaving, and nothing is written before', async () => {
    await lookFirst(window)
    await app.exec(create('ana.md', '# Ana\n\nLikes tea.\n'), replace('ana.md', 'tea', 'coffee'))
    await app.exec(replace('ana.md', 'coffee', 'water'))
    const undo = async (): Promise<void> => {
      await window.keyboard.press('Control+3')
      await window
        .getByRole('treeitem', { name: /ana\.md/ })
        .nth(1)
        .click()
      await window.keyboard.press('u')
    }
    await undo()
    const pane = window.getByRole('region', { name: 'Undo a change to ana.md' })
    const conflict = pane.getByRole('article', { name: 'Conflict in ana.md, line 3' })
    await expect(conflict.getByRole('group', { name: 'Current text' })).toContainText('water')
    await expect(conflict.getByRole('group', { name: 'Restored text' })).toContainText('tea')
    await expect(pane.getByRole('button', { name: /^Undo Ctrl/ })).toBeDisabled()
    await expect(pane).toBeFocused()
    await expect(pane.getByRole('button', { name: 'Later Esc' })).toBeVisible()
    await window.keyboard.press('Escape')
    await expect(window.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await window.reload()
    await window.getByRole('link', { name: /^Review, .*1 waiting$/ }).click()
    await window.getByRole('link', { name: 'Undo a change to ana.md' }).click()
    await expect(conflict).toBeVisible()
    const link = await window.evaluate(() => location.hash)
    await window.keyboard.press('3')
    await expect(conflict.getByRole('group', { name: 'Result' })).toContainText('Likes tea.')
    await window.keyboard.press('4')
    const own = conflict.getByRole('textbox', { name: 'Your text' })
    await own.fill('Likes tea and water.\n')
    // Neither the key again nor another choice loses it.
    await window.keyboard.press('Escape')
    await window.keyboard.press('4')
    await expect(own).toBeFocused()
    await conflict.getByRole('button', { name: 'Edit 4' }).click()
    await expect(own).toBeHidden()
    await window.keyboard.press('1')
    await window.keyboard.press('4')
    await expect(own).toHaveValue('Likes tea and water.\n')
    expect(await stored(app, 'ana.md')).toBe('# Ana\n\nLikes water.\n')
    await expect(pane.getByRole('button', { name: /^Undo in/ })).toBeEnabled()
    await window.keyboard.press('Escape')
    await expect(pane).toBeFocused()
    await window.keyboard.press('Control+Enter')
    await expect(window.getByRole('status').filter({ hasText: /Likes tea/ })).toBeVisible()
    expect(await stored(app, 'ana.md')).toBe('# Ana\n\nLikes tea and water.\n')
    await expect(window.getByRole('region', { name: 'Waiting for you' })).toBeHidden()
    // A link to an undo that was decided says so, and leads on.
    await window.evaluate((hash) => (location.hash = hash), link)
    await expect(window.getByRole('heading', { name: 'This undo is no longer waiting' })).toBeVisible()
    await window.getByRole('button', { name: 'Go to Review' }).click()
    await expect(window.getByRole('main', { name: 'Review' }).getByRole('listitem').first()).toBeFocused()
  })

  await test.step('what a conversation wrote is undone after a preview, and brought back; single lines go from the diff', async () => {
    await window.keyboard.press('Control+1')
    await say(window, 'Remember that Ana lives in Porto')
    await say(window, 'My name is Eva')
    const files = (): Promise<readonly string[]> => fs.readdir(app.store)
    await app.exec(
      create('mine.md', 'number one\nnumber two\nthree\n'),
      replace('mine.md', 'one\nnumber two\n', 'uno\nnumber dos\n'),
    )
    await window.getByRole('button', { name: 'More actions for this conversation' }).click()
    await window.getByRole('menuitem', { name: 'Undo this conversation’s changes…' }).click()
    const pane = window.getByRole('region', { name: 'Undo the changes in a conversation' })
    await expect(pane.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
    expect(await files()).toContain('about-me.md')
    await pane.getByRole('button', { name: /^Delete 2 files/ }).click()
    await expect(window.getByRole('status').filter({ hasText: /^Removed .+ and 1 more file/ })).toBeVisible()
    // Back in the conversation.
    await expect(window.getByRole('log', { name: 'Conversation' })).toBeVisible()
    expect(await files()).not.toContain('about-me.md')
    await window.keyboard.press('Escape')
    await window.locator('h1').click()
    // Right after an undo, Undo brings it back at once.
    await window.keyboard.press('Control+z')
    await expect(window.getByRole('status').filter({ hasText: /and 1 more file are back/ })).toBeVisible()
    expect(await files()).toContain('about-me.md')

    await window.keyboard.press('Control+3')
    await window.getByRole('treeitem', { name: /^Edited mine\.md/ }).click()
    await window.getByRole('button', { name: 'Undo line 2' }).click()
    await expect(
      window.getByRole('status').filter({ hasText: 'Changed “number dos” back to “number two” in mine.md' }),
    ).toBeVisible()
    expect(await stored(app, 'mine.md')).toBe('number uno\nnumber two\nthree\n')

    // A selection is undone as one.
    await app.exec(create('x.md', 'x\n'), create('y.md', 'y\n'))
    await window.getByRole('treeitem', { name: /^Created x\.md/ }).click({ modifiers: ['Control'] })
    await window.getByRole('treeitem', { name: /^Created y\.md/ }).click({ modifiers: ['Control'] })
    await window.getByRole('button', { name: 'Undo together' }).click()
    await window.getByRole('button', { name: /^Delete 2 files/ }).click()
    await expect(window.getByRole('status').filter({ hasText: /^Removed .+ and 1 more file/ })).toBeVisible()
    expect(await files()).not.toContain('x.md')
  })
})
