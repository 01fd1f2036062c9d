import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../build/chromium.ts'
import { welcomed } from '../testing/welcomed.ts'

// From starting the built app in browser mode until its page can be used, with the browser already running.
// node bench/start.ts [RUNS]

const RUNS = Number(process.argv[2] ?? 9)
const { executablePath, args } = await findChromium(process.env)
const browser = await chromium.launch({ executablePath, args: [...args] })

/** ms until the link was printed, and until the composer was there. */
async function measureOnce(): Promise<readonly [link: number, composer: number]> {
  const home = mkdtempSync(nodePath.join(tmpdir(), 'variorum-start-'))
  await welcomed(home)
  const page = await (await browser.newContext()).newPage()
  // A running browser has finished opening its own page.
  await page.goto('data:text/html,ready')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const began = performance.now()
  const app = spawn(process.execPath, ['out/cli.js', 'serve', '--no-open', '--port', '0'], {
    cwd: nodePath.join(import.meta.dirname, '..'),
    env: { ...process.env, VARIORUM_HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  while (!/token=\S+/.test(printed)) printed += String((await once(app.stdout, 'data'))[0])
  const link = performance.now() - began
  await page.goto(/http:\S+/.exec(printed)?.[0] ?? '', { waitUntil: 'commit' })
  await page.locator('textarea').waitFor({ state: 'visible' })
  const composer = performance.now() - began
  const closed = once(app, 'close')
  app.kill('SIGTERM')
  await Promise.all([closed, page.context().close()])
  rmSync(home, { recursive: true, force: true })
  return [link, composer]
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
const found: (readonly [number, number])[] = []
for (let run = 0; run < RUNS; run += 1) found.push(await measureOnce())
await browser.close()
process.stdout.write(
  `${RUNS} runs, medians: link ${median(found.map(([link]) => link))} ms, composer ${median(found.map(([, composer]) => composer))} ms (worst ${Math.round(Math.max(...found.map(([, composer]) => composer)))} ms)\n`,
)
