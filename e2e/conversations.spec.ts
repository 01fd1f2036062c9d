import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Page } from '@playwright/test'
import { create, expect, say, test } from './app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('conversations are searched, renamed, pinned, archived, deleted and restored', async ({ app, window }) => {
  const list = window.getByRole('navigation', { name: 'Stores and conversations' })
  const links = list.locator('.conv a')
  const link = (name: string) => links.filter({ hasText: name })
  const menu = window.getByRole('menu')
  const pick = (name: string) => menu.getByRole('menuitem', { name }).click()

  await say(window, 'My phone number is +351 912 345 678')
  await expect(link('My phone number')).toBeVisible()
  await expect(list).not.toContainText('351')
  await list.getByRole('button', { name: 'New conversation' }).click()
  await say(window, 'What about the ferry timetable?')
  await expect(link('What about the ferry timetable')).toBeVisible()

  // The words are in a message, not in the title.
  const search = list.getByRole('textbox', { name: 'Search conversations' })
  await search.fill('912')
  await expect(links).toHaveText([/My phone number.*912/])
  await search.press('Enter')
  await search.press('Escape')
  await expect(links).toHaveCount(2)

  // F2 in the list, and focus stays there.
  await link('ferry').focus()
  await window.keyboard.press('F2')
  await expect(list.getByRole('textbox', { name: 'Conversation title' })).toBeFocused()
  await window.keyboard.type('Boats')
  await window.keyboard.press('Enter')
  await expect(link('Boats')).toBeFocused()

  await link('My phone').click({ button: 'right' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Rename/,
    'Pin',
    'Archive',
    'Undo this conversation’s changes…',
    'Export as Markdown…',
    'Have the agent save its progress',
    'Delete',
  ])
  await pick('Pin')
  await expect(links.first()).toHaveText(/My phone number/)
  await expect(list).toContainText('Pinned')
  await link('My phone').click({ button: 'right' })
  await pick('Archive')
  await expect(list).not.toContainText('Pinned')
  await window.getByRole('contentinfo').getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText('Pinned')

  await link('Boats').hover()
  await list.getByRole('button', { name: 'More actions for “Boats”' }).click()
  await pick('Archive')
  await expect(link('Boats')).toHaveCount(0)
  await expect(link('My phone')).toBeFocused()
  await list.getByRole('button', { name: '1 archived' }).click()
  await expect(link('Boats')).toBeVisible()

  await link('Boats').click()
  const message = window.getByRole('textbox', { name: 'Message' })
  await message.fill('And the harbour?')
  await window.getByRole('button', { name: 'More actions for this conversation' }).click()
  await pick('Delete')
  await expect(link('Boats')).toHaveCount(0)
  const restore = window.getByRole('contentinfo').getByRole('button', { name: /^Restore/ })
  await restore.click()
  await expect(window.getByRole('heading', { name: 'Boats' })).toBeVisible()
  await expect(window.getByRole('region', { name: 'Turn 1' })).toContainText('ferry timetable')
  await expect(message).toHaveValue('And the harbour?')
  // The row beside it gets the focus.
  await link('My phone').click()
  await link('Boats').click({ button: 'right' })
  await pick('Delete')
  await expect(restore).toBeVisible()
  await expect(link('My phone')).toBeFocused()

  // Nothing of it is left once the app has ended.
  const folder = nodePath.join(app.home, 'conversations')
  expect((await fs.readdir(folder)).filter((name) => name.endsWith('.deleted'))).toHaveLength(1)
  await app.stop()
  expect((await fs.readdir(folder)).filter((name) => !name.endsWith('.lock'))).toHaveLength(1)
})

/** The connection breaks the next time that something is asked for; the app never hears of it. */
async function breakingConnection(window: Page): Promise<(asked: string) => void> {
  let breaksAt: string | null = null
  await window.routeWebSocket(/\/api/, (page) => {
    const app = page.connectToServer()
    page.onMessage((message) => {
      if (breaksAt === null || !String(message).includes(breaksAt)) return app.send(message)
      breaksAt = null
      void page.close({ code: 1001 })
      void app.close()
    })
  })
  await window.reload()
  return (asked) => (breaksAt = asked)
}

