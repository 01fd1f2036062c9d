import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { TestInfo } from '@playwright/test'
import { expect, say, test } from '../app.ts'
import { processorMsOf } from '../processor-time.ts'
import { findings, samples } from './findings.ts'
import { COSTLY } from './recipes.ts'

test('hostile memory stays text, and so do hostile words in errors', async ({ app, window }, info) => {
  test.setTimeout(180_000)
  await fs.mkdir(nodePath.join(app.store, 'h'), { recursive: true })
  for (const { id, md } of samples) await fs.writeFile(nodePath.join(app.store, 'h', `${id}.md`), md)
  await expect(window.getByRole('button', { name: 'Store: memory' })).toContainText(`${samples.length} files`)
  for (const { id, cls } of samples) {
    await window.evaluate((path) => (location.hash = `#/memory/${encodeURIComponent(path)}`), `h/${id}.md`)
    await expect(window.getByRole('document', { name: `h/${id}.md` })).toBeVisible()
    expect(await window.evaluate(findings), `${id} ${cls}`).toEqual([])
  }
  // The desktop app asks for a folder in a dialog of the system.
  if (info.project.metadata['electron'] !== undefined) return
  await test.step('words in errors', async () => {
    const hostile = '<img src=x onerror=window.__pwned=1>'
    await window.keyboard.press('Control+o')
    await window.getByRole('menuitem', { name: 'Add a store…' }).click()
    await window.getByRole('combobox', { name: 'Folder' }).fill(`/tmp/${hostile}/${hostile}`)
    await window.getByRole('button', { name: 'Continue' }).click()
    await expect(window.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
    expect(await window.evaluate(findings)).toEqual([])
    await window.keyboard.press('Escape')
    for (const place of [
      `/memory/${hostile}.md`,
      `/timeline/${hostile}`,
      `/chat/${hostile}`,
      `/then/${hostile}/${hostile}`,
      '/memory/<b>x</b>.md',
      '/timeline/<script></script>',
    ]) {
      await window.evaluate(
        (to) => (location.hash = `#${to}`),
        place
          .split(/(?<!<)\//)
          .map(encodeURIComponent)
          .join('/'),
      )
      await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await window.evaluate(findings), place).toEqual([])
    }
  })
})

/** Without limits the page is busy for seconds, or for good. */
const BUSIEST_MS = 1_000

async function attach(info: TestInfo, busy: readonly (readonly [name: string, ms: number])[]): Promise<void> {
  await info.attach('busy', {
    body: busy
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, ms]) => `${Math.round(ms)} ms: ${name}`)
      .join('\n'),
  })
}

test('memory that is costly to render keeps the page busy for a moment only', async ({ app, window }, info) => {
  test.setTimeout(180_000)
  const texts = [
    ...Object.entries(COSTLY).map(([name, make]) => [name, make(40_000)] as const),
    ['two million characters', 'a'.repeat(2_000_000)] as const,
  ]
  await fs.mkdir(nodePath.join(app.store, 'c'), { recursive: true })
  for (const [at, [, text]] of texts.entries()) await fs.writeFile(nodePath.join(app.store, 'c', `${at}.md`), text)
  // Each is read by redaction before it is adopted.
  const summary = window.getByRole('button', { name: 'Store: memory' })
  await expect(summary).toContainText(`${texts.length} files`, { timeout: 60_000 })
  const busy: (readonly [string, number])[] = []
  for (const [at, [name]] of texts.entries()) {
    const ms = await processorMsOf(window, async () => {
      await window.evaluate((path) => (location.hash = `#/memory/${encodeURIComponent(path)}`), `c/${at}.md`)
      await expect(window.getByRole('document', { name: `c/${at}.md` })).toBeVisible()
    })
    busy.push([name, ms])
  }
  await attach(info, busy)
  expect(busy.filter(([, ms]) => ms > BUSIEST_MS)).toEqual([])
})

test('messages that are costly to render keep the page busy for a moment only', async ({ window }, info) => {
  test.setTimeout(180_000)
  const busy: (readonly [string, number])[] = []
  // The demo model reads no longer message, and answers word by word: of many words it makes a long answer.
  const READ = 3_900
  for (const [name, make] of Object.entries(COSTLY)
    .filter(([, make]) => make(READ).split(/\s/).length < 50)
    .filter((_, at) => at % 3 === 0))
    busy.push([name, await processorMsOf(window, () => say(window, `Remember that ${make(READ)}`))])
  await attach(info, busy)
  expect(busy.filter(([, ms]) => ms > BUSIEST_MS)).toEqual([])
})

test('hostile messages, file names and commit messages stay text', async ({ app, window }) => {
  test.setTimeout(180_000)
  for (const { id, cls, md } of samples.filter((_, at) => at % 8 === 0)) {
    await say(window, `Remember that ${md}`)
    expect(await window.evaluate(findings), `${id} ${cls}`).toEqual([])
  }
  const names = samples.filter(({ cls, md }) => cls === 'file-name' && !md.includes('/') && Buffer.byteLength(md) < 200)
  expect(names.length).toBeGreaterThan(3)
  for (const { md } of names) await fs.writeFile(nodePath.join(app.store, md), 'x')
  await fs.writeFile(nodePath.join(app.store, '<img src=x onerror=window.__pwned=1>.md'), 'x')
  /** @returns false while the app itself holds git's lock */
  const commit = (message: string): boolean => {
    try {
      execFileSync(
        'git',
        [
          '-c',
          'user.name=<img src=x onerror=window.__pwned=1>',
          '-c',
          'user.email=a@b',
          'commit',
          '-q',
          '--allow-empty',
          '--cleanup=verbatim',
          '-m',
          message,
        ],
        { cwd: app.store, stdio: 'pipe' },
      )
      return true
    } catch (error) {
      if (String(error).includes('index.lock')) return false
      throw error
    }
  }
  for (const { id, cls, md } of samples) {
    if (!['html-element', 'event-attr', 'link-scheme'].includes(cls)) continue
    await expect
      .poll(
        () => commit(`${md.replaceAll('\0', '').trim() || 'x'}\n\nVariorum-Path: ${md.replaceAll(/[\0\n\r]/g, '')}`),
        id,
      )
      .toBe(true)
  }
  await window.keyboard.press('Control+3')
  await expect(window.getByRole('treeitem').first()).toBeVisible()
  for (const view of ['2', '3', '5', '1']) {
    await window.keyboard.press(`Control+${view}`)
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await window.evaluate(findings)).toEqual([])
  }
})
