import { expect, test } from 'vitest'
import { createImages } from './images.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const [PICTURE, NOTE, GONE] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)]
const STORE = {
  bytes: async (id: string) => (id === PICTURE ? PNG : id === NOTE ? Buffer.from('%PDF-1.7') : null),
}

test('an image has an address of its own, and nothing else has one', async () => {
  const images = createImages(() => STORE)
  const look = await images.shownAs(PICTURE)
  const address = look.kind === 'image' ? look.address : ''
  expect(address).toMatch(/^images\/[0-9a-f]{32}$/)
  expect(await images.at(`/${address}`)).toEqual({ type: 'image/png', bytes: PNG })
  expect(await images.shownAs(NOTE)).toEqual({ kind: 'other', format: 'pdf' })
  expect(await images.shownAs(GONE)).toEqual({ kind: 'too-large' })
  for (const path of [`/images/${PICTURE}`, '/images/', '/images/constructor', `/${address}/`, `/${address}0`])
    expect(await images.at(path)).toBeNull()
})

test('the oldest addresses are forgotten', async () => {
  const images = createImages(() => STORE)
  const addresses: string[] = []
  for (let count = 0; count < 300; count += 1) {
    const look = await images.shownAs(PICTURE)
    if (look.kind === 'image') addresses.push(`/${look.address}`)
  }
  expect(await images.at(addresses[0] ?? '')).toBeNull()
  expect(await images.at(addresses.at(-1) ?? '')).not.toBeNull()
})
