import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { chromium } from '@playwright/test'
import { Command, Option } from 'commander'
import { findChromium } from '../build/chromium.ts'
import { App } from './app.ts'
import { Stage, visit } from './states.ts'

// Photographs every state of the window, to be looked at: `npm run pictures -- --language de`.

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1100, height: 720 },
  { width: 390, height: 800 },
] as const
const THEMES = ['light', 'dark'] as const

/** By the names of the catalogues. */
const LANGUAGES = ['en', 'de', 'es', 'zh-Hans'] as const

const options = new Command('pictures')
  .addOption(new Option('--language <language>', 'of the window').choices(LANGUAGES).default('en'))
  .option('--to <folder>', 'where the pictures go', 'pictures')
  .parse()
  .opts<{ readonly language: string; readonly to: string }>()

const home = await fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-pictures-')))
const { executablePath, args } = await findChromium(process.env)
const browser = await chromium.launch({ executablePath, args: [...args] })
const app = new App(home)
try {
  const page = await browser.newPage({ locale: options.language, viewport: SIZES[0], reducedMotion: 'reduce' })
  const stage = await Stage.open(app, page, options.language)
  let count = 0
  await visit(stage, async (name) => {
    count += 1
    const file = `${String(count).padStart(3, '0')} ${name.replace(/[^\w, ]/g, '')}`
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        // A long list places its rows again.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        const folder = nodePath.join(options.to, options.language, `${size.width} ${colorScheme}`)
        await page.screenshot({ path: nodePath.join(folder, `${file}.png`) })
      }
    }
    await page.setViewportSize(SIZES[0])
    await page.emulateMedia({ colorScheme: THEMES[0] })
  })
  await stage.close()
} finally {
  await app.stop()
  await browser.close()
  for (const folder of [home, app.documents]) await fs.rm(folder, { recursive: true, force: true })
}
