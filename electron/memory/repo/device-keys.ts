import { Buffer } from 'node:buffer'
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, scrypt } from 'node:crypto'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ObjectId } from '../../../shared/change.ts'
import { DeviceName, SyncProblem } from '../../../shared/devices.ts'
import { say } from '../../../shared/messages/say.ts'
import { DeviceId } from '../../../shared/origin.ts'
import { exactStatIfThere, isUnchanged, type ExactStat } from '../../disk/exact-stat.ts'
import { JsonFile } from '../../disk/json-file.ts'
import { withSignature } from '../git/objects.ts'
import { type PublicKey, publicKeyOf, signMessage } from '../git/ssh-signature.ts'
import { TrustedCommits } from './trusted-commits.ts'

const Key = z.string().max(200)

/** A device vouches for so many commits by name; a history with more of others than that is not vouched for. */
export const MAX_STRANGERS = 1_000

/** All commits of this one's line, but for some. */
export const Vouches = z
  .object({ tip: ObjectId, strangers: z.array(ObjectId).max(MAX_STRANGERS).readonly() })
  .readonly()
export type Vouches = z.infer<typeof Vouches>

/** What this device knows of a store that it shares; nobody else can read or write it. */
const Stored = z
  .object({
    name: DeviceName,
    /** Of ed25519, as PKCS #8 in base64. */
    privateKey: z.string(),
    /** Keys that the user admitted here, and those that they removed. */
    admitted: z.array(Key).readonly(),
    removed: z.array(Key).readonly(),
    /** What this device last said of itself: see DeviceRecord. */
    said: z
      .object({ revision: z.number().int().nonnegative(), vouches: Vouches.nullable() })
      .readonly()
      .nullable()
      .default(null),
    /** Of others that count, the newest that was seen: by their ids. */
    seen: z.record(DeviceId, z.object({ name: DeviceName, revision: z.number().int() }).readonly()).default({}),
    /** The last commit of a remote that was removed. */
    formerTip: ObjectId.nullable().default(null),
    /** Whether what the user says here goes to the other devices, where the memory comes from it. */
    tellsSentences: z.boolean().default(false),
    remote: z
      .object({
        /** With the password, if the user gave one with it. */
        address: z.string(),
        /** What the branch there is called; null until it is known. */
        branch: z.string().nullable(),
        /** Our branch that goes there; null until the first round. */
        local: z.string().nullable().default(null),
        /** Its last commit when a round last worked. */
        tip: ObjectId.nullable(),
        syncedAt: z.string().nullable(),
        problem: SyncProblem.nullable(),
      })
      .readonly()
      .nullable(),
  })
  .readonly()
export type KnownDevices = z.infer<typeof Stored>

/** Signs what this device writes. */
export interface Signer {
  readonly device: DeviceId
  sign(commit: Buffer): Buffer
}

/** `$VARIORUM_HOME/stores/ID/devices.json`: this device's key, the other devices, and the remote where they meet. */
export class DeviceKeys {
  /** Commits that were signed by a device which was admitted then. */
  readonly vouched: TrustedCommits
  readonly folder: string
  /** Commits by git with the user's address that came from the remote: whoever made them, it was not here. */
  readonly fetched: TrustedCommits
  readonly #file: JsonFile<KnownDevices | null>
  readonly #path: string
  #known: {
    readonly stat: ExactStat | null
    readonly stored: KnownDevices | null
    readonly key: KeyObject | null
  } | null = null

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    const file = { name: 'devices.json', refusal: say('devices-unreadable') }
    this.folder = folder
    this.#path = nodePath.join(folder, file.name)
    this.#file = new JsonFile<KnownDevices | null>(folder, file, (stored) => Stored.nullable().parse(stored), null)
    this.vouched = new TrustedCommits(nodePath.join(folder, 'vouched'))
    this.fetched = new TrustedCommits(nodePath.join(folder, 'fetched'))
  }

  /** null for a store that this device never shared. */
  read(): Promise<KnownDevices | null> {
    return this.#file.read()
  }

  /** Reads it again only if any process wrote it since. */
  async load(): Promise<KnownDevices | null> {
    const stat = exactStatIfThere(this.#path)
    const known = this.#known
    if (known !== null && isSame(known.stat, stat)) return known.stored
    const stored = await this.read()
    const key = stored === null ? null : keyOf(stored)
    this.#known = { stat, stored, key }
    return stored
  }

  /** Whether others could ever push into the store's history, as of the last `load`. */
  get isShared(): boolean {
    return this.#known?.stored != null
  }

  /** null for a store that was never shared. What is written while there is no remote may be sent later. */
  async signer(): Promise<Signer | null> {
    const stored = await this.load()
    const key = this.#known?.key ?? null
    if (stored === null || key === null) return null
    return { device: deviceIdOf(publicKeyOf(key)), sign: (commit) => withSignature(commit, signMessage(commit, key)) }
  }

  async change(edit: (now: KnownDevices) => KnownDevices, name = 'Computer'): Promise<KnownDevices> {
    const written = await this.#file.change((now) => edit(now ?? newStored(name)))
    this.#known = null
    await this.load()
    return written ?? newStored(name)
  }
}

/** The same with something else known of the remote. */
export const withRemote = (now: KnownDevices, change: Partial<NonNullable<KnownDevices['remote']>>): KnownDevices => ({
  ...now,
  remote: now.remote === null ? null : { ...now.remote, ...change },
})

/** Its private key. */
export const keyOf = ({ privateKey }: KnownDevices): KeyObject =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' })

function newStored(name: string): KnownDevices {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return {
    name: DeviceName.parse(name),
    privateKey: key,
    admitted: [],
    removed: [],
    tellsSentences: false,
    said: null,
    seen: {},
    formerTip: null,
    remote: null,
  }
}

function isSame(a: ExactStat | null, b: ExactStat | null): boolean {
  return a === null || b === null ? a === b : isUnchanged(a, b)
}

export function deviceIdOf(key: PublicKey): DeviceId {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}

const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8
/** Whoever wants another key with the same code must compute this a trillion times. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64_000_000 }
const slowHash: (key: string, salt: string, length: number, cost: typeof COST) => Promise<Buffer> = promisify(scrypt)
const codes = new Map<PublicKey, string>()

/** The short code of a key, which people compare: "K7QF-2M9X". */
export async function codeOf(key: PublicKey): Promise<string> {
  const known = codes.get(key)
  if (known !== undefined) return known
  const bytes = await slowHash(key, 'variorum device code', CODE_LENGTH, COST)
  const letters = [...bytes].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')
  const code = `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
  codes.set(key, code)
  return code
}
