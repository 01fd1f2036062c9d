import { isUtf8 } from 'node:buffer'

// What counts as text, decided once. The readers differ on purpose:
// - `decodeUtf8` keeps everything that is valid UTF-8, NUL and a byte order mark included: what the memory tool shows
//   and edits must go back byte for byte.
// - `decodeText` takes bytes with a NUL for binary, as git does: that is what is compared, counted and searched.

/** The text of valid UTF-8, a byte order mark kept; null otherwise. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null
}

/** The same, but null for bytes with a NUL. */
export function decodeText(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : decodeUtf8(bytes)
}

/** One character for each byte: bytes of no known encoding as a text that can be searched and turned back. */
export function decodeLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
