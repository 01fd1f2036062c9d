import { shownName } from '../../shared/invisible.ts'
import { english } from '../../shared/messages/english.ts'
import { isMessage } from '../../shared/messages/message.ts'
/**
 * The reader of the output has stopped (`variorum log | head`). Not a failure, and there is nobody left to report one
 * to.
 */
export class ClosedPipe extends Error {}

/** Without a listener, a reader that stops would crash the process; `print` reports it to its caller. */
export function keepOutputErrors(): void {
  process.stdout.on('error', () => undefined)
}

/** Writes to standard output; resolves once written. Throws ClosedPipe when the reader is gone. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error == null) resolve()
      else reject('code' in error && error.code === 'EPIPE' ? new ClosedPipe() : error)
    })
  })
}

/** Writes one line. What nobody sees in its names and texts is escaped, as are line breaks: no name is another line. */
export function printLine(text: string): Promise<void> {
  return print(`${shownName(text)}\n`)
}

/** A value as one line of JSON. Messages in it are in English. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value, (_, each: unknown) => (isMessage(each) ? english(each) : each))}\n`
}
