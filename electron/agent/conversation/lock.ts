import { link, open, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import { z } from 'zod'
import { newUlid } from '../ids.ts'
import { hasCode, readIfThere } from '../../memory/durable-files.ts'
import { parseJson } from './lines.ts'

/**
 * At most one process answers in a conversation. The lock is a file that names its holder; it counts for as long
 * as that very process lives.
 */
export interface Lock {
  release(): Promise<void>
}

const Holder = z.object({
  pid: z.number().int().positive(),
  /** When the process began, in milliseconds: another process may get the same pid later. */
  began: z.number(),
  /** The kernel's own mark of the process' beginning, where there is one. */
  mark: z.string().nullable(),
})
type Holder = z.infer<typeof Holder>

/** Takes the lock, or answers `null` when a living process holds it. */
export async function takeLock(file: string): Promise<Lock | null> {
  for (;;) {
    if (await create(file)) return { release: () => rm(file, { force: true }) }
    const text = await readIfThere(file)
    if (text === null) continue
    if (await isHeldBy(text)) return null
    await removeStale(file, text)
  }
}

/** Does a living process hold the lock? */
export async function isLocked(file: string): Promise<boolean> {
  const text = await readIfThere(file)
  return text !== null && (await isHeldBy(text))
}

async function create(file: string): Promise<boolean> {
  const own: Holder = { pid: process.pid, began: performance.timeOrigin, mark: await startMark(process.pid) }
  const draft = `${file}.${newUlid()}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(JSON.stringify(own)).finally(() => handle.close())
  try {
    await link(draft, file) // appears whole, and only where nothing stands
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function isHeldBy(text: string): Promise<boolean> {
  const holder = Holder.safeParse(parseJson(text))
  if (!holder.success) return false
  const { pid, began, mark } = holder.data
  const bootedAt = Date.now() - os.uptime() * 1000
  if (began < bootedAt - 60_000) return false
  if (pid === process.pid) return began === performance.timeOrigin
  return isAlive(pid) && mark === (await startMark(pid))
}

/** Takes a dead process' lock away; one that was taken anew in the same moment is put back. */
async function removeStale(file: string, text: string): Promise<void> {
  const aside = `${file}.${newUlid()}`
  try {
    await rename(file, aside)
    if ((await readIfThere(aside)) !== text) await link(aside, file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error // somebody else was quicker: look again
  } finally {
    await rm(aside, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM') // it lives, and is somebody else's
  }
}

/** Linux tells when a process began, in ticks since the machine did. */
async function startMark(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const stat = await readIfThere(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
