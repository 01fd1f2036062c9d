import type { Stats } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { isNamedNoText } from '../../shared/not-text.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { readPlainStart } from '../disk/durable-files.ts'
import { withoutArchives } from '../disk/ordinary-archives.ts'
import { join } from '../disk/relative-path.ts'
import { fileAt, openFolder } from './open-folder.ts'
import type { OpenedSource, SourceFile } from './source.ts'

const ZIP = /\.zip$/i
/** Of a zip with files in it, and of an empty one. */
const ZIP_BEGINS = ['PK\u0003\u0004', 'PK\u0005\u0006']

/**
 * Opens what the user chose: a file, a folder, a zip, or several of these as one source, each zip and folder in a folder of
 * its own. So is a folder of zips, as some services hand out an export in parts. Nothing is read yet but lists of files.
 */
export async function openSource(paths: readonly string[]): Promise<OpenedSource> {
  const [path, ...more] = paths
  if (path === undefined) throw new Error('A source has at least one path.')
  if (more.length > 0) return openTogether(paths)
  const { source, isFolder } = await openOne(path)
  const parts = isFolder ? zipsOf(source) : []
  if (parts.length === 0) return source
  const zips = await openTogether(parts.map(({ name }) => nodePath.join(path, name)))
  const others = source.files.filter((file) => !parts.includes(file))
  return {
    ...zips,
    name: source.name,
    files: [...others, ...zips.files],
    leftOut: [...source.leftOut, ...zips.leftOut],
  }
}

/** The zips of a folder that holds nothing but an export in parts: zips, and perhaps the list of them. */
function zipsOf({ files }: OpenedSource): readonly SourceFile[] {
  const isZip = (file: SourceFile): boolean => ZIP.test(file.name) && !file.name.includes('/')
  return files.every((file) => isZip(file) || file.name.endsWith('.json')) ? files.filter(isZip) : []
}

async function openTogether(paths: readonly string[]): Promise<OpenedSource> {
  const opened: OpenedSource[] = []
  const files: SourceFile[] = []
  const close = async (): Promise<void> => {
    for (const source of opened) await source.close()
  }
  try {
    for (const path of paths) {
      const { source, folder } = await openOne(path)
      opened.push(source)
      const place = files.some(({ name }) => name.startsWith(`${folder}/`)) ? `${folder}-${opened.length}` : folder
      files.push(...source.files.map((file) => ({ ...file, name: join(place, file.name) })))
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    name: opened.map(({ name }) => name).join(', '),
    files,
    leftOut: opened.flatMap(({ leftOut }) => leftOut),
    close,
  }
}

interface Opened {
  readonly source: OpenedSource
  /** The folder that its files go into where there are several sources; '' for a single file. */
  readonly folder: string
  readonly isFolder: boolean
}

async function openOne(path: string): Promise<Opened> {
  const name = nodePath.basename(path)
  const stat = await statOf(path, name)
  if (stat.isDirectory()) return { source: await openFolder(path, name), folder: name, isFolder: true }
  if (!stat.isFile()) throw new AppError('disk', say('import-unreadable', { name }))
  if (await isZip(path, name)) {
    // Loaded only where there is one.
    const { openZip } = await import('./open-zip.ts')
    return { source: await openZip(path, name), folder: name.replace(ZIP, ''), isFolder: false }
  }
  const files = [fileAt(path, name, stat)]
  return { source: { name, files, leftOut: [], close: async () => undefined }, folder: '', isFolder: false }
}

/** Of what the user chose, a link is followed: it is their word that this is what they mean. */
async function statOf(path: string, name: string): Promise<Stats> {
  try {
    return await withoutArchives(() => fs.stat(path))
  } catch (cause) {
    throw toDiskError(cause) ?? new AppError('disk', say('import-unreadable', { name }), { cause })
  }
}

/** By its content, too: a download may have lost its ending, and a document of an office is no archive to the user. */
async function isZip(path: string, name: string): Promise<boolean> {
  if (ZIP.test(name)) return true
  if (isNamedNoText(name)) return false
  const start = await readPlainStart(path, 4)
  return start !== null && ZIP_BEGINS.includes(start.toString('latin1'))
}
