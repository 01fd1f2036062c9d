import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { bundledFiles, type BundledFiles } from './bundled.ts'
import { compileCli } from './compile-cli.ts'
import { writeCoreMessages } from './core-messages.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Each part, and the folder of `out/` that it goes into. */
const PARTS = { 'vite.node.ts': '', 'vite.cli.ts': 'cli', 'vite.preload.ts': 'desktop', 'vite.renderer.ts': 'renderer' }

async function bundle(configFile: string, within: string): Promise<BundledFiles> {
  const output = await build({ configFile: here(configFile), logLevel: 'warn' })
  if (!('output' in output)) throw new Error(`${configFile} is not one build.`)
  return bundledFiles(output, within, here('..'))
}

/** Builds everything that runs into `out/`: the page, the command line and the desktop's main process and preload. */
export async function buildAll(): Promise<void> {
  await rm(here('../out'), { recursive: true, force: true })
  const bundled = await Promise.all(Object.entries(PARTS).map(([configFile, within]) => bundle(configFile, within)))
  await writeFile(here('../out/bundled.json'), JSON.stringify(Object.assign({}, ...bundled)))
  await copyFontLicences()
  // The window's icon, where the system has none for the app.
  await copyFile(here('resources/icons/256x256.png'), here('../out/desktop/icon.png'))
  await writeCoreMessages(here('../renderer/locales'), here('../out/desktop/messages.json'))
  compileCli()
}

const FONTS = ['inter', 'jetbrains-mono', 'source-serif-4']

/** The Open Font Licence must accompany the fonts. */
async function copyFontLicences(): Promise<void> {
  const place = here('../out/renderer/licences')
  await mkdir(place, { recursive: true })
  for (const font of FONTS) {
    const folder = nodePath.dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${font}/package.json`))
    await copyFile(nodePath.join(folder, 'LICENSE'), nodePath.join(place, `${font}.txt`))
  }
}

if (import.meta.main) await buildAll()
