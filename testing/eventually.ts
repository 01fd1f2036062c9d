const TIMEOUT_MS = 10_000

/** Waits until a condition holds, polling without a pause. Fails with its name after ten seconds. */
export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    if (await holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`Did not happen within ten seconds: ${what}`)
}
