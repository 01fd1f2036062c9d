import * as fs from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { discard, hasCode, removeIfThere, uniqueName, unlessMissing } from './durable-files.ts'

const Owner = z.object({
  nonce: z.string(),
  pid: z.number().int(),
  started: z.string(),
  boot: z.string(),
  host: z.string(),
})
type Owner = z.infer<typeof Owner>

/** An owner on another host that has not touched its file for so long is taken for dead. */
const SILENT_HOST_MS = 30_000
const TOUCH_MS = 10_000

/**
 * A file that names the process which owns it: at most one, and only as long as that process lives. A dead owner's
 * file is taken over; two that find it dead cannot both take it, because the right to take it is itself such a
 * file, named after the dead owner.
 */
export class PidFile {
  readonly #path: string
  readonly #scratch: string
  #owner: Owner | null = null
  /** The same at every try: what a try that failed left behind is known as ours. */
  #self: Promise<Owner> | null = null
  #abandoned = false
  #touching: NodeJS.Timeout | null = null

  /** @param scratch a folder of the same file system, for files that are not published yet */
  constructor(path: string, scratch: string) {
    this.#path = path
    this.#scratch = scratch
  }

  get held(): boolean {
    return this.#owner !== null
  }

  /** Tries once to become the owner. @returns null when a living process is; else whether a dead one had left the file behind */
  async claim(): Promise<{ readonly abandoned: boolean } | null> {
    this.#abandoned = false
    this.#self ??= describeOwner(process.pid)
    const self = await this.#self
    if (!(await this.#claim(this.#path, self))) return null
    this.#owner = self
    this.#touching = setInterval(() => void this.#touch(), TOUCH_MS)
    this.#touching.unref()
    return { abandoned: this.#abandoned }
  }

  /** Does a living process own it, this one or another? */
  async isOwned(): Promise<boolean> {
    const owner = await readOwner(this.#path)
    return owner !== null && isAlive(owner, this.#path)
  }

  /** When this fails, the file is still owned. */
  async release(): Promise<void> {
    if (this.#owner === null) return
    // Taken over meanwhile (a computer that slept): what is there now is somebody else's.
    if ((await readOwner(this.#path))?.nonce === this.#owner.nonce) await removeIfThere(this.#path)
    this.#owner = null
    if (this.#touching !== null) clearInterval(this.#touching)
  }

  async #touch(): Promise<void> {
    const now = new Date()
    // A touch that fails makes the lease look older, which is what it is then.
    await fs.utimes(this.#path, now, now).catch(() => undefined)
  }

  async #claim(path: string, self: Owner): Promise<boolean> {
    if (await this.#create(path, self)) return true
    const owner = await readOwner(path)
    if (owner?.nonce === self.nonce) return true
    if (owner === null || (await isAlive(owner, path))) return false
    const right = `${path}.${owner.nonce}`
    if (!(await this.#claim(right, self))) return false
    this.#abandoned = true
    try {
      // Only the holder of the right may remove this owner's file, so nothing can change between the look and the act.
      if ((await readOwner(path))?.nonce === owner.nonce) await removeIfThere(path)
    } finally {
      await removeIfThere(right)
    }
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
      await discard(scratch)
    }
  }
}

/** What an owner file says of a process of this computer. */
export async function describeOwner(pid: number): Promise<Owner> {
  return { nonce: uniqueName(), pid, started: await processStart(pid), boot: await bootId(), host: await hostName() }
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
async function processStart(pid: number): Promise<string> {
  const stat = await unlessMissing(fs.readFile(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** What was last written before this computer was started, nobody has open any more. */
export function isFromBeforeBoot(writtenMs: number): boolean {
  return writtenMs < Date.now() - uptime() * 1_000
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