test('on the rail and in one pane the conversations are one button away; of many, only the rows in sight are on the page; a broken connection leaves no view empty', async ({
  app,
  window,
}) => {
  await test.step('on the rail and in one pane the conversations are one button away', async () => {
    await say(window, 'What about the ferry timetable?')
    const list = window.getByRole('navigation', { name: 'Stores and conversations' })
    for (const [width, height] of [
      [1100, 720],
      [390, 844],
    ] as const) {
      await window.setViewportSize({ width, height })
      await list.getByRole('button', { name: 'Conversations' }).click()
      await expect(list.locator('.conv a')).toBeVisible()
      await window.keyboard.press('Escape')
      await expect(list.locator('.conv a')).toBeHidden()
    }
  })

  await test.step('of many only the rows in sight are on the page; scrolling and Tab lead to the others', async () => {
    const list = window.getByRole('navigation', { name: 'Stores and conversations' })
    const links = list.locator('.conv a')
    const link = (id: string) => list.locator(`.conv a[href$="/${id}"]`)
    const most = 45
    await window.setViewportSize({ width: 1440, height: 900 })
    await copyConversation(nodePath.join(app.home, 'conversations'), 60)
    await window.reload()

    await expect(link('c1')).toBeVisible()
    expect(await links.count()).toBeLessThan(most)
    await list.locator('.conv').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(link('c60')).toBeInViewport()
    expect(await links.count()).toBeLessThan(most)
    for (const isShown of [false, true]) {
      await window.keyboard.press('ControlOrMeta+\\')
      await expect(link('c60')).toBeVisible({ visible: isShown })
    }

    await list.getByRole('textbox', { name: 'Search conversations' }).focus()
    await list.locator('.conv').evaluate((box) => box.scrollTo(0, 0))
    await expect(links.first()).toBeInViewport()
    // Each row has a link and a menu.
    for (let at = 0; at < 59; at += 1) await window.keyboard.press('Tab')
    await expect(link('c29')).toBeFocused()
    await expect(link('c29')).toBeInViewport()
    // Scrolled out of sight, the row with the focus goes, and Tab goes on beside it.
    await list.locator('.conv').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect(link('c60')).toBeInViewport()
    await expect(link('c29')).toHaveCount(0)
    await window.keyboard.press('Tab')
    await expect(list.locator('.conv :focus')).toHaveCount(1)
  })

  await test.step('what was asked for when the connection broke is there when it is back; no view waits for what is not', async () => {
    await app.exec(create('ana.md', 'Likes tea.\n'))
    const breakAt = await breakingConnection(window)
    const views = [
      ['chat.open', '/chat/c5', window.getByRole('region', { name: 'Turn 1' })],
      ['memory.text', '/memory/ana.md', window.getByRole('document').getByText('Likes tea.')],
      ['timeline.page', '/timeline', window.getByRole('treeitem', { name: /ana\.md/ })],
    ] as const
    for (const [asked, place, shown] of views) {
      await expect(window.getByText('Variorum isn’t running.')).toHaveCount(0)
      breakAt(asked)
      await window.evaluate((to) => (location.hash = to), place)
      await expect(shown).toBeVisible()
    }
    await window.evaluate(() => (location.hash = '/chat/not%20an%20id'))
    await expect(window.getByRole('heading', { name: 'This conversation isn’t here.' })).toBeVisible()
  })
})

/** Copies the only conversation so many times; each copy is a year older than the one before. */
async function copyConversation(folder: string, times: number): Promise<void> {
  const [name = ''] = (await fs.readdir(folder)).filter((each) => each.endsWith('.jsonl'))
  const text = await fs.readFile(nodePath.join(folder, name), 'utf8')
  for (let at = 1; at <= times; at += 1) {
    const copy = text
      .replaceAll(nodePath.basename(name, '.jsonl'), `c${at}`)
      .replaceAll(/"time":"\d{4}/g, `"time":"${2020 - at}`)
    await fs.writeFile(nodePath.join(folder, `c${at}.jsonl`), copy)
  }
}
