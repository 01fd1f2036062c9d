import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { App } from '../app.ts'
import { Firefox } from './bidi.ts'

// npm run long -- firefox: the first minutes in a Firefox of this computer (VARIORUM_FIREFOX names its program), and
// pictures of the ten main views, in `pictures/firefox`.

const PROGRAMS = [process.env.VARIORUM_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const VIEWS = [
  'chat',
  'memory',
  'timeline',
  'review',
  'policies',
  'settings',
  'settings/advanced',
  'jobs',
  'upkeep',
  'upkeep/use',
]
const SIZES = [
  [1440, 900],
  [1100, 720],
  [390, 800],
] as const
const ENTER = '\uE007'

/** What is wrong with the layout: a page that scrolls sideways, fields that lie on something else. */
const FAULTS = `(() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const controls = [...document.querySelectorAll('input, select, textarea, button')].filter(seen)
  const hits = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  }
  const fields = controls.filter((each) => each.matches('input[type=text], input[inputmode], input:not([type])'))
  const covered = fields.flatMap((field) =>
    controls.filter((other) => other !== field && !field.contains(other) && !other.contains(field) && hits(field, other) && !field.parentElement.contains(other)),
  )
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
  return [...wide, ...covered.map((each) => 'a field covers ' + each.outerHTML.slice(0, 120))]
})()`

async function firstThatIsThere(programs: readonly (string | undefined)[]): Promise<string> {
  for (const program of programs)
    if (
      program !== undefined &&
      (await fs.access(program).then(
        () => true,
        () => false,
      ))
    )
      return program
  throw new Error('There is no Firefox. Install one, or name its program in VARIORUM_FIREFOX.')
}

const home = await fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-firefox-')))
const app = new App(nodePath.join(home, 'home'))
const profile = nodePath.join(home, 'profile')
for (const folder of [app.home, profile]) await fs.mkdir(folder)
const firefox = await Firefox.start(await firstThatIsThere(PROGRAMS), profile)
const faults: string[] = []
try {
  await firefox.goto(await app.start({ isFirstRun: true, env: { ANTHROPIC_API_KEY: '' } }))
  await photograph('first run')
  await firefox.click('button', 'Skip')
  await say('Remember that Ana is allergic to shellfish')
  await firefox.until(`document.querySelector('article')?.textContent.includes('shellfish')`)
  await say('Actually, Ana is allergic to nuts')
  await firefox.until(`[...document.querySelectorAll('article')].some((card) => card.textContent.includes('nuts'))`)
  await firefox.click('button', 'Undo')
  await firefox.until(`[...document.querySelectorAll('article')].some((card) => card.textContent.includes('Redo'))`)
  for (const view of VIEWS) {
    await firefox.evaluate(`void (location.hash = '#/${view}')`)
    await firefox.until(`document.querySelector('main')`)
    if (view === 'timeline') await firefox.until(`document.querySelector('[role=treeitem]')`)
    await photograph(view.replace('/', ' '))
  }
} finally {
  await firefox.stop()
  await app.stop()
  await fs.rm(home, { recursive: true, force: true })
}
faults.push(...firefox.complaints.map((text) => `the page: ${text}`))
process.stdout.write(faults.length === 0 ? 'Firefox: nothing wrong.\n' : `${faults.join('\n')}\n`)
process.exit(faults.length === 0 ? 0 : 1)

async function say(text: string): Promise<void> {
  await firefox.click('textbox', 'Message')
  await firefox.type(text + ENTER)
}

async function photograph(name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await firefox.resize(width, height)
    await firefox.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))',
    )
    const found = await firefox.evaluate(FAULTS)
    if (Array.isArray(found)) faults.push(...found.map((fault) => `${name}, ${width} px: ${fault}`))
    const folder = nodePath.join('pictures', 'firefox')
    await fs.mkdir(folder, { recursive: true })
    await fs.writeFile(nodePath.join(folder, `${name} ${width}.png`), await firefox.screenshot())
  }
  await firefox.resize(1440, 900)
}
