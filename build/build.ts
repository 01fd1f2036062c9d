import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compileCli } from './compile-cli.ts'
import { writeCoreMessages } from './core-messages.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Builds everything that runs into `out/`: the page, the command line and the desktop's main process and preload. */
export async function buildAll(): Promise<void> {
  await rm(here('../out'), { recursive: true, force: true })
  const parts = ['vite.node.ts', 'vite.cli.ts', 'vite.preload.ts', 'vite.renderer.ts']
  await Promise.all(parts.map((configFile) => build({ configFile: here(configFile), logLevel: 'warn' })))
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
