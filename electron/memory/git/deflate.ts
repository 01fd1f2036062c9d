import { Buffer } from 'node:buffer'
import { constants, deflateSync } from 'node:zlib'

/**
 * Up to this size bytes are stored uncompressed, because compressing them would slow every command and save little.
 * Packing compresses them later.
 */
const MAX_STORED_BYTES = 8_000
/** Adler-32's sums stay below 2^31 for this many bytes. Source: zlib's NMAX is 5,552 for 2^32. */
const ADLER_BLOCK_BYTES = 2_000

/** An object's bytes as git stores them: a zlib stream. `compact` takes longer and makes it smaller. */
export function deflated(bytes: Buffer, { compact = false }: { readonly compact?: boolean } = {}): Buffer {
  if (compact || bytes.length > MAX_STORED_BYTES)
    return deflateSync(bytes, { level: compact ? 6 : constants.Z_BEST_SPEED })
  // One stored block. Source: RFC 1950 and RFC 1951, 3.2.4.
  const stream = Buffer.allocUnsafe(bytes.length + 11)
  stream.writeUInt16BE(0x7801, 0)
  stream.writeUInt8(1, 2)
  stream.writeUInt16LE(bytes.length, 3)
  stream.writeUInt16LE(bytes.length ^ 0xffff, 5)
  bytes.copy(stream, 7)
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7)
  return stream
}

function adler32(bytes: Buffer): number {
  let [a, b] = [1, 0]
  for (let at = 0; at < bytes.length;) {
    for (const end = Math.min(at + ADLER_BLOCK_BYTES, bytes.length); at < end; at += 1) {
      a += bytes[at] ?? 0
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  return b * 65_536 + a
}
