import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { performance } from 'node:perf_hooks'
import { git } from '../../testing/git.ts'

/** Whose words led to a line: a sentence of the user's to the agent; `null` for an edit by hand, or the program itself. */
export type Owner = string | null

/** The paths of a folder's files, and their texts. */
export type Files = ReadonlyMap<string, string>

/** What a folder held for a while. */
interface State {
  readonly key: string
  readonly since: number
  /** The time for which it was certainly there. */
  lastedMs: number
}

/**
 * What became of a folder, seen from outside between one change and the next: the states it had and how long each lasted,
 * and whose every line is. It knows nothing of what keeps the folder's history.
 */
export class Ledger {
  readonly name: string
  readonly folder: string
  /** All who ever wrote a line, by its text: one of them unless the line was written several times. */
  readonly owners = new Map<string, Set<Owner>>()
  #states: State[] = []
  #files: Files = new Map()

  constructor(name: string, folder: string) {
    this.name = name
    this.folder = folder
  }

  get files(): Files {
    return this.#files
  }

  /** The present state, and those that lasted so long. */
  get present(): string {
    return this.#states.at(-1)?.key ?? ''
  }

  lasted(ms: number): ReadonlySet<string> {
    return new Set(this.#states.filter(({ lastedMs }) => lastedMs >= ms).map(({ key }) => key))
  }

  /** From here on the states count. */
  begin(): void {
    this.#states = this.#states.slice(-1)
  }

  /** Looks at the folder after somebody may have changed it, and before anybody may do so again. */
  async observe(by: Owner): Promise<void> {
    const bytes = await bytesIn(this.folder)
    const key = keyOf([...bytes].map(([path, content]) => [path, blobOf(content)]))
    const since = performance.now()
    if (key === this.present) return
    const files = new Map([...bytes].map(([path, content]) => [path, content.toString('utf8')]))
    const before = countsOf(this.#files)
    for (const [line, count] of countsOf(files)) {
      if (count <= (before.get(line) ?? 0)) continue
      this.owners.set(line, new Set([...(this.owners.get(line) ?? []), by]))
    }
    this.#files = files
    this.#states.push({ key, since, lastedMs: 0 })
  }

  /** Somebody may change the folder now. */
  touches(): void {
    const state = this.#states.at(-1)
    if (state !== undefined) state.lastedMs = performance.now() - state.since
  }
}

export const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

function countsOf(files: Files): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of files.values()) for (const line of linesOf(text)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** The files of a folder without those of a repository in it; none if it is gone. */
export async function bytesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found = new Map<string, Buffer>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = nodePath.join(entry.parentPath, entry.name)
    const path = nodePath.relative(folder, file).split(nodePath.sep).join('/')
    if (!path.split('/').includes('.git')) found.set(path, await fs.readFile(file))
  }
  return found
}

/** The states that a folder had by its history, which native git tells; in no order. */
export async function statesIn(folder: string): Promise<ReadonlySet<string>> {
  const trees = new Set((await git(folder, 'log', '--format=%T')).trim().split('\n'))
  const states = new Set<string>()
  for (const tree of trees) states.add(await stateOf(folder, tree))
  return states
}

/** @param tree names it, as `HEAD` does */
export async function stateOf(folder: string, tree: string): Promise<string> {
  const list = await git(folder, 'ls-tree', '-r', '-z', tree)
  const entries = list.split('\0').filter((entry) => entry !== '')
  return keyOf(
    entries.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry.split('\t', 1)[0]?.split(' ')[2] ?? '']),
  )
}

const keyOf = (blobs: readonly (readonly [path: string, blob: string])[]): string =>
  blobs
    .map(([path, blob]) => `${blob} ${path}`)
    .toSorted()
    .join('\n')

const blobOf = (content: Buffer): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
