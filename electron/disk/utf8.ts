import { isUtf8 } from 'node:buffer'

// What counts as text, decided in one place. The decoders differ on purpose:
// - `decodeUtf8` accepts all valid UTF-8, including NUL and a byte order mark: what the memory tool shows and edits
//   must be written back byte for byte.
// - `decodeText` treats bytes with a NUL as binary, as git does. It is for comparing, counting and searching.

/** The text of valid UTF-8, with its byte order mark if it has one; null otherwise. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null
}

/** Like `decodeUtf8`, but null for bytes with a NUL, and for none. */
export function decodeText(bytes: Uint8Array | null): string | null {
  return bytes === null || bytes.includes(0) ? null : decodeUtf8(bytes)
}

/** Whether `decodeText` makes a text of these bytes. */
export const isText = (bytes: Uint8Array): boolean => !bytes.includes(0) && isUtf8(bytes)

/** As much of the beginning as has at most so many bytes in UTF-8, in whole characters. */
export function startOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // A decoder that waits for more leaves out the character that is cut.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true })
}

/** One character for each byte: a text that can be searched and converted back, whatever the encoding. */
export function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
