import { Buffer } from 'node:buffer'

/** The code units of a text. A loop reads them faster from here than from the string. */
export function codeUnits(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
}
