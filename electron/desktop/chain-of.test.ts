import { expect, test } from 'vitest'
import { chainOf } from './chain-of.ts'

test.each([
  ['v10 0123', 'linux', null],
  ['v11 0123', 'linux', "the system's key ring (Secret Service or KWallet)"],
  ['v12 0123', 'linux', "the desktop's key ring, through its portal"],
  ['a key in clear', 'linux', null],
  ['', 'linux', null],
  // There, the tag of the public password on Linux is that of the real key chain.
  ['v10 0123', 'darwin', 'the Keychain of macOS'],
  ['v10 0123', 'win32', "Windows' data protection, for your account"],
] as const)('"%s" on %s was encrypted by: %s', (encrypted, platform, chain) => {
  expect(chainOf(Buffer.from(encrypted), platform)).toBe(chain)
})
