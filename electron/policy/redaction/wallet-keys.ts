import { createHash } from 'node:crypto'
import { bech32, createBase58check } from '@scure/base'
import { detector, lineBefore, NEAR, type Scan } from './scan.ts'

// Private keys of wallets and accounts that prove themselves by a checksum, and those that only a word tells from a hash.

const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest())

/** Wallet import format and BIP-38: a version byte, the key, four bytes of checksum. */
const BASE58 =
  /(?<![1-9A-HJ-NP-Za-km-z])(?:[59KLc][1-9A-HJ-NP-Za-km-z]{50,51}|6P[1-9A-HJ-NP-Za-km-z]{56})(?![1-9A-HJ-NP-Za-km-z])/g
const BECH32 =
  /(?<![A-Za-z0-9])(?:nsec|ed25519_sk|ed25519e_sk|xprv|root_xsk|acct_xsk|addr_xsk|suiprivkey)1[02-9ac-hj-np-z]{38,200}(?![A-Za-z0-9])/g
/** Stellar's strkey: a version byte, 32 bytes, a CRC-16, in base32. */
const STELLAR = /(?<![A-Z0-9])S[A-D][A-Z2-7]{54}(?![A-Z0-9])/g

/** 64 hexadecimal digits are a hash more often than a key. */
const HEX_64 = /(?<![0-9A-Za-z])(?:0x)?[0-9a-f]{64}(?![0-9A-Za-z])/gi
const ACCOUNT_BEFORE =
  /(?:wallet|\baccounts?\b|private|privkey|\bpriv\b|signer|deployer|\bminter|treasury|ethereum|\beth\b|\bevm\b|solidity|hardhat|foundry|metamask|--private-key)[^\n]{0,60}$/i
const HASH_BEFORE =
  /(?:\btx\b|\btxn|transaction|\bhash|sha-?256|digest|checksum|block|topic|merkle|root|commit|fingerprint|integrity|image|layer|public|pubkey|address)[^\n]{0,24}$/i

export const walletKeys = detector(NEAR, (scan, found) => {
  const { text } = scan
  const add = (pattern: RegExp, isKey: (value: string) => boolean): void => {
    for (const { index, 0: value } of text.matchAll(pattern))
      if (isKey(value)) found.push({ start: index, end: index + value.length, rule: 'wallet key' })
  }
  add(BASE58, (value) => hasBase58Checksum(value))
  add(BECH32, (value) => bech32.decodeUnsafe(value, false) !== undefined)
  add(STELLAR, (value) => crc16(value))
  accountKeys(scan, (start, end) => found.push({ start, end, rule: 'wallet key', certainty: 'usual' }))
})

function accountKeys({ text }: Scan, report: (start: number, end: number) => void): void {
  for (const { index, 0: value } of text.matchAll(HEX_64)) {
    const before = lineBefore(text, index, 100)
    if (ACCOUNT_BEFORE.test(before) && !HASH_BEFORE.test(before)) report(index, index + value.length)
  }
}

function hasBase58Checksum(value: string): boolean {
  try {
    return base58check.decode(value).length > 0
  } catch {
    return false
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** CRC-16/XMODEM over version and key, little-endian at the end (SEP-23). */
function crc16(value: string): boolean {
  let bits = 0
  let count = 0
  const bytes: number[] = []
  for (const sign of value) {
    bits = (bits << 5) | BASE32.indexOf(sign)
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
    bits &= (1 << count) - 1
  }
  let crc = 0
  for (const byte of bytes.slice(0, -2)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return bytes.at(-2) === (crc & 0xff) && bytes.at(-1) === crc >> 8
}
