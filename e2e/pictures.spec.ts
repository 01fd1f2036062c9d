import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { create, expect, replace, test } from './app.ts'

const MEMORY = [
  create('people/ana.md', '# Ana\n\nAna likes tea.\n'),
  create('work/large.md', `${'A long note about the harbour. '.repeat(200)}\n`),
  create('old.md', 'An old note.\n'),
  replace('old.md', 'old', 'very old'),
  { command: 'view', path: '/memories/people/ana.md' },
]

test('what is large or never read is a picture from the first day on; all of it is exported', async ({
  app,
  window,
}, info) => {
  await test.step('the memory over time is a picture once there is some: not on the first day', async () => {
    await app.exec(...MEMORY)
    await window.keyboard.press('Control+3')
    await expect(window.getByRole('treeitem', { name: /^Created people\/ana\.md/ })).toBeVisible()
    await expect(window.getByRole('region', { name: 'Memory over time' })).toHaveCount(0)
  })

  await test.step('what is large and what was never read is a picture, and each part leads to its file', async () => {
    await window.keyboard.press('Control+2')
    await window.getByRole('link', { name: 'Upkeep' }).click()
    await window.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'Use' }).click()
    const use = window.getByRole('main', { name: 'Use' })
    await expect(use).toContainText('3 files, 6.2 KB. 2 files (6.2 KB) have never been read.')
    const large = use.getByRole('list', { name: 'File sizes' })
    await large.getByRole('link', { name: /^work\/large\.md, 6\.2 KB, never read$/ }).focus()
    await window.keyboard.press('ArrowRight')
    await expect(large.getByRole('link', { name: /^people\/ana\.md, \d+ bytes$/ })).toBeFocused()
    await use.getByRole('button', { name: 'Never read 2' }).click()
    await expect(use.getByRole('table').getByRole('row')).toHaveCount(3)
    await window.keyboard.press('Home')
    await large.getByRole('link', { name: /^work\/large\.md/ }).press('Enter')
    await expect(window.getByRole('document', { name: 'work/large.md' })).toBeVisible()
  })

  // In the desktop app the system's dialog asks where to: e2e/desktop.test.ts.
  if (info.project.metadata['electron'] !== undefined) return
  await test.step('a file, the files and the history are exported', async () => {
    const git = (cwd: string, ...args: readonly string[]): string =>
      execFileSync('git', args, { cwd, encoding: 'utf8' })
    const folder = info.outputPath('exports')
    await fs.mkdir(folder, { recursive: true })
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^old\.md/ }).click()
    await window.getByRole('button', { name: 'More actions for this file' }).click()
    const file = await downloaded(window, window.getByRole('menuitem', { name: 'Export…' }), folder)
    expect([nodePath.basename(file), await fs.readFile(file, 'utf8')]).toEqual(['old.md', 'An very old note.\n'])
    await expect(window.getByRole('status').filter({ hasText: 'Exported: old.md.' })).toBeVisible()

    const first = git(app.store, 'log', '--format=%H', '--diff-filter=A', '--', 'old.md').trim()
    await window.evaluate((hash) => (location.hash = hash), `#/then/${first}/old.md`)
    const version = await downloaded(window, window.getByRole('button', { name: 'Export this version…' }), folder)
    expect(await fs.readFile(version, 'utf8')).toBe('An old note.\n')

    await window.evaluate(() => (location.hash = '#/settings/memory'))
    const zip = await downloaded(window, window.getByRole('button', { name: 'Export the files…' }), folder)
    expect(nodePath.basename(zip)).toMatch(/^memory \d{4}-\d\d-\d\d\.zip$/)
    expect((await fs.readFile(zip)).includes('people/ana.md')).toBe(true)
    const bundle = await downloaded(window, window.getByRole('button', { name: 'Export the history…' }), folder)
    git(folder, 'clone', '-q', bundle, 'copy')
    expect(git(nodePath.join(folder, 'copy'), 'rev-parse', 'HEAD')).toBe(git(app.store, 'rev-parse', 'HEAD'))
    expect(await fs.readdir(nodePath.join(app.home, 'exports'))).toEqual([])
  })

  await test.step('other programs get their form, and what looks like a secret is asked about first', async () => {
    const folder = info.outputPath('forms')
    const button = window.getByRole('button', { name: 'Export for other programs…' })
    await window.getByRole('combobox', { name: 'Form of the export' }).selectOption('Section of AGENTS.md')
    await expect(window.getByRole('combobox', { name: 'Lines from outside' })).toHaveValue('mark')
    const section = await downloaded(window, button, folder)
    expect([nodePath.basename(section), await fs.readFile(section, 'utf8')]).toEqual([
      'AGENTS.md',
      expect.stringContaining('### people/ana.md\n\n#### Ana\n\nAna likes tea.\n'),
    ])
    const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    await fs.writeFile(nodePath.join(app.store, 'keys.md'), `One line.\n${key}\n`)
    execFileSync('git', ['add', 'keys.md'], { cwd: app.store })
    const as = ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid']
    execFileSync('git', [...as, 'commit', '-qm', 'keys'], { cwd: app.store })
    const ask = window.getByRole('alertdialog', { name: 'Export what looks like a secret?' })
    await button.click()
    await expect(ask.getByRole('listitem')).toHaveText('keys.mdline 2github token')
    await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await window.keyboard.press('Escape')
    await expect(ask).toHaveCount(0)
    await expect(window.getByRole('status').filter({ hasText: 'Nothing was exported.' })).toBeVisible()
    await button.click()
    const again = await downloaded(window, ask.getByRole('button', { name: 'Export anyway' }), folder)
    expect(await fs.readFile(again, 'utf8')).toContain(key)
  })
})

/** What a click downloads. */
async function downloaded(window: Page, button: Locator, folder: string): Promise<string> {
  const [download] = await Promise.all([window.waitForEvent('download'), button.click()])
  const file = nodePath.join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return file
}
