import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_POLICIES, type Policies, type RedactionLevel } from '../../shared/policy.ts'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { openCore, type Core } from '../core.ts'
import { acceptWaiting } from './testing/accept-waiting.ts'

// The user's changes of the policies, and those of other programs, on a real store.

interface Scene {
  readonly core: Core
  readonly file: string
  /** Another program writes the policies file, and its change is adopted. */
  readonly others: (policies: object) => Promise<void>
}

const start = (home: string): Promise<Core> => openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })

/** Starts on a home, and ends with the test. */
async function startLast(home: string): Promise<Core> {
  const core = await start(home)
  onTestFinished(() => core.close())
  return core
}

async function setScene(): Promise<Scene> {
  const home = await newFolder()
  const core = await startLast(home)
  const file = nodePath.join(home, 'memory', '.variorum', 'policies.json')
  return {
    core,
    file,
    async others(policies) {
      await fs.writeFile(file, JSON.stringify(policies))
      await core.store.adopt()
    },
  }
}

const withSecrets = (secrets: RedactionLevel): Policies => ({
  ...DEFAULT_POLICIES,
  redaction: { ...DEFAULT_POLICIES.redaction, groups: { ...DEFAULT_POLICIES.redaction.groups, secrets } },
})
const SECRETS_OFF = { redaction: { groups: { secrets: 'off' } } }

/** How secrets are redacted: in force, and by the policies that wait. */
async function secretsIn(core: Core): Promise<readonly [inForce: RedactionLevel, waiting: RedactionLevel | undefined]> {
  const { policies, waiting } = await core.policies.state()
  return [policies.redaction.groups.secrets, waiting?.policies?.redaction.groups.secrets]
}

