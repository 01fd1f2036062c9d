import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, honest unless it says otherwise. */
export interface ZipEntry {
  readonly name: string | Buffer
  readonly data?: string | Uint8Array
  /** Unix's: kind and permissions of the file. */
  readonly mode?: number
  readonly flags?: number
  /** What is said of how it is packed. */
  readonly method?: number
  readonly stored?: boolean
  readonly crc?: number
  /** What is said of its size, unpacked. */
  readonly size?: number
  readonly packedSize?: number
  /** Has the bytes of the entry so many places before it. */
  readonly sharedWith?: number
  readonly time?: Date
}

const UTF8_NAME = 0x800
const DEFLATED = 8
const MADE_ON_UNIX = 0x03_14

/** An archive in memory. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16 */
export function zipOf(entries: readonly ZipEntry[], { entryCount = entries.length } = {}): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const [at, entry] of entries.entries()) {
    const { header, name, packed } = headerOf(entry)
    const shared = entry.sharedWith === undefined ? undefined : offsets[at - entry.sharedWith]
    offsets.push(shared ?? offset)
    const local = Buffer.concat([signed(0x0403_4b50, header), name, packed])
    if (shared === undefined) {
      locals.push(local)
      offset += local.length
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((((entry.mode ?? 0o100644) << 16) >>> 0) >>> 0, 6)
    rest.writeUInt32LE(offsets[at] ?? 0, 10)
    central.push(signed(0x0201_4b50, Buffer.concat([uint16(MADE_ON_UNIX), header, rest])), name)
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entryCount, 4)
  end.writeUInt16LE(entryCount, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, list, signed(0x0605_4b50, end)])
}

/** What the header before an entry and its line in the list have in common. */
function headerOf(entry: ZipEntry): { header: Buffer; name: Buffer; packed: Buffer } {
  const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name)
  const data = Buffer.from(entry.data ?? '')
  const packed = entry.stored ? data : deflateRawSync(data)
  const time = entry.time ?? new Date(2026, 2, 1, 10, 30)
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(entry.flags ?? UTF8_NAME, 2)
  header.writeUInt16LE(entry.method ?? (entry.stored ? 0 : DEFLATED), 4)
  header.writeUInt16LE((time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1), 6)
  header.writeUInt16LE(((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate(), 8)
  header.writeUInt32LE(entry.crc ?? crc32(data), 10)
  header.writeUInt32LE(entry.packedSize ?? packed.length, 14)
  header.writeUInt32LE(entry.size ?? data.length, 18)
  header.writeUInt16LE(name.length, 22)
  return { header, name, packed }
}

const uint16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8])

function signed(signature: number, rest: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + rest.length)
  bytes.writeUInt32LE(signature, 0)
  rest.copy(bytes, 4)
  return bytes
}
