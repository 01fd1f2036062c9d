import { Buffer } from 'node:buffer'
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

// Signatures as OpenSSH and git write them, so that `git verify-commit` can check what a device signs. Pure.
// Source: PROTOCOL.sshsig and RFC 8709 (ed25519); git's gpg.format=ssh.

const MAGIC = Buffer.from('SSHSIG')
const VERSION = 1
const KEY_TYPE = 'ssh-ed25519'
const HASH = 'sha512'
const NAMESPACE = 'git'
const [BEGIN, END] = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----']
const LINE = 70
/** What stands before the 32 bytes of an ed25519 key in its DER form. Source: RFC 8410. */
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32

/** A public key in one line, as in `authorized_keys`, without a comment. */
export type PublicKey = string

export function publicKeyOf(privateKey: KeyObject): PublicKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return `${KEY_TYPE} ${keyBlob(der.subarray(-KEY_BYTES)).toString('base64')}`
}

/** The armoured signature of a message. @param privateKey of ed25519 */
export function signMessage(message: Uint8Array, privateKey: KeyObject): string {
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)
  const signature = sign(null, signedData(message), privateKey)
  const version = Buffer.alloc(4)
  version.writeUInt32BE(VERSION)
  const blob = Buffer.concat([
    MAGIC,
    version,
    string(keyBlob(raw)),
    string(NAMESPACE),
    string(''),
    string(HASH),
    string(Buffer.concat([string(KEY_TYPE), string(signature)])),
  ]).toString('base64')
  const lines = blob.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return [BEGIN, ...lines, END].join('\n')
}

/** The key that signed a message; null if nobody did, or the signature is not of a kind that devices make. */
export function signerOf(message: Uint8Array, armoured: string): PublicKey | null {
  const lines = armoured.trim().split('\n')
  if (lines[0] !== BEGIN || lines.at(-1) !== END) return null
  const parts = partsOf(Buffer.from(lines.slice(1, -1).join(''), 'base64'))
  if (parts === null) return null
  const key = createPublicKey({
    key: Buffer.concat([SPKI_START, parts.key]),
    type: 'spki',
    format: 'der',
  })
  return verify(null, signedData(message), key, parts.signature)
    ? `${KEY_TYPE} ${keyBlob(parts.key).toString('base64')}`
    : null
}

function partsOf(blob: Buffer): { readonly key: Buffer; readonly signature: Buffer } | null {
  if (!blob.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const reader = new Reader(blob, MAGIC.length)
  if (reader.number() !== VERSION) return null
  const [key, namespace, , hash, signature] = [1, 2, 3, 4, 5].map(() => reader.string())
  if (key === undefined || signature === undefined) return null
  if (namespace?.toString() !== NAMESPACE || hash?.toString() !== HASH || !reader.isAtEnd) return null
  const [keyReader, signatureReader] = [new Reader(key, 0), new Reader(signature, 0)]
  if (keyReader.string().toString() !== KEY_TYPE || signatureReader.string().toString() !== KEY_TYPE) return null
  const [raw, bytes] = [keyReader.string(), signatureReader.string()]
  return raw.length === KEY_BYTES && bytes.length === 64 ? { key: raw, signature: bytes } : null
}

/** Reads the fields of a blob; beyond its end they are empty. */
class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  number(): number {
    const at = this.#at
    this.#at += 4
    return at + 4 <= this.#bytes.length ? this.#bytes.readUInt32BE(at) : 0
  }

  string(): Buffer {
    const length = this.number()
    const at = this.#at
    this.#at += length
    return this.#bytes.subarray(at, at + length)
  }
}

function signedData(message: Uint8Array): Buffer {
  const hash = createHash(HASH).update(message).digest()
  return Buffer.concat([MAGIC, string(NAMESPACE), string(''), string(HASH), string(hash)])
}

const keyBlob = (raw: Uint8Array): Buffer => Buffer.concat([string(KEY_TYPE), string(raw)])

/** A field: its length, and its bytes. */
function string(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
