import * as fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type App, create, expect, test } from './app.ts'
import { processorMsOf } from './processor-time.ts'

const ANA = '# Ana\n\n- Allergic to **shellfish**.\n- Lives in Lisbon.\n'

async function openFile(window: Page, name: string): Promise<void> {
  await window.keyboard.press('Control+2')
  await window.getByRole('treeitem', { name }).click()
}

/** Opens a new file with the same text for editing. */
async function edit(app: App, window: Page, name: string) {
  await app.exec(create(`people/${name}.md`, ANA))
  await openFile(window, `${name}.md`)
  await expect(window.getByRole('document', { name: `people/${name}.md` })).toContainText('Lives in Lisbon.')
  await window.keyboard.press('e')
  const text = window.getByRole('textbox', { name: `Text of people/${name}.md` })
  await expect(text).toBeFocused()
  return { text, saved: (): Promise<string> => fs.readFile(`${app.store}/people/${name}.md`, 'utf8') }
}

/** The lines of the margin that say who wrote what begins there. */
const authors = (window: Page) => window.locator('.cm-who .by')

test('a text is edited where it is read: drafts and conflicts, find and replace, input methods, lists, and who wrote each line', async ({
  app,
  window,
}) => {
  await test.step('a draft and its undo steps outlive views, a reload keeps the text, and a conflict is settled', async () => {
    const { text, saved } = await edit(app, window, 'ana')
    await window.keyboard.press('Control+End')
    await window.keyboard.type('Mine.')
    await window.keyboard.press('Control+1')
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await window.keyboard.press('Control+2')
    await expect(text).toContainText('Mine.')
    await window.keyboard.press('Control+z')
    await expect(text).not.toContainText('Mine.')
    await window.keyboard.press('Control+y')
    await window.reload()
    await expect(text).toContainText('Mine.')
    await app.exec({
      command: 'str_replace',
      path: '/memories/people/ana.md',
      old_str: 'Lisbon',
      new_str: 'Porto',
    })
    await expect(window.getByText('The file changed while you were editing.')).toBeVisible()
    await window.getByRole('button', { name: 'Reapply my edits' }).click()
    await expect(text).toContainText('Lives in Porto.Mine.')
    await expect(authors(window)).toHaveText([/A$/, 'not savedU'])
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await saved()).toBe(`${ANA.replace('Lisbon', 'Porto')}Mine.`)
  })

  await test.step('a text that still loads is edited once it is there', async () => {
    await openFile(window, 'ana.md')
    await app.exec(create('people/late.md', ANA))
    await window.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.sheet[aria-busy=true]') === null) return
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
      })
      observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await openFile(window, 'late.md')
    await expect(window.getByRole('textbox', { name: 'Text of people/late.md' })).toBeFocused()
    await window.keyboard.press('Escape')
  })

  await test.step('where both changed the same line, the user chooses', async () => {
    const { text, saved } = await edit(app, window, 'both')
    await window.keyboard.press('Control+End')
    await window.keyboard.press('ArrowUp')
    await window.keyboard.press('End')
    for (let deleted = 0; deleted < 'Lisbon.'.length; deleted += 1) await window.keyboard.press('Backspace')
    await window.keyboard.type('Faro.')
    await app.exec({
      command: 'str_replace',
      path: '/memories/people/both.md',
      old_str: 'Lisbon.',
      new_str: 'Braga.',
    })
    await window.getByRole('button', { name: 'Reapply my edits' }).click()
    const conflict = window.getByRole('article', { name: 'Conflict in people/both.md, line 4' })
    await expect(conflict.getByRole('group', { name: 'Your text' })).toContainText('Faro.')
    await conflict.getByRole('button', { name: 'Use your text' }).click()
    await window.getByRole('button', { name: 'Reapply my edits' }).click()
    await expect(text).toContainText('Lives in Faro.')
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await saved()).toBe(ANA.replace('Lisbon', 'Faro'))
  })

  await test.step('find and replace, and an input method is never interrupted', async () => {
    const { text, saved } = await edit(app, window, 'eva')
    await window.keyboard.press('Control+f')
    await window.keyboard.type('li')
    const bar = window.getByRole('search', { name: 'Find and replace' })
    await expect(bar.getByRole('status')).toHaveText('2 found')
    await window.keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText('1 of 2')
    await bar.getByRole('button', { name: 'Match case' }).click()
    await expect(bar.getByRole('status')).toHaveText('No match')
    await bar.getByRole('textbox', { name: 'Find' }).fill('Li')
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('MI')
    await bar.getByRole('button', { name: 'Replace all' }).click()
    await window.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(text).toContainText('MIves in MIsbon.')
    await window.keyboard.press('Control+z')

    const system = await window.context().newCDPSession(window)
    await window.keyboard.press('Control+End')
    await system.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await system.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await expect(text).toContainText('にほん')
    await system.send('Input.insertText', { text: '日本' })
    await expect(text).toHaveText(/日本$/)
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await saved()).toBe(`${ANA}日本`)

    // Over a selection, too. The key is heard while the saved version still loads.
    await window.keyboard.press('e')
    await expect(text).toBeFocused()
    await window.keyboard.press('Control+a')
    await system.send('Input.imeSetComposition', { text: 'あ', selectionStart: 1, selectionEnd: 1 })
    await system.send('Input.insertText', { text: '亜' })
    await expect(text).toHaveText('亜')
    await window.keyboard.press('Control+z')
    await expect(text).toContainText('shellfish')
  })

  await test.step('a text is edited, with lists, undo and who wrote each line', async () => {
    const violations: string[] = []
    await window.exposeFunction('noteViolation', (directive: string) => violations.push(directive))
    await window.evaluate(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        Reflect.apply(Reflect.get(window, 'noteViolation'), null, [event.violatedDirective]),
      ),
    )
    const { text, saved } = await edit(app, window, 'bo')
    await expect(authors(window)).toHaveText(['A'])
    await window.keyboard.press('Control+End')
    await window.keyboard.type('- Plays the cello')
    await window.keyboard.press('Enter')
    await window.keyboard.type('in a quartet')
    await window.keyboard.press('Tab')
    await window.keyboard.press('Enter')
    await window.keyboard.press('Enter')
    await expect(text).toHaveText(/- Plays the cello {2}- in a quartet- $/)
    await expect(authors(window)).toHaveText([/A$/, 'not savedU'])
    await window.getByRole('button', { name: 'Line numbers' }).click()
    // What replaces a selection is typed as plain text: the browser writes no styles of its own into it.
    await text.click()
    await window.keyboard.press('Control+a')
    await window.keyboard.type('Mine')
    await expect(text).toHaveText('Mine')
    await window.keyboard.press('Control+z')
    await expect(text).toContainText('cello')
    // Single keys are text here, and Undo is the editor's.
    await text.click()
    await window.keyboard.press('Control+a')
    await window.keyboard.press('Delete')
    await expect(text).toHaveText('What should be remembered?')
    await window.keyboard.press('Control+z')
    await expect(authors(window)).toHaveText([/A$/, 'not savedU'])
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await saved()).toBe(`${ANA}- Plays the cello\n  - in a quartet\n- `)
    // The keys of a file work at once.
    await window.keyboard.press('s')
    await expect(window.getByRole('button', { name: 'Source', exact: true })).toHaveAttribute('aria-pressed', 'true')
    expect(violations).toEqual([])
  })
})

