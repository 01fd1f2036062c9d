import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { App } from '../app.ts'
import type { Engine } from './engine.ts'

// The first minutes in another engine, and pictures of the ten main views in `pictures/NAME`.

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

/**
 * Plays the story, says what is wrong, and ends the program.
 * @param start starts the engine with an empty folder as its profile
 */
export async function play(name: string, start: (profile: string) => Promise<Engine>): Promise<never> {
  const home = await fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), `variorum-${name}-`)))
  const app = new App(nodePath.join(home, 'home'))
  const profile = nodePath.join(home, 'profile')
  for (const folder of [app.home, profile]) await fs.mkdir(folder)
  const engine = await start(profile)
  const visitor = new Visitor(engine, nodePath.join('pictures', name))
  try {
    await visitor.visit(await app.start({ isFirstRun: true, env: { ANTHROPIC_API_KEY: '' } }))
  } finally {
    await engine.stop()
    await app.stop()
    await fs.rm(home, { recursive: true, force: true })
  }
  const faults = [...visitor.faults, ...engine.complaints.map((text) => `the page: ${text}`)]
  process.stdout.write(faults.length === 0 ? `${name}: nothing wrong.\n` : `${faults.join('\n')}\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}

class Visitor {
  readonly faults: string[] = []
  readonly #engine: Engine
  readonly #folder: string

  /** @param folder where the pictures go */
  constructor(engine: Engine, folder: string) {
    this.#engine = engine
    this.#folder = folder
  }

  async visit(url: string): Promise<void> {
    const engine = this.#engine
    await engine.goto(url)
    await engine.until(`document.querySelector('button')`)
    await this.#photograph('first run')
    await engine.click('button', 'Skip')
    await this.#say('Remember that Ana is allergic to shellfish')
    await engine.until(`document.querySelector('article')?.textContent.includes('shellfish')`)
    await this.#say('Actually, Ana is allergic to nuts')
    await engine.until(`[...document.querySelectorAll('article')].some((card) => card.textContent.includes('nuts'))`)
    await engine.click('button', 'Undo')
    await engine.until(`[...document.querySelectorAll('article')].some((card) => card.textContent.includes('Redo'))`)
    for (const view of VIEWS) {
      await engine.evaluate(`void (location.hash = '#/${view}')`)
      await engine.until(`document.querySelector('main')`)
      if (view === 'memory' || view === 'timeline') await engine.until(`document.querySelector('[role=treeitem]')`)
      await this.#photograph(view.replace('/', ' '))
    }
  }

  async #say(text: string): Promise<void> {
    await this.#engine.click('textbox', 'Message')
    await this.#engine.type(text + ENTER)
  }

  async #photograph(name: string): Promise<void> {
    await fs.mkdir(this.#folder, { recursive: true })
    for (const [width, height] of SIZES) {
      await this.#engine.resize(width, height)
      await this.#engine.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))',
      )
      const found = await this.#engine.evaluate(FAULTS)
      if (Array.isArray(found)) this.faults.push(...found.map((fault) => `${name}, ${width} px: ${fault}`))
      await fs.writeFile(nodePath.join(this.#folder, `${name} ${width}.png`), await this.#engine.screenshot())
    }
    await this.#engine.resize(1440, 900)
  }
}
