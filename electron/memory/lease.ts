import * as fs from 'node:fs/promises'
import { hostname } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { hasCode, removeIfThere, uniqueName, unlessMissing } from './durable-files.ts'
import { StoreError } from './store-interface.ts'

const Owner = z.object({ nonce: z.string(), pid: z.number().int(), started: z.string(), boot: z.string(), host: z.string() })
type Owner = z.infer<typeof Owner>

/** How long a writer waits for its turn. */
const PATIENCE_MS = 5_000
/** An owner on another host that has not touched its lease for so long is taken for dead. */
const SILENT_HOST_MS = 30_000
const TOUCH_MS = 10_000
const POLL_MS = 3

/**
 * The right to write, between processes: a file that names its owner. Held while the writer's queue is busy and
 * given up after the current command when somebody waits. A dead owner's lease is taken over; two that find it
 * dead cannot both take it, because the right to take it is itself such a file, named after the dead owner.
 */
export class Lease {
  readonly #path: string
  readonly #waiting: string
  readonly #scratch: string
  #owner: Owner | null = null
  readonly #patience: number
  #abandoned = false
  #touching: NodeJS.Timeout | null = null

  constructor(directory: string, scratch: string, patience = PATIENCE_MS) {
    this.#patience = patience
    this.#path = nodePath.join(directory, 'lease')
    this.#waiting = nodePath.join(directory, 'lease.waiting')
    this.#scratch = scratch
  }

  get held(): boolean {
    return this.#owner !== null
  }

  /**
   * Resolves when the lease is ours. Throws `lease-taken` after five seconds.
   * @returns whether it was taken over from an owner that died holding it
   */
  async acquire(): Promise<{ readonly abandoned: boolean }> {
    this.#abandoned = false
    const self: Owner = { nonce: uniqueName(), pid: process.pid, started: await processStart(process.pid), boot: await bootId(), host: await hostName() }
    const until = Date.now() + this.#patience
    while (!(await this.#claim(this.#path, self))) {
      if (Date.now() > until) throw new StoreError('lease-taken', `Another process is writing to this store and did not finish in ${Math.round(this.#patience / 100) / 10} seconds. Nothing was written; try again.`)
      await fs.writeFile(this.#waiting, '', { mode: 0o600 })
      await delay(POLL_MS + Math.random() * POLL_MS)
    }
    // Whoever still waits says so again within milliseconds.
    await removeIfThere(this.#waiting)
    this.#owner = self
    this.#touching = setInterval(() => void this.#touch(), TOUCH_MS)
    this.#touching.unref()
    return { abandoned: this.#abandoned }
  }

  /** Does another process wait for the lease? */
  async isWanted(): Promise<boolean> {
    return (await unlessMissing(fs.stat(this.#waiting))) !== null
  }

  async release(): Promise<void> {
    if (this.#owner === null) return
    const { nonce } = this.#owner
    this.#owner = null
    if (this.#touching !== null) clearInterval(this.#touching)
    // Taken over meanwhile (a computer that slept): what is there now is somebody else's.
    if ((await readOwner(this.#path))?.nonce === nonce) await removeIfThere(this.#path)
  }

  async #touch(): Promise<void> {
    const now = new Date()
    // A touch that fails makes the lease look older, which is what it is then.
    await fs.utimes(this.#path, now, now).catch(() => undefined)
  }

  async #claim(path: string, self: Owner): Promise<boolean> {
    if (await this.#create(path, self)) return true
    const owner = await readOwner(path)
    if (owner === null || (await isAlive(owner, path))) return false
    const right = `${path}.${owner.nonce}`
    if (!(await this.#claim(right, self))) return false
    this.#abandoned = true
    // Only the holder of the right may remove this owner's file, so nothing can change between the look and the act.
    if ((await readOwner(path))?.nonce === owner.nonce) await removeIfThere(path)
    await removeIfThere(right)
    return this.#create(path, self)
  }

  /** Publishes a complete file or none: the content is there before the name is. */
  async #create(path: string, self: Owner): Promise<boolean> {
    const scratch = nodePath.join(this.#scratch, uniqueName())
    await fs.mkdir(this.#scratch, { recursive: true, mode: 0o700 })
    await fs.writeFile(scratch, JSON.stringify(self), { mode: 0o600 })
    try {
      await fs.link(scratch, path)
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      // A file system without hard links: the exclusive flag is the next best.
      if (hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) return createExclusive(path, self)
      throw error
    } finally {
      await removeIfThere(scratch)
    }
  }
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
  const text = await unlessMissing(fs.readFile(path, 'utf8'))
  if (text === null) return null
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    // Nobody writes half a lease; a file with other content is a dead one under a name of its own.
    return { nonce: 'unreadable', pid: 0, started: '', boot: '', host: await hostName() }
  }
}

async function isAlive(owner: Owner, path: string): Promise<boolean> {
  if (owner.host !== (await hostName())) {
    const stat = await unlessMissing(fs.stat(path))
    return stat !== null && Date.now() - stat.mtimeMs < SILENT_HOST_MS
  }
  if (owner.pid === 0 || owner.boot !== (await bootId())) return false
  if (!processExists(owner.pid)) return false
  return owner.started === (await processStart(owner.pid))
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** When a process began, in the kernel's ticks: tells a process from a later one with its number. '' where the system does not say. */
export async function processStart(pid: number): Promise<string> {
  const stat = await unlessMissing(fs.readFile(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

let host: Promise<string> | null = null
/** The computer, and on it the space in which process numbers mean something: a container's are its own. */
function hostName(): Promise<string> {
  host ??= unlessMissing(fs.readlink('/proc/self/ns/pid')).then((space) => `${hostname()} ${space ?? ''}`.trimEnd())
  return host
}

let boot: Promise<string> | null = null
function bootId(): Promise<string> {
  boot ??= unlessMissing(fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8')).then((text) => text?.trim() ?? '')
  return boot
}
