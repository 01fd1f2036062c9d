import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { writeCoreMessages } from './core-messages.ts'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Builds everything that runs into `out/`: the page, the command line and the desktop's main process and preload. */
export async function buildAll(): Promise<void> {
  await rm(here('../out'), { recursive: true, force: true })
  for (const configFile of ['vite.node.ts', 'vite.preload.ts', 'vite.renderer.ts'])
    await build({ configFile: here(configFile), logLevel: 'warn' })
  await copyFontLicences()
  // The window's icon, where the system has none for the app.
  await copyFile(here('resources/icons/256x256.png'), here('../out/desktop/icon.png'))
  await writeCoreMessages(here('../renderer/locales'), here('../out/desktop/messages.json'))
  fillCompileCache()
}

/** Starts the built app once, on a throwaway store, so that the user's first start finds V8's code cache filled. */
function fillCompileCache(): void {
  const home = mkdtempSync(nodePath.join(tmpdir(), 'variorum-build-'))
  spawnSync(process.execPath, [here('../out/cli.js'), 'exec'], {
    input: '',
    env: { ...process.env, VARIORUM_HOME: home, MEMORY_DIR: '' },
  })
  rmSync(home, { recursive: true, force: true })
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
