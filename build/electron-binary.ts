import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'

/** Where Electron's package keeps its binary; null until it is downloaded. The package has no install step. */
export function electronBinary(): string | null {
  const folder = nodePath.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const note = nodePath.join(folder, 'path.txt')
  if (!existsSync(note)) return null
  const binary = nodePath.join(folder, 'dist', readFileSync(note, 'utf8'))
  return existsSync(binary) ? binary : null
}
