import * as fs from 'node:fs/promises'
import { uptime } from 'node:os'
import * as nodePath from 'node:path'
import { threadId } from 'node:worker_threads'
import { z } from 'zod'
import {
  byPath,
  discard,
  hasCode,
  isWithoutLinks,
  readPlainFile,
  removeIfThere,
  type Reach,
  uniqueName,
  unlessMissing,
} from './durable-files.ts'
import { hasEnded } from './ended-threads.ts'
import { hostName } from './host-name.ts'

/** As uniqueName makes it: it becomes a part of a path, and the file may come from anybody. */
const Nonce = z.string().regex(/^[\w-]{1,100}$/)

const Owner = z.object({
  nonce: Nonce,
  pid: z.number().int(),
  started: z.string(),
  boot: z.string(),
  host: z.string(),
  /** Of the process; 0 is its first one. */
  thread: z.number().int().default(0),
})
type Owner = z.infer<typeof Owner>

const MAX_OWNER_BYTES = 10_000
/** An owner on another host that touched its file a day ago or more is not watched: no clock is that far off. */
const DEAD_MS = 86_400_000
/** An owner whose life only its file shows is in doubt when, by our clock, it has not touched it for this long. */
const SILENT_MS = 30_000
const TOUCH_MS = 2_000

/** What the system reports about its processes; '' is what it does not report. */
export interface Processes {
  exists(pid: number): boolean
  /** When a process started: distinguishes it from a later one with the same pid. */
  startOf(pid: number): Promise<string>
  bootId(): Promise<string>
  /** Time since boot, sleep included. */
  uptimeMs(): number
}

/**
 * A pid file: a file that names the one process which owns it, valid only while that process lives. A dead owner's
 * file is taken over. Two processes that find it dead cannot both take it, because the right to do so is itself such
 * a file, named after the dead owner.
 */
export class PidFile {
  readonly path: string
  readonly #scratch: string
  readonly #processes: Processes
  readonly #reach: Reach
  #owner: Owner | null = null
  /** The same at every attempt, so that what a failed attempt left behind is recognized as ours. */
  #self: Promise<Owner> | null = null
  #abandoned = false
  #touching: NodeJS.Timeout | null = null

  /**
   * @param scratch a folder on the same file system, for files that are not published yet
   * @param reach of the file and of the scratch folder
   */
  constructor(path: string, scratch: string, { processes = PROCESSES, reach = byPath } = {}) {
    this.path = path
    this.#scratch = scratch
    this.#processes = processes
    this.#reach = reach
  }

  get held(): boolean {
    return this.#owner !== null
  }

