import { Buffer, isUtf8 } from 'node:buffer'
import { decodeLatin1, decodeUtf8 } from '../disk/utf8.ts'

// How the policies read a file: everybody who asks what is in it, and replaces it, must see the same text.

/** UTF-8, or one character for each byte: nothing in a binary file is hidden, and every byte is restored. */
export function textOf(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? decodeLatin1(bytes)
}

const BEYOND_ASCII = /[^\p{ASCII}\ufffd]/u

/** The text of bytes that are UTF-8 but for some, without those; null if `textOf` shows all of it. */
export function damagedTextOf(bytes: Uint8Array): string | null {
  const text = isUtf8(bytes) || bytes.includes(0) ? '' : new TextDecoder().decode(bytes)
  return BEYOND_ASCII.test(text) ? text : null
}

/** Whether these bytes are UTF-16 by their mark. `textOf` shows every other character of it as a NUL, so nothing is found. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** The bytes of a redacted text, in the encoding in which `textOf` read the original. */
export function bytesOf(text: string, like: Uint8Array): Uint8Array {
  return isUtf8(like) ? Buffer.from(text, 'utf8') : Buffer.from(text.replaceAll('\u2022', '*'), 'latin1')
}
