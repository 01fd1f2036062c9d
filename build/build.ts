import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Builds everything that runs into `out/`: the page, the command line and the desktop's main process and preload. */
export async function buildAll(): Promise<void> {
  await rm(here('../out'), { recursive: true, force: true })
  for (const configFile of ['vite.node.ts', 'vite.preload.ts', 'vite.renderer.ts']) await build({ configFile: here(configFile), logLevel: 'warn' })
}

if (import.meta.main) await buildAll()
