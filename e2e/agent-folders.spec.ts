import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { agentEnv, claudeMemory, makeAgentHome, writeBelow } from '../testing/agent-home.ts'
import { ClaudeSession } from '../testing/claude-session.ts'
import { expect, test } from './app.ts'

// What other agents keep on this computer: found, added as stores.

test('a memory of Claude Code is found where a store is added, and becomes one by its name', async ({ app, page }) => {
  const home = nodePath.join(app.documents, 'account')
  await makeAgentHome(home)
  await writeBelow(home, {
    '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: '~/.elsewhere' }),
    '.elsewhere/MEMORY.md': 'x\n',
  })
  const portal = nodePath.join(home, claudeMemory(nodePath.join(home, 'work', 'portal')))
  await page.goto(await app.start({ env: agentEnv(home) }))
  const list = page.getByRole('dialog', { name: 'Add a store' }).getByRole('list', { name: 'Other agents’ memories' })
  const row = list.getByRole('listitem', { name: 'portal (Claude Code)' })
  const addStore = async (): Promise<void> => {
    await page.keyboard.press('Control+o')
    await page.getByRole('menuitem', { name: 'Add a store…' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(6)
  }

  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await addStore()
    await expect(page.getByRole('combobox', { name: 'Folder' })).toBeFocused()
    await expect(row).toContainText('~/work/portal')
    await expect(row).toContainText(/2 files, \d+ bytes, last written/)
    const codex = list.getByRole('listitem', { name: 'Codex' })
    await expect(codex).toContainText('the history is kept beside the folder')
    await expect(codex.getByRole('button')).toHaveCount(1)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const [inner, outer] = await list.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
      expect(inner).toBeLessThanOrEqual(outer)
    }
    await page.keyboard.press('Escape')
  }

  // One that settings name may be any folder: whether a hidden one is meant is asked.
  await addStore()
  await list.getByRole('button', { name: 'Add Claude Code…' }).click()
  const elsewhere = page.getByRole('dialog', { name: 'Add “Claude Code”?' })
  await expect(elsewhere.getByRole('checkbox', { name: 'This hidden folder contains only my notes' })).not.toBeChecked()
  await expect(elsewhere.getByRole('button', { name: 'Commit and open' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await addStore()
  await row.getByRole('button', { name: 'Add portal (Claude Code)…' }).click()
  const preview = page.getByRole('dialog', { name: 'Add “portal (Claude Code)”?' })
  await expect(preview.getByRole('list', { name: 'Not committed' })).toContainText('build-needs-node-24.md')
  await expect(preview.getByRole('checkbox', { name: 'This hidden folder contains only my notes' })).toHaveCount(0)
  expect(await fs.readdir(portal)).not.toContain('.git')
  await preview.getByRole('button', { name: 'Commit and open' }).click()
  await app.prints(`use this folder for a memory: ${portal}`)
  app.pressEnter()
  await expect(page.getByRole('button', { name: 'Store: portal (Claude Code)' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^build-needs-node-24\.md/ })).toBeVisible()

  // What changes there is the program's doing.
  await fs.writeFile(nodePath.join(portal, 'tea.md'), 'Green, please.\n')
  await expect(page.getByText('Claude Code changed tea.md: “Green, please.”')).toBeVisible()
  await page.getByRole('treeitem', { name: /^tea\.md/ }).click()
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Claude Code')

  // Of its index it loads so many lines, which the file and Upkeep say.
  await fs.writeFile(nodePath.join(portal, 'MEMORY.md'), '- a line\n'.repeat(214))
  await page.getByRole('treeitem', { name: /^MEMORY\.md/ }).click()
  const meter = page.getByRole('meter', { name: 'Loaded at its start' })
  await expect(meter).toBeVisible()
  await expect(meter).toHaveAttribute('aria-valuetext', '214 of 200 lines')
  await expect(page.getByText('nothing from line 201 on')).toBeVisible()
  await page.getByRole('link', { name: 'Upkeep' }).click()
  await expect(page.getByRole('main', { name: 'Findings' })).toContainText('Index too large')
  await page.keyboard.press('Control+2')

  await addStore()
  await expect(row).toContainText('open')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('the first start looks for them only when asked', async ({ app, page }) => {
  const home = nodePath.join(app.documents, 'account')
  await fs.mkdir(home, { recursive: true })
  await page.goto(await app.start({ isFirstRun: true, env: agentEnv(home) }))
  const look = page.getByRole('button', { name: 'Look for other agents’ memories' })
  await look.click()
  await expect(page.getByText('No other agent keeps a memory here.')).toBeVisible()
  await makeAgentHome(home)
  const list = page.getByRole('list', { name: 'Other agents’ memories' })
  await expect(list).toHaveCount(0)
  await look.click()
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText('No other agent keeps a memory here.')).toHaveCount(0)
  await list.getByRole('button', { name: 'Add portal (Claude Code)…' }).click()
  await page.getByRole('button', { name: 'Commit and open' }).click()
  await app.prints('use this folder for a memory')
  app.pressEnter()
  await expect(list.getByRole('listitem', { name: 'portal (Claude Code)' })).toContainText('open')
  await expect(
    page
      .getByRole('main', { name: 'Set up' })
      .getByTitle(/-work-portal.memory$/)
      .first(),
  ).toBeVisible()
})

test('lines and changes of a program’s memory show the user’s sentence, or that its conversation is gone', async ({
  app,
  page,
}) => {
  const config = nodePath.join(app.documents, 'claude')
  const role = nodePath.join(app.store, 'role.md')
  // The folder is a store, and one that settings of Claude Code name.
  await app.exec({ command: 'create', path: '/memories/plan.md', file_text: 'A plan.\n' })
  await writeBelow(app.store, { '.git/variorum/settings.json': JSON.stringify({ program: 'Claude Code' }) })
  const first = new ClaudeSession({ config, project: '/srv/portal' })
  await first.say('Remember that <b>Ana</b> is a pilot.')
  await first.write(role, '---\nname: role\ndescription: who\n---\n\nAna is a pilot.\nShe likes tea.\n')
  await app.exec({ command: 'view', path: '/memories' })
  const second = new ClaudeSession({ config, project: '/srv/portal' })
  await second.say('She was made a captain last week, after nine years with the same airline and two with another one.')
  await second.edit(role, 'a pilot', 'a captain')
  await page.goto(await app.start({ env: { ...agentEnv(app.documents), CLAUDE_CONFIG_DIR: config } }))

  const showLine = async (): Promise<void> => {
    await expect(page.getByRole('button', { name: /^Store:/ })).toBeVisible()
    await page.keyboard.press('Control+2')
    await page.getByRole('treeitem', { name: /^role\.md/ }).click()
    await page.getByRole('document', { name: 'role.md' }).getByText('Ana is a captain.').click()
  }
  await showLine()
  const versions = page.getByRole('region', { name: /^Versions of line/ }).getByRole('row')
  await expect(versions.first()).toContainText('“She was made a captain last week')
  await expect(versions.first()).toContainText(/Claude Code, in its conversation of \d/)
  await expect(versions.last()).toContainText('“Remember that <b>Ana</b> is a pilot.”')
  await expect(versions.first().getByRole('link', { name: /captain/ })).toHaveCount(0)

  await page.keyboard.press('Control+3')
  const details = page.getByRole('region').filter({ hasText: 'Commit' }).last()
  await expect(details).toContainText('Claude Code, in its conversation of')
  await expect(details).toContainText('“She was made a captain last week')

  await fs.rm(second.transcript)
  await page.reload()
  await showLine()
  await expect(versions.first()).toContainText('Its conversation is no longer on this computer.')
  await expect(versions.last()).toContainText('“Remember that <b>Ana</b> is a pilot.”')
})
