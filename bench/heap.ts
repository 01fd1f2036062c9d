import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright'
import { newPage, serveApp, startBrowser } from './served-app.ts'

// What the page keeps: its heap after a forced collection, minute by minute, while a user works without a pause.
// node bench/heap.ts [--minutes 60]; the last value may be at most 1.2 times that of minute 10.

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const MINUTES = Number(values.minutes)
const FIRST_MINUTE = Math.min(10, MINUTES / 6)
/** A user starts a new conversation after so many rounds. */
const ROUNDS_A_CONVERSATION = 8
/** And has so many facts, which change again and again. */
const PEOPLE = ['Ana', 'Tom', 'Mia', 'Leo', 'Rui', 'Eva', 'Max', 'Zoe']
const CITIES = ['Porto', 'Lisbon', 'Ghent', 'Turin', 'Oslo']

async function say(page: Page, text: string): Promise<void> {
  const turns = page.getByRole('region', { name: /^Turn \d+$/ })
  const before = await turns.count()
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await turns.nth(before).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })
}

/** Everything a user does in a day, once. */
async function round(page: Page, at: number): Promise<void> {
  const person = PEOPLE[at % PEOPLE.length] ?? ''
  const city = CITIES[at % CITIES.length] ?? ''
  await page.keyboard.press('Control+1')
  if (at % ROUNDS_A_CONVERSATION === 0)
    await page.getByRole('button', { name: 'New conversation' }).first().click({ timeout: 5_000 })
  await say(page, `Remember that ${person} lives in ${city}`)
  await say(page, `Where does ${person} live?`)
  await page.keyboard.press('Control+2')
  const file = page.getByRole('treeitem', { name: new RegExp(`^${person.toLowerCase()}\\.md`) })
  await file.click()
  await page.getByRole('document', { name: new RegExp(`${person.toLowerCase()}\\.md$`) }).waitFor()
  await page.keyboard.press('e')
  const text = page.getByRole('textbox', { name: /^Text of/ })
  await text.fill(`# ${person}\n\n- Lives in ${city}\n- Called on day ${at}\n`)
  await page.keyboard.press('Control+s')
  await text.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+3')
  const changes = page.getByRole('tree', { name: 'Changes, newest first' }).getByRole('treeitem')
  await changes.first().click()
  await page.getByRole('radio', { name: /^Undo this change/ }).waitFor()
  await page.keyboard.press('Control+4')
  await page.keyboard.press('Control+5')
  await page.getByRole('switch').first().waitFor()
  await page.keyboard.press('Control+6')
  await page.keyboard.press('Control+,')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').first().fill(person)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
}

/** In MB. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

const home = mkdtempSync(`${tmpdir()}/variorum-heap-`)
const app = await serveApp({ VARIORUM_HOME: home })
const browser = await startBrowser()
try {
  const page = await newPage(browser)
  const session = await page.context().newCDPSession(page)
  await page.goto(app.link)
  const began = performance.now()
  const minute = (): number => (performance.now() - began) / 60_000
  let rounds = 0
  let first = 0
  let last = 0
  for (let next = 1; minute() < MINUTES; rounds += 1) {
    await round(page, rounds)
    if (minute() < next) continue
    last = await heap(session)
    if (minute() >= FIRST_MINUTE && first === 0) first = last
    process.stdout.write(`minute ${Math.floor(minute())}: ${last.toFixed(1)} MB after ${rounds + 1} rounds\n`)
    next = Math.floor(minute()) + 1
  }
  process.stdout.write(
    `${MINUTES} minutes, ${rounds} rounds: ${last.toFixed(1)} MB, ${(last / first).toFixed(2)} times that of minute ${FIRST_MINUTE}\n`,
  )
} finally {
  await browser.close()
  await app.stop()
  rmSync(home, { recursive: true, force: true })
}
