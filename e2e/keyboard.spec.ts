import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'

const MOST_STOPS = 60

/** Presses Tab, or Shift and Tab, until the focus is there. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  const { keyboard } = target.page()
  await expect(target).toBeVisible()
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement)
  for (let stops = 0; stops < MOST_STOPS && !(await isThere()); stops += 1) await keyboard.press(key)
  await expect(target).toBeFocused()
}

/** The focus is on something that is shown, so that the next key goes on from there. */
const focusIsKept = (window: Page): Promise<void> =>
  expect
    .poll(() => window.evaluate(() => document.activeElement !== null && document.activeElement !== document.body))
    .toBe(true)

test('a first day by keyboard alone: from the first run to the second conversation @browser', async ({ app, page }) => {
  const { keyboard } = page
  const said = (words: string | RegExp): Locator =>
    page.getByRole('contentinfo').getByRole('status').filter({ hasText: words })
  const message = page.getByRole('textbox', { name: 'Message' })
  const answered = async (count: number): Promise<void> => {
    await expect(page.getByRole('region', { name: /^Turn \d+$/ })).toHaveCount(count)
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  }

  await test.step('first run', async () => {
    await page.goto(await app.start({ isFirstRun: true }))
    await tabTo(page.getByRole('radio', { name: 'The demo model' }))
    await tabTo(page.getByRole('button', { name: /^Begin/ }))
    await keyboard.press('Enter')
    await expect(message).toBeFocused()
  })

  await test.step('a fact, its card, undo and redo', async () => {
    await keyboard.type('Remember that Ana lives in Porto')
    await keyboard.press('Enter')
    await answered(1)
    await expect(message).toBeFocused()
    await keyboard.type('Actually, Ana lives in Lisbon')
    await keyboard.press('Enter')
    await answered(2)
    await keyboard.press('Alt+ArrowUp')
    const card = page.getByRole('article', { name: /^Edited people\/ana\.md/ })
    await expect(card).toBeFocused()
    await keyboard.press('u')
    await expect(said(/^Changed “Lives in Lisbon” back/)).toBeVisible()
    await expect(card).toBeFocused()
    await expect(card.getByRole('button', { name: 'Redo' })).toBeVisible()
    await keyboard.press('u')
    await expect(said(/back to “Lives in Lisbon”/)).toBeVisible()
    await expect(card).toBeFocused()
  })

  const file = page.getByRole('main', { name: 'File people/ana.md' })
  await test.step('the file, who wrote a line, and an older version of it', async () => {
    await keyboard.press('Control+2')
    await expect(page.getByRole('tree', { name: 'Memory files' })).toBeFocused()
    await keyboard.press('End')
    await keyboard.press('Enter')
    await expect(file).toContainText('Lisbon')
    await keyboard.press('F6')
    await expect(file.getByRole('document')).toBeFocused()
    await tabTo(file.getByRole('button', { name: 'Edit' }), 'Shift+Tab')
    for (const line of [1, 2, 3]) {
      await keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('region', { name: `Versions of line ${line}` })).toBeVisible()
    }
    const versions = page.getByRole('region', { name: 'Versions of line 3' })
    await expect(versions).toContainText('“Remember that Ana lives in Porto”')
    await tabTo(versions.getByRole('button', { name: 'Restore', exact: true }).first())
    await keyboard.press('Enter')
    await expect(said('Restored: line 3 of people/ana.md')).toBeVisible()
    await expect(file).toBeFocused()
  })

  await test.step('a new name, not given after all', async () => {
    await keyboard.press('Escape')
    await keyboard.press('F2')
    await expect(file.getByRole('textbox', { name: 'New path' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(file).toBeFocused()
  })

  await test.step('an edit', async () => {
    await keyboard.press('e')
    const text = page.getByRole('textbox', { name: 'Text of people/ana.md' })
    await expect(text).toBeFocused()
    await keyboard.press('Control+End')
    await keyboard.type('- Plays the cello')
    await keyboard.press('Control+s')
    await expect(text).toHaveCount(0)
    await expect(file).toBeFocused()
    await expect(file).toContainText('Plays the cello')
  })

  await test.step('the timeline, and the store as it was', async () => {
    await keyboard.press('Control+3')
    // The newest change is shown, and has the focus.
    await expect(page.getByRole('treeitem', { selected: true })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Restore or undo' })).toBeVisible()
    await keyboard.press('j')
    await expect(page.getByRole('treeitem', { selected: true })).not.toBeFocused()
    await keyboard.press('End')
    await expect(page.getByRole('treeitem', { name: /^Created people\/ana\.md/ })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Restore or undo' })).toBeVisible()
    await keyboard.press('Shift+R')
    await expect(page.getByRole('region', { name: 'Preview of the restore' })).toContainText('1 file will change')
    await keyboard.press('Control+Enter')
    await expect(said('Restored: 1 file is as it was')).toBeVisible()
    await focusIsKept(page)
  })

  await test.step('the review', async () => {
    await keyboard.press('Control+4')
    await expect(page.getByRole('region', { name: 'This change' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'You’ve seen everything' })).toBeVisible()
    await focusIsKept(page)
  })

  await test.step('a rule', async () => {
    await keyboard.press('Control+5')
    await tabTo(page.getByRole('button', { name: 'Fine-tune: Redaction' }))
    await keyboard.press('Enter')
    await tabTo(page.getByRole('button', { name: 'Add a rule' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Words, one per line' })).toBeFocused()
    await keyboard.type('project heron')
    await tabTo(page.getByRole('button', { name: 'Add the rule' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('switch', { name: 'private' })).toBeVisible()
    await focusIsKept(page)
  })

  await test.step('from a card to the timeline', async () => {
    await keyboard.press('Control+1')
    await expect(message).toBeFocused()
    await keyboard.press('Alt+ArrowUp')
    await keyboard.press('g')
    await expect(page.getByRole('region', { name: 'Restore or undo' })).toBeVisible()
    await focusIsKept(page)
  })

  await test.step('the palette', async () => {
    await keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or type a command' })
    await expect(field).toBeFocused()
    await keyboard.type('/ana')
    await expect(page.getByRole('option', { name: 'people/ana.md' })).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(file).toBeVisible()
  })

  await test.step('the settings', async () => {
    await keyboard.press('Control+,')
    await tabTo(page.getByRole('link', { name: 'Appearance' }))
    await keyboard.press('Enter')
    await tabTo(page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }))
    await keyboard.press('Space')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await focusIsKept(page)
  })

  await test.step('another conversation', async () => {
    await keyboard.press('Control+k')
    await keyboard.type('> new conversation')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'A new conversation' })).toBeVisible()
    await expect(message).toBeFocused()
  })
})

test('what has only an icon, and other controls, explain themselves in one tooltip; what explains is also a description', async ({
  window,
}) => {
  await test.step('a button with only an icon says what it does, and its keys, under the pointer and with the focus', async () => {
    const tip = window.locator('.tooltip')
    await window.getByRole('button', { name: 'Side bar' }).hover()
    await expect(tip).toHaveText('Side barCtrl \\')
    await window.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    // What shows its name needs no tooltip; on the rail the names are hidden.
    await window.getByRole('link', { name: 'Timeline' }).hover()
    await window.getByRole('button', { name: 'New temporary conversation' }).hover()
    await expect(tip).toHaveText('New temporary conversation')
    await window.setViewportSize({ width: 1100, height: 720 })
    await window.getByRole('link', { name: 'Timeline' }).hover()
    await expect(tip).toHaveText('TimelineCtrl 3')
    await window.getByRole('textbox', { name: 'Message' }).hover()
    await expect(tip).toHaveCount(0)
    await tabTo(window.getByRole('link', { name: 'Timeline' }), 'Shift+Tab')
    await expect(tip).toHaveText('TimelineCtrl 3')
  })

  await test.step('other controls explain themselves in the same tooltip; what explains is also a description', async () => {
    await window.setViewportSize({ width: 1440, height: 900 })
    const tip = window.locator('.tooltip')
    // The focus is in the side bar; then neither it nor the pointer is.
    const toggle = window.getByRole('button', { name: 'Side bar' })
    await expect(toggle).toHaveCSS('opacity', '1')
    await window.getByRole('textbox', { name: 'Message' }).fill('Remember that Ana lives in Porto')
    await expect(toggle).toHaveCSS('opacity', '0')
    await window.getByRole('button', { name: 'Send' }).hover()
    await expect(tip).toHaveText('Send↵')
    await window.getByRole('button', { name: 'Send' }).click()
    await expect(tip).toHaveCount(0)
    await expect(window.getByRole('button', { name: 'Regenerate' })).toBeVisible()
    const budget = window.getByRole('button', { name: 'Budget: none' })
    await budget.hover()
    await expect(tip).toHaveText('This conversation’s budget')
    await expect(budget).toHaveAccessibleDescription('This conversation’s budget')

    // In a menu it is beside its item, and covers none below it.
    await window.getByRole('button', { name: 'Model: Demo model' }).click()
    const item = window.getByRole('menuitem', { name: /not ready$/ })
    await item.hover()
    await expect(tip).not.toHaveText('This conversation’s budget')
    await expect(tip).toBeVisible()
    const [of, own] = [await item.boundingBox(), await tip.boundingBox()]
    if (of === null || own === null) throw new Error('The item and its tooltip are shown.')
    expect(own.x >= of.x + of.width || own.x + own.width <= of.x).toBe(true)
    await window.keyboard.press('Escape')

    await window.keyboard.press('Control+3')
    await expect(window.getByRole('treeitem', { selected: true })).toBeFocused()
    await window.getByRole('button', { name: 'Restore points', exact: true }).hover()
    await expect(tip).toHaveText('Restore points')
  })
})

test('a key of an input method is no key of a field: Enter and Escape that end a composition', async ({ window }) => {
  const system = await window.context().newCDPSession(window)
  /** As Safari sends it: after the composition, and marked by its code only. */
  const endComposition = (key: 'Enter' | 'Escape'): Promise<unknown> =>
    system.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
  const message = window.getByRole('textbox', { name: 'Message' })
  await message.fill('日本語')
  await endComposition('Enter')
  await window.keyboard.press('Control+k')
  const search = window.getByRole('combobox', { name: 'Search or type a command' })
  await search.fill('Timeline')
  await endComposition('Escape')
  await endComposition('Enter')
  await expect(search).toBeFocused()
  await window.keyboard.press('Escape')
  await window.getByRole('link', { name: 'Memory' }).click()
  await window.getByRole('button', { name: 'New file' }).click()
  await window.getByPlaceholder('folder/name.md').fill('あ.md')
  await endComposition('Escape')
  await endComposition('Enter')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('main', { name: 'File あ.md' })).toBeVisible()
  await window.getByRole('link', { name: 'Chat' }).click()
  await expect(message).toHaveValue('日本語')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('region', { name: 'Turn 1' })).toBeVisible()
})
