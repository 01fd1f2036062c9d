import * as nodePath from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { newFolder } from '../testing/folders.ts'
import { git } from '../testing/git.ts'
import { create, expect, test } from './app.ts'

// One memory in two windows, each on a home of its own, with a bare repository between them.

const listOf = (window: Page): Locator => window.getByRole('list', { name: 'Devices' })

async function showDevices(window: Page): Promise<void> {
  await window.keyboard.press('Control+,')
  await window.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Memory' }).click()
}

async function share(window: Page, address: string): Promise<void> {
  await showDevices(window)
  await window.getByRole('textbox', { name: 'Remote' }).fill(address)
  await window.keyboard.press('Enter')
}

async function called(window: Page, name: string): Promise<void> {
  await window.getByRole('textbox', { name: 'Name of this device' }).fill(name)
  await window.keyboard.press('Enter')
  await expect(listOf(window).getByRole('listitem', { name })).toContainText('this device')
}

async function sync(window: Page): Promise<void> {
  await showDevices(window)
  await window.getByRole('button', { name: 'Sync now' }).click()
  await expect(window.getByRole('button', { name: 'Sync now' })).not.toHaveAttribute('aria-busy', 'true')
  await expect(window.getByRole('contentinfo').getByRole('status')).toContainText(/^Synced/)
}

/** Opens the file and replaces its text. */
async function write(window: Page, text: string): Promise<void> {
  await window.keyboard.press('Control+2')
  await window.getByRole('treeitem', { name: /^tea\.md/ }).click()
  await window.getByRole('button', { name: 'Edit' }).click()
  const editor = window.getByRole('textbox', { name: 'Text of tea.md' })
  await expect(editor).toBeFocused()
  await window.keyboard.press('Control+a')
  await window.keyboard.insertText(text)
  await window.keyboard.press('Control+s')
  await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
}

async function expectText(window: Page, text: string): Promise<void> {
  await window.keyboard.press('Control+2')
  await window.getByRole('treeitem', { name: /^tea\.md/ }).click()
  await expect(window.getByRole('document', { name: 'tea.md' })).toContainText(text)
}

test('one memory on two devices: admitted, synced, decided where both wrote, and shared no more @browser', async ({
  app,
  window: desk,
  anotherApp,
  anotherBrowser,
}) => {
  const address = nodePath.join(await newFolder(), 'memory.git')
  await git(nodePath.dirname(address), 'init', '-q', '--bare', '-b', 'main', address)
  await app.exec(create('tea.md', 'Ana likes tea.\n'))
  const laptop = await anotherBrowser()
  await laptop.goto(await anotherApp.start())

  await test.step('an address that cannot be used stays in the field, with the reason', async () => {
    await share(desk, 'memory.git')
    const field = desk.getByRole('textbox', { name: 'Remote' })
    await expect(desk.getByRole('main').getByRole('alert')).toContainText('Enter all of it')
    await expect(field).toHaveValue('memory.git')
    await share(desk, `${address}-not`)
    await expect(desk.getByText('Not synced.')).toBeVisible()
    await desk.getByRole('button', { name: 'Change the address…' }).click()
    await expect(field).toBeFocused()
  })

  await test.step('both share the memory, and each is admitted on the other by its code', async () => {
    await desk.getByRole('textbox', { name: 'Remote' }).fill(address)
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('No other device yet.')).toBeVisible()
    await expect(desk.getByText('Not synced.')).toHaveCount(0)
    await called(desk, 'Desk')
    await sync(desk)
    await share(laptop, address)
    await called(laptop, 'Laptop')
    await sync(laptop)
    await sync(desk)
    await expect(desk.getByRole('link', { name: '1 decision needed' })).toBeVisible()
    const windows = [
      [desk, laptop, 'Laptop'],
      [laptop, desk, 'Desk'],
    ] as const
    for (const [here, there, name] of windows) {
      const row = listOf(here).getByRole('listitem', { name })
      const own = await listOf(there).getByRole('listitem', { name }).innerText()
      const [code = 'no code'] = /code \S{4}-\S{4}/.exec(own) ?? []
      await expect(row).toContainText(code)
      await row.getByRole('button', { name: `Admit ${name}` }).press('Enter')
      await expect(row).toBeFocused()
      await expect(row.getByRole('button')).toHaveText(['Remove'])
    }
    await expect(desk.getByRole('link', { name: '1 decision needed' })).toHaveCount(0)
  })

  await test.step('what the user writes on one is on the other, as theirs', async () => {
    await write(desk, 'Ana likes green tea.\n')
    await sync(desk)
    await sync(laptop)
    await expectText(laptop, 'Ana likes green tea.')
  })

  await test.step('where both wrote, the one that synced second shows both, and a key takes the other’s', async () => {
    await write(desk, 'Ana drinks black tea with milk.\n')
    await write(laptop, 'Ana drinks no tea after six.\n')
    await sync(desk)
    await sync(laptop)
    await expect(laptop.getByRole('link', { name: '1 decision needed' })).toBeVisible()
    await laptop.keyboard.press('Control+4')
    const waiting = laptop.getByRole('region', { name: 'Waiting for you' })
    await waiting.getByRole('link', { name: 'Two versions of tea.md' }).click()
    const clash = laptop.getByRole('article', { name: 'Conflict in tea.md' })
    await expect(clash.getByRole('group', { name: 'This device' })).toContainText('no tea after six')
    await expect(clash.getByRole('group', { name: 'Desk' })).toContainText('black tea with milk')
    await laptop.keyboard.press('Enter')
    await expect(clash).toHaveCount(0)
    await sync(laptop)
    await sync(desk)
    await expectText(desk, 'Ana drinks black tea with milk.')
  })

  await test.step('it is shared no more once that was asked', async () => {
    await showDevices(desk)
    await desk.getByRole('button', { name: 'More about the remote' }).click()
    await desk.getByRole('menuitem', { name: 'Stop sharing…' }).click()
    const sheet = desk.getByRole('dialog', { name: 'Stop sharing this store?' })
    const stop = sheet.getByRole('button', { name: 'Stop sharing' })
    await expect(stop).toBeFocused()
    await desk.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(desk.getByRole('button', { name: 'More about the remote' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await desk.getByRole('menuitem', { name: 'Stop sharing…' }).press('Enter')
    await expect(stop).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('textbox', { name: 'Remote' })).toBeVisible()
    await expect(listOf(desk)).toHaveCount(0)
  })
})
