import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Locator, Page } from 'playwright'
import { CLI } from '../testing/command-line.ts'
import { git, makeStore } from '../testing/large-store.ts'
import { PALETTE_STEPS } from './palette-steps.ts'
import { newPage, serveApp, startBrowser } from './served-app.ts'

// The window with a large store: for each action, the time until its result is visible, the longest time the page did
// not respond, the number of elements, and the bytes that came over the wire.
// node bench/window.ts [--files 10000 --commits 100000 --seed 1] [--cli FILE]... (several builds run in turn, in one run)
// [--only palette]: only what has this in its name, once the index is read

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    commits: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    cli: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
  },
})
const builds = values.cli ?? [CLI]
const root = mkdtempSync(`${tmpdir()}/variorum-window-`)
const PATIENCE_MS = 30_000
/** In the page: the longest time without a response since the last call. */
const WATCH = `new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest ?? 0, duration) }).observe({ type: 'longtask' })`

export interface Step {
  readonly name: string
  readonly act: (page: Page) => Promise<unknown>
  /** Visible once the step is done. */
  readonly shown: (page: Page) => Locator
}

const files = (page: Page): Locator => page.getByRole('tree', { name: 'Memory files' }).getByRole('treeitem')
const changes = (page: Page): Locator => page.getByRole('tree', { name: 'Changes, newest first' }).getByRole('treeitem')
const file = (page: Page, name: string): Locator => files(page).filter({ hasText: name })
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const wheel = async (page: Page, rows: Locator, by: number): Promise<void> => {
  await rows.first().hover()
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, by)
}
const goTo = (page: Page, place: string): Promise<void> => page.evaluate((hash) => void (location.hash = hash), place)
/** Types a path into the second row of the timeline's filters. */
async function typePath(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Filters', exact: true })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
  await field(page, 'Path').pressSequentially('topic-00/part-0/note-00007.md', { delay: 30 })
}
const everything = (page: Page): Promise<void> => page.getByRole('button', { name: 'Clear filters' }).first().click()

function steps(old: string, middle: string, burst: () => Promise<void>): readonly Step[] {
  const last = `note-${String(Number(values.files) - 1).padStart(5, '0')}.md`
  return [
    { name: 'Memory', act: (page) => page.keyboard.press('Control+2'), shown: files },
    {
      name: 'tree: wheel to the end',
      act: (page) => wheel(page, files(page), 6_000),
      shown: (page) => file(page, last),
    },
    {
      name: 'tree: and back',
      act: (page) => wheel(page, files(page), -6_000),
      shown: (page) => file(page, 'topic-00'),
    },
    {
      name: 'tree: End',
      act: async (page) => {
        await file(page, 'part-0').first().click()
        await page.keyboard.press('End')
      },
      shown: (page) => file(page, last),
    },
    {
      name: 'tree: Home, 50 times down',
      act: async (page) => {
        await page.keyboard.press('Home')
        for (let at = 0; at < 50; at += 1) await page.keyboard.press('ArrowDown')
      },
      shown: files,
    },
    {
      name: 'tree: filter, letter by letter',
      act: (page) => field(page, 'Filter files').pressSequentially('note-0731', { delay: 30 }),
      shown: (page) => file(page, 'note-07310'),
    },
    {
      name: 'tree: filter cleared',
      act: (page) => field(page, 'Filter files').fill(''),
      shown: (page) => file(page, 'topic-00'),
    },
    {
      name: 'open a file',
      act: async (page) => {
        await field(page, 'Filter files').fill('00007.md')
        await file(page, 'note-00007').click()
      },
      shown: (page) => page.getByRole('option'),
    },
    ...PALETTE_STEPS,
    { name: 'Timeline', act: (page) => page.keyboard.press('Control+3'), shown: changes },
    { name: 'timeline: wheel, 60 turns', act: (page) => wheel(page, changes(page), 6_000), shown: changes },
    {
      name: 'timeline: of one path, letter by letter',
      act: typePath,
      shown: (page) => changes(page).filter({ hasText: 'note-00007' }),
    },
    {
      name: 'timeline: a word, letter by letter',
      act: async (page) => {
        await everything(page)
        await field(page, 'Words in the history').pressSequentially('harbour', { delay: 30 })
      },
      shown: changes,
    },
    {
      name: 'timeline: what was deleted (nothing)',
      act: async (page) => {
        await everything(page)
        await page.getByRole('combobox', { name: 'Kind' }).selectOption('deleted')
      },
      shown: (page) => page.getByRole('heading', { name: 'No matching changes' }),
    },
    {
      name: 'timeline: End, to the oldest',
      act: async (page) => {
        await everything(page)
        await changes(page).first().focus()
        await page.keyboard.press('End')
      },
      shown: (page) => changes(page).filter({ hasText: 'with git' }),
    },
    {
      name: 'an old commit, with what its restores would do',
      act: (page) => goTo(page, `/timeline/${old}`),
      shown: (page) => page.getByRole('radio', { name: /Restore the whole store.*\d files/ }),
    },
    {
      name: 'preview of the whole store',
      act: (page) => page.getByRole('radio', { name: /Restore the whole store/ }).click(),
      shown: (page) => page.getByRole('region', { name: 'Preview of the restore' }),
    },
    {
      name: 'its 200 diffs',
      act: (page) => page.getByRole('button', { name: /See all/ }).click(),
      shown: (page) => page.locator('.would .diff').nth(199),
    },
    { name: 'the memory as of then', act: (page) => goTo(page, `/then/${old}`), shown: files },
    {
      name: 'two far points compared',
      act: (page) => goTo(page, `/timeline/${old}/${middle}`),
      shown: (page) => page.getByRole('heading', { name: /files differ/ }),
    },
    {
      name: 'Policies, with their effect on every file',
      act: (page) => page.keyboard.press('Control+5'),
      shown: (page) => page.getByText(/These rules would/),
    },
    {
      name: '500 commands of another process, in Memory',
      act: async (page) => {
        await page.keyboard.press('Control+2')
        await burst()
      },
      shown: (page) => page.getByText(`${(Number(values.files) + 500).toLocaleString('en')} files`, { exact: true }),
    },
  ]
}

