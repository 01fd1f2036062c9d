/** The reader of our output has stopped (`variorum log | head`). That is no failure, and nobody is left to read one. */
export class ClosedPipe extends Error {}

/** Without a listener, a reader that stops would crash the process; `print` reports it to its caller. */
export function keepOutputErrors(): void {
  process.stdout.on('error', () => undefined)
}

/** Writes to standard output; resolves when it is written. Throws ClosedPipe when nobody reads any more. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error == null) resolve()
      else reject('code' in error && error.code === 'EPIPE' ? new ClosedPipe() : error)
    })
  })
}
