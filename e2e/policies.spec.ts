import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type App, expect, test } from './app.ts'

const create = (path: string, text: string): object => ({
  command: 'create',
  path: `/memories/${path}`,
  file_text: text,
})
const stored = (app: App, path: string): Promise<string> => fs.readFile(nodePath.join(app.store, path), 'utf8')
/** Looks like a service's token, but isn't one. */
const token = (): string => `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

/** Opens what few people set in a section. */
const fineTune = (window: Page, name: string): Promise<void> =>
  window.getByRole('button', { name: `Fine-tune: ${name}`, exact: true }).click()
/** What the foot says was done, once it is in force. */
const saved = (window: Page, words: string): Promise<void> =>
  expect(window.getByRole('contentinfo').getByRole('status').filter({ hasText: words })).toBeVisible()

test('a rule is tried on a sample and on the store, saved, and applied to the next write; one that cannot run is not saved', async ({
  app,
  window,
}) => {
  await test.step('one that cannot run says why beside its field, and is not saved', async () => {
    await window.keyboard.press('Control+5')
    await fineTune(window, 'Redaction')
    await window.getByRole('button', { name: 'Add a rule', exact: true }).click()
    await window.getByRole('button', { name: 'Expression' }).click()
    await expect(window.getByRole('textbox', { name: /^Label/ })).toHaveValue('private')
    const field = window.getByRole('textbox', { name: 'Expression' })
    await field.fill('(?=a)b')
    await expect(window.getByRole('alert').filter({ hasText: 'aren’t supported' })).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(window.getByRole('button', { name: 'Add the rule' })).toBeDisabled()
    await field.fill('QX[A-Z]{9}')
  })

  await test.step('one that can is tried, saved and applied', async () => {
    await app.exec(
      create('travel/lisbon.md', 'Booking reference QX7L2P, by mail.\n'),
      create('people/ana.md', 'Ana.\n'),
    )
    await expect(window.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    await window.getByRole('textbox', { name: /^Label/ }).fill('booking')
    await window.getByRole('textbox', { name: 'Expression' }).fill('QX[A-Z0-9]{4}')
    // Where there is little room, the result comes into view by itself.
    await window.setViewportSize({ width: 1280, height: 430 })
    const sample = window.getByRole('textbox', { name: 'Try the rule on a sample' })
    await sample.fill('The code is QX1234.\nIt is\na long\nsample\nof six\nlines.')
    const tried = window.getByRole('status', { name: 'Result for the sample' })
    await expect(tried).toBeInViewport({ ratio: 1 })
    await window.setViewportSize({ width: 1280, height: 900 })
    await expect(tried.getByRole('img', { name: 'redacted: booking' })).toBeVisible()
    await expect(tried).not.toContainText('QX1234')
    await expect(window.getByText('This rule would change 1 of 2 files.')).toBeVisible()
    await expect(window.getByRole('list', { name: 'Files that would change' })).toContainText('travel/lisbon.md')

    // Nothing is in force before it is saved.
    await app.exec(create('before.md', 'QX0000\n'))
    expect(await stored(app, 'before.md')).toBe('QX0000\n')
    await window.getByRole('button', { name: 'Add the rule' }).click()
    await saved(window, 'booking: added')
    await app.exec(create('after.md', 'QX1111\n'))
    expect(await stored(app, 'after.md')).toBe('[redacted: booking]\n')

    // What is changed in it is saved when its field is left, and taken back like anything else.
    await window.getByRole('button', { name: 'Edit the rule booking' }).click()
    await window.getByRole('textbox', { name: 'Expression' }).fill('QX[A-Z0-9]{5}')
    await expect(window.getByText('This rule wouldn’t change any of your files.')).toBeVisible()
    await window.keyboard.press('Tab')
    await saved(window, 'booking: changed')
    await window.getByRole('button', { name: 'Done' }).click()
    await window.keyboard.press('Control+z')
    await saved(window, 'Undone: Redaction · booking: changed')
    await expect(window.getByText('QX[A-Z0-9]{4}')).toBeVisible()
  })
})

test('levels and limits are set and in force; what another program writes into the policies waits', async ({
  app,
  window,
}) => {
  await test.step('a group is switched on at once, a single detector off; Undo takes both back', async () => {
    await window.keyboard.press('Control+5')
    const personal = window.getByRole('switch', { name: 'Personal data' })
    await expect(personal).not.toBeChecked()
    await personal.click()
    await saved(window, 'Personal data: Off, now Usual')
    await expect(window.getByText(/and more: catches about \d in 10/)).toBeVisible()
    await fineTune(window, 'Redaction')
    await window.getByRole('button', { name: 'Kinds: Personal data' }).click()
    await window.getByRole('switch', { name: 'Phone numbers' }).click()
    await saved(window, 'Phone numbers: –, now Off')
    await window.keyboard.press('Control+z')
    await expect(window.getByRole('switch', { name: 'Phone numbers' })).toBeChecked()
    await window.keyboard.press('Control+z')
    await expect(personal).not.toBeChecked()
  })

  await test.step('a level that is certain only leaves what a word announces, and redacts what proves itself', async () => {
    await window
      .getByRole('group', { name: 'Level: Keys, tokens' })
      .getByRole('button', { name: 'Certain only' })
      .click()
    await saved(window, 'Usual, now Certain only')
    await app.exec(create('a.md', `The password is hunter22. Token ${token()}\n`))
    expect(await stored(app, 'a.md')).toMatch(/^The password is hunter22\. Token \[redacted: [^\]]+\]\n$/)
  })

  await test.step('limits: an invalid number is refused; a saved limit fills its meter and refuses the agent', async () => {
    await app.exec({ command: 'delete', path: '/memories/a.md' }, create('b.md', `${'x'.repeat(900)}\n`))
    await window.keyboard.press('Control+5')
    // One limit first, as few people set the others.
    const cap = window.getByRole('textbox', { name: 'Limit: Store' })
    await expect(cap).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Growth in one turn' })).toHaveCount(0)
    await fineTune(window, 'Size')
    await expect(window.getByRole('textbox', { name: 'Growth in one turn' })).toBeVisible()
    await cap.fill('plenty')
    await cap.press('Enter')
    await expect(window.getByRole('alert').filter({ hasText: 'Enter a size' })).toBeVisible()
    await cap.fill('1 KB')
    await cap.press('Enter')
    await saved(window, 'Size · Store: 500 MB, now 1 KB')
    const meter = window.getByRole('main').getByRole('meter', { name: 'Store' })
    await expect(meter).toHaveAttribute('aria-valuetext', '901 bytes of 1 KB')
    await expect(window.getByRole('contentinfo').getByRole('meter', { name: 'Store' })).toHaveAttribute(
      'aria-valuetext',
      '901 bytes of 1 KB',
    )
    const [answer] = await app.exec(create('c.md', `${'y'.repeat(900)}\n`))
    expect(answer?.is_error).toBe(true)
  })

  await test.step('a limit that a file exceeds is asked about first', async () => {
    const largest = window.getByRole('textbox', { name: 'Limit: Largest file' })
    await largest.fill('500 bytes')
    await largest.press('Enter')
    const apply = window.getByRole('button', { name: 'Apply: 1 file will be over its limit' })
    await expect(apply).toBeVisible()
    await window.getByRole('button', { name: 'Cancel' }).click()
    await expect(largest).toHaveValue('1 MB')
    await largest.fill('500 bytes')
    await largest.press('Enter')
    await apply.click()
    await saved(window, 'Size · Largest file: 1 MB, now 500 bytes')
    await expect(window.getByRole('link', { name: '1 file over its limit' })).toBeVisible()
  })

  await test.step('policies changed by another program wait until they are accepted or declined', async () => {
    await window.keyboard.press('Control+5')
    await window.getByRole('textbox', { name: 'Limit: Files' }).fill('500')
    await window.keyboard.press('Enter')
    await saved(window, 'Size · Files: 20,000, now 500')
    const path = nodePath.join(app.store, '.variorum', 'policies.json')
    const odd = {
      kind: 'expression',
      name: 'odd',
      expression: '(?=a)b',
      ignoreCase: false,
      action: 'replace',
      paths: [],
    }
    const change = async (): Promise<void> => {
      const { redaction, ...policies } = JSON.parse(
        (await fs.readFile(path, 'utf8')).replace(/"files": *500/, '"files": 700'),
      )
      await fs.writeFile(
        path,
        JSON.stringify({ ...policies, redaction: { ...redaction, rules: [{ ...odd, on: true }] } }),
      )
    }
    await change()
    const notice = window.getByRole('status').filter({ hasText: 'Another program changed the policies.' })
    await expect(notice).toContainText('Size · Files: 500, now 700')
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await expect(notice).toHaveCount(0)
    expect(await fs.readFile(path, 'utf8')).toMatch(/"files": *500/)
    await change()
    await notice.getByRole('button', { name: 'Accept' }).click()
    await expect(notice).toHaveCount(0)
    await expect(window.getByRole('textbox', { name: 'Limit: Files' })).toHaveValue('700')
    // Nobody checked a rule that was written into the file.
    const rule = window.getByRole('region', { name: 'Redaction' })
    await expect(rule.getByText('can’t be used')).toBeVisible()
    await window.getByRole('button', { name: 'Edit the rule odd' }).click()
    await expect(window.getByRole('textbox', { name: 'Expression' })).toHaveAttribute('aria-invalid', 'true')
  })
})

test('redacted text is masked and counted; a file is pinned; a secret of another program is kept out of history', async ({
  app,
  window,
}) => {
  await test.step('redacted text is masked in the file and counted in the timeline', async () => {
    await app.exec(create('work/staging.md', `export GITHUB_TOKEN=${token()}\n`))
    await window.keyboard.press('Control+3')
    const entry = window.getByRole('treeitem', { name: /^Created work\/staging\.md/ })
    await expect(entry).toContainText('1 redacted')
    await entry.click()
    await expect(window.getByRole('button', { name: /^redacted · / }).first()).toBeVisible()
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^staging\.md/ }).click()
    await expect(window.getByRole('document').getByRole('button', { name: /^redacted · / })).toBeVisible()
    await window.keyboard.press('Control+5')
    await expect(window.getByText('1 time', { exact: true })).toBeVisible()
  })

  await test.step('P pins the open file; the tree and the policies show it', async () => {
    await app.exec(create('people/ana.md', 'Ana.\n'))
    await fs.writeFile(nodePath.join(app.store, 'scan'), Buffer.from([0xff, 0xfe, 0]))
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^ana\.md/ }).click()
    await window.keyboard.press('p')
    await expect(window.getByRole('treeitem', { name: /^ana\.md.*pinned/ })).toBeVisible()
    await expect(window.getByRole('button', { name: 'Pin', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await window.keyboard.press('Control+5')
    await expect(window.getByRole('group', { name: 'Pins' })).toContainText('people/ana.md')
    // What no model can read costs no tokens.
    await fineTune(window, 'Size')
    await expect(window.getByRole('list', { name: 'Largest files' })).toContainText(/scan.*not text/)
  })

  await test.step('a secret of another program is kept out of history until the file is redacted', async () => {
    await fs.writeFile(nodePath.join(app.store, 'keys.md'), `token: ${token()}\n`)
    // What waits alone is where the notice leads; the list of all is under Review.
    await window.getByRole('link', { name: '1 decision needed' }).click()
    await expect(window.getByText('Another program saved a secret in this file.')).toBeVisible()
    await window.keyboard.press('Control+4')
    const waiting = window.getByRole('region', { name: 'Waiting for you' })
    await waiting.getByRole('link', { name: 'Another program saved a secret in keys.md' }).click()
    await window.getByRole('button', { name: 'Redact the file keys.md' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Redacted: keys.md' })).toBeVisible()
    await expect(window.getByRole('link', { name: '1 decision needed' })).toHaveCount(0)
    expect(await stored(app, 'keys.md')).not.toContain(token())
  })
})

/** A file written some days ago, by native git. */
async function writtenAgo(app: App, path: string, days: number): Promise<void> {
  await fs.mkdir(nodePath.dirname(nodePath.join(app.store, path)), { recursive: true })
  await fs.writeFile(nodePath.join(app.store, path), `${path}\n`)
  const date = new Date(Date.now() - days * 86_400_000).toISOString()
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-C', app.store, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      env,
    })
  await git('add', path)
  await git('commit', '-q', '-m', path)
}

test(
  'files that are due wait to be asked for; one is kept, the other goes and comes back by Undo',
  { tag: '@browser' },
  async ({ app, window }) => {
    const { port } = new URL(window.url())
    await app.stop()
    await writtenAgo(app, 'old.md', 9)
    await writtenAgo(app, 'older.md', 9)
    await writtenAgo(app, 'new.md', 2)
    const link = await app.start({ port })
    await window.goto(new URL('/#/policies', link).href)
    await window.reload()
    await window.getByRole('switch', { name: 'Delete files nobody has read or written lately' }).click()
    await saved(window, 'Off, now On')
    await window.getByRole('textbox', { name: 'Not touched for' }).fill('1')
    await window.keyboard.press('Enter')
    await expect(window.getByText('2 files would be deleted now.')).toBeVisible()
    await window.getByRole('button', { name: 'Apply: 2 files will expire' }).click()

    const waiting = window.getByRole('list', { name: 'Waiting to be deleted' })
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await waiting.getByRole('button', { name: 'Pin old.md' }).click()
    await expect(waiting.getByRole('listitem')).toHaveCount(1)
    // The button is gone, not the focus.
    await expect(window.getByRole('main', { name: 'Policies' })).toBeFocused()
    await expect(window.getByRole('link', { name: '1 file waiting to be deleted' })).toBeVisible()
    await window.getByRole('button', { name: 'Delete 1 file' }).click()
    const expired = window.getByRole('list', { name: 'Recently expired' })
    await expect(expired).toContainText('older.md')
    await expect(fs.access(nodePath.join(app.store, 'older.md'))).rejects.toThrow()
    await expired.getByRole('button', { name: 'Undo: older.md' }).click()
    await expect(expired.getByRole('button', { name: 'Redo: older.md' })).toBeVisible()
    expect(await stored(app, 'older.md')).toBe('older.md\n')
  },
)
