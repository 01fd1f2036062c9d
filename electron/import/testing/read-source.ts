import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { FoundFile, FoundInSource } from '../../../shared/import.ts'
import { newFolder } from '../../../testing/folders.ts'
import { type ZipEntry, zipOf } from '../../../testing/zip-writer.ts'
import { openSource } from '../open-source.ts'
import { recognise } from '../recognise.ts'

/** What is found in an export with these files, or with these archives of files. */
export async function foundInZip(
  files: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): Promise<FoundInSource> {
  const folder = await newFolder()
  const archives = Object.keys(parts).length === 0 ? { 'export.zip': files } : parts
  for (const [name, content] of Object.entries(archives)) {
    await fs.writeFile(nodePath.join(folder, name), zipOf(entriesOf(content)))
  }
  return foundIn(Object.keys(archives).map((name) => nodePath.join(folder, name)))
}

/** Values that are no text or bytes are written as JSON. */
function entriesOf(files: Readonly<Record<string, unknown>>): readonly ZipEntry[] {
  return Object.entries(files).map(([name, data]) => ({
    name,
    data: typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data),
  }))
}

/** The same of a single file that is no archive. */
export async function foundInFile(name: string, data: unknown): Promise<FoundInSource> {
  const file = nodePath.join(await newFolder(), name)
  await fs.writeFile(file, typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data))
  return foundIn([file])
}

/** What is found in these files, archives and folders, which are one source. */
export async function foundIn(paths: readonly string[]): Promise<FoundInSource> {
  const source = await openSource(paths)
  try {
    const kind = await recognise(source)
    if (kind === null) throw new Error('Nothing knows this source.')
    let read = 0
    const found = await kind.read(source, {
      told: (bytes) => {
        if (bytes <= read) throw new Error('What was read has become less.')
        read = bytes
      },
      signal: new AbortController().signal,
    })
    checkSum(found)
    return found
  } finally {
    await source.close()
  }
}

/** Whatever is in a source is in a file or left out, and no file has the name of another. */
function checkSum({ found, files, leftOut }: FoundInSource): void {
  const items = files.reduce((sum, file) => sum + file.items, 0)
  const left = leftOut.reduce((sum, { count = 1 }) => sum + count, 0)
  if (found !== items + left) throw new Error(`${found} were found, ${items} are in files and ${left} are left out.`)
  const paths = files.map(({ path }) => path.toLowerCase())
  if (new Set(paths).size < paths.length) throw new Error(`Two files have the same name: ${paths.join(', ')}`)
}

/** The files by their path. */
export const textsOf = ({ files }: FoundInSource): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))

export function fileOf({ files }: FoundInSource, path: string): FoundFile {
  const file = files.find((each) => each.path === path)
  if (file === undefined) throw new Error(`There is no ${path}, but ${files.map((each) => each.path).join(', ')}.`)
  return file
}

/** How many are left out for each reason. */
export function leftOutOf({ leftOut }: FoundInSource): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { why, count = 1 } of leftOut) counts[why.id] = (counts[why.id] ?? 0) + count
  return counts
}