test('undo of “Keep mine” brings back what another program wrote, and it waits again', async () => {
  const { core, others } = await setScene()
  await core.policies.save(DEFAULT_POLICIES)
  await others(SECRETS_OFF)
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  await core.policies.decline()
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  expect((await core.undo({ next: 'redo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', undefined])
})

test('what another program wrote waits although it was the user’s once, and after Undo, Redo and “Keep mine”', async () => {
  const { core, file } = await setScene()
  await core.policies.save(withSecrets('off'))
  const weak = await fs.readFile(file, 'utf8')
  await core.policies.save(DEFAULT_POLICIES)
  await fs.writeFile(file, weak)
  await core.store.adopt()
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  await core.policies.decline()
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
})

test('redo of a change by another program that was undone does not put it in force', async () => {
  const { core, others } = await setScene()
  await core.policies.save(DEFAULT_POLICIES)
  await others(SECRETS_OFF)
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', undefined])
  expect((await core.undo({ next: 'redo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
})

test('a restore with the policies puts in force what was in force then; what only waited then waits', async () => {
  const { core, others } = await setScene()
  await core.policies.save(withSecrets('certain'))
  await core.makePoint('mine')
  await others(SECRETS_OFF)
  await core.makePoint('theirs')
  await core.policies.decline()
  await core.policies.save(DEFAULT_POLICIES)
  expect((await core.restore('theirs', [''], { withPolicies: true })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  expect((await core.restore('mine', [''], { withPolicies: true })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['certain', undefined])
  expect((await core.restore('theirs', ['.variorum/policies.json'])).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['certain', 'off'])
})

test('undo of the first change brings back the defaults; a file that another program removes is a change that waits', async () => {
  const { core, file } = await setScene()
  await core.policies.save(withSecrets('broad'))
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['usual', undefined])
  expect((await core.undo({ next: 'redo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['broad', undefined])
  await fs.rm(file)
  await core.store.adopt()
  expect(await secretsIn(core)).toEqual(['broad', 'usual'])
  await core.policies.decline()
  expect((await core.undo({ next: 'undo' })).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['broad', 'usual'])
})

test.each([
  ['stricter limits', { caps: { view: 9 } }],
  ['more redaction', { redaction: { groups: { personal: 'broad' } } }],
])('policies that appear in a store that had none (%s) wait, at every start', async (_, policies) => {
  const home = await newFolder()
  const folder = nodePath.join(home, 'memory', '.variorum')
  await (await start(home)).close()
  await fs.mkdir(folder)
  await fs.writeFile(nodePath.join(folder, 'policies.json'), JSON.stringify(policies))
  for (const which of ['the next', 'the one after']) {
    const core = await start(home)
    const state = await core.policies.state()
    expect(state.policies, which).toEqual(DEFAULT_POLICIES)
    expect(state.waiting?.policies, which).toMatchObject({ limits: {} })
    expect(await core.waiting(), which).not.toBeNull()
    await core.close()
  }
  const core = await startLast(home)
  await acceptWaiting(core.policies)
  expect((await core.policies.state()).policies).not.toEqual(DEFAULT_POLICIES)
})

test('weaker policies that a folder brought wait, and so do others that replace them', async () => {
  const home = await newFolder()
  const folder = nodePath.join(home, 'memory', '.variorum')
  await fs.mkdir(folder, { recursive: true })
  const file = nodePath.join(folder, 'policies.json')
  await fs.writeFile(file, JSON.stringify(SECRETS_OFF))
  await (await start(home)).close()
  await fs.writeFile(file, JSON.stringify({ caps: { view: 9 } }))
  const core = await startLast(home)
  expect((await core.policies.state()).policies.limits.view).toBe(DEFAULT_POLICIES.limits.view)
  expect(await core.waiting()).toContain('Another program changed the policies.')
})

test('what a folder has when it is first opened is in force, unless it permits more than the defaults', async () => {
  const home = await newFolder()
  const folder = nodePath.join(home, 'memory', '.variorum')
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(nodePath.join(folder, 'policies.json'), JSON.stringify({ caps: { view: 9 } }))
  const core = await startLast(home)
  expect((await core.policies.state()).policies.limits.view).toBe(9)
  expect(await core.waiting()).toBeNull()
})

const pinsOf = async (core: Core): Promise<readonly string[]> => (await core.policies.state()).policies.pins

test('pins at the same moment are all kept, from two processes too', async () => {
  const home = await newFolder()
  const [core, other] = [await startLast(home), await startLast(home)]
  const outcomes = await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => core.policies.pin([path], true)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'committed', 'committed'])
  expect((await other.policies.pin(['d.md'], true)).kind).toBe('committed')
  expect((await core.policies.pin(['b.md'], false)).kind).toBe('committed')
  expect(await pinsOf(core)).toEqual(['a.md', 'c.md', 'd.md'])
})

test('a pin or a save does not overwrite a change that waits', async () => {
  const { core, others, file } = await setScene()
  await core.policies.save(DEFAULT_POLICIES)
  await others(SECRETS_OFF)
  const waiting = await fs.readFile(file, 'utf8')
  const refused = { kind: 'refused', reason: saying('the change waits for your decision') }
  expect(await core.policies.pin(['a.md'], true)).toMatchObject(refused)
  expect(await core.policies.save({ ...DEFAULT_POLICIES, pins: ['a.md'] })).toMatchObject(refused)
  // Also when it has only just been written.
  await fs.writeFile(file, `${waiting}\n`)
  expect(await core.policies.pin(['a.md'], true)).toMatchObject(refused)
  expect(await fs.readFile(file, 'utf8')).toBe(`${waiting}\n`)
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  await core.policies.decline()
  expect((await core.policies.pin(['a.md'], true)).kind).toBe('committed')
})

test('policies in force that cannot be read are not overwritten by a pin or a save, and “Keep mine” keeps what applies', async () => {
  const { core, others, file } = await setScene()
  await core.policies.save({ ...withSecrets('broad'), pins: ['a.md'] })
  const newer = { version: 2, caps: {} }
  await core.store.putPoliciesInForce(JSON.stringify(newer))
  await others(newer)
  const { policies, waiting } = await core.policies.state()
  expect([policies.pins, waiting]).toEqual([['a.md'], { policies: null, problem: saying('previous policies still') }])
  const refused = { kind: 'refused', reason: saying('can’t be read') }
  expect(await core.policies.pin(['c.md'], true)).toMatchObject(refused)
  expect(await core.policies.save({ ...policies, pins: [] }, policies)).toMatchObject(refused)
  expect(await fs.readFile(file, 'utf8')).toBe(JSON.stringify(newer))
  await fs.rm(file)
  await core.store.adopt()
  expect(await core.policies.pin(['c.md'], true)).toMatchObject({ reason: saying('waits for your decision') })
  expect(await secretsIn(core)).toEqual(['broad', 'usual'])
  await core.policies.decline()
  expect(await secretsIn(core)).toEqual(['broad', undefined])
  expect((await core.policies.pin(['c.md'], true)).kind).toBe('committed')
  expect(await pinsOf(core)).toEqual(['a.md', 'c.md'])
})

test('what is saved must have been made from what is in force', async () => {
  const { core } = await setScene()
  const { policies: base } = await core.policies.state()
  await core.policies.pin(['a.md'], true)
  expect(await core.policies.save(withSecrets('broad'), base)).toMatchObject({
    kind: 'conflict',
    reason: saying('changed meanwhile'),
  })
  expect(await pinsOf(core)).toEqual(['a.md'])
  const { policies: now } = await core.policies.state()
  expect((await core.policies.save({ ...withSecrets('broad'), pins: now.pins }, now)).kind).toBe('committed')
  expect(await secretsIn(core)).toEqual(['broad', undefined])
})

test('only what the user was shown is accepted', async () => {
  const { core, others, file } = await setScene()
  await core.policies.save(DEFAULT_POLICIES)
  await others({ pins: ['a.md'] })
  const shown = (await core.policies.state()).waiting?.policies ?? DEFAULT_POLICIES
  await fs.writeFile(file, JSON.stringify(SECRETS_OFF))
  expect(await core.policies.accept(shown)).toMatchObject({ kind: 'refused', reason: saying('changed again') })
  expect(await secretsIn(core)).toEqual(['usual', 'off'])
  await fs.rm(file)
  expect((await core.policies.accept(shown)).kind).toBe('refused')
  await others({ pins: ['a.md'] })
  expect(await core.policies.accept(shown)).toEqual({ kind: 'accepted' })
  expect(await pinsOf(core)).toEqual(['a.md'])
})

test('policies that could not be read again are not saved', async () => {
  const { core } = await setScene()
  const paths = Array.from({ length: 1_001 }, (_, at) => `${at}.md`)
  expect(await core.policies.pin(paths, true)).toMatchObject({ kind: 'refused', reason: saying('1,000 entries') })
  expect(await pinsOf(core)).toEqual([])
})
