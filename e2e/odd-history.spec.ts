import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { writeOddHistory } from '../testing/generated/odd-history.ts'
import { expect, test as base } from './app.ts'

const COMMITS = Number(process.env.VARIORUM_LONG ?? 6)
const SEED = Number(process.env.VARIORUM_SEED ?? 20_261_128)

const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: dir, encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] })

const test = base.extend({
  app: async ({ app }, use) => {
    await fs.mkdir(app.store, { recursive: true })
    git(app.store, 'init', '-q', '-b', 'main')
    writeOddHistory({ dir: app.store, outside: app.documents }, COMMITS, SEED)
    git(app.store, 'reset', '-q', '--hard')
    await use(app)
  },
})

/** Goes to a place and waits until it is shown. */
async function goTo(window: Page, place: string): Promise<void> {
  await window.evaluate((to) => (location.hash = to), place)
  await expect(window.getByRole('main')).toBeVisible()
  await expect(window.locator('.col-sk, [aria-busy=true]')).toHaveCount(0)
  await expect(window.getByText(/can’t be shown\.|Invalid Date|\bNaN\b/), place).toHaveCount(0)
}

test(`no name, date, author or message of a repository blanks a view or disturbs a list (seed ${SEED})`, async ({
  app,
  window,
}) => {
  test.setTimeout(COMMITS * 30_000)
  const ids = git(app.store, 'rev-list', 'HEAD').trim().split('\n')
  const [head = '', first = ''] = [ids[0], ids.at(-1)]
  const names = Buffer.from(git(app.store, 'ls-tree', '-r', '-z', '--name-only', 'HEAD'), 'latin1').toString()
  const paths = names.split('\0').filter((path, at) => path !== '' && (at + SEED) % Math.ceil(100 / COMMITS) === 0)

  await test.step('every view of a file', async () => {
    const opened = window.getByRole('tree', { name: 'Memory files' }).locator('[aria-current=page]')
    for (const path of paths) {
      await goTo(window, `/memory/${encodeURIComponent(path)}`)
      await expect(window.locator('[role=document]'), path).toBeVisible()
      await expect(opened).toHaveAttribute('data-path', path)
      await goTo(window, `/memory/${encodeURIComponent(path)}/1`)
      await expect(window.getByRole('region', { name: 'Versions of line 1' }), path).toContainText(
        /^Line 1 (?:one|\d+) version/,
      )
    }
  })

  await test.step('every view of a commit', async () => {
    await goTo(window, '/timeline')
    const rows = window.getByRole('tree', { name: 'Changes, newest first' }).getByRole('treeitem')
    await expect(rows).not.toHaveCount(0)
    for (const id of ids) {
      await goTo(window, `/timeline/${id}`)
      await expect(window.getByText(id.slice(0, 7)).first()).toBeVisible()
      await goTo(window, `/timeline/${id}/now`)
      await goTo(window, `/then/${id}/${encodeURIComponent(paths[0] ?? '')}`)
      await goTo(window, `/chat/then/${id}`)
    }
    await goTo(window, `/bisect/${first}/${head}`)
  })

  await test.step('the other views, and the search', async () => {
    for (const view of ['/review', '/upkeep', '/policies', '/jobs', '/settings', '/chat']) await goTo(window, view)
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox', { name: 'Search or type a command' }).fill('first')
    await expect(window.getByRole('option').first()).toBeVisible()
  })

  await test.step('every list of the command line', async () => {
    const lists = `log --limit 100000|log --changed first|point|upkeep|check|diff ${first}|expire --dry-run
      bisect ${first} ${head} --words first|restore ${first} --dry-run|show ${ids.slice(0, COMMITS / 2).join('|show ')}`
    const commands = lists.split(/[|\n]/).map((list) => list.trim().split(' '))
    for (const args of commands) {
      const { code, out, err } = await app.cli(...args)
      expect({ args, code, err }).toEqual({ args, code: 0, err: '' })
      expect(out, args.join(' ')).not.toMatch(DISTURBING)
      if (args[0] === 'log' && args[1] === '--limit') expect(out.match(LINE_OF_LOG)).toHaveLength(ids.length)
    }
    const answers = (await app.exec({ command: 'view', path: '/memories' })).map(({ is_error }) => is_error)
    expect(answers).toEqual([false])
  })
})

/** What moves the cursor of a terminal, or turns its text around. */
// oxlint-disable-next-line no-control-regex
const DISTURBING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const LINE_OF_LOG = /^[0-9a-f]{10}  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-][0-2]\d:[0-5]\d  .*$/gm
