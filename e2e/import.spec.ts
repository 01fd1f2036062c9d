import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { newFolder } from '../testing/folders.ts'
import { zipOf } from '../testing/zip-writer.ts'
import { create, expect, test } from './app.ts'

const MEMORY =
  '**Work context**\n\nEva works as a baker in Porto.\n\n**Personal**\n\n- Likes green tea.\n- Has a cat named Mio.\n'

/** An export of Claude, made up. */
function claudeExport(memory: string, messages: readonly object[] = []): Buffer {
  const file = (name: string, value: unknown) => ({ name, data: JSON.stringify(value) })
  return zipOf([
    file('users.json', [{ uuid: 'u', full_name: 'Eva', email_address: 'eva@example.invalid' }]),
    file('memories.json', [
      { conversations_memory: memory, project_memories: { p: 'The plan is for spring.' }, account_uuid: 'u' },
    ]),
    file('projects.json', [{ uuid: 'p', name: 'Garden', description: 'A garden', docs: [] }]),
    file('conversations.json', [{ uuid: 'c', name: 'A talk', chat_messages: messages }]),
  ])
}

test('an export is sent, waits in Review, is taken in part, undone, and repeated', async ({ app, window }) => {
  await app.exec(create('me.md', 'I like green tea.\n'))
  const folder = await newFolder()
  const zip = nodePath.join(folder, 'claude.zip')
  await fs.writeFile(zip, claudeExport(MEMORY))
  const sheet = window.getByRole('dialog', { name: 'Import what others know' })
  const choose = async (): Promise<void> => {
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox', { name: 'Search or type a command' }).fill('>import what')
    await window.keyboard.press('Enter')
    const chooser = window.waitForEvent('filechooser')
    await sheet.getByRole('button', { name: 'Choose files…' }).click()
    await (await chooser).setFiles(zip)
  }
  await choose()
  const pane = window.getByRole('region', { name: 'Import: claude.zip' }).first()
  await expect(pane.getByText(/\d+ found, \d+ new\./)).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await pane.getByRole('button', { name: /^Known already/ }).click()
  await expect(pane).toContainText('also in me.md')

  // A file line by line, another one not at all.
  await pane.getByRole('button', { name: 'memory.md', exact: true }).click()
  await pane.getByRole('checkbox', { name: 'Has a cat named Mio' }).uncheck()
  const [first] = JSON.parse((await app.cli('waiting', '--json')).out)
  expect(first).toMatchObject({ kind: 'import', source: 'claude.zip' })
  await pane.getByRole('button', { name: /^Import \d+ files?/ }).click()
  await expect(pane).toHaveCount(0)
  expect((await app.cli('log', '--limit', '1')).out).toContain('imported memory.md')
  const memory = await fs.readFile(nodePath.join(app.store, 'memory.md'), 'utf8')
  expect(memory).toContain('Eva works as a baker in Porto.')
  expect(memory).not.toContain('Mio')
  expect(memory).not.toContain('green tea')
  await window.keyboard.press('Control+z')
  await expect.poll(() => fs.readdir(app.store)).not.toContain('memory.md')

  await test.step('undone, it may come again; taken, the next export brings what is new', async () => {
    await choose()
    await pane.getByRole('button', { name: /^Import \d+ files?/ }).click()
    await expect(pane).toHaveCount(0)
    expect(await fs.readFile(nodePath.join(app.store, 'memory.md'), 'utf8')).toContain('Mio')
    await fs.writeFile(zip, claudeExport(MEMORY.replace('Porto', 'Braga')))
    await choose()
    await expect(pane.getByText(/, 1 new\./)).toBeVisible()
    await window.keyboard.press('u')
    await expect(pane).toHaveCount(0)
    expect(JSON.parse((await app.cli('waiting', '--json')).out)).toEqual([])
  })
})

test('the conversations of an export come in as well, and can be read', async ({ window }) => {
  const zip = nodePath.join(await newFolder(), 'claude.zip')
  await fs.writeFile(
    zip,
    claudeExport(MEMORY, [
      { sender: 'human', text: 'Where do storks nest?', created_at: '2025-02-01T10:00:00Z' },
      { sender: 'assistant', text: 'On **chimneys**.', created_at: '2025-02-01T10:01:00Z' },
    ]),
  )
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox', { name: 'Search or type a command' }).fill('>import what')
  await window.keyboard.press('Enter')
  const sheet = window.getByRole('dialog', { name: 'Import what others know' })
  await sheet.getByRole('checkbox', { name: 'Conversations, too' }).check()
  const chooser = window.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Choose files…' }).click()
  await (await chooser).setFiles(zip)
  await expect(window.getByText('1 conversation imported.')).toBeVisible()
  await expect(window.getByRole('region', { name: 'Import: claude.zip' }).first()).toBeVisible()
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox', { name: 'Search or type a command' }).fill('storks')
  await window.getByRole('option', { name: /A talk/ }).click()
  const turn = window.getByRole('region', { name: 'Turn 1' })
  await expect(turn).toContainText('Where do storks nest?')
  await expect(turn).toContainText('On chimneys.')
})
