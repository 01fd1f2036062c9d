import { setTimeout } from 'node:timers/promises'

/** Much longer than anything waited for takes: a busy machine is no failure. */
const TIMEOUT_MS = 30_000
const POLL_MS = 2

/** Waits until a condition holds, and leaves the processor to what it waits for. Fails with its name after half a minute. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    if (await holds()) return
    await setTimeout(POLL_MS)
  }
  throw new Error(`Did not happen within half a minute: ${what}`)
}
