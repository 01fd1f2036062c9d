import { expect, test } from 'vitest'
import { byUser } from '../../shared/origin.ts'
import { DEFAULT_POLICIES, inPoliciesFile, type Policies } from '../../shared/policy.ts'
import { WriteRule } from '../../shared/write-rules.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { gitComplaints } from '../../testing/git.ts'
import { type Pick, random } from '../../testing/random.ts'
import { createMemoryTool, type MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { openStore } from '../memory/open-store.ts'
import type { Store } from '../memory/store-interface.ts'
import { PoliciesInForce } from './in-force.ts'

// An agent tries everything that it can call, on every path and spelling. What a rule protects stays as the rule says,
// and what it hides is in no answer.

const ACTS = Number(process.env.VARIORUM_LONG ?? 600)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)

const SECRET = 'ORCHID'
const RULES = [
  { paths: ['locked/**'], do: 'refuse' },
  { paths: ['log/**'], do: 'append-only' },
  { paths: ['kept/**'], do: 'no-delete' },
  { paths: ['own/**', `${SECRET}*`], do: 'hide' },
  { paths: ['asked/**'], do: 'ask' },
  { paths: ['guest/**'], do: 'refuse', client: 'Guest' },
].map((fields) => WriteRule.parse(fields))
const POLICIES: Policies = { ...DEFAULT_POLICIES, rules: RULES }

const FILES: Readonly<Record<string, string>> = {
  'locked/a.md': 'one\ntwo\n',
  'locked/deep/b.md': 'three\n',
  'log/day.md': 'first\n',
  'kept/ana.md': 'Ana is a pilot.\n',
  'own/LILAC.md': `the ${SECRET} blooms\n`,
  [`${SECRET}.md`]: `${SECRET}\n`,
  'asked/q.md': 'one\n',
  'guest/g.md': 'guest\n',
  'free/f.md': 'free\nfree too\n',
  'free/g.md': 'a\nb\nc\n',
}

const FOLDERS = ['asked', 'locked', 'locked/deep', 'log', 'kept', 'own', 'guest', 'free', '']
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `/memories/${path}`,
  (path) => `/memories/${path}/`,
  (path) => `/memories/./${path}`,
  (path) => `/memories/free/../${path}`,
  (path) => `/memories//${path}`,
  (path) => path,
]

function randomPath(pick: Pick): string {
  const names = ['q.md', 'a.md', 'b.md', 'day.md', 'ana.md', 'g.md', 'f.md', 'new.md']
  const known = [...Object.keys(FILES).filter((path) => !/ORCHID|LILAC/.test(path)), ...FOLDERS]
  const path =
    pick(3) === 0
      ? `${FOLDERS[pick(FOLDERS.length)] ?? ''}/${names[pick(names.length)] ?? ''}`
      : (known[pick(known.length)] ?? '')
  return (SPELLINGS[pick(8)] ?? SPELLINGS[0] ?? String)(path)
}

const TEXTS = [
  '',
  '\n',
  'one\n',
  'one\ntwo\n',
  'first\n',
  'x',
  'first\nsecond\n',
  'Ana is a pilot.\nAna flies.\n',
  'free\n',
]

/** One act, by everything that a model can call. */
async function act(tool: MemoryTool, pick: Pick): Promise<string> {
  const [path, text] = [randomPath(pick), TEXTS[pick(TEXTS.length)] ?? '']
  const old = TEXTS[pick(TEXTS.length)] ?? ''
  const runs = [
    () => tool.run({ command: 'view', path }),
    () => tool.run({ command: 'create', path, file_text: text }),
    () => tool.run({ command: 'str_replace', path, old_str: old, new_str: pick(2) === 0 ? old + text : text }),
    () => tool.run({ command: 'insert', path, insert_line: pick(4), insert_text: text }),
    () => tool.run({ command: 'delete', path }),
    () => tool.run({ command: 'rename', old_path: path, new_path: randomPath(pick) }),
    () => tool.ask('search', { query: ['free', 'ORC', 'blooms', 'one'][pick(4)] }),
    () => tool.ask('history', pick(2) === 0 ? {} : { path }),
    () => tool.ask('files', {}),
    () => tool.ask('text', { path }),
  ]
  return (await (runs[pick(runs.length)] ?? runs[0])?.())?.content ?? ''
}

