import * as fs from 'node:fs/promises'
import * as net from 'node:net'
import * as nodePath from 'node:path'
import { expect, test } from './app.ts'

test('what another agent may do is chosen in Settings, holds at once and is noted @browser', async ({
  app,
  window,
}) => {
  await app.cli('clients', 'my-agent', '--access', 'read')
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Other agents' }).click()
  const section = window.getByRole('region', { name: 'Other agents' })
  const rights = section.getByRole('combobox', { name: 'What my-agent may do' })
  await expect(rights).toHaveValue('read')
  const kept = async (): Promise<unknown> => JSON.parse((await app.cli('clients', '--json')).out)[0]
  await rights.selectOption('Trusted')
  await expect.poll(kept).toMatchObject({ access: 'write', trusted: true })
  await rights.selectOption('Nothing')
  await expect.poll(kept).toMatchObject({ access: 'none', trusted: false })
  await expect(rights).toHaveValue('none')
  await window.getByRole('link', { name: 'Advanced' }).click()
  await expect(window.getByText('my-agent may not use the memory any more.').first()).toBeVisible()
  await window.getByRole('link', { name: 'Other agents' }).click()
  await section.getByRole('button', { name: 'More about my-agent' }).click()
  await window.getByRole('menuitem', { name: 'Only one folder…' }).click()
  await window.getByRole('textbox', { name: 'Folder' }).fill('/trips/')
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('only trips')).toBeVisible()
  expect(await kept()).toMatchObject({ access: 'none', folder: 'trips' })
})

