import { expect, test } from 'vitest'
import { type SandboxFacts, whyNoSandbox } from './linux-sandbox.ts'

const FREE: SandboxFacts = {
  isRoot: false,
  restrictedByAppArmor: null,
  unprivilegedUserNamespaces: null,
  maxUserNamespaces: '63448',
  helper: { owner: 1000, mode: 0o100755 },
}
const HELPER = { owner: 0, mode: 0o104755 }

test.each<[string, Partial<SandboxFacts>, RegExp | null]>([
  ['user namespaces are free', {}, null],
  ['the switches are there and on', { restrictedByAppArmor: '0', unprivilegedUserNamespaces: '1' }, null],
  ['AppArmor restricts them', { restrictedByAppArmor: '1' }, /AppArmor/],
  ['they are off for accounts', { unprivilegedUserNamespaces: '0' }, /switched off/],
  ['there may be none', { maxUserNamespaces: '0' }, /switched off/],
  ['restricted, with the helper', { restrictedByAppArmor: '1', helper: HELPER }, null],
  ['off, with the helper', { maxUserNamespaces: '0', helper: HELPER }, null],
  ["the helper is somebody else's", { restrictedByAppArmor: '1', helper: { ...HELPER, owner: 1000 } }, /AppArmor/],
  ['the helper has no set-user-id', { restrictedByAppArmor: '1', helper: { owner: 0, mode: 0o100755 } }, /AppArmor/],
  ['there is no helper', { restrictedByAppArmor: '1', helper: null }, /AppArmor/],
  ['root, whatever else holds', { isRoot: true, helper: HELPER }, /for root/],
])('%s', (_, facts, why) => {
  const answer = whyNoSandbox({ ...FREE, ...facts })
  if (why === null) expect(answer).toBeNull()
  else expect(answer).toMatch(why)
})
