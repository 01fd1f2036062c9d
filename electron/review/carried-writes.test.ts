import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { WaitingWrite } from '../../shared/waiting.ts'
import { WriteRule } from '../../shared/write-rules.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import { type Core, openCore } from '../core.ts'

interface Computer {
  readonly core: Core
  readonly home: string
  readonly dir: string
}

async function computer(cloneOf?: string): Promise<Computer> {
  const home = await newFolder()
  const dir = nodePath.join(home, 'memory')
  if (cloneOf !== undefined) await git(home, 'clone', '-q', cloneOf, dir)
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  return { core, home, dir }
}

/** One computer with four writes that wait, by an agent that must ask, and the file with them. */
async function withWaiting(): Promise<Computer & { readonly text: string }> {
  const first = await computer()
  const { core } = first
  for (const name of ['list', 'old', 'away']) await core.saveFile(`${name}.md`, null, `# ${name}\none\n`)
  const { policies } = await core.policies.state()
  await core.policies.save({ ...policies, rules: [WriteRule.parse({ paths: ['**'], do: 'ask' })] }, policies)
  const tool = core.memoryTool({ client: { client: 'Codex' } })
  const path = (name: string): string => `/memories/${name}.md`
  await tool.run({ command: 'create', path: path('new'), file_text: 'Paint the fence.\n' })
  await tool.run({ command: 'str_replace', path: path('list'), old_str: 'one', new_str: 'two' })
  await tool.run({ command: 'delete', path: path('old') })
  await tool.run({ command: 'rename', old_path: path('away'), new_path: path('there') })
  await core.store.published()
  return { ...first, text: (await core.review.carried()) ?? '' }
}

const waitingIn = async (core: Core) => (await core.review.review()).waiting.filter((each) => each.kind === 'write')

const Written = z.looseObject({ writes: z.array(WaitingWrite) })

/** The file with its first write, or all of it, changed. */
function changed(text: string, write: object, file: object = {}): string {
  const written = Written.parse(JSON.parse(text))
  return JSON.stringify({ ...written, writes: [{ ...written.writes[0], ...write }], ...file })
}

test('what waits goes to a computer with a clone, once, and is saved there as of an agent that nobody here saw', async () => {
  const { dir, text } = await withWaiting()
  const { core } = await computer(dir)
  const left = { known: 0, otherVersion: 0, tooMany: 0 }
  expect(await core.review.takeIn(text)).toEqual({ added: 4, left })
  expect(await core.review.takeIn(text)).toEqual({ added: 0, left: { ...left, known: 4 } })
  for (const { id } of await waitingIn(core))
    expect(await core.accept({ id })).toMatchObject({
      kind: 'committed',
      commit: { origin: { actor: 'agent', client: 'Codex', lineage: 'outside' } },
    })
  expect((await core.store.tree()).files.map((file) => file.path)).toEqual(['list.md', 'new.md', 'there.md'])
  expect((await core.store.file('list.md'))?.text).toBe('# list\ntwo\n')
  expect(await core.review.carried()).toBeNull()
})

test('what is about versions that are not here, or too much, is left out and counted', async () => {
  const { text } = await withWaiting()
  const { core } = await computer()
  expect(await core.review.takeIn(text)).toEqual({ added: 1, left: { known: 0, otherVersion: 3, tooMany: 0 } })
  expect(await waitingIn(core)).toMatchObject([{ paths: ['new.md'] }])
  const { writes } = Written.parse(JSON.parse(text))
  const many = Array.from({ length: 300 }, (_, at) => ({ ...writes[0], id: String(at).padStart(26, '0') }))
  const full = await core.review.takeIn(changed(text, {}, { writes: many }))
  expect(full).toEqual({ added: 299, left: { known: 0, otherVersion: 0, tooMany: 1 } })
})

test('a file that no store wrote adds nothing, and a changed one no more than an agent could ask for', async () => {
  const { text } = await withWaiting()
  const { core, home } = await computer()
  const files = (path: string) => ({ files: [{ path, before: null, after: { text: 'x\n' } }] })
  const [write] = Written.parse(JSON.parse(text)).writes
  const origin = write?.origin
  for (const [other, why] of [
    ['', 'no file that'],
    ['[]', 'no file that'],
    ['{"writes":[]}', 'no file that'],
    [changed(text, {}, { version: 2 }), 'newer version'],
    [text.slice(0, -20), 'no file that'],
    [changed(text, { files: [] }), 'changed or damaged'],
    [changed(text, { origin: { ...origin, actor: 'user', lineage: 'user' } }), 'changed or damaged'],
    [changed(text, { origin: { ...origin, verb: 'undo' } }), 'changed or damaged'],
    [changed(text, files('.variorum/policies.json')), 'changed or damaged'],
    [changed(text, files('a/../../b.md')), 'changed or damaged'],
    [changed(text, files('.git/config')), 'changed or damaged'],
  ] as const)
    await expect(core.review.takeIn(other), other).rejects.toThrow(why)
  expect(await waitingIn(core)).toEqual([])

  const undoes = ['01M8K6KFKE1D3BEN3APJPNQ0K0']
  const secret = { path: 'new.md', before: null, after: { text: 'password: Zebra-Hunter2!9\n' } }
  await core.review.takeIn(changed(text, { origin: { ...origin, lineage: 'user', undoes }, files: [secret] }))
  const [taken] = await waitingIn(core)
  expect(taken?.origin).toMatchObject({ actor: 'agent', lineage: 'outside' })
  expect(taken?.origin).not.toHaveProperty('undoes')
  const kept = nodePath.join(home, 'stores', await core.store.id(), 'waiting.json')
  expect(await fs.readFile(kept, 'utf8')).not.toContain('Zebra')
})