async function isSeen(locator: Locator): Promise<boolean> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    if (await locator.first().isVisible()) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

async function run(cli: string, store: string): Promise<void> {
  const place = mkdtempSync(`${root}/run-`)
  cpSync(store, `${place}/memory`, { recursive: true })
  const env = { VARIORUM_HOME: `${place}/home`, MEMORY_DIR: `${place}/memory` }
  const app = await serveApp(env, cli)
  const browser = await startBrowser()
  const page = await newPage(browser)
  await page.addInitScript(WATCH)
  let received = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      received += payload.length
    }),
  )

  const row = async (name: string, act: () => Promise<unknown>, shown: () => Locator): Promise<void> => {
    await page.evaluate('window.longest = 0').catch(() => undefined)
    received = 0
    const from = performance.now()
    const isDone = await act().then(
      () => isSeen(shown()),
      () => false,
    )
    const ms = performance.now() - from
    await page.waitForTimeout(700)
    const longest = Number(await page.evaluate('window.longest ?? 0'))
    const elements = Number(await page.evaluate("document.querySelectorAll('*').length"))
    process.stdout.write(
      `| ${name} | ${isDone ? `${Math.round(ms)} ms` : `not in ${PATIENCE_MS / 1_000} s`} | ${longest < 50 ? 'under 50' : Math.round(longest)} ms | ${elements} | ${Math.round(received / 1_000)} kB |\n`,
    )
  }
  const burst = async (): Promise<void> => {
    const exec = spawn(process.execPath, [cli, 'exec'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    exec.stdin.end(
      Array.from(
        { length: 500 },
        (_, at) => `${JSON.stringify({ command: 'create', path: `/memories/burst/${at}.md`, file_text: `${at}\n` })}\n`,
      ).join(''),
    )
    await once(exec, 'close')
  }
  const [old = '', middle = ''] = [0.9, 0.5].map((part) =>
    git(`${place}/memory`, 'rev-parse', `HEAD~${Math.floor(Number(values.commits) * part)}`).trim(),
  )
  const reading = page.getByText(/reading the (history|files)/)
  process.stdout.write(
    '\n| what one does | shown after | page blocked for, at most | elements | over the wire |\n|---|---|---|---|---|\n',
  )
  await row(
    'open: the tree, no index yet',
    () => page.goto(app.link, { waitUntil: 'commit' }),
    () => files(page),
  )
  await row(
    'the index is being read: that is shown',
    async () => undefined,
    () => reading,
  )
  await row(
    'meanwhile: Timeline',
    () => page.keyboard.press('Control+3'),
    () => changes(page),
  )
  await row(
    'meanwhile: a path, letter by letter',
    () => typePath(page),
    () => changes(page).filter({ hasText: 'note-00007' }),
  )
  await row(
    'meanwhile: an old commit',
    async () => {
      await everything(page)
      await goTo(page, `/timeline/${old}`)
    },
    () => page.getByRole('radio', { name: /Restore the whole store.*\d files/ }),
  )
  await row(
    'meanwhile: Memory',
    () => page.keyboard.press('Control+2'),
    () => files(page),
  )
  await reading.waitFor({ state: 'detached', timeout: 600_000 })
  await page.keyboard.press('Control+1')
  await page.reload()
  await isSeen(files(page))
  for (const { name, act, shown } of steps(old, middle, burst).filter(({ name }) => name.includes(values.only)))
    await row(
      name,
      () => act(page),
      () => shown(page),
    )
  await browser.close()
  await app.stop()
  rmSync(place, { recursive: true, force: true })
}

try {
  const store = `${root}/store`
  await makeStore(store, { files: Number(values.files), commits: Number(values.commits), seed: Number(values.seed) })
  for (const cli of builds)
    await run(cli === CLI ? fileURLToPath(new URL('../out/cli.js', import.meta.url)) : cli, store)
} finally {
  rmSync(root, { recursive: true, force: true })
}
