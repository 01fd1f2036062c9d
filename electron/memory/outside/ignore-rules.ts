import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { unlessMissing } from '../../disk/durable-files.ts'

/** Git's default for core.ignoreCase. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin'

/**
 * Git's ignore rules for one work tree: `.git/info/exclude` and the `.gitignore` of every folder. Reads each file once,
 * so create a new instance for each scan of the work tree.
 */
export class IgnoreRules {
  readonly #root: string
  readonly #rules = new Map<string, Promise<Ignore | null>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Whether an untracked path is ignored. Everything in an ignored folder is, whatever other rules say. */
  async ignores(path: string, isFolder = false): Promise<boolean> {
    const names = path.split('/')
    for (let depth = 1; depth <= names.length; depth += 1) {
      if (await this.#ignoresOne(names.slice(0, depth), isFolder || depth < names.length)) return true
    }
    return false
  }

  /** The rules of the nearest folder decide; `.git/info/exclude` comes last. */
  async #ignoresOne(names: readonly string[], isFolder: boolean): Promise<boolean> {
    for (let depth = names.length - 1; depth >= -1; depth -= 1) {
      const rules = await this.#rulesOf(
        depth < 0 ? '.git/info/exclude' : [...names.slice(0, depth), '.gitignore'].join('/'),
      )
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
    const reading = readPlain(nodePath.join(this.#root, file)).then((text) =>
      text === null ? null : ignore({ ignorecase: FOLDS_CASE }).add(text),
    )
    this.#rules.set(file, reading)
    return reading
  }
}

/** A file's text; null for anything that is not a file: like git it follows no link, and must not block on a pipe. */
async function readPlain(path: string): Promise<string | null> {
  const stat = await unlessMissing(fs.lstat(path))
  return stat?.isFile() === true ? unlessMissing(fs.readFile(path, 'utf8')) : null
}
