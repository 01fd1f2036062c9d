import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { BundledFiles, withAllLoaded } from './bundled.ts'
import { licencesOf } from './licences.ts'

// What every package that starts with Node has: the built programs, all that they load, and the licences of it.

const root = nodePath.join(import.meta.dirname, '..')
export const at = (...names: readonly string[]): string => nodePath.join(root, ...names)

const Project = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
})

export function project(): z.infer<typeof Project> {
  return Project.parse(readJson(at('package.json')))
}

/** What the command line starts, and its threads. */
export const PROGRAMS = [
  'cli.js',
  'cli/run.cjs',
  ...['store', 'publication', 'folder', 'index', 'reading'].map((thread) => `${thread}-thread.js`),
]

/**
 * Recreates a package's folder, with the build in its `out/`.
 * @param programs what starts by itself: commands, imports, threads
 * @param hasPage with the window's page
 */
export function writePrograms(folder: string, programs: readonly string[], hasPage: boolean): void {
  const files = BundledFiles.parse(readJson(at('out', 'bundled.json')))
  const loaded = withAllLoaded(files, programs)
  const page = hasPage ? Object.keys(files).filter((name) => name.startsWith('renderer/')) : []
  const packages = new Set([...loaded, ...page].flatMap((name) => files[name]?.packages ?? []))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of [...loaded, ...(hasPage ? ['renderer'] : [])])
    cpSync(at('out', name), nodePath.join(folder, 'out', name), { recursive: true })
  cpSync(at('LICENSE'), nodePath.join(folder, 'LICENSE'))
  const licences = licencesOf(
    [...packages].map((each) => at(each)),
    readFileSync(at('LICENSE'), 'utf8'),
  )
  writeFileSync(nodePath.join(folder, 'LICENSES-OF-PACKAGES.txt'), licences)
}

export function writeJson(value: object, ...names: readonly string[]): void {
  const file = nodePath.join(...names)
  mkdirSync(nodePath.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
