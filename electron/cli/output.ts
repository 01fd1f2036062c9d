import { once } from 'node:events'

/** Whoever read our output has stopped (`variorum log | head`): nothing went wrong, and nobody is left to be told. */
export class ClosedPipe extends Error {}

let closed = false

/** From now on a reader that stops ends the verb through `print` instead of crashing the process. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed = true
  })
}

/** Writes to standard output and waits while the reader is slow. Throws ClosedPipe when nobody reads any more. */
export async function print(text: string): Promise<void> {
  if (closed) throw new ClosedPipe()
  if (!process.stdout.write(text)) await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')])
  if (closed) throw new ClosedPipe()
}
