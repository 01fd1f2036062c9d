import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { type App, expect, test } from './app.ts'

const stored = (app: App, path: string): Promise<string> => fs.readFile(nodePath.join(app.store, path), 'utf8')
const create = (path: string, text: string): object => ({
  command: 'create',
  path: `/memories/${path}`,
  file_text: text,
})
const PASSWORD = 'blue-Heron-77'
const OTHER = 'grey-Plover-41'
const THIRD = 'brown-Dunlin-63'

test('what is redacted or withheld comes back when it is no secret; a selection is made one, and forgotten again', async ({
  app,
  window,
}) => {
  await test.step('a selection is marked as a secret, erased from the files that have it, and forgotten again', async () => {
    await app.exec(create('here.md', 'We saw northern-lights here.\n'), create('again.md', 'Again: northern-lights.\n'))
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^here\.md/ }).click()
    const leaf = window.getByRole('document', { name: 'here.md' })
    const ask = window.getByRole('dialog', { name: 'Mark the selection as a secret?' })
    // The pointer that selects something is offered the same.
    await leaf.getByText('We saw northern-lights here.').dblclick({ position: { x: 100, y: 12 } })
    await window.getByRole('button', { name: 'Mark as a secret' }).click()
    await expect(ask).toContainText('these 8 characters')
    await window.keyboard.press('Escape')
    await expect(ask).toHaveCount(0)
    const pane = window.getByRole('main', { name: 'File here.md' })
    await pane.focus()
    await window.keyboard.press('Control+Shift+X')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(pane).toBeFocused()
    await leaf.getByText('We saw northern-lights here.').evaluate((line) => {
      const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode()
      const at = text?.textContent?.indexOf('northern') ?? -1
      if (text != null) getSelection()?.setBaseAndExtent(text, at, text, at + 'northern-lights'.length)
    })
    await window.keyboard.press('Control+Shift+X')
    await expect(ask).toContainText('these 15 characters')
    await window.keyboard.press('Enter')
    const marked = window.getByRole('dialog', { name: 'Marked as a secret' })
    await expect(marked.getByRole('list', { name: 'Files containing this value' }).getByRole('listitem')).toHaveCount(2)
    await marked.getByRole('button', { name: 'Redact it in 2 files' }).click()
    await expect(leaf.getByRole('button', { name: /^redacted · marked secret/ })).toBeVisible()
    await expect(pane).toBeFocused()
    expect(await stored(app, 'again.md')).toBe('Again: [redacted: marked secret].\n')
    await window.keyboard.press('Control+5')
    const settled = window.getByRole('list', { name: 'Values you’ve marked' })
    await expect(settled).toContainText('marked as a secret, 15 characters')
    await settled.getByRole('button', { name: /^Forget: marked as a secret/ }).click()
    await expect(settled).toHaveCount(0)
    await app.exec(create('later.md', 'northern-lights\n'))
    expect(await stored(app, 'later.md')).toBe('northern-lights\n')
  })

  await test.step('a mark opens by keyboard, says why, and takes a typed value that passes from then on', async () => {
    await app.exec(create('a.md', `The password is ${PASSWORD}.\n`))
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^a\.md/ }).click()
    const mark = window.getByRole('document').getByRole('button', { name: /^redacted · password/ })
    await mark.focus()
    await window.keyboard.press('Enter')
    const why = window.getByRole('dialog', { name: 'Why this is redacted' })
    await expect(why).toContainText('“Keys, tokens and passwords”. This group is currently set to “Usual”.')
    await why.getByRole('button', { name: 'Not a secret…' }).click()
    await why.getByLabel(/^The original value can’t be looked up/).fill(PASSWORD)
    await window.keyboard.press('Enter')
    await expect(why.getByRole('status')).toContainText('From now on, this value won’t be redacted when it’s written.')
    await window.keyboard.press('Escape')
    await expect(mark).toBeFocused()
    expect(await stored(app, 'a.md')).toBe('The password is [redacted: password].\n')
    await app.exec(create('b.md', `The password is ${PASSWORD}.\n`))
    expect(await stored(app, 'b.md')).toBe(`The password is ${PASSWORD}.\n`)
  })

  await test.step('a withheld file passes at once when its finding is no secret', async () => {
    await fs.writeFile(nodePath.join(app.store, 'keys.md'), `password: ${OTHER}\n`)
    await window.getByRole('link', { name: '1 decision needed' }).click()
    await window.getByRole('button', { name: 'Not a secret…' }).click()
    await window.getByRole('button', { name: 'Not a secret: password, line 1' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'keys.md is in the memory, unredacted' })).toBeVisible()
    await expect(window.getByRole('document', { name: 'keys.md' })).toContainText(OTHER)
  })

  await test.step('an edit that was saved redacted is saved as it was typed', async () => {
    await app.exec(create('d.md', 'Notes.\n'))
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^d\.md/ }).click()
    await window.getByRole('document', { name: 'd.md' }).waitFor()
    await window.keyboard.press('e')
    await window.getByRole('textbox', { name: 'Text of d.md' }).fill(`The password is ${THIRD}.\n`)
    await window.keyboard.press('Control+s')
    await window.getByRole('button', { name: 'Not a secret: password, line 1' }).click()
    await expect(window.getByRole('document', { name: 'd.md' })).toContainText(THIRD)
    expect(await stored(app, 'd.md')).toBe(`The password is ${THIRD}.\n`)
    await expect(window.getByText('Your text was saved, with parts redacted')).toHaveCount(0)
  })
})

