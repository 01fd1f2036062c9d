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

test('a rule is tried on a sample and on the store, saved, and applied to the next write; one that cannot run is not saved', async ({
  app,
  window,
}) => {
  await test.step('one that cannot run says why beside its field, and is not saved', async () => {
    await window.keyboard.press('Control+5')
    await window.getByRole('button', { name: 'Add a rule' }).click()
    await window.getByRole('button', { name: 'Expression' }).click()
    const field = window.getByRole('textbox', { name: 'Expression' })
    await field.fill('(?=a)b')
    await expect(window.getByRole('alert').filter({ hasText: 'aren’t supported' })).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await window.getByRole('button', { name: /^Save/ }).click()
    await expect(window.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible()
    await expect(field).toBeFocused()
    // Corrected and saved at once: what was wrong with the expression before does not hold this one up.
    await field.fill('QX[A-Z]{9}')
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
  })

  await test.step('one that can is tried, saved and applied', async () => {
    await app.exec(
      create('travel/lisbon.md', 'Booking reference QX7L2P, by mail.\n'),
      create('people/ana.md', 'Ana.\n'),
    )
    await expect(window.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    await window.getByRole('textbox', { name: 'Name', exact: true }).fill('booking')
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
    await expect(window.getByRole('region', { name: 'Not saved' })).toContainText('unsaved changes to the rules')
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
    await app.exec(create('after.md', 'QX1111\n'))
    expect(await stored(app, 'after.md')).toBe('[redacted: booking]\n')
  })
})

test('levels and limits are set and in force; what another program writes into the policies waits', async ({
  app,
  window,
}) => {
  await test.step('levels: a whole group, a single detector; Esc discards the draft, which can be resumed', async () => {
    await window.keyboard.press('Control+5')
    const personal = window.getByRole('group', { name: 'Level: Personal data' })
    await expect(personal.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true')
    await personal.getByRole('button', { name: 'Usual' }).click()
    const group = window.getByRole('group', { name: 'Personal data', exact: true })
    await expect(group).toContainText('plus values next to a word like')
    await expect(group).toContainText(/found \d+(\.\d)?%, false alarms \d+(\.\d)?%/)
    const detectors = window.getByRole('button', { name: /^Personal data: [1-9]\d* of \d+ detectors on/ })
    await detectors.click()
    const count = Number(/\d+/.exec((await detectors.getAttribute('aria-label')) ?? '')?.[0])
    await window.getByRole('switch', { name: 'Phone numbers' }).click()
    await expect(window.getByRole('button', { name: `Personal data: ${count - 1} of ` })).toBeVisible()
    await expect(window.getByRole('region', { name: 'Not saved' })).toContainText('2 unsaved changes')
    await window.keyboard.press('Escape')
    await expect(personal.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true')
    await window.getByRole('status').filter({ hasText: 'Discarded' }).getByRole('button', { name: /Undo/ }).click()
    await expect(personal.getByRole('button', { name: 'Usual' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a level that is certain only leaves what a word announces, and redacts what proves itself', async () => {
    await window.keyboard.press('Control+5')
    await window
      .getByRole('group', { name: 'Level: Keys, tokens' })
      .getByRole('button', { name: 'Certain only' })
      .click()
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
    await app.exec(create('a.md', `The password is hunter22. Token ${token()}\n`))
    expect(await stored(app, 'a.md')).toMatch(/^The password is hunter22\. Token \[redacted: [^\]]+\]\n$/)
  })

  await test.step('limits: an invalid number is refused; a saved limit fills its meter and refuses the agent', async () => {
    await app.exec({ command: 'delete', path: '/memories/a.md' }, create('b.md', `${'x'.repeat(900)}\n`))
    await window.keyboard.press('Control+5')
    // Three limits first, as few people set the others.
    await expect(window.getByRole('textbox', { name: 'Limit: Largest file' })).toBeVisible()
    await expect(window.getByRole('textbox', { name: 'Growth in one turn' })).toHaveCount(0)
    await window.getByRole('button', { name: 'More limits' }).click()
    await expect(window.getByRole('textbox', { name: 'Growth in one turn' })).toBeVisible()
    const cap = window.getByRole('textbox', { name: 'Limit: Store' })
    await cap.fill('plenty')
    await expect(window.getByRole('alert').filter({ hasText: 'Enter a size' })).toBeVisible()
    await expect(window.getByRole('button', { name: /^Save/ })).toBeDisabled()
    await expect(window.getByText('The effect appears here when every field is valid.')).toBeVisible()
    await cap.fill('1 KB')
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
    const meter = window.getByRole('main').getByRole('meter', { name: 'Store' })
    await expect(meter).toHaveAttribute('aria-valuetext', '901 bytes of 1 KB')
    await expect(window.getByRole('contentinfo').getByRole('meter', { name: 'Store' })).toHaveAttribute(
      'aria-valuetext',
      '901 bytes of 1 KB',
    )
    const [answer] = await app.exec(create('c.md', `${'y'.repeat(900)}\n`))
    expect(answer?.is_error).toBe(true)
  })

  await test.step('policies changed by another program wait until they are accepted or declined', async () => {
    await window.keyboard.press('Control+5')
    await window.getByRole('textbox', { name: 'Limit: Files' }).fill('500')
    await window.keyboard.press('Control+s')
    await expect(window.getByRole('region', { name: 'Not saved' })).toHaveCount(0)
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
    await expect(notice).toContainText('Size · Files: 500 → 700')
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

/** Keeps back what the page sends from `hold` to `release`, over a connection of a page loaded from now on. */
async function holdable(window: Page): Promise<{ hold: () => void; release: () => void }> {
  let held: (() => void)[] | null = null
  await window.routeWebSocket(/./, (page) => {
    const server = page.connectToServer()
    page.onMessage((message) => {
      if (held === null) server.send(message)
      else held.push(() => server.send(message))
    })
  })
  return {
    hold: () => (held = []),
    release: () => {
      for (const send of held ?? []) send()
      held = null
    },
  }
}

test(
  'files that are due wait to be asked for; one is kept, the other goes and comes back by Undo',
  { tag: '@browser' },
  async ({ app, window }) => {
    const { port } = new URL(window.url())
    const sending = await holdable(window)
    await app.stop()
    await writtenAgo(app, 'old.md', 9)
    await writtenAgo(app, 'older.md', 9)
    await writtenAgo(app, 'new.md', 2)
    const link = await app.start({ port })
    await window.goto(new URL('/#/policies', link).href)
    await window.reload()
    await window.getByRole('switch', { name: 'Delete files nobody has read or written lately' }).click()
    await window.getByRole('textbox', { name: 'After' }).fill('1')
    await expect(window.getByText('2 files would be deleted now.')).toBeVisible()
    sending.hold()
    await window.getByRole('button', { name: /^Save/ }).click()
    // That takes longer than a second, and is shown.
    const progress = window.getByRole('progressbar', { name: 'Saving the policies' })
    await expect(progress).toHaveCSS('opacity', '1')
    sending.release()
    await expect(progress).toHaveCount(0)

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
