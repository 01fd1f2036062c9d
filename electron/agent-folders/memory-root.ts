import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../disk/durable-files.ts'

/** Finds a folder's files under the paths that others may give them. Only what is written is compared, never looked at. */
export class MemoryRoot {
  readonly #roots: readonly string[]

  private constructor(roots: Iterable<string>) {
    this.#roots = [...new Set([...roots].map(comparable))]
  }

  /** @param bases folders that may be links; a path through one of them counts, too */
  static async of(dir: string, bases: readonly string[]): Promise<MemoryRoot> {
    const real = await fs.realpath(dir)
    const roots = [dir, real]
    for (const base of bases) {
      const from = nodePath.relative((await unlessMissing(fs.realpath(base))) ?? base, real)
      if (from !== '' && !from.startsWith('..') && !nodePath.isAbsolute(from)) roots.push(nodePath.join(base, from))
    }
    return new MemoryRoot(roots)
  }

  holds(path: string): boolean {
    const asked = comparable(path)
    return nodePath.isAbsolute(path) && this.#roots.some((root) => asked.startsWith(root + nodePath.sep))
  }

  /** Whether a full path names this file of the folder. */
  isFile(path: string, inFolder: string): boolean {
    const asked = comparable(path)
    return this.#roots.some((root) => asked === comparable(nodePath.join(root, inFolder)))
  }
}

function comparable(path: string): string {
  const normal = nodePath.normalize(path).normalize()
  return process.platform === 'win32' ? normal.toLowerCase() : normal
}
