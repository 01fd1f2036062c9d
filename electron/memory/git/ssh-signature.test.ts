import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCommit, parseCommit, signedCommit, withSignature } from './objects.ts'
import { publicKeyOf, signerOf, signMessage } from './ssh-signature.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const who = { name: 'A', email: 'a@example.invalid', timestamp: 1, timezoneOffset: 0 }

test('whoever has the key is known by what they signed, to the byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (message, at) => {
      const armoured = signMessage(message, privateKey)
      expect(signerOf(message, armoured)).toBe(publicKeyOf(privateKey))
      const other = Uint8Array.from([...message, at % 256])
      expect(signerOf(other, armoured)).toBeNull()
    }),
    { numRuns: 50 },
  )
})

test('no damaged signature is anybody’s, and none ends the reader', () => {
  const message = Buffer.from('text')
  const armoured = signMessage(message, privateKey)
  fc.assert(
    fc.property(fc.nat(armoured.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, put) => {
      const damaged = armoured.slice(0, at) + put + armoured.slice(at + put.length)
      const signer = signerOf(message, damaged)
      expect([null, publicKeyOf(privateKey)]).toContain(signer)
    }),
    { numRuns: 300 },
  )
})

test('a signed commit is the same commit to whoever does not look at signatures', () => {
  const commit = encodeCommit({
    tree: 'a'.repeat(40),
    parents: ['b'.repeat(40)],
    author: who,
    message: 'gpgsig no\n\nmore\n',
  })
  const signed = withSignature(commit, signMessage(commit, privateKey))
  const found = signedCommit(signed)
  expect(found?.payload.equals(commit)).toBe(true)
  expect(signerOf(found?.payload ?? Buffer.alloc(0), found?.signature ?? '')).toBe(publicKeyOf(privateKey))
  expect(parseCommit('c'.repeat(40), signed)).toEqual(parseCommit('c'.repeat(40), commit))
  expect(signedCommit(commit)).toBeNull()
})