const textOf = async (store: Store, path: string): Promise<string | null> => (await store.file(path))?.text ?? null

test(`whatever agents try, ${String(ACTS)} acts by each, the rules hold (seed ${String(SEED)})`, async () => {
  const dir = await newFolder()
  const inForce = new PoliciesInForce()
  const store = await openStore({ dir, device: deviceOf(dir), watch: false, gate: inForce.gate })
  const inPolicies = JSON.stringify(inPoliciesFile(POLICIES))
  inForce.follow({ type: 'policies.changed', store: 'any', inForce: inPolicies, found: null })
  const put = (path: string, text: string, before: string | null = null) =>
    store.put([{ path, before, bytes: Buffer.from(text) }], byUser(before === null ? 'create' : 'edit'))
  for (const [path, text] of Object.entries(FILES)) await put(path, text)
  const pick = random(SEED)
  const { redactor } = inForce
  const tools = [
    { tool: createMemoryTool(store, { redactor, client: { client: 'Guest' }, isAsSeen: true }), isGuest: true },
    { tool: createMemoryTool(store, { redactor, conversation: 'c1' }), isGuest: false },
  ]
  let log = FILES['log/day.md'] ?? ''
  for (let acts = 0; acts < ACTS; acts += 1)
    for (const { tool, isGuest } of tools) {
      const guest = await textOf(store, 'guest/g.md')
      const answer = await act(tool, pick)
      expect(answer).not.toContain(SECRET)
      expect(answer).not.toContain('LILAC')
      for (const path of ['asked/q.md', 'locked/a.md', 'locked/deep/b.md', 'own/LILAC.md', `${SECRET}.md`])
        expect(await textOf(store, path)).toBe(FILES[path])
      expect((await store.tree()).files.filter(({ path }) => /^(?:asked|locked|own)\//.test(path))).toHaveLength(4)
      const now = (await textOf(store, 'log/day.md')) ?? ''
      expect(now.startsWith(log)).toBe(true)
      log = now
      expect((await store.tree()).files.some(({ path }) => path.startsWith('kept/'))).toBe(true)
      if (isGuest) expect(await textOf(store, 'guest/g.md')).toBe(guest)
      // Something to act on is there again.
      if (pick(20) === 0 && (await textOf(store, 'free/f.md')) === null) await put('free/f.md', 'free\nfree too\n')
    }
  // They did write where they may.
  expect(
    (await store.history({ actors: ['agent'], verbs: ['create', 'rename', 'delete'] })).commits.length,
  ).toBeGreaterThan(5)
  await store.close()
  expect(await gitComplaints(dir)).toBe('')
})

test('what stands in the way of a hidden file is not told by its name', async () => {
  const dir = await newFolder()
  const inForce = new PoliciesInForce()
  const store = await openStore({ dir, device: deviceOf(dir), watch: false, gate: inForce.gate })
  const inPolicies = JSON.stringify(inPoliciesFile(POLICIES))
  inForce.follow({ type: 'policies.changed', store: 'any', inForce: inPolicies, found: null })
  for (const path of ['own/LILAC.md', 'free/f.md'])
    await store.put([{ path, before: null, bytes: Buffer.from('x\n') }], byUser('create'))
  const tool = createMemoryTool(store, { redactor: inForce.redactor })
  const move = { command: 'rename', old_path: '/memories/own', new_path: '/memories/free/f.md/q.md' }
  expect((await tool.run(move)).content).toMatch(/keeps this path to themselves/)
  await store.close()
})
