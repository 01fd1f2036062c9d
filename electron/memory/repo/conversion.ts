import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { BoundedCache } from '../../disk/bounded-cache.ts'
import { hasCode } from '../../disk/durable-files.ts'
import { parentOf } from '../../disk/relative-path.ts'
import {
  type AttributeRules,
  attributesOf,
  type AttributeValue,
  parseAttributes,
  type RulesOfFolder,
} from '../git/attributes.ts'
import type { GitIndex } from '../git/git-index.ts'
import {
  LINE_END_ATTRIBUTES,
  type LineEndRule,
  lineEndRule,
  type LineEndSettings,
  toObject,
  toWorkTree,
} from '../git/line-ends.ts'
import type { GitConfig } from '../git/user-config.ts'

/** Git converts a file by these in ways that are not known here. */
const UNKNOWN_CONVERSIONS = ['filter', 'ident', 'working-tree-encoding'] as const

/** Git's default for core.ignoreCase. */
const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin'
/** Git itself ignores attributes of 100 MB. */
const MAX_FILE_BYTES = 1_000_000
/** Characters compared for one index: that of 20,000 files with 200 patterns compares less than a tenth of it. */
const MAX_COMPARED = 100_000_000

const MAX_PATHS = 50_000

const NO_RULES: AttributeRules = { rules: [], macros: new Map() }
const WANTED: ReadonlySet<string> = new Set([...LINE_END_ATTRIBUTES, ...UNKNOWN_CONVERSIONS])

interface ReadRules {
  readonly rules: AttributeRules
  readonly stamp: string
  /** In which look at the files it was found to be as it is. */
  look: number
}

interface Settings {
  readonly value: LineEndSettings
  readonly attributeFiles: readonly string[]
  readonly look: number
}

/**
 * What git changes in a file between its objects and the work tree: the line ends, as attributes and configuration say.
 * Everything above the disk works on versions as git's objects have them.
 */
export class Conversion {
  readonly #root: string
  readonly #gitdir: string
  readonly #blob: (id: ObjectId) => Uint8Array | null
  readonly #config: GitConfig
  readonly #files = new Map<string, ReadRules>()
  /** As long as no source has changed. */
  #lineEnds = new BoundedCache<string, LineEndRule>(MAX_PATHS)
  #settings: Settings | null = null
  #look = 1
  #compared = 0

  /** @param blob the bytes of one of git's objects; null for one that cannot be read */
  constructor(root: string, gitdir: string, config: GitConfig, blob: (id: ObjectId) => Uint8Array | null) {
    this.#root = root
    this.#gitdir = gitdir
    this.#blob = blob
    this.#config = config
  }

  /** Configuration and attributes may have changed: looks at their files again, each when it is next needed. */
  lookAgain(): void {
    this.#look += 1
    this.#compared = 0
  }

