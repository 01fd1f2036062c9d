import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { unlessMissing } from './durable-files.ts'

/**
 * Git's ignore rules of one work tree: `.git/info/exclude` and the `.gitignore` of every folder. Reads each file
 * once; make a new one for each look at the work tree.
 */
export class IgnoreRules {
  readonly #root: string
  readonly #rules = new Map<string, Promise<Ignore | null>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Is an untracked path ignored? A file in an ignored folder is, whatever else is said of it. */
  async ignores(path: string): Promise<boolean> {
    const names = path.split('/')
    for (let depth = 1; depth <= names.length; depth += 1) {
      if (await this.#ignoresOne(names.slice(0, depth), depth < names.length)) return true
    }
    return false
  }

  /** The rules of the nearest folder decide; the folder's own exclude file comes last. */
  async #ignoresOne(names: readonly string[], isFolder: boolean): Promise<boolean> {
    for (let depth = names.length - 1; depth >= -1; depth -= 1) {
      const rules = await this.#rulesOf(depth < 0 ? '.git/info/exclude' : [...names.slice(0, depth), '.gitignore'].join('/'))
      if (rules === null) continue
      const relative = names.slice(Math.max(depth, 0)).join('/') + (isFolder ? '/' : '')
      const { ignored, unignored } = rules.test(relative)
      if (ignored || unignored) return ignored
    }
    return false
  }

  #rulesOf(file: string): Promise<Ignore | null> {
    const known = this.#rules.get(file)
    if (known !== undefined) return known
    const reading = unlessMissing(fs.readFile(nodePath.join(this.#root, file), 'utf8')).then((text) => (text === null ? null : ignore().add(text)))
    this.#rules.set(file, reading)
    return reading
  }
}
