import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { parseIgnoreLine } from '../../../shared/ignore-pattern.ts'
import { matchesPieces } from '../../../shared/path-pieces.ts'
import { homeFolder } from '../../disk/home-folder.ts'
import { type ConfigEntry, parseConfig } from './config-text.ts'

// What git's configuration says for one repository: the system's, the user's, and its own. Source: git-config(1), "FILES"
// and "Includes". A repository's own may come from anybody, so what it includes is not read.

type Env = Readonly<Record<string, string | undefined>>

/** Nobody's configuration is as long. */
const MAX_BYTES = 1_000_000
/** Git's own limit. */
const MAX_DEPTH = 10

/** Where builds of git for each system have the system's configuration. */
const SYSTEM_FILES: readonly string[] =
  process.platform === 'win32'
    ? [
        nodePath.join(process.env.ProgramData ?? 'C:/ProgramData', 'Git', 'config'),
        nodePath.join(process.env.ProgramFiles ?? 'C:/Program Files', 'Git', 'etc', 'gitconfig'),
      ]
    : process.platform === 'darwin'
      ? [
          '/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig',
          '/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig',
          '/usr/local/etc/gitconfig',
          '/opt/homebrew/etc/gitconfig',
        ]
      : ['/etc/gitconfig']

/** The values of all files, of which the last one counts. Each file is read again only when it has changed. */
export class GitConfig {
  readonly #gitdir: string
  readonly #env: Env
  readonly #read = new Map<string, { readonly stamp: string; readonly entries: readonly ConfigEntry[] }>()

  constructor(gitdir: string, env: Env = process.env) {
    this.#gitdir = gitdir
    this.#env = env
  }

  get #home(): string {
    return this.#env.HOME ?? homeFolder()
  }

  values(): ReadonlyMap<string, string> {
    return new Map(this.#entries().map(({ key, value }) => [key, value]))
  }

  #entries(): readonly ConfigEntry[] {
    const own = nodePath.join(this.#gitdir, 'config')
    return [
      ...this.#userFiles().flatMap((file) => this.#entriesOf(file, 0)),
      ...(fs.lstatSync(own, { throwIfNoEntry: false })?.isFile() === true ? this.#entriesIn(own) : []),
    ]
  }

  /** Who commits here, as git would sign; null if that is not configured. */
  user(): { readonly name: string; readonly email: string } | null {
    const values = this.values()
    const [name, email] = ['user.name', 'user.email'].map((key) => values.get(key)?.trim() ?? '')
    return name === undefined || email === undefined || name === '' || email === '' ? null : { name, email }
  }

  /** Every address that the configuration gives the user, in small letters. */
  addresses(): ReadonlySet<string> {
    const mine = this.#entries().filter(({ key, value }) => key === 'user.email' && value.trim() !== '')
    return new Set(mine.map(({ value }) => value.trim().toLowerCase()))
  }

  /** The user's attributes file and the system's, from the one that decides first. */
  attributeFiles(values: ReadonlyMap<string, string>): readonly string[] {
    const named = values.get('core.attributesfile')
    const system = isOn(this.#env.GIT_ATTR_NOSYSTEM)
      ? []
      : SYSTEM_FILES.map((file) => nodePath.join(nodePath.dirname(file), 'gitattributes'))
    return [named === undefined ? nodePath.join(this.#xdg(), 'attributes') : this.#expand(named), ...system]
  }

  #xdg(): string {
    return nodePath.join(this.#env.XDG_CONFIG_HOME || nodePath.join(this.#home, '.config'), 'git')
  }

  #systemFiles(): readonly string[] {
    if (isOn(this.#env.GIT_CONFIG_NOSYSTEM)) return []
    const named = this.#env.GIT_CONFIG_SYSTEM
    return named === undefined ? SYSTEM_FILES : [named]
  }

  #userFiles(): readonly string[] {
    const named = this.#env.GIT_CONFIG_GLOBAL
    const global =
      named === undefined ? [nodePath.join(this.#xdg(), 'config'), nodePath.join(this.#home, '.gitconfig')] : [named]
    return [...this.#systemFiles(), ...global]
  }

  #expand(path: string): string {
    return path.startsWith('~/') ? nodePath.join(this.#home, path.slice(2)) : path
  }

  /** With those of the files that it includes, in their places. */
  #entriesOf(file: string, depth: number): readonly ConfigEntry[] {
    if (depth > MAX_DEPTH) return []
    return this.#entriesIn(file).flatMap((entry) => {
      const condition = /^includeif\.(.*)\.path$/s.exec(entry.key)?.[1]
      const isIncluded = entry.key === 'include.path' || (condition !== undefined && this.#holds(condition, file))
      if (!isIncluded) return [entry]
      return this.#entriesOf(nodePath.resolve(nodePath.dirname(file), this.#expand(entry.value)), depth + 1)
    })
  }

  /** Of the conditions, only where the repository is: the branch may change at any moment, and remotes decide no line ends. */
  #holds(condition: string, file: string): boolean {
    const [, fold, named] = /^gitdir(\/i)?:(.*)$/s.exec(condition) ?? []
    if (named === undefined) return false
    const below = named.startsWith('./') ? `${nodePath.dirname(file)}/${named.slice(2)}` : this.#expand(named)
    const whole = nodePath.isAbsolute(below) ? below : `**/${below}`
    const pattern = parseIgnoreLine(bytesOf(whole.endsWith('/') ? `${whole}**` : whole), fold !== undefined)
    const path = bytesOf(this.#gitdir.split(nodePath.sep).join('/'))
    return (
      pattern !== null &&
      matchesPieces(pattern.pieces, (fold === undefined ? path : path.toLowerCase()).replace(/^\//, ''))
    )
  }

  #entriesIn(file: string): readonly ConfigEntry[] {
    const stat = statIfThere(file)
    if (stat === null || !stat.isFile() || stat.size > MAX_BYTES) return []
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeMs}`
    const known = this.#read.get(file)
    if (known?.stamp === stamp) return known.entries
    const entries = parseConfig(textOf(file))
    this.#read.set(file, { stamp, entries })
    return entries
  }
}

const isOn = (value: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(value ?? '')
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

/** What the user may not read says nothing. */
function statIfThere(path: string): fs.Stats | null {
  try {
    return fs.statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function textOf(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
