import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { makeStore } from '../testing/large-store.ts'
import { welcomed } from '../testing/welcomed.ts'
import { newPage, serveApp, startBrowser } from './served-app.ts'

// From starting the built app in browser mode until its page can be used, with the browser already running.
// node bench/start.ts [--runs 5 --files 0 --seed 1]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    files: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const [runs, files, seed] = [Number(values.runs), Number(values.files), Number(values.seed)]
const root = mkdtempSync(nodePath.join(tmpdir(), 'variorum-start-'))
const browser = await startBrowser()

/** Milliseconds until the link was printed, and until the composer was there. */
async function measureOnce(home: string): Promise<readonly [link: number, composer: number]> {
  const page = await newPage(browser)
  // A running browser has finished opening its own page.
  await page.goto('data:text/html,ready')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await welcomed(home)
  const began = performance.now()
  const { link, stop } = await serveApp({ VARIORUM_HOME: home })
  const printed = performance.now() - began
  await page.goto(link, { waitUntil: 'commit' })
  await page.locator('textarea').waitFor({ state: 'visible' })
  const composer = performance.now() - began
  await Promise.all([stop(), page.context().close()])
  return [printed, composer]
}

const median = (times: readonly number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)

try {
  const homes = Array.from({ length: files === 0 ? runs : 1 }, (_, at) => nodePath.join(root, `${at}`))
  if (files > 0) await makeStore(nodePath.join(root, '0', 'memory'), { files, commits: 1_000, seed })
  // The first opening of a store of others reads all of it: that is not a start.
  if (files > 0) await measureOnce(nodePath.join(root, '0'))
  const times: (readonly [number, number])[] = []
  for (let at = 0; at < runs; at += 1) times.push(await measureOnce(homes[at] ?? homes[0] ?? root))
  process.stdout.write(
    `${runs} starts with ${files} files: link printed ${median(times.map(([link]) => link))} ms, composer there ${median(times.map(([, composer]) => composer))} ms (medians)\n` +
      `all composers, sorted: ${times
        .map(([, composer]) => Math.round(composer))
        .toSorted((a, b) => a - b)
        .join(' ')}\n`,
  )
} finally {
  await browser.close()
  rmSync(root, { recursive: true, force: true })
}
