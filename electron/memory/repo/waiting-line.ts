import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { byHandleNow, discardNow } from '../../disk/by-handle.ts'
import { hasCode, lstatIfThere, uniqueName } from '../../disk/durable-files.ts'
import { hostName } from '../../disk/host-name.ts'
import { processExists } from '../../disk/pid-file.ts'

/** More are somebody's own files: nobody has so many processes. */
const MAX_PLACES = 1_000

/**
 * The processes that wait for something, in the order in which they came: a file for each, named by its time, process and
 * host, in a folder that is there while somebody waits. A process that was killed while it waited has no place any more,
 * or, on another host or in another container, until it would have given up.
 */
export class WaitingLine {
  readonly #folder: string
  readonly #patienceMs: number
  #place: string | null = null

  /** @param patienceMs nobody waits longer */
  constructor(folder: string, patienceMs: number) {
    this.#folder = folder
    this.#patienceMs = patienceMs
  }

  /** Takes a place at the end of the line. Does nothing if this one has a place. */
  join(): void {
    if (this.#place !== null && lstatIfThere(nodePath.join(this.#folder, this.#place)) !== null) return
    this.#place = `${String(Date.now()).padStart(15, '0')}-${process.pid}-${hostMark()}-${uniqueName()}`
    byHandleNow(this.#folder, (address) => fs.mkdirSync(address, { recursive: true, mode: 0o700 }))
    try {
      const place = nodePath.join(this.#folder, this.#place)
      byHandleNow(place, (address) => fs.writeFileSync(address, '', { flag: 'wx', mode: 0o600 }))
    } catch (error) {
      // The last one to leave took the folder along. Whoever asks again takes a place then.
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }

  leave(): void {
    if (this.#place === null) return
    discardNow(nodePath.join(this.#folder, this.#place))
    this.#place = null
    this.#removeIfEmpty()
  }

  /** Whether nobody came before this one. */
  isFirst(): boolean {
    const [first] = this.#places()
    return first === undefined || first === this.#place
  }

  isEmpty(): boolean {
    return this.#places().length === 0
  }

  #places(): readonly string[] {
    const names = namesIn(this.#folder)
    const places = names.toSorted().filter((name) => this.#isLiving(name))
    if (places.length < names.length)
      for (const name of names.slice(0, MAX_PLACES))
        if (!places.includes(name)) discardNow(nodePath.join(this.#folder, name))
    if (names.length > 0 && places.length === 0) this.#removeIfEmpty()
    return places
  }

  #isLiving(name: string): boolean {
    const [, since, pid, host] = /^(\d{15})-(\d{1,10})-([0-9a-f]{8})-/.exec(name) ?? []
    if (since === undefined || Math.abs(Date.now() - Number(since)) > this.#patienceMs * 2) return false
    return host !== hostMark() || processExists(Number(pid))
  }

  #removeIfEmpty(): void {
    try {
      byHandleNow(this.#folder, (address) => fs.rmdirSync(address))
    } catch {
      // Others wait.
    }
  }
}

let mark: string | null = null
/** Stands for this host in a name. */
function hostMark(): string {
  mark ??= createHash('sha256').update(hostName()).digest('hex').slice(0, 8)
  return mark
}

function namesIn(folder: string): readonly string[] {
  if (lstatIfThere(folder) === null) return []
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
