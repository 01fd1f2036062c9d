import { uptime } from 'node:os'

/** Systems report the time since boot in whole seconds at worst; no computer starts twice within this. */
const SAME_BOOT_MS = 2_000

/**
 * When this computer booted, in ms since 1970, as it appeared when this process began. It names the boot for later
 * processes. After the clock was set, they no longer recognize it.
 */
export const THIS_BOOT_MS = Math.round(Date.now() - uptime() * 1_000)

export function isThisBoot(bootMs: number): boolean {
  return Math.abs(bootMs - THIS_BOOT_MS) < SAME_BOOT_MS
}

/** Whether a file was last written before this computer booted, so that no process can have it open. */
export function isFromBeforeBoot(writtenMs: number): boolean {
  return writtenMs < Date.now() - uptime() * 1_000
}
