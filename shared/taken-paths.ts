import type { StorePath } from './change.ts'

const keyOf = (path: string): string => path.normalize().toLowerCase()

/** The folders that a path is in. */
const foldersOf = (path: string): readonly string[] =>
  path.split('/').flatMap((_, at, names) => (at === 0 ? [] : [names.slice(0, at).join('/')]))

/** Paths of a memory, and of what is to come into it, as systems that ignore case or the form of a letter see them. */
export class TakenPaths {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #beforeNumber: string

  /** @param beforeNumber what stands between a name and the number that tells it from another */
  constructor(beforeNumber: string) {
    this.#beforeNumber = beforeNumber
  }

  add(path: StorePath): void {
    this.#files.add(keyOf(path))
    for (const folder of foldersOf(path)) this.#folders.add(keyOf(folder))
  }

  /** Whether nothing is at a path, nor where one of its folders would be. */
  isFree(path: StorePath): boolean {
    return [path, ...foldersOf(path)].every((each) => !this.#files.has(keyOf(each))) && !this.#folders.has(keyOf(path))
  }

  /**
   * Takes a path, or one beside it if something is there: nothing of the memory is replaced by what only has its name, and
   * no file is a folder, too.
   */
  free(path: StorePath): StorePath {
    const folder = foldersOf(path).find((each) => this.#files.has(keyOf(each)))
    if (folder !== undefined) return this.free(`${folder}${this.#beforeNumber}2${path.slice(folder.length)}`)
    const [, stem = path, end = ''] = /^(.+?)(\.[^./]+)?$/s.exec(path) ?? []
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? path : `${stem}${this.#beforeNumber}${number}${end}`
      if (this.#files.has(keyOf(free)) || this.#folders.has(keyOf(free))) continue
      this.add(free)
      return free
    }
  }
}