async function listening(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const CONFIG = '# mine\nmodel = "gpt-5.1" # the usual one\n'

test('a program is connected, tried, and disconnected, and its file is as it was @browser', async ({ app, page }) => {
  const config = nodePath.join(app.documents, '.codex', 'config.toml')
  await fs.mkdir(nodePath.dirname(config), { recursive: true })
  await fs.writeFile(config, CONFIG)
  await page.goto(await app.start({ env: { HOME: app.documents, CODEX_HOME: '' } }))
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('link', { name: 'Other agents' }).click()
  const codex = page.getByRole('region', { name: 'Other agents' }).getByRole('listitem', { name: 'Codex' })
  await codex.getByRole('button', { name: 'Connect Codex…' }).click()
  await expect(page.getByRole('dialog').getByText('+[mcp_servers.variorum]')).toBeVisible()
  expect(await fs.readFile(config, 'utf8')).toBe(CONFIG)
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(codex.getByText('asks before')).toBeVisible()
  expect(await fs.readFile(config, 'utf8')).toContain('"--client", "codex"')
  await codex.getByRole('button', { name: 'Test Codex' }).click()
  await expect(codex.getByRole('status')).toContainText('It works: 8 tools, a write made and undone.')
  expect(await fs.readdir(app.store)).not.toContain('test.md')
  await codex.getByRole('button', { name: 'More about Codex' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(codex.getByRole('button', { name: 'Connect Codex…' })).toBeVisible()
  expect(await fs.readFile(config, 'utf8')).toBe(CONFIG)
})

test('Claude Code’s own memory comes into the store, and its settings are as they were afterwards @browser', async ({
  app,
  page,
}) => {
  const project = nodePath.join(app.documents, 'work', 'garden')
  await fs.mkdir(nodePath.join(project, '.git'), { recursive: true })
  await fs.writeFile(nodePath.join(app.documents, '.claude.json'), JSON.stringify({ projects: { [project]: {} } }))
  await page.goto(
    await app.start({
      env: { HOME: app.documents, CLAUDE_CONFIG_DIR: '', PATH: '', CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '' },
    }),
  )
  await page.getByRole('link', { name: /^Settings/ }).click()
  await page.getByRole('link', { name: 'Other agents' }).click()
  const row = page.getByRole('region', { name: 'Other agents' }).getByRole('listitem', { name: 'Claude Code' })
  await row.getByRole('button', { name: 'Its own memory…' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('"autoMemoryDirectory"')).toBeVisible()
  expect(await fs.readdir(project)).toEqual(['.git'])
  await sheet.getByRole('button', { name: 'Keep it here' }).click()
  await expect(sheet.getByRole('button', { name: 'Take it back' })).toBeVisible()
  const file = nodePath.join(project, '.claude', 'settings.local.json')
  const folder = nodePath.join(await fs.realpath(app.store), 'claude-code', 'garden')
  expect(JSON.parse(await fs.readFile(file, 'utf8'))).toEqual({ autoMemoryDirectory: folder })
  await sheet.getByRole('button', { name: 'Test' }).click()
  await expect(sheet.getByRole('status')).toHaveText('Not tested: Claude Code isn’t on this computer.')
  await sheet.getByRole('combobox', { name: 'Project' }).selectOption('All projects together')
  await expect(sheet.getByText('share this one folder')).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Project' }).selectOption(project)
  await sheet.getByRole('button', { name: 'Take it back' }).click()
  await expect(sheet.getByRole('button', { name: 'Keep it here' })).toBeVisible()
  expect(await fs.readdir(project)).toEqual(['.git'])
})

test('an agent comes over HTTP while the app runs; what it wrote is found by its name, and undone @browser', async ({
  window,
}) => {
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Other agents' }).click()
  const section = window.getByRole('region', { name: 'Other agents' })
  await section.getByRole('switch', { name: 'Serve other agents over HTTP' }).click()
  const [taken, free] = [await listening(), await listening()]
  const choose = async (port: number): Promise<void> => {
    await section.getByRole('textbox', { name: 'Port' }).fill(String(port))
    await section.getByRole('textbox', { name: 'Port' }).press('Enter')
  }
  await choose(taken.port)
  await expect(section.getByText('could not be opened')).toBeVisible()
  await free.close()
  await choose(free.port)
  await expect(section.getByText(`http://127.0.0.1:${free.port}/mcp`)).toBeVisible()
  await taken.close()
  await section.getByRole('button', { name: 'Another program…' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('distant')
  await dialog.getByRole('radio', { name: 'Over HTTP' }).check()
  await dialog.getByRole('button', { name: 'Make the entry' }).click()
  const entry = JSON.parse((await dialog.getByLabel('Code', { exact: true }).textContent()) ?? '')
  const { url, headers } = entry.mcpServers.variorum
  await window.keyboard.press('Escape')
  await expect(section.getByText(url, { exact: true })).toBeVisible()
  const call = async (name: string, given: object): Promise<number> =>
    (
      await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: given },
        }),
      })
    ).status
  expect(await call('memory_create', { path: 'trip.md', file_text: 'The train leaves at 9.\n' })).toBe(200)
  await section.getByRole('button', { name: '1 to review' }).click()
  await expect(window.getByRole('combobox', { name: 'Changes by' })).toHaveValue('distant')
  await expect(window.getByText('trip.md · distant')).toBeVisible()
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Other agents' }).click()
  await section.getByRole('button', { name: 'More about distant' }).click()
  await window.getByRole('menuitem', { name: 'Show its changes' }).click()
  await expect(window.getByRole('treeitem', { name: /distant/ })).toBeVisible()
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Other agents' }).click()
  await section.getByRole('button', { name: 'More about distant' }).click()
  await window.getByRole('menuitem', { name: 'Undo its changes…' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByText('Removed trip.md')).toBeVisible()
  await section.getByRole('button', { name: 'More about distant' }).click()
  await window.getByRole('menuitem', { name: 'Revoke its token' }).click()
  await expect.poll(() => call('memory_view', {})).toBe(401)
  await section.getByRole('switch', { name: 'Serve other agents over HTTP' }).click()
  await expect(section.getByText(url)).toBeHidden()
  await expect(call('memory_view', {})).rejects.toThrow()
})