  /**
   * Tries once to become the owner.
   * @returns null when a living process is the owner; else whether a dead one had left the file behind
   */
  async claim(): Promise<{ readonly abandoned: boolean } | null> {
    this.#abandoned = false
    this.#self ??= describeOwner(process.pid, this.#processes)
    const self = await this.#self
    if (!(await this.#claim(this.path, self))) return null
    this.#owner = self
    this.#touching = setInterval(() => void this.#touch(), TOUCH_MS)
    this.#touching.unref()
    return { abandoned: this.#abandoned }
  }

  /** Whether a living process owns it, this one or another. */
  async isOwned(): Promise<boolean> {
    const owner = await readOwner(this.path)
    return owner !== null && isAlive(owner, this.path, this.#processes)
  }

  /** Gives up ownership. When this fails, the file is still owned. */
  async release(): Promise<void> {
    if (this.#owner === null) return
    // It may have been taken over (the computer slept): then the file is now another process's.
    if ((await readOwner(this.path))?.nonce === this.#owner.nonce) await this.#reach(this.path, removeIfThere)
    this.#owner = null
    if (this.#touching !== null) clearInterval(this.#touching)
  }

  async #touch(): Promise<void> {
    const now = new Date()
    // After a failed touch the file looks older, which is then true.
    await this.#reach(this.path, (address) => fs.lutimes(address, now, now)).catch(() => undefined)
  }

  async #claim(path: string, self: Owner): Promise<boolean> {
    if (await this.#create(path, self)) return true
    const owner = await readOwner(path)
    if (owner?.nonce === self.nonce) return true
    if (owner === null || (await isAlive(owner, path, this.#processes))) return false
    const right = `${path}.${owner.nonce}`
    if (!(await this.#claim(right, self))) return false
    try {
      // Only the holder of the right may replace this owner's file, so it stays the same between check and rename. A
      // file that was gone for a moment could be taken by a process that does not learn that its owner died.
      if ((await readOwner(path))?.nonce === owner.nonce) {
        const scratch = await this.#prepare(self)
        await this.#reach(scratch, (from) => this.#reach(path, (to) => fs.rename(from, to)))
        this.#abandoned = true
        return true
      }
    } finally {
      await this.#reach(right, removeIfThere)
    }
    return this.#create(path, self)
  }

  /** The content of the file, complete, under a name of no meaning. */
  async #prepare(self: Owner): Promise<string> {
    const scratch = nodePath.join(this.#scratch, uniqueName())
    await this.#reach(this.#scratch, (address) => fs.mkdir(address, { recursive: true, mode: 0o700 }))
    await this.#reach(scratch, (address) => fs.writeFile(address, JSON.stringify(self), { flag: 'wx', mode: 0o600 }))
    return scratch
  }

  /** Publishes a complete file or none. */
  async #create(path: string, self: Owner): Promise<boolean> {
    const scratch = await this.#prepare(self)
    try {
      await this.#reach(scratch, (from) => this.#reach(path, (to) => fs.link(from, to)))
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      // A file system without hard links: the exclusive flag is the next best thing.
      if (isWithoutLinks(error)) return this.#reach(path, (address) => createExclusive(address, self))
      throw error
    } finally {
      await this.#reach(scratch, discard).catch(() => undefined)
    }
  }
}

/** The content of a pid file for a process of this computer. */
export async function describeOwner(pid: number, processes = PROCESSES): Promise<Owner> {
  const [started, boot] = [await processes.startOf(pid), await processes.bootId()]
  return { nonce: uniqueName(), pid, started, boot, host: hostName(), thread: threadId }
}

async function createExclusive(path: string, self: Owner): Promise<boolean> {
  try {
    await fs.writeFile(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readOwner(path: string): Promise<Owner | null> {
  if ((await unlessMissing(fs.lstat(path))) === null) return null
  try {
    return Owner.parse(JSON.parse((await readPlainFile(path, MAX_OWNER_BYTES))?.toString('utf8') ?? ''))
  } catch {
    // A pid file is never half written, so other content counts as a dead owner, with a nonce that no owner has.
    return { nonce: 'unreadable', pid: 0, started: '', boot: '', host: hostName(), thread: 0 }
  }
}

async function isAlive(owner: Owner, path: string, processes: Processes): Promise<boolean> {
  if (owner.host !== hostName())
    return Math.abs(Date.now() - (await touchedMs(path))) < DEAD_MS && !(await isSilent(owner, path, ELSEWHERE_TICKS))
  if (owner.pid === 0 || owner.boot !== (await processes.bootId())) return false
  if (!processes.exists(owner.pid)) return false
  if (owner.pid === process.pid && hasEnded(owner.thread)) return false
  if (owner.started !== '') return owner.started === (await processes.startOf(owner.pid))
  return !(await isAbandoned(owner, path, processes))
}

/** When the owner last touched its file. */
async function touchedMs(path: string): Promise<number> {
  return (await unlessMissing(fs.stat(path)))?.mtimeMs ?? 0
}

const TICK_MS = 500
/** How many ticks an owner in doubt is watched for: longer than a living one takes to touch its file. */
const HERE_TICKS = 6
/**
 * On another host: its touch is seen late over a network, and while clocks differ nothing but this speaks for it. A
 * writer waits for the lease a little longer than this.
 */
const ELSEWHERE_TICKS = 8

interface Watch {
  readonly touchedMs: number
  /** How often a timer has fired since: it does not while the computer sleeps. */
  ticks: number
  readonly timer: NodeJS.Timeout
}

/** Owners that have been silent for long, by path and nonce. */
const watches = new Map<string, Watch>()

/**
 * Where the system does not report when a process started, its pid may by now be another process's, so the file itself
 * must show life. Nothing from before the last boot is alive.
 */
async function isAbandoned(owner: Owner, path: string, processes: Processes): Promise<boolean> {
  return Date.now() - (await touchedMs(path)) > processes.uptimeMs() || isSilent(owner, path, HERE_TICKS)
}

/**
 * Whether an owner does not touch its file any more. One that has been silent for long by our clock may just have slept
 * with its computer, or have another clock; it is watched, while this computer is awake, for so many ticks.
 */
async function isSilent(owner: Owner, path: string, ticks: number): Promise<boolean> {
  const touched = await touchedMs(path)
  const key = `${path} ${owner.nonce}`
  const watch = watches.get(key)
  // A file of the future is one from before the clock was set back: as silent as an old one.
  if (Math.abs(Date.now() - touched) < SILENT_MS) {
    forget(key)
    return false
  }
  if (watch?.touchedMs !== touched) {
    forget(key)
    const timer = setInterval(() => tick(key, ticks), TICK_MS)
    timer.unref()
    watches.set(key, { touchedMs: touched, ticks: 0, timer })
    return false
  }
  return watch.ticks >= ticks
}

function tick(key: string, ticks: number): void {
  const watch = watches.get(key)
  if (watch === undefined) return
  watch.ticks += 1
  if (watch.ticks >= ticks) clearInterval(watch.timer)
}

function forget(key: string): void {
  clearInterval(watches.get(key)?.timer)
  watches.delete(key)
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** In the kernel's ticks. */
async function processStart(pid: number): Promise<string> {
  const stat = await unlessMissing(fs.readFile(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

let boot: Promise<string> | null = null
function bootId(): Promise<string> {
  boot ??= unlessMissing(fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8')).then((text) => text?.trim() ?? '')
  return boot
}

const PROCESSES: Processes = {
  exists: processExists,
  startOf: processStart,
  bootId,
  uptimeMs: () => uptime() * 1_000,
}
