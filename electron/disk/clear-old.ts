import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from './durable-files.ts'

/** Removes what a killed process left in a folder of ours so long ago. What cannot be removed stays until the next time. */
export async function clearOld(folder: string, ms: number): Promise<void> {
  for (const name of (await unlessMissing(fs.readdir(folder)).catch(() => null)) ?? []) {
    const path = nodePath.join(folder, name)
    const found = await fs.lstat(path).catch(() => null)
    if (found === null || Date.now() - found.mtimeMs <= ms) continue
    await fs.rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}
