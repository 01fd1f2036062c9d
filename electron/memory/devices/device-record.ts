import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { ObjectId } from '../../../shared/change.ts'
import { DeviceName } from '../../../shared/devices.ts'
import type { DeviceId } from '../../../shared/origin.ts'
import { POLICIES_FOLDER } from '../../../shared/policies-path.ts'
import { publicKeyOf, signerOf, signMessage } from '../git/ssh-signature.ts'
import { deviceIdOf, MAX_STRANGERS, Vouches } from '../repo/device-keys.ts'

// What a device says of itself to the others: a file of its own in the store, signed. Anybody who can push can write
// one, so a record only introduces a device; whether its key counts is for the user to say.

export const DEVICES_FOLDER = `${POLICIES_FOLDER}/devices`
export const recordPath = (id: DeviceId): string => `${DEVICES_FOLDER}/${id}.json`
const RECORD_NAME = /^([0-9a-f]{16})\.json$/

export const MAX_RECORD_BYTES = 100_000

const Said = z.object({
  /** Larger in each later record of the device: an older one, brought back by somebody, counts no more. */
  revision: z.number().int().nonnegative(),
  name: DeviceName,
  key: z.string().max(200),
  /** Keys that the user admitted on that device. */
  admits: z.array(z.string().max(200)).max(500).readonly(),
  /**
   * Before it had a key, it made or trusted every commit of this one's line, but for some. Null where it began with its
   * key.
   */
  vouches: Vouches.nullable(),
})
const Record = Said.extend({ signature: z.string().max(2_000) }).readonly()
export type DeviceRecord = z.infer<typeof Record>

const signed = (said: z.infer<typeof Said>): Buffer =>
  Buffer.from(JSON.stringify(['variorum-device', said.revision, said.name, said.key, said.admits, said.vouches]))

export function writeRecord(said: Omit<z.infer<typeof Said>, 'key'>, privateKey: KeyObject): Buffer {
  const whole = { ...said, key: publicKeyOf(privateKey) }
  const signature = signMessage(signed(whole), privateKey)
  return Buffer.from(`${JSON.stringify({ ...whole, signature }, null, 2)}\n`)
}

/** The record in a file of this name; null for one that its key has not signed, or of another name than its key's. */
export function readRecord(fileName: string, bytes: Uint8Array): DeviceRecord | null {
  const [, id] = RECORD_NAME.exec(fileName) ?? []
  if (id === undefined || bytes.byteLength > MAX_RECORD_BYTES) return null
  const record = Record.safeParse(jsonOf(bytes)).data
  if (record === undefined || deviceIdOf(record.key) !== id) return null
  return signerOf(signed(record), record.signature) === record.key ? record : null
}

/** What a file of a device says; null if it is not JSON. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}

/** What a device may say of the history before its key; null if most of it is others'. */
export function vouchFor(tip: ObjectId, strangers: readonly ObjectId[]): Vouches | null {
  return strangers.length > MAX_STRANGERS ? null : { tip, strangers }
}
