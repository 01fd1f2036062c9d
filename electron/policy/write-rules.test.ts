import { expect, test } from 'vitest'
import { byAgent, byClient, byOutside, byPolicy, byUser, type Origin } from '../../shared/origin.ts'
import { DEFAULT_POLICIES, Policies } from '../../shared/policy.ts'
import { WriteRule } from '../../shared/write-rules.ts'
import { createGate } from './gate.ts'
import { compileWriteRules, type RuledChange } from './write-rules.ts'

const rule = (fields: object): WriteRule => WriteRule.parse({ paths: ['work/**'], do: 'refuse', ...fields })
const agent = byAgent('edit', 'agent')

interface Try {
  readonly path?: string
  readonly to?: string
  readonly from?: string | null
  readonly into?: string | null
  readonly by?: Origin
}

const change = ({ path = 'work/a.md', from = null, into = null, by = agent, to }: Try): RuledChange => ({
  path,
  ...(to === undefined ? {} : { to }),
  before: from === null ? null : Buffer.from(from),
  after: into === null ? null : Buffer.from(into),
  origin: by,
})

const allows = (rules: readonly WriteRule[], tried: Try): boolean =>
  compileWriteRules(rules).judge(change(tried)) === null

test('a lock stops every agent and nobody else', () => {
  const rules = [rule({})]
  for (const by of [agent, byAgent('undo', 'agent'), byClient('create', 'outside', { client: 'Codex' })])
    expect(allows(rules, { into: 'x', by })).toBe(false)
  for (const by of [byUser('edit'), byUser('undo'), byPolicy('delete'), byOutside('adopt', { client: 'Codex' })])
    expect(allows(rules, { into: 'x', by })).toBe(true)
  expect(allows(rules, { path: 'workshop.md', into: 'x' })).toBe(true)
  expect(allows([rule({ on: false })], { into: 'x' })).toBe(true)
})

test('what another program did is judged by the rules about it alone, and is never hidden from it', () => {
  const outside = byOutside('adopt', { client: 'Codex' })
  const judges = (fields: object, by: Origin): boolean => !allows([rule(fields)], { into: 'x', by })
  expect(judges({ who: 'outside' }, outside)).toBe(true)
  expect(judges({ who: 'outside' }, agent)).toBe(false)
  for (const by of [outside, agent]) expect(judges({ who: 'all' }, by)).toBe(true)
  for (const by of [byUser('edit'), byPolicy('delete')]) expect(judges({ who: 'all' }, by)).toBe(false)
  expect(judges({ who: 'all', do: 'hide' }, agent)).toBe(true)
  expect(judges({ who: 'all', do: 'hide' }, outside)).toBe(false)
  expect(compileWriteRules([rule({ who: 'outside', do: 'hide' })]).hiddenFrom()).toBeNull()
  // It is on the disk already: the gate lets it pass, so that it becomes history.
  const { gate } = createGate(Policies.parse({ rules: [rule({ who: 'all' })] }))
  expect(gate({ ...change({ into: 'x', by: outside }), totals: null })).toEqual({ kind: 'allow' })
})

test.each([
  ['a new file', null, 'x', true],
  ['lines after the last', 'one\n', 'one\ntwo\n', true],
  ['a line after one without an end', 'one', 'one\ntwo', true],
  ['the same', 'one', 'one', true],
  ['into an empty file', '', 'x', true],
  ['the end of a line', 'one', 'one more', false],
  ['above', 'one\n', 'zero\none\n', false],
  ['less', 'one\ntwo\n', 'one\n', false],
  ['nothing', 'one\n', null, false],
] as const)('a file that may only grow: %s', (_, from, into, isAllowed) => {
  expect(allows([rule({ do: 'append-only' })], { from, into })).toBe(isAllowed)
})

test('what is not to be deleted may not be emptied or moved away either, but changed, and moved within', () => {
  const rules = [rule({ do: 'no-delete' })]
  const from = 'one\n'
  expect(allows(rules, { from, into: null })).toBe(false)
  expect(allows(rules, { from, into: ' \n' })).toBe(false)
  expect(allows(rules, { from, into: null, to: 'b.md' })).toBe(false)
  expect(allows(rules, { from, into: null, to: 'work/b.md' })).toBe(true)
  expect(allows(rules, { from, into: 'two\n' })).toBe(true)
  expect(allows(rules, { from: '', into: null })).toBe(true)
})

test('a rule for one program, for text from outside, or where much goes, lets the rest pass', () => {
  const codex = byClient('create', 'agent', { client: 'Codex' })
  expect(allows([rule({ client: 'Codex' })], { into: 'x', by: codex })).toBe(false)
  expect(allows([rule({ client: 'Codex' })], { into: 'x' })).toBe(true)
  const outside = [rule({ when: 'outside' })]
  expect(allows(outside, { into: 'x', by: byAgent('create', 'agent-untrusted') })).toBe(false)
  expect(allows(outside, { into: 'x', by: byAgent('create', 'outside') })).toBe(false)
  expect(allows(outside, { into: 'x' })).toBe(true)
  const large = [rule({ when: 'large' })]
  const lines = (count: number, from = 0): string =>
    Array.from({ length: count }, (_, at) => `line ${String(at + from)}\n`).join('')
  expect(allows(large, { from: lines(100), into: lines(79, 21) })).toBe(false)
  expect(allows(large, { from: lines(100), into: lines(80, 20) })).toBe(true)
  expect(allows(large, { from: lines(7), into: lines(3, 4) })).toBe(false)
  expect(allows(large, { from: lines(3), into: 'new\n' })).toBe(true)
  expect(allows(large, { from: lines(100), into: `${lines(50, 50)}${lines(50)}` })).toBe(true)
})

test('the first rule that is about a change decides, also to let it pass', () => {
  const rules = [rule({ paths: ['work/open/**'], do: 'no-delete' }), rule({})]
  expect(allows(rules, { path: 'work/open/a.md', into: 'x' })).toBe(true)
  expect(allows(rules, { path: 'work/a.md', into: 'x' })).toBe(false)
  const { ruleFor, hiddenFrom } = compileWriteRules([
    ...rules,
    rule({ paths: ['own/**'], do: 'hide', when: 'outside' }),
  ])
  expect(['work/open/a.md', 'work/a.md', 'own/a.md', 'a.md'].map((path) => ruleFor(change({ path })))).toEqual([
    0,
    1,
    2,
    null,
  ])
  expect(['own/a.md', 'work/a.md', 'a.md'].map((path) => hiddenFrom()?.(path))).toEqual([true, false, false])
  expect(compileWriteRules(rules).hiddenFrom()).toBeNull()
})

test('the policies carry rules, the gate decides by them before all else, and old files have none', () => {
  const { gate } = createGate(Policies.parse({ rules: [{ paths: ['work'], do: 'refuse' }] }))
  const none = { files: 0, bytes: 0 }
  const totals = { now: none, planned: none, turnBytes: 0 }
  expect(gate({ ...change({ into: 'password: Zebra-Hunter2!9' }), totals })).toMatchObject({ kind: 'refuse' })
  expect(gate({ ...change({ from: 'x', into: null }), totals })).toMatchObject({ kind: 'refuse' })
  expect(DEFAULT_POLICIES.rules).toEqual([])
})
