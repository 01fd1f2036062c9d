import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { ClientAccess, type ClientRights, USUAL_RIGHTS } from '../shared/clients.ts'
import { say } from '../shared/messages/say.ts'
import { ClientName } from '../shared/origin.ts'
import { atOnce } from '../testing/at-once.ts'
import { newFolder } from '../testing/folders.ts'
import { Clients } from './clients.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const open = (folder = home): Clients => new Clients(folder, () => undefined)
const write = (name: string, text: string): Promise<void> => fs.writeFile(nodePath.join(home, name), text)
const read = (name: string): Promise<string> => fs.readFile(nodePath.join(home, name), 'utf8')

const NAMES = ['codex', ...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length', '0']
const ACTS = [...ClientAccess.options, 'note', 'token', 'revoke'] as const
interface Step {
  readonly name: string
  readonly act: (typeof ACTS)[number]
}
const DONE = { label: null, reads: 1, writes: 0, refusals: 0 }

test('agents of any name, also of what every object has: what each may do and did', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc.oneof(
            fc.constantFrom(...NAMES),
            fc.string({ minLength: 1 }).filter((it) => ClientName.safeParse(it).data === it),
          ),
          act: fc.constantFrom(...ACTS),
        }),
        { maxLength: 6 },
      ),
      async (steps) => {
        const folder = await newFolder()
        const model = new Map<string, { rights: ClientRights; reads: number; hasToken: boolean }>()
        for (const { name, act } of steps) {
          const clients = open(folder)
          const known = model.get(name) ?? { rights: USUAL_RIGHTS, reads: 0, hasToken: false }
          if (act === 'note') {
            await clients.note(name, DONE)
            known.reads += 1
          } else if (act === 'token') {
            expect(await clients.nameOfToken(await clients.newToken(name))).toBe(name)
            known.hasToken = true
          } else if (act === 'revoke') {
            await clients.revokeToken(name)
            known.hasToken = false
          } else {
            known.rights = { ...known.rights, access: act }
            expect(await clients.change(name, { access: act })).toEqual(known.rights)
          }
          if (act !== 'revoke' || model.has(name)) model.set(name, known)
        }
        const clients = open(folder)
        for (const name of NAMES) expect(await clients.rightsOf(name)).toEqual(model.get(name)?.rights ?? USUAL_RIGHTS)
        for (const { name, use, hasToken, ...rights } of await clients.list()) {
          const { reads, ...known } = model.get(name) ?? {}
          expect({ rights, hasToken, reads: use?.reads ?? 0 }).toEqual({ ...known, reads })
        }
      },
    ),
    {
      numRuns: 20,
      examples: NAMES.map((name): [Step[]] => [ACTS.map((act) => ({ name, act }))]),
    },
  ))

const RESTRICTED = JSON.stringify({ codex: { access: 'none', trusted: false }, cursor: { access: 'none', trusted: 1 } })

test.each(['', '{', 'null', '[]', RESTRICTED])('what agents may do, when it reads %j', async (text) => {
  await write('clients.json', text)
  const refusal = { said: say('clients-unreadable') }
  for (const name of ['codex', 'cursor', 'another']) await expect(open().rightsOf(name)).rejects.toMatchObject(refusal)
  await expect(open().change('another', { access: 'read' })).rejects.toMatchObject(refusal)
  await expect(open().list()).rejects.toMatchObject(refusal)
  expect(await read('clients.json')).toBe(text)
})

test('tokens that cannot be read are nobody’s, and none is lost', async () => {
  await write('clients-tokens.json', '{"codex": 1}')
  const refusal = { said: say('client-tokens-unreadable') }
  await expect(open().nameOfToken('x')).rejects.toMatchObject(refusal)
  await expect(open().newToken('cursor')).rejects.toMatchObject(refusal)
  await expect(open().revokeToken('codex')).rejects.toMatchObject(refusal)
  expect(await read('clients-tokens.json')).toBe('{"codex": 1}')
})

test('tokens that several processes make at once all let somebody in, and everything is counted', async () => {
  const tokens = await atOnce(
    3,
    (at) => `
      import { Clients } from ${JSON.stringify(new URL('clients.ts', import.meta.url).href)}
      const clients = new Clients(${JSON.stringify(home)}, () => undefined)
      for (let each = 0; each < 2; each += 1) await clients.note('codex', ${JSON.stringify(DONE)})
      console.log(await clients.newToken('agent ${at}'))`,
  )
  expect(await Promise.all(tokens.map((token) => open().nameOfToken(token)))).toEqual(['agent 0', 'agent 1', 'agent 2'])
  expect((await open().list()).find(({ name }) => name === 'codex')?.use?.reads).toBe(6)
})