/** The files of all conversations. */
async function conversations(app: App): Promise<string> {
  const folder = nodePath.join(app.home, 'conversations')
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.jsonl'))
  return (await Promise.all(files.map((name) => fs.readFile(nodePath.join(folder, name), 'utf8')))).join('\n')
}

test('a message is sent redacted, or as it is; of both, the secret comes back only as the user wants', async ({
  app,
  window,
}) => {
  await test.step('sent as it is, what the agent wrote of it comes back as the edit of the user', async () => {
    await window.getByRole('textbox', { name: 'Message' }).fill(`Remember that the router password is ${OTHER}`)
    await window.keyboard.press('Enter')
    const ask = window.getByRole('alertdialog', { name: 'Your message contains what looks like a secret: password.' })
    await expect(ask.getByRole('button', { name: /^Send redacted/ })).toBeFocused()
    await window.keyboard.press('Escape')
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await window.keyboard.press('Enter')
    await ask.getByRole('button', { name: 'Send as is' }).click()
    const card = window.getByRole('article').filter({ hasText: 'redacted' }).last()
    await card.getByRole('button', { name: /^redacted · password/ }).click()
    await expect(card).toContainText('this conversation may still contain it')
    // The answer repeats it; what is kept of the answer, and shown from then on, does not.
    const turn = window.getByRole('region', { name: 'Turn 1' })
    await expect(turn.getByText(/^Saved to/)).toContainText('redacted · password')
    await expect(turn.getByText(OTHER)).toHaveCount(1)
    expect((await conversations(app)).split(OTHER)).toHaveLength(2)
    const why = window.getByRole('dialog', { name: 'Why this is redacted' })
    await why.getByRole('button', { name: 'Not a secret…' }).click()
    await why.getByRole('button', { name: /^Not a secret: password/ }).click()
    await expect(window.getByRole('status').filter({ hasText: 'the value is back as it was written' })).toBeVisible()
    const log = await app.cli('log', '--limit', '1', '--json')
    expect(JSON.parse(log.out).origin.actor).toBe('user')
  })

  await test.step('sent redacted, it is in neither the conversation nor the memory; an edited message is asked about too', async () => {
    await window.getByRole('button', { name: 'New conversation' }).click()
    const field = window.getByRole('textbox', { name: 'Message' })
    await field.fill(`Remember that the staging password is ${PASSWORD}`)
    await window.keyboard.press('Enter')
    const ask = window.getByRole('alertdialog', { name: /^Your message contains/ })
    await expect(ask).toContainText('Remember that the staging password is redacted · password')
    await expect(ask.getByRole('button', { name: /^Send redacted/ })).toBeFocused()
    await window.keyboard.press('Enter')
    const turn = window.getByRole('region', { name: 'Turn 1' })
    await expect(turn.getByText('Remember that the staging password is')).toContainText('redacted · password')
    await expect(turn.getByRole('article').last()).toContainText('is in neither the memory nor this conversation')
    await expect(window.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
    expect(await conversations(app)).not.toContain(PASSWORD)
    await field.focus()
    await window.keyboard.press('ArrowUp')
    await field.fill(`The password is ${PASSWORD}`)
    await window.keyboard.press('Enter')
    await expect(ask).toBeVisible()
    expect(await conversations(app)).not.toContain(PASSWORD)
  })
})
