import { expect, test } from 'vitest'
import { say } from '../../shared/messages/say.ts'
import { chainOf } from './chain-of.ts'

test.each([
  ['v10 0123', 'linux', null],
  ['v11 0123', 'linux', 'chain-key-ring'],
  ['v12 0123', 'linux', 'chain-portal'],
  ['a key in clear', 'linux', null],
  ['', 'linux', null],
  // There, the tag of the public password on Linux is that of the real key chain.
  ['v10 0123', 'darwin', 'chain-macos'],
  ['v10 0123', 'win32', 'chain-windows'],
] as const)('"%s" on %s was encrypted by: %s', (encrypted, platform, chain) => {
  expect(chainOf(Buffer.from(encrypted), platform)).toEqual(chain === null ? null : say(chain))
})
