import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'

// What the sources import, read from their text. Paths are those in the repository.

export const ROOT = nodePath.join(import.meta.dirname, '..')

export const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

export interface Import {
  /** A path in the repository, or a package's name as it is written. */
  readonly to: string
  /** Whether nothing is left of it when the program runs. */
  readonly isType: boolean
}

export interface Source {
  readonly file: string
  readonly imports: readonly Import[]
}

/** A specifier after `from`, `import` or `import(`, or the file of a worker. */
const SPECIFIER =
  /(?:^(?:import|export) (?<type>type )?[^'"\n;]*?(?:\n[^'";]*?)?from |^import |\bimport\(|\bnew URL\(|\bthreadProgram\(import\.meta\.url, )'(?<to>[^'\n]+)'/gm

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(nodePath.join(ROOT, file), 'utf8')
  return [...text.matchAll(SPECIFIER)].map(({ groups }) => {
    const { to = '', type } = groups ?? {}
    const isFile = to.startsWith('.')
    const path = nodePath.posix.join(nodePath.posix.dirname(file), to.replace(/\?.*$/, ''))
    return { to: isFile ? path : to, isType: type !== undefined }
  })
}

/** Every source and test, tracked or new. */
export function readSources(): readonly Source[] {
  const files = git('ls-files', '-co', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx')
  return files.flatMap((file): readonly Source[] => {
    try {
      return [{ file, imports: importsOf(file) }]
    } catch {
      return [] // It is deleted, and not committed yet.
    }
  })
}

/** The files that these belong to: themselves, and whatever imports one of them, without going on above `stops`. */
export function importersOf(
  sources: readonly Source[],
  files: readonly string[],
  stops: (file: string) => boolean = () => false,
): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const { file, imports } of sources)
    for (const { to } of imports) importers.set(to, [...(importers.get(to) ?? []), file])
  const found = new Set<string>(files)
  for (const file of found) if (!stops(file)) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}
