import { Buffer } from 'node:buffer'
import { decodeUtf8 } from './utf8.ts'

const LINE_END = 0x0a

/** The answer to a line that is `null`. */
export const NOT_UTF8 = 'The line is not UTF-8. Nothing was done with it; send it encoded as UTF-8.'

/**
 * Reads lines that end in "\n" only: a text may contain other line separators. The last one may be unterminated. A line
 * that is not UTF-8 is `null`: with other characters in place of its bytes it would say something else.
 */
export async function* lines(input: NodeJS.ReadableStream): AsyncGenerator<string | null> {
  let rest: Uint8Array[] = []
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let start = 0
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      yield lineOf([...rest, bytes.subarray(start, end)])
      rest = []
      start = end + 1
    }
    if (start < bytes.length) rest.push(bytes.subarray(start))
  }
  if (rest.length > 0) yield lineOf(rest)
}

/** Without the byte order mark that some shells put before what they pass on. */
function lineOf(pieces: readonly Uint8Array[]): string | null {
  return decodeUtf8(Buffer.concat(pieces))?.replace(/^\ufeff/, '') ?? null
}
