import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blob, StorePath } from '../../shared/change.ts'
import type { LeftOut } from '../../shared/import.ts'
import { type CopiedFile, LINK } from './copied-files.ts'

/** Where the files of a memory are written, one after the other. */
interface FilesSink {
  add(path: StorePath, mode: Blob['mode'], bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
}

export interface FilesHooks {
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

/**
 * Writes files. Links come last, so that nothing is written through one.
 * @returns what is not written
 */
async function writeAll(
  files: readonly CopiedFile[],
  sink: FilesSink,
  { signal, progress }: FilesHooks,
): Promise<readonly LeftOut[]> {
  const isLink = ({ mode }: CopiedFile): boolean => mode === LINK
  const ordered = [...files.filter((file) => !isLink(file)), ...files.filter(isLink)]
  const left: LeftOut[] = []
  for (const [at, { path, mode, read }] of ordered.entries()) {
    signal.throwIfAborted()
    progress(at, ordered.length)
    const { bytes, leftOut } = await read()
    if (leftOut !== null) left.push({ what: path, why: leftOut })
    if (bytes !== null) await sink.add(path, mode, bytes)
  }
  await sink.finish()
  return left
}

/** Makes a new folder with these files; fails if there is something of that name. */
export async function writeFolder(
  files: readonly CopiedFile[],
  folder: string,
  hooks: FilesHooks,
): Promise<readonly LeftOut[]> {
  await fs.mkdir(folder)
  const made = new Set<string>()
  return writeAll(
    files,
    {
      async add(path, mode, bytes) {
        const file = nodePath.join(folder, ...path.split('/'))
        const parent = nodePath.dirname(file)
        if (!made.has(parent)) await fs.mkdir(parent, { recursive: true })
        made.add(parent)
        if (mode === LINK) await fs.symlink(Buffer.from(bytes), file)
        else await fs.writeFile(file, bytes, { flag: 'wx', mode: mode === '100755' ? 0o755 : 0o644 })
      },
      finish: async () => undefined,
    },
    hooks,
  )
}

/** Writes a new zip archive: what a browser can download in place of a folder. */
export async function writeZip(
  files: readonly CopiedFile[],
  file: string,
  hooks: FilesHooks,
): Promise<readonly LeftOut[]> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
    signal: hooks.signal,
  })
  // It is awaited at the end; what fails before that is the same failure.
  written.catch(() => undefined)
  const time = new Date()
  return writeAll(
    files,
    {
      async add(path, mode, bytes) {
        zip.addBuffer(Buffer.from(bytes), path, { mtime: time, mode: Number.parseInt(mode, 8) })
      },
      async finish() {
        zip.end()
        await written
      },
    },
    hooks,
  )
}
