import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FileChooser, Page } from '@playwright/test'
import { expect, say, test } from './app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** What was copied, by pasting it where nothing is sent. */
async function pasted(window: Page): Promise<string> {
  const field = window.getByRole('textbox', { name: 'Search conversations' })
  await field.fill('')
  await field.focus()
  await window.keyboard.press('ControlOrMeta+v')
  await expect(field).not.toHaveValue('')
  const text = await field.inputValue()
  await field.fill('')
  return text
}

test('messages, cards and code are copied; an answer is regenerated with the memory put back', async ({
  window,
  context,
}, info) => {
  // A browser with a window asks nobody; the desktop app decides itself.
  if (info.project.metadata['electron'] === undefined) await context.grantPermissions(['clipboard-write'])
  const turn = (number: number) => window.getByRole('region', { name: `Turn ${number}`, exact: true })
  const status = window.getByRole('contentinfo').getByRole('status')
  const files = window.getByRole('complementary', { name: 'Memory' }).getByRole('treeitem')
  const press = (name: string) => turn(1).getByRole('button', { name, exact: true }).click()
  const pick = (name: string) => window.getByRole('menuitem', { name }).click()

  await say(window, 'Remember that Ana is allergic to nuts')
  await window.getByRole('button', { name: 'Model: Demo model' }).click()
  await expect(window.getByRole('menuitem')).toHaveText([
    'Demo model',
    'Anthropic · no key',
    /not ready$/,
    'All models…',
  ])
  await window.keyboard.press('Escape')
  await expect(window.getByRole('button', { name: 'Context and cost' })).toHaveCount(0)
  await press('Copy message')
  await expect(status).toContainText('Message copied')
  // A message covers nothing of the foot, and is cut short where there is little room.
  const foot = window.getByRole('contentinfo')
  for (const width of [1100, 620, 390, 1440]) {
    await window.setViewportSize({ width, height: 900 })
    await press('Copy message')
    await expect(status).toContainText('Message copied')
    for (const part of [status, foot.getByText(/^Saved/)])
      await expect(part, `at ${width}`).toBeInViewport({ ratio: 1 })
  }
  expect(await pasted(window)).toBe('Remember that Ana is allergic to nuts')
  await press('Copy answer')
  await expect(status).toContainText('Answer copied')
  expect(await pasted(window)).toContain('people/ana.md')
  await press('More actions for this change')
  await pick('Copy the diff')
  await expect(status).toContainText('Diff copied')
  expect(await pasted(window)).toMatch(/^--- \/dev\/null ?\+\+\+ b\/people\/ana\.md/)
  await press('More actions for this change')
  await pick('Copy commit ID')
  await expect(status).toContainText('Commit ID copied')
  expect(await pasted(window)).toMatch(/^[0-9a-f]{40}$/)

  // With a later turn and a change in effect, it says first what it would do.
  await say(window, 'Remember that Tom works at Volvo')
  await expect(files).toHaveCount(3)
  await window.getByRole('textbox', { name: 'Message' }).focus()
  await window.keyboard.press('Alt+ArrowUp')
  await expect(turn(2).getByRole('article')).toBeFocused()
  await window.keyboard.press('Alt+ArrowUp')
  await expect(turn(1).getByRole('article')).toBeFocused()
  await press('Regenerate')
  const sheet = window.getByRole('dialog', { name: 'Regenerate the answer' })
  await expect(sheet).toContainText('The turn that follows is replaced too.')
  await expect(sheet.getByRole('checkbox')).toBeChecked()
  await expect(sheet).toContainText('Undoes 2 changes in 2 files.')
  await expect(sheet.getByRole('listitem')).toHaveText([/people\/ana\.md.*will be deleted/, /people\/tom\.md.*deleted/])
  await sheet.getByRole('button', { name: 'Undo and regenerate' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(turn(3).getByRole('article')).toContainText('people/ana.md')
  await expect(status).toContainText(/Removed .+ and 1 more file/)
  await expect(files).toHaveCount(2)
  await expect(window.getByRole('button', { name: '2 replaced turns.' })).toBeVisible()

  // Editing does the same, unless the user says otherwise.
  await turn(3).getByRole('button', { name: 'Edit message' }).click()
  const box = window.getByRole('checkbox', { name: 'Undo what the agent saved since your message' })
  await expect(box).toBeChecked()
  await expect(window.getByRole('region', { name: 'What this undo changes' })).toContainText('people/ana.md')
  await window.getByRole('textbox', { name: 'Message' }).fill('Remember that Ben likes tea')
  await window.keyboard.press('Enter')
  await expect(turn(4).getByRole('article')).toContainText('people/ben.md')
  await expect(files).toHaveText([/people/, /ben\.md/])

  // In the desktop app the system's dialog asks where to: e2e/desktop.test.ts.
  if (info.project.metadata['electron'] === undefined) {
    const downloading = window.waitForEvent('download')
    await window.getByRole('button', { name: 'More actions for this conversation' }).click()
    await pick('Export as Markdown…')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Ana is allergic to nuts.md')
    const text = await fs.readFile(await download.path(), 'utf8')
    expect(text).toContain('## Turn 1, replaced by turn 3')
    expect(text).toContain('**Created people/ana.md** (undone)')
    expect(text).toContain('+++ b/people/ben.md')
    expect(text).not.toContain('ben.md** (undone)')
  }

  await window.emulateMedia({ media: 'print' })
  for (const name of ['Stores and conversations', 'Store status', 'Memory'])
    await expect(window.locator(`[aria-label="${name}"]`).first()).toBeHidden()
  await expect(window.getByRole('textbox', { name: 'Message' })).toBeHidden()
  await expect(turn(4).getByRole('article')).toBeVisible()
})

test('a temporary conversation leaves nothing behind; a card has a menu by the right button and by keys, selected text the browser’s own', async ({
  app,
  window,
  context,
}, info) => {
  await test.step('a temporary conversation reads the memory, writes nothing, and is gone when it is closed', async () => {
    const files = () => fs.readdir(nodePath.join(app.home, 'conversations'))
    const list = window.getByRole('navigation', { name: 'Stores and conversations' })
    const row = list.getByRole('link', { name: 'Temporary conversation' })
    await say(window, 'Remember that Ana is allergic to nuts')
    const kept = await files()

    await window.keyboard.press('ControlOrMeta+Shift+n')
    await expect(window.getByRole('heading', { name: 'A temporary conversation' })).toBeVisible()
    await say(window, 'What do you know about Ana?')
    await expect(window.getByRole('region', { name: 'Turn 1' })).toContainText('Is allergic to nuts')
    await say(window, 'Remember that Tom works at Volvo')
    await expect(window.getByRole('article', { name: /^Not written/ })).toBeVisible()
    await expect(window.getByText('I can’t save in a temporary conversation.')).toBeVisible()
    await expect(window).toHaveTitle(/^Temporary conversation/)
    await expect(window.getByRole('complementary', { name: 'Memory' }).getByRole('treeitem')).toHaveCount(2)
    await window.getByRole('textbox', { name: 'Message' }).fill('half a thought')

    // It stays while other views are open, and only in memory.
    await window.keyboard.press('ControlOrMeta+3')
    await row.click()
    await expect(window.getByRole('textbox', { name: 'Message' })).toHaveValue('half a thought')
    expect(await files()).toEqual(kept)
    const stored = await window.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toMatch(/half a thought|chat\/temporary|Volvo/)

    await window.getByRole('main').getByRole('button', { name: 'Close' }).click()
    await expect(row).toHaveCount(0)
    await expect(window.getByRole('heading', { name: 'A new conversation' })).toBeVisible()
    expect(await files()).toEqual(kept)
  })

  await test.step('one that is kept after all is in the list, also after a reload, and saves from then on', async () => {
    await window.keyboard.press('ControlOrMeta+Shift+n')
    await say(window, 'What do you know about Zoe?')
    await window.getByRole('button', { name: 'Keep this conversation' }).click()
    await expect(window.getByRole('button', { name: 'Keep this conversation' })).toHaveCount(0)
    await say(window, 'Remember that Zoe lives in Porto')
    await expect(window.getByRole('article', { name: /^Created people\/zoe\.md/ })).toBeVisible()
    await window.reload()
    await expect(window.getByRole('region', { name: 'Turn 1' })).toContainText('What do you know about Zoe?')
    const list = window.getByRole('navigation', { name: 'Stores and conversations' })
    await expect(list.getByRole('link', { name: /^What do you know about Zoe/ })).toBeVisible()
  })

  await test.step('a card has a menu by the right button and by keys; on selected text the browser’s own stays', async () => {
    if (info.project.metadata['electron'] === undefined) await context.grantPermissions(['clipboard-write'])
    await say(window, 'Remember that Bo is allergic to nuts\n```\nlet tea = 1\n```')
    // A code block of the user is drawn as one.
    await expect(window.locator('pre', { hasText: 'let tea = 1' })).toHaveText('let tea = 1')
    const card = window.getByRole('article', { name: /^Created people\/bo\.md/ })
    const menu = window.getByRole('menu', { name: 'Menu for “Created people/bo.md”' })
    const items = menu.getByRole('menuitem')
    const offered = [/^Show in the timeline/, 'Open the file', /^Undo/, 'Copy the diff', 'Copy path', 'Copy commit ID']
    await card.getByText('people/bo.md').click({ button: 'right' })
    await expect(items).toHaveText(offered)
    await window.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(card).toBeFocused()

    await card.press('Shift+F10')
    await items.filter({ hasText: 'Copy path' }).click()
    await expect(window.getByRole('contentinfo').getByRole('status')).toContainText('Path copied')
    expect(await pasted(window)).toBe('people/bo.md')
    await card.press('ContextMenu')
    await items.filter({ hasText: /^Undo(?! this)/ }).click()
    await expect(card).toHaveAccessibleName(/, undone$/)
    await expect(card).toBeFocused()
    await card.press('Shift+F10')
    await expect(items.nth(2)).toHaveText(/^Redo/)
    await window.keyboard.press('Escape')

    // Text that was selected can be copied.
    const text = card.getByText('Is allergic to nuts')
    const isLeftToBrowser = async (): Promise<boolean> => {
      const left = window.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const look = (event: Event): void => {
              resolve(!event.defaultPrevented)
              event.preventDefault()
            }
            addEventListener('contextmenu', look, { once: true })
          }),
      )
      await text.click({ button: 'right' })
      return left
    }
    await text.selectText()
    expect(await isLeftToBrowser()).toBe(true)
    await expect(menu).toHaveCount(0)
    await window.evaluate(() => getSelection()?.removeAllRanges())
    expect(await isLeftToBrowser()).toBe(false)
    await expect(menu).toBeVisible()
  })
})

