import { Buffer } from 'node:buffer'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { foldAscii, type IgnorePattern, parseIgnoreLine } from '../../../shared/ignore-pattern.ts'
import { isLeftByProgram } from '../../../shared/left-by-programs.ts'
import { say } from '../../../shared/messages/say.ts'
import { matchesPieces } from '../../../shared/path-pieces.ts'
import { isUnreadable } from '../../disk/disk-error.ts'
import { unlessMissing } from '../../disk/durable-files.ts'

/** Git's default for core.ignoreCase. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin'

const MAX_FILE_BYTES = 1_000_000
const MAX_PATTERNS = 5_000
/** Characters compared in one scan. A scan of 20,000 files with 200 patterns compares less than a tenth of it. */
const MAX_COMPARED = 100_000_000

/**
 * Git's ignore rules for one work tree: `.git/info/exclude` and the `.gitignore` of every folder. What they say nothing of
 * is ignored if a program left it there; `!.DS_Store` in a .gitignore keeps it. Reads each file once,
 * so create a new instance for each scan of the work tree. Throws `not-adoptable` for rules that nobody can have meant:
 * too many, or such that matching them takes long.
 */
export class IgnoreRules {
  readonly #root: string
  /** `info/exclude` of the repository. */
  readonly #exclude: string
  readonly #rules = new Map<string, Promise<readonly IgnorePattern[]>>()
  /** Folders by path, and whether they are ignored. */
  readonly #folders = new Map<string, boolean>()
  #compared = 0

  constructor(root: string, gitdir = nodePath.join(root, '.git')) {
    this.#root = root
    this.#exclude = nodePath.join(gitdir, 'info', 'exclude')
  }

  /** Whether an untracked path is ignored. Everything in an ignored folder is, whatever other rules say. */
  async ignores(path: string, isFolder = false): Promise<boolean> {
    const names = path.split('/')
    for (let depth = 1; depth <= names.length; depth += 1) {
      const isAbove = depth < names.length
      const part = isAbove ? names.slice(0, depth) : names
      const known = isAbove || isFolder ? this.#folders.get(part.join('/')) : undefined
      const ignored = known ?? (await this.#ignoresOne(part, isFolder || isAbove))
      if (isAbove || isFolder) this.#folders.set(part.join('/'), ignored)
      if (ignored) return true
    }
    return false
  }

  /** The rules of the nearest folder decide; then `.git/info/exclude`, then what programs leave. */
  async #ignoresOne(names: readonly string[], isFolder: boolean): Promise<boolean> {
    const name = this.#comparable(names.at(-1) ?? '')
    for (let depth = names.length - 1; depth >= -1; depth -= 1) {
      const patterns = await this.#patternsOf(
        depth < 0 ? this.#exclude : nodePath.join(this.#root, ...names.slice(0, depth), '.gitignore'),
      )
      if (patterns.length === 0) continue
      const path = this.#comparable(names.slice(Math.max(depth, 0)).join('/'))
      const decides = patterns.findLast(
        ({ pieces, onlyFolders, isAnchored }) =>
          (isFolder || !onlyFolders) && matchesPieces(pieces, isAnchored ? path : name, this.#spend),
      )
      if (decides !== undefined) return !decides.isNegated
    }
    return isLeftByProgram(this.#comparable(names.join('/')), { isFolder, foldsCase: FOLDS_CASE, spend: this.#spend })
  }

  #comparable(text: string): string {
    return FOLDS_CASE ? foldAscii(asBytes(text)) : asBytes(text)
  }

  readonly #spend = (characters: number): void => {
    this.#compared += characters
    if (this.#compared > MAX_COMPARED) throw new AppError('not-adoptable', say('ignore-rules-slow'))
  }

  #patternsOf(file: string): Promise<readonly IgnorePattern[]> {
    const known = this.#rules.get(file)
    if (known !== undefined) return known
    const reading = readPlain(file).then((text) => (text === null ? [] : patternsIn(text)))
    this.#rules.set(file, reading)
    return reading
  }
}

/** A text as bytes in a string, as patterns and paths are compared. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

function patternsIn(text: string): readonly IgnorePattern[] {
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, '').split('\n')
  const patterns = lines.flatMap((line) => parseIgnoreLine(line, FOLDS_CASE) ?? [])
  if (patterns.length > MAX_PATTERNS)
    throw new AppError('not-adoptable', say('ignore-rules-many', { most: MAX_PATTERNS }))
  return patterns
}

/**
 * A file's bytes as a string; null for anything that is not a file: like git it follows no link, and must not block on
 * a pipe.
 */
async function readPlain(path: string): Promise<string | null> {
  const stat = await unlessMissing(fs.lstat(path))
  if (stat?.isFile() !== true) return null
  if (stat.size > MAX_FILE_BYTES) throw new AppError('not-adoptable', say('ignore-rules-large'))
  try {
    return await unlessMissing(fs.readFile(path, 'latin1'))
  } catch (error) {
    // Git does without it, too.
    if (isUnreadable(error)) return null
    throw error
  }
}
