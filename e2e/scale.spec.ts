import type { Locator, Page } from '@playwright/test'
import { git, makeStore } from '../testing/large-store.ts'
import { type App, expect as expectSoon, test as base } from './app.ts'

const SHAPE = { files: 10_000, commits: 4_000, seed: 5 }
const ROWS_IN_SIGHT = 120
/** Generous, because other work may run on the machine. */
const expect = expectSoon.configure({ timeout: 30_000 })

const test = base.extend<{ app: App }>({
  app: async ({ app }, use) => {
    await makeStore(app.store, SHAPE)
    await use(app)
  },
})
test.describe.configure({ timeout: 240_000 })

const files = (window: Page): Locator => window.getByRole('tree', { name: 'Memory files' }).getByRole('treeitem')
const changes = (window: Page): Locator =>
  window.getByRole('tree', { name: 'Changes, newest first' }).getByRole('treeitem')

async function expectFewRows(rows: Locator): Promise<void> {
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeLessThan(ROWS_IN_SIGHT)
}

/** What the timeline finds is what git finds. */
async function expectAnswers({ store }: App, window: Page): Promise<void> {
  await window.keyboard.press('Control+3')
  const title = window.getByRole('banner')
  const path = 'topic-00/part-0/note-00007.md'
  const ofPath = git(store, 'log', '--format=%H', '--', path).trim().split('\n')
  await window.getByRole('button', { name: 'Filter', exact: true }).click()
  await window.getByRole('textbox', { name: 'Path', exact: true }).pressSequentially(path)
  await expect(title).toContainText(`${ofPath.length} changes since`)
  await window.getByRole('button', { name: 'Clear filters' }).click()
  // The commits that wrote and removed "changed 3210", and those of a file of that number.
  const subject = git(store, 'log', '-1', '--format=%s', `HEAD~${SHAPE.commits - 1 - 3_210}`).trim()
  const ofWords = git(store, 'log', '--format=%H', '-G', '3210').trim().split('\n')
  const ofName = git(store, 'log', '--format=%H', '--', '*3210*').trim().split('\n')
  const found = [...new Set([...ofWords, ...ofName])]
  await window.getByRole('textbox', { name: 'Search changes' }).pressSequentially('3210')
  await expect(title).toContainText(found.length === 1 ? '1 change since' : `${found.length} changes since`)
  await expect(
    changes(window)
      .filter({ hasText: subject.replace(/.*\//, '') })
      .first(),
  ).toBeVisible()
  await window.getByRole('button', { name: 'Clear filters' }).click()
  await window.getByRole('combobox', { name: 'Kind' }).selectOption('Deleted')
  await expect(window.getByRole('heading', { name: 'No matching changes.' })).toBeVisible()
  await window.getByRole('button', { name: 'Clear filters' }).first().click()
  await expectFewRows(changes(window))
}

test('ten thousand files and a long history: few rows in the page, and right answers', async ({ app, window }) => {
  await test.step('the tree', async () => {
    await window.keyboard.press('Control+2')
    await expect(window.getByRole('button', { name: 'Store: memory' })).toContainText('10,000 files')
    // The folders of a large tree begin closed; what a filter finds is in open ones.
    await expect(files(window).filter({ hasText: 'topic-01' })).toHaveAttribute('aria-expanded', 'false')
    const filter = window.getByRole('textbox', { name: 'Filter files' })
    await filter.fill('note')
    await expectFewRows(files(window))
    await files(window).first().click()
    await files(window).first().click()
    const tree = window.getByRole('tree', { name: 'Memory files' })
    await expect(tree).toHaveAttribute('aria-activedescendant', /./)
    await window.mouse.wheel(0, 100_000)
    // The active row is out of sight, so nothing may refer to it.
    await expect(tree).not.toHaveAttribute('aria-activedescendant', /./)
    await window.keyboard.press('End')
    await expect(tree).toHaveAttribute('aria-activedescendant', /./)
    await expect(files(window).filter({ hasText: 'note-09999.md' })).toBeVisible()
    await expectFewRows(files(window))
    await window.keyboard.press('Enter')
    await expect(window.getByRole('heading', { name: 'Note 9999', exact: true })).toBeVisible()
    await tree.press('Home')
    await expect(files(window).filter({ hasText: 'topic-00' })).toBeVisible()
    await filter.clear()
    await filter.pressSequentially('note-0731')
    await expect(files(window).filter({ hasText: 'note-0731' })).toHaveCount(10)
    await window.keyboard.press('Escape')
    await expectFewRows(files(window))
  })

  await test.step('the first version of a file, by a commit that changed more files than it lists', async () => {
    const changed = git(app.store, 'log', '-1', '--format=', '--name-only').trim()
    await window.evaluate((path) => (location.hash = `/memory/${path}`), changed)
    await window.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
    await expect(window.getByRole('button', { name: /^Restore this version/ })).toBeVisible()
  })

  await test.step('whatever is asked is answered as git answers', () => expectAnswers(app, window))

  await test.step('End goes to the oldest change, Home to the newest', async () => {
    const title = window.getByRole('banner')
    await expect(title).toContainText('4,000 changes since')
    await expect(window.getByRole('img', { name: /^Memory since .*4,000 changes$/ })).toBeVisible()
    const oldest = window.getByRole('treeitem', { name: /^Created 10,000 files, Agent, with git/ })
    // Until all of the history is indexed, End stays within what is loaded.
    await expect(async () => {
      await changes(window).first().focus()
      await window.keyboard.press('End')
      await expect(oldest).toBeFocused({ timeout: 3_000 })
    }).toPass()
    await expectFewRows(changes(window))
    await window.keyboard.press('Enter')
    await expect(window.getByRole('heading', { name: '10,000 files changed' })).toBeVisible()
    await expect(
      window.getByText(git(app.store, 'rev-list', '--max-parents=0', 'HEAD').slice(0, 7), { exact: true }),
    ).toBeVisible()
    await window.getByRole('button', { name: 'Memory at this point' }).click()
    await expect(window.getByText(/10,000 files .* Open in Memory/)).toBeVisible()
    await expectFewRows(files(window))
    // Pages of newer changes may have arrived meanwhile; Home works from any row.
    await changes(window).last().focus()
    await window.keyboard.press('Home')
    await expect(changes(window).first()).toBeFocused()
    await expect(oldest).toHaveCount(0)
  })

  await test.step('a check is cancelled, and says so', async () => {
    await window.evaluate(() => (location.hash = '#/settings/history'))
    await window.getByRole('button', { name: 'Verify history' }).click()
    await expect(window.getByRole('progressbar', { name: /commits? checked/ })).toBeVisible()
    await window.getByRole('button', { name: 'Cancel' }).click()
    await expect(window.getByRole('status', { name: 'What the check found' })).toContainText(
      /^Cancelled after .* Nothing was changed\.$/,
    )
    await expect(window.getByRole('progressbar')).toHaveCount(0)
    expect(git(app.store, 'status', '--porcelain')).toBe('')
  })

  await test.step('what another process writes shows itself', async () => {
    await window.keyboard.press('Control+2')
    await app.exec(
      ...Array.from({ length: 100 }, (_, at) => ({
        command: 'create',
        path: `/memories/burst/${at}.md`,
        file_text: `${at}\n`,
      })),
    )
    await expect(window.getByRole('button', { name: 'Store: memory' })).toContainText('10,100 files')
    await window.getByRole('tree', { name: 'Memory files' }).press('Home')
    await expect(files(window).filter({ hasText: 'burst' })).toBeVisible()
    await expectFewRows(files(window))
  })
})