test('files and pictures go with a message; what cannot be sent is named, with the reason', async ({ window }) => {
  const attach = async (files: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
    const chooser = window.waitForEvent('filechooser')
    await window.getByRole('button', { name: 'Attach files' }).click()
    await (await chooser).setFiles(files)
  }
  const attached = window.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await attach([
    { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan\n```\ncode\n```\n') },
    { name: 'pin.txt', mimeType: 'text/plain', buffer: Buffer.from('The staging password is blue-Heron-77') },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from([0xff, 0xd8]) },
  ])
  await expect(window.getByText('broken.png was not attached: this picture can’t be read here.')).toBeVisible()
  await expect(attached).toHaveText(['plan.md', 'pin.txt'])
  await window.reload()
  await expect(attached).toHaveText(['plan.md', 'pin.txt'])
  await attach([
    { name: 'wide.png', mimeType: 'image/png', buffer: await drawn(window, { width: 3000, height: 60 }) },
    { name: 'dot.png', mimeType: 'image/png', buffer: await drawn(window, { width: 10, height: 5 }) },
  ])
  await expect(attached).toHaveText(['wide.png', 'dot.png', 'plan.md', 'pin.txt'])
  await window.getByRole('button', { name: 'Remove dot.png' }).click()

  // What is in a file is looked at as what is typed.
  await window.getByRole('textbox', { name: 'Message' }).fill('Remember that Bo likes tea')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('alertdialog', { name: /^Your message contains/ })).toBeVisible()
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Remove pin.txt' }).click()
  await window.getByRole('textbox', { name: 'Message' }).press('Enter')
  const turn = window.getByRole('region', { name: 'Turn 1' })
  await expect(turn.getByText('Saved to people/bo.md')).toBeVisible()
  await expect(turn.getByText('I don’t read attached files')).toBeVisible()
  await turn.getByRole('button', { name: /^plan\.md/ }).click()
  await expect(turn.locator('pre')).toHaveText('# Plan\n```\ncode\n```')
  await expect(attached).toHaveCount(0)

  // It is sent no larger than services look at, shown small, and there again when the message is changed.
  const picture = turn.getByRole('img', { name: 'wide.png' })
  await expect(picture).toHaveJSProperty('naturalWidth', 1568)
  await turn.getByRole('button', { name: 'wide.png' }).click()
  await expect(turn.getByRole('button', { name: 'wide.png', expanded: true })).toBeVisible()
  await turn.getByRole('button', { name: 'Edit message' }).click()
  await expect(attached).toHaveText(['wide.png', 'plan.md'])
  await window.keyboard.press('Escape')
  await expect(attached).toHaveCount(0)

  // Alone it is a message, too.
  await attach({ name: 'dot.png', mimeType: 'image/png', buffer: await drawn(window, { width: 10, height: 5 }) })
  await window.getByRole('button', { name: 'Send' }).click()
  await expect(window.getByRole('region', { name: 'Turn 2' }).getByRole('img', { name: 'dot.png' })).toBeVisible()
})

/** A picture as PNG. */
async function drawn(window: Page, size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  const address = await window.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
    return canvas.toDataURL('image/png')
  }, size)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