  /** A file's bytes as git's objects have them. */
  toObject(path: string, bytes: Uint8Array, index: GitIndex | null): Uint8Array {
    return toObject(bytes, this.#lineEndsOf(path), () => {
      const entry = index?.entry(path) ?? null
      return entry === null ? null : this.#blob(entry.id)
    })
  }

  /** A version as it is put into the work tree. @param present the bytes of the file that it replaces; null for none */
  toWorkTree(path: string, version: Uint8Array, present: () => Uint8Array | null): Uint8Array {
    const rule = this.#lineEndsOf(path)
    return rule === 'as is' ? version : toWorkTree(version, rule, present())
  }

  /** Whether the files of this path may differ from git's objects. */
  changes(path: string): boolean {
    return this.#lineEndsOf(path) !== 'as is'
  }

  /** The attribute by which git changes more of this file than its line ends; null for none. */
  unknownFor(path: string): string | null {
    const values = this.#valuesOf(path, [...this.#sourcesOf(path)])
    const isOn = (name: string): boolean =>
      name === 'ident' ? values.get(name) === true : typeof values.get(name) === 'string'
    return UNKNOWN_CONVERSIONS.find(isOn) ?? null
  }

  /** Whether there may be such a file. */
  mayBeUnknown(): boolean {
    const names: readonly string[] = UNKNOWN_CONVERSIONS
    return [...this.#sourcesOf('')].some(({ rules, macros }) =>
      [...rules.map(({ states }) => states), ...macros.values()].flat().some(([name]) => names.includes(name)),
    )
  }

  #lineEndsOf(path: string): LineEndRule {
    // The stores that we make say this of every path.
    if (isBinaryRule(this.#info.rules.at(-1))) return 'as is'
    const { value } = this.#settingsNow()
    const sources = [...this.#sourcesOf(path)]
    const known = this.#lineEnds.get(path)
    if (known !== undefined) return known
    const rule = lineEndRule(this.#valuesOf(path, sources), value)
    this.#lineEnds.set(path, rule)
    return rule
  }

  #valuesOf(path: string, sources: readonly RulesOfFolder[]): ReadonlyMap<string, AttributeValue> {
    if (sources.every(({ rules }) => rules.length === 0)) return new Map()
    return attributesOf(Buffer.from(path).toString('latin1'), sources, {
      foldsCase: FOLDS_CASE,
      spend: (characters) => {
        this.#compared += characters
        if (this.#compared > MAX_COMPARED) throw new AppError('not-adoptable', say('attributes-slow'))
      },
    })
  }

  get #info(): AttributeRules {
    return this.#rulesOf(nodePath.join(this.#gitdir, 'info', 'attributes'), { hasMacros: true, followsLinks: false })
  }

  /** From the one that decides first. */
  *#sourcesOf(path: string): Generator<RulesOfFolder> {
    yield { folder: '', ...this.#info }
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const file = nodePath.join(this.#root, folder, '.gitattributes')
      const rules = this.#rulesOf(file, { hasMacros: folder === '', followsLinks: false })
      yield { folder: Buffer.from(folder).toString('latin1'), ...rules }
      if (folder === '') break
    }
    for (const file of this.#settingsNow().attributeFiles)
      yield { folder: '', ...this.#rulesOf(file, { hasMacros: true, followsLinks: true }) }
  }

  #settingsNow(): Settings {
    const known = this.#settings
    if (known?.look === this.#look) return known
    const values = this.#config.values()
    const value = lineEndSettings(values)
    if (known !== null && (known.value.autocrlf !== value.autocrlf || known.value.eol !== value.eol))
      this.#lineEnds = new BoundedCache(MAX_PATHS)
    this.#settings = { value, attributeFiles: this.#config.attributeFiles(values), look: this.#look }
    return this.#settings
  }

  #rulesOf(
    file: string,
    { hasMacros, followsLinks }: { readonly hasMacros: boolean; readonly followsLinks: boolean },
  ): AttributeRules {
    const known = this.#files.get(file)
    if (known?.look === this.#look) return known.rules
    const { text, stamp } = readRules(file, followsLinks, known?.stamp)
    if (known?.stamp === stamp) {
      known.look = this.#look
      return known.rules
    }
    const rules = text === '' ? NO_RULES : parseAttributes(text, { wanted: WANTED, hasMacros, foldsCase: FOLDS_CASE })
    // Of the first look at a file that is not there nothing changes.
    if (known !== undefined || rules !== NO_RULES) this.#lineEnds = new BoundedCache(MAX_PATHS)
    this.#files.set(file, { rules, stamp, look: this.#look })
    return rules
  }
}

const isBinaryRule = (rule: AttributeRules['rules'][number] | undefined): boolean =>
  rule !== undefined &&
  rule.pattern.pieces.length === 1 &&
  rule.pattern.pieces[0]?.kind === 'star' &&
  !rule.pattern.isAnchored &&
  rule.states.at(-1)?.[0] === 'text' &&
  rule.states.at(-1)?.[1] === false

/** The text of an attributes file, '' for none; not read again while its stamp is the same. */
function readRules(
  file: string,
  followsLinks: boolean,
  knownStamp: string | undefined,
): { readonly text: string; readonly stamp: string } {
  try {
    const stat = (followsLinks ? fs.statSync : fs.lstatSync)(file, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || stat.size > MAX_FILE_BYTES) return { text: '', stamp: '' }
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeMs}`
    return { text: stamp === knownStamp ? '' : fs.readFileSync(file, 'latin1'), stamp }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP')) return { text: '', stamp: '' }
    throw error
  }
}

function lineEndSettings(values: ReadonlyMap<string, string>): LineEndSettings {
  const autocrlf = values.get('core.autocrlf')?.toLowerCase() ?? 'false'
  const eol = values.get('core.eol')?.toLowerCase()
  return {
    autocrlf: autocrlf === 'input' ? 'input' : /^(?:true|yes|on|[1-9]\d*)$/.test(autocrlf),
    eol: eol === 'lf' || eol === 'crlf' ? eol : 'native',
  }
}