test('texts of five megabytes and lines of one stay usable', async ({ app, window }) => {
  await fs.writeFile(`${app.store}/five.md`, 'A line of *some* words, as in many files.\n'.repeat(116_000))
  await fs.writeFile(`${app.store}/line.md`, 'word '.repeat(190_000))
  for (const name of ['five.md', 'line.md']) {
    await openFile(window, name)
    if (name === 'five.md')
      await expect(window.getByText('Shown as source: a file with more than 3,000 lines')).toBeVisible()
    await window.getByRole('button', { name: 'Edit' }).click()
    const text = window.getByRole('textbox', { name: `Text of ${name}` })
    await expect(text).toBeFocused()
    await window.keyboard.press('Control+End')
    const busy = await processorMsOf(window, async () => {
      await window.keyboard.type('twenty keys, and all')
      await expect(text).toContainText('twenty keys, and all')
    })
    expect(busy).toBeLessThan(2_000)
  }
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAFCAYAAAB8ZH1oAAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20"/></svg>\n'

test('images are shown, now and in the past; what cannot be shown says what it is; with nothing but the cookie, none is served', async ({
  app,
  window,
}, info) => {
  await fs.writeFile(`${app.store}/dot.png`, Buffer.from(PNG, 'base64'))
  await fs.writeFile(`${app.store}/drawing.svg`, SVG)
  await fs.writeFile(`${app.store}/report.pdf`, Buffer.from('%PDF-1.7\n\0\u00e2', 'latin1'))
  await fs.writeFile(`${app.store}/note.png`, 'Not an image at all.\n')
  await openFile(window, 'dot.png')
  const picture = window.getByRole('figure')
  await expect(picture).toContainText('10 × 5')
  await expect(window.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await openFile(window, 'drawing.svg')
  await expect(picture.getByRole('img', { name: 'drawing.svg' })).toHaveJSProperty('complete', true)
  await expect(picture).toContainText(/\d+ bytes/)
  await window.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(window.getByText('alert(1)')).toBeVisible()
  await window.getByRole('button', { name: 'Source', exact: true }).click()
  await openFile(window, 'report.pdf')
  await expect(window.getByText('It looks like a PDF document (11 bytes).')).toBeVisible()
  await openFile(window, 'note.png')
  await expect(window.getByText('Not an image at all.')).toBeVisible()

  await openFile(window, 'dot.png')
  await expect(picture).toBeVisible()
  await fs.writeFile(`${app.store}/dot.png`, 'Now it is text.\n')
  await expect(window.getByText('Now it is text.')).toBeVisible()
  await expect(window.getByRole('option')).toHaveCount(2)
  await window.getByRole('option', { name: /Created/ }).click()
  await expect(picture).toContainText('10 × 5')

  // The desktop app has neither cookie nor port.
  if (info.project.metadata['electron'] !== undefined) return
  await test.step('with nothing but the cookie, no image is served', async () => {
    await fs.writeFile(`${app.store}/other.png`, Buffer.from(PNG, 'base64'))
    await openFile(window, 'other.png')
    const address = await window.getByRole('img', { name: 'other.png' }).getAttribute('src')
    // With the browser's cookies.
    const get = async (path: string) => await window.context().request.get(new URL(path, window.url()).href)
    const own = await get(address ?? '')
    expect([own.status(), own.headers()['content-type'], own.headers()['content-security-policy']]).toEqual([
      200,
      'image/png',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ])
    expect((await get(`images/${'0'.repeat(32)}`)).status()).toBe(404)
  })
})
