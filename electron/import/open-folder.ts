import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { LeftOut } from '../../shared/import.ts'
import { shownName } from '../../shared/invisible.ts'
import { isLeftByProgram } from '../../shared/left-by-programs.ts'
import { say } from '../../shared/messages/say.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { withoutArchives } from '../disk/ordinary-archives.ts'
import { isReservedName, MAX_SEGMENTS } from '../memory/paths.ts'
import { MAX_FILES, sourceFile } from './source-file.ts'
import type { OpenedSource, SourceFile } from './source.ts'

/** Its presence is how a vault is told from other folders of notes. */
const OF_A_VAULT = '.obsidian'

/** Opens a folder: the plain files in it and below, sorted by name. No link is followed. */
export async function openFolder(path: string, name: string): Promise<OpenedSource> {
  const walk = new Walk(path)
  await walk.into('')
  return { name, files: walk.files, leftOut: walk.leftOut(), close: async () => undefined }
}

class Walk {
  readonly files: SourceFile[] = []
  readonly #root: string
  readonly #leftOut: LeftOut[] = []
  readonly #ofPrograms: string[] = []
  #isFull = false

  constructor(root: string) {
    this.#root = root
  }

  leftOut(): readonly LeftOut[] {
    const [first] = this.#ofPrograms
    if (first === undefined) return this.#leftOut
    const count = this.#ofPrograms.length
    return [...this.#leftOut, { what: shownName(first), why: say('import-left-by-programs'), count }]
  }

  async into(folder: string): Promise<void> {
    for (const { name } of await this.#entriesOf(folder)) {
      if (this.#isFull) return
      await this.#look(folder === '' ? name : `${folder}/${name}`, name)
    }
  }

  async #entriesOf(folder: string): Promise<readonly { readonly name: string }[]> {
    try {
      const entries = await withoutArchives(() =>
        fs.readdir(nodePath.join(this.#root, folder), { withFileTypes: true }),
      )
      return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    } catch (cause) {
      // The folder itself is what the user chose; of one below, the others can still be read.
      if (folder === '') throw toDiskError(cause) ?? unreadable(nodePath.basename(this.#root), cause)
      this.#refuse(folder, say('disk-no-permission'))
      return []
    }
  }

  async #look(path: string, name: string): Promise<void> {
    const stat = await fs.lstat(nodePath.join(this.#root, path))
    const isFolder = stat.isDirectory()
    if (name !== OF_A_VAULT && isLeftByProgram(path, { isFolder })) this.#ofPrograms.push(path)
    else if (isReservedName(name)) this.#refuse(path, say('path-kept-for-git'))
    else if (stat.isSymbolicLink()) this.#refuse(path, say('import-link'))
    else if (path.split('/').length > MAX_SEGMENTS) this.#refuse(path, say('path-deep', { most: MAX_SEGMENTS }))
    else if (isFolder) await this.into(path)
    else if (!stat.isFile()) this.#refuse(path, say('left-out-not-a-file'))
    else if (this.files.length < MAX_FILES) this.files.push(fileAt(nodePath.join(this.#root, path), path, stat))
    else this.#fill(path)
  }

  #refuse(path: string, why: LeftOut['why']): void {
    this.#leftOut.push({ what: shownName(path), why })
  }

  #fill(path: string): void {
    this.#isFull = true
    this.#refuse(path, say('import-too-many', { most: MAX_FILES }))
  }
}

const unreadable = (name: string, cause: unknown): AppError =>
  new AppError('disk', say('import-unreadable', { name }), { cause })

/** A file on the disk, under the name that it has in its source. */
export function fileAt(path: string, name: string, { size, mtime }: { size: number; mtime: Date }): SourceFile {
  return sourceFile({ name, size, time: mtime.toISOString(), stream: () => pieces(path, name) })
}

async function* pieces(path: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await withoutArchives(() => fs.open(path, OPEN_PLAIN))
    yield* file.createReadStream()
  } catch (cause) {
    throw cause instanceof AppError ? cause : (toDiskError(cause) ?? unreadable(name, cause))
  }
}

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = fs.constants
/** It may have become a link or a pipe since it was looked at. */
const OPEN_PLAIN = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
