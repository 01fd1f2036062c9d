import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MS = 10_000
const POLL_MS = 2

/** Waits until a condition holds, and leaves the processor to what it waits for. Fails with its name after ten seconds. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    if (await holds()) return
    await setTimeout(POLL_MS)
  }
  throw new Error(`Did not happen within ten seconds: ${what}`)
}
