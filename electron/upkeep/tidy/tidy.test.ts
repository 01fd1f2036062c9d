import * as fs from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Commit } from '../../../shared/commit.ts'
import { say } from '../../../shared/messages/say.ts'
import { byUser } from '../../../shared/origin.ts'
import type { Saving } from '../../../shared/saving.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import type { ProposalView, TidySelection, TidyState } from '../../../shared/tidy.ts'
import { saying } from '../../../testing/saying.ts'
import { createAgent } from '../../agent/agent.ts'
import { callBlock, says, type Script, startModelServer, textBlock } from '../../agent/testing/model-server.ts'
import { openStore } from '../../memory/open-store.ts'
import type { Store } from '../../memory/store-interface.ts'
import {
  allow,
  fileAt,
  countCommits,
  filesOfHead,
  gitComplaints,
  newStore,
  user,
} from '../../memory/tests/store-fixture.ts'
import { WaitingList } from '../../review/waiting-list.ts'
import { mergePart } from './proposed.ts'
import { createTidy, type Tidy } from './tidy.ts'

const ALL = { removed: [], added: [] }
const OPTIONS = { dropShare: 0.05, requests: 20 }

/** One answer for each command, and a last one in words. */
function scriptOf(commands: readonly object[], last = 'Done: Ana has one file.'): readonly Script[] {
  const calls = commands.map((input, at) => says('tool_use', callBlock(0, `t${at}`, input)))
  return [...calls, says('end_turn', textBlock(0, last))]
}

interface Place {
  readonly dir: string
  readonly folder: string
  readonly store: Store
  readonly tidy: Tidy
  readonly accepted: Commit[]
  /** Another process on the same device. */
  reopen(): Tidy
  ended(): Promise<TidyState>
}

async function placeWith(
  texts: Readonly<Record<string, string>>,
  scripts: readonly Script[] | null,
  saving: Saving = 'freely',
): Promise<Place> {
  const { dir, store, ...place } = await newStore()
  onTestFinished(() => place[Symbol.asyncDispose]())
  const folder = `${dir}-device`
  for (const [path, text] of Object.entries(texts)) await store.put([fileAt(path, text)], user)
  const server = await startModelServer(...(scripts ?? []))
  onTestFinished(() => server.close())
  const env = { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789', ANTHROPIC_BASE_URL: server.url }
  const chosen = scripts === null ? {} : ({ provider: 'anthropic', model: 'claude-test' } as const)
  const accepted: Commit[] = []
  let heard: (() => void) | null = null
  const reopen = (): Tidy =>
    createTidy({
      store,
      folder,
      waiting: new WaitingList(folder),
      changed: () => heard?.(),
      work: {
        openCopy: (copy, device) => openStore({ dir: copy, device, gate: allow, watch: false }),
        agentOn: (copy, home, emit) =>
          createAgent({ home, store: copy, settings: () => ({ ...DEFAULT_SETTINGS, saving, ...chosen }), emit, env }),
      },
      onAccepted: async (commit) => void accepted.push(commit),
    })
  const tidy = reopen()
  return {
    dir,
    folder,
    store,
    tidy,
    accepted,
    reopen,
    ended: () =>
      new Promise((resolve) => {
        const look = async (): Promise<void> => {
          const state = await tidy.state()
          if (state.running === null) resolve(state)
        }
        heard = () => void look()
        void look()
      }),
  }
}

async function proposed(place: Place): Promise<ProposalView> {
  await place.tidy.start(OPTIONS)
  const { proposal, problem } = await place.ended()
  if (proposal === null) throw new Error(`No proposal: ${problem}`)
  return proposal
}

const whole = ({ files }: ProposalView): TidySelection => files.map(({ path }) => ({ path, without: ALL }))

const NOTES = {
  'notes.md': 'Ana likes green tea.\nThe bins go out on Monday.\n',
  'people/ana.md': 'Ana lives in Porto.\n',
  'other.md': `${Array.from({ length: 40 }, (_, at) => `Fact number ${at} stays.`).join('\n')}\n`,
}
const view = (path: string): object => ({ command: 'view', path: `/memories/${path}` })
const MOVE = [
  view('notes.md'),
  view('people/ana.md'),
  { command: 'insert', path: '/memories/people/ana.md', insert_line: 1, insert_text: 'Ana likes green tea.\n' },
  { command: 'str_replace', path: '/memories/notes.md', old_str: 'Ana likes green tea.\n', new_str: '' },
]

test('the agent works on a copy; what comes of it is kept, accepted as one commit, and undone as one', async () => {
  const place = await placeWith(NOTES, scriptOf(MOVE))
  const { dir, folder, store, tidy } = place
  const before = await countCommits(dir)
  const proposal = await proposed(place)
  expect([await countCommits(dir), await filesOfHead(dir)]).toEqual([before, NOTES])
  expect(proposal).toMatchObject({ summary: 'Done: Ana has one file.', cutShort: null, provider: 'anthropic' })
  expect(proposal.requests).toHaveLength(5)
  expect(proposal.fates).toMatchObject({
    dropped: [],
    moved: [{ from: { path: 'notes.md', line: 1 }, to: { path: 'people/ana.md', line: 2 } }],
    lines: 43,
  })
  expect(await fs.readdir(`${folder}/tidy`)).toEqual([])
  // It is there after a restart, too.
  expect((await place.reopen().state()).proposal?.id).toBe(proposal.id)
  const outcome = await tidy.accept({ id: proposal.id, selection: whole(proposal) })
  expect(outcome).toMatchObject({
    kind: 'committed',
    commit: {
      subject: 'tidied notes.md and 1 other',
      origin: { actor: 'agent', lineage: 'agent', model: 'claude-test' },
    },
  })
  expect(await filesOfHead(dir)).toEqual({
    ...NOTES,
    'notes.md': 'The bins go out on Monday.\n',
    'people/ana.md': 'Ana lives in Porto.\nAna likes green tea.\n',
  })
  expect([(await tidy.state()).proposal, place.accepted.length]).toEqual([null, 1])
  await store.undo({ next: 'undo' }, byUser('undo'))
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([NOTES, ''])
})

test.each(['asks', 'told'] as const)('where the memory is not written freely (%s), the copy is', async (saving) => {
  const place = await placeWith(NOTES, scriptOf(MOVE), saving)
  expect((await proposed(place)).files.map(({ path }) => path).toSorted()).toEqual(['notes.md', 'people/ana.md'])
})

test('half of a move is refused when it loses the line, and the other half is named', async () => {
  const place = await placeWith(NOTES, scriptOf(MOVE))
  const { dir, tidy } = place
  const { id } = await proposed(place)
  const half = { id, selection: [{ path: 'notes.md', without: ALL }] }
  expect(await tidy.preview(half)).toMatchObject({
    lost: [{ path: 'notes.md', line: 1, text: 'Ana likes green tea.' }],
    needs: ['people/ana.md'],
  })
  expect(await tidy.accept(half)).toMatchObject({ kind: 'refused', reason: saying('people/ana.md') })
  expect(await filesOfHead(dir)).toEqual(NOTES)
  // The half that only adds is fine, and the rest of the proposal stays.
  expect(await tidy.accept({ id, selection: [{ path: 'people/ana.md', without: ALL }] })).toMatchObject({
    kind: 'committed',
  })
  const rest = (await tidy.state()).proposal
  expect(rest?.files.map(({ path }) => path)).toEqual(['notes.md'])
  expect(rest?.fates.dropped).toEqual([])
  expect(await tidy.accept(half)).toMatchObject({ kind: 'committed' })
  expect((await tidy.state()).proposal).toBeNull()
})

test('lines can be left out of a part, and the rest of them waits', async () => {
  const edit = (from: string, to: string): object => ({
    command: 'str_replace',
    path: '/memories/notes.md',
    old_str: from,
    new_str: to,
  })
  const commands = [edit('likes green tea', 'likes green tea a lot'), edit('on Monday', 'on Monday evening')]
  const place = await placeWith(NOTES, scriptOf(commands))
  const { id } = await proposed(place)
  const selection = [{ path: 'notes.md', without: { removed: [2], added: [2] } }]
  expect(await place.tidy.accept({ id, selection })).toMatchObject({ kind: 'committed' })
  expect((await filesOfHead(place.dir))['notes.md']).toBe('Ana likes green tea a lot.\nThe bins go out on Monday.\n')
  const rest = (await place.tidy.state()).proposal
  expect(rest?.files).toMatchObject([
    { path: 'notes.md', after: 'Ana likes green tea a lot.\nThe bins go out on Monday evening.\n' },
  ])
})

test('a proposal that drops too much is refused, until the user allows it; the model is told of the limit', async () => {
  const place = await placeWith(NOTES, scriptOf([{ command: 'delete', path: '/memories/notes.md' }, view('')]))
  const { dir, tidy } = place
  await tidy.start({ dropShare: 0.02, requests: 20 })
  const { proposal } = await place.ended()
  expect(proposal?.fates.dropped.map(({ text }) => text)).toEqual([
    'Ana likes green tea.',
    'The bins go out on Monday.',
  ])
  const all = { id: proposal?.id ?? '', selection: [{ path: 'notes.md', without: ALL }] }
  expect(await tidy.accept(all)).toMatchObject({ kind: 'refused', reason: saying('2%') })
  expect(await filesOfHead(dir)).toEqual(NOTES)
  await tidy.setDropShare(0.1)
  expect(await tidy.accept(all)).toMatchObject({ kind: 'committed' })
  expect(Object.keys(await filesOfHead(dir))).toEqual(['other.md', 'people/ana.md'])
})

test('what was written meanwhile is kept, and the user decides where both changed', async () => {
  const place = await placeWith(NOTES, scriptOf(MOVE))
  const { dir, store, tidy } = place
  const { id, files } = await proposed(place)
  const selection = files.map(({ path }) => ({ path, without: ALL }))
  const version = async (path: string): Promise<string | null> => (await store.file(path))?.blob.id ?? null
  const write = async (path: string, text: string): Promise<void> =>
    void (await store.put([fileAt(path, text, await version(path))], user))
  await write('people/ana.md', 'Ana is a baker.\n\nAna lives in Porto.\n')
  await write('notes.md', 'Ana likes black tea.\nThe bins go out on Monday.\n')
  const asked = await tidy.accept({ id, selection })
  expect(asked).toMatchObject({
    kind: 'conflict',
    conflicts: [{ path: 'notes.md', mine: 'Ana likes black tea.\n', theirs: '' }],
  })
  const conflict = asked.kind === 'conflict' ? (asked.conflicts?.[0]?.id ?? '') : ''
  expect(await tidy.accept({ id, selection, choices: { [conflict]: 'mine' } })).toMatchObject({ kind: 'committed' })
  expect(await filesOfHead(dir)).toMatchObject({
    'notes.md': 'Ana likes black tea.\nThe bins go out on Monday.\n',
    'people/ana.md': 'Ana is a baker.\n\nAna lives in Porto.\nAna likes green tea.\n',
  })
})

test('a run that is cancelled, fails or finds nothing leaves no proposal, no copy and an untouched memory', async () => {
  const stuck = await placeWith(NOTES, [() => undefined])
  await stuck.tidy.start(OPTIONS)
  await expect(stuck.tidy.start(OPTIONS)).rejects.toThrow('already')
  await stuck.tidy.cancel()
  expect(await stuck.tidy.state()).toEqual({ running: null, problem: null, proposal: null })
  const idle = await placeWith(NOTES, scriptOf([]))
  await idle.tidy.start(OPTIONS)
  const inPart = say('tidy-found-nothing-in-part', { read: 0, of: 3 })
  expect(await idle.ended()).toMatchObject({ problem: inPart, proposal: null })
  const thorough = await placeWith(NOTES, scriptOf(Object.keys(NOTES).map(view)))
  await thorough.tidy.start(OPTIONS)
  expect(await thorough.ended()).toMatchObject({ problem: say('tidy-found-nothing'), proposal: null })
  for (const { folder, dir } of [stuck, idle, thorough])
    expect([await fs.readdir(`${folder}/tidy`), await filesOfHead(dir)]).toEqual([[], NOTES])
})

test('a budget of requests ends a run, and what was done until then is proposed', async () => {
  const place = await placeWith(NOTES, scriptOf([...MOVE, ...Array.from({ length: 20 }, () => view(''))]))
  await place.tidy.start({ dropShare: 0.05, requests: 6 })
  const { proposal } = await place.ended()
  expect(proposal?.cutShort).toEqual(saying('budget'))
  expect(proposal?.files.map(({ path }) => path)).toEqual(['notes.md', 'people/ana.md'])
})

test('the demo model tidies, too: it removes what is said twice', async () => {
  const files = {
    ...NOTES,
    'todo.md': '- Water the fern.\n- One more.\n- Water the fern.\n',
    'jobs/plan/features.json': '[\n  {\n    "evidence": null\n  },\n  {\n    "evidence": null\n  }\n]\n',
    'rows.csv': 'ana,3\nana,3\n',
    'conf.yaml': 'a:\n  - x\n  - x\n',
  }
  const place = await placeWith(files, null)
  const proposal = await proposed(place)
  expect(proposal).toMatchObject({ provider: 'demo', read: { notes: 4, of: 4 }, leftOut: [] })
  expect(proposal.files.map(({ path }) => path)).toEqual(['todo.md'])
  expect(proposal.fates).toMatchObject({
    dropped: [],
    repeated: [{ from: { path: 'todo.md', line: 3 }, to: { path: 'todo.md', line: 1 } }],
  })
})

test('data, code, job files and broken frontmatter are left out by name; what was read is counted', async () => {
  const files = {
    ...NOTES,
    'jobs/plan/features.json': '[\n  { "evidence": null },\n  { "evidence": null }\n]\n',
    'jobs/plan/progress.md': 'Begun.\n',
    'work/conf.yaml': 'a:\n  x: 1\nb:\n  x: 1\n',
    'people/ana.md': '---\nname: Ana\n---\nAna lives in Porto.\n',
  }
  const write = (path: string, text: string): object => ({
    command: 'str_replace',
    path: `/memories/${path}`,
    old_str: text,
    new_str: '',
  })
  const place = await placeWith(
    files,
    scriptOf([
      view('notes.md'),
      write('jobs/plan/features.json', '  { "evidence": null }\n'),
      write('jobs/plan/progress.md', 'Begun.\n'),
      write('work/conf.yaml', 'b:\n  x: 1\n'),
      write('people/ana.md', '---\nname: Ana\n'),
      write('notes.md', 'The bins go out on Monday.\n'),
    ]),
  )
  const proposal = await proposed(place)
  expect(proposal.files.map(({ path }) => path)).toEqual(['notes.md'])
  expect(proposal.read).toEqual({ notes: 1, of: 3 })
  expect(proposal.leftOut).toEqual([
    { path: 'jobs/plan/features.json', why: 'job' },
    { path: 'jobs/plan/progress.md', why: 'job' },
    { path: 'people/ana.md', why: 'frontmatter' },
    { path: 'work/conf.yaml', why: 'not-a-note' },
  ])
  const all = ['notes.md', ...proposal.leftOut.map(({ path }) => path)].map((path) => ({ path, without: ALL }))
  expect(await place.tidy.accept({ id: proposal.id, selection: all })).toMatchObject({ kind: 'committed' })
  expect(await filesOfHead(place.dir)).toEqual({ ...files, 'notes.md': 'Ana likes green tea.\n' })
  expect((await place.tidy.state()).proposal).toBeNull()
})

test('a part that would break frontmatter is refused', async () => {
  const before = '---\nname: Ana\ntags: [a]\n---\nAna lives in Porto.\n'
  const edit = { command: 'str_replace', path: '/memories/people/ana.md', old_str: ' [a]', new_str: '\n- a\n- b' }
  const place = await placeWith({ ...NOTES, 'people/ana.md': before }, scriptOf([edit]))
  const { id } = await proposed(place)
  const selection = [{ path: 'people/ana.md', without: { removed: [3], added: [] } }]
  expect(await place.tidy.preview({ id, selection })).toMatchObject({ broken: ['people/ana.md'] })
  expect(await place.tidy.accept({ id, selection })).toMatchObject({ kind: 'refused', reason: saying('people/ana.md') })
  expect((await filesOfHead(place.dir))['people/ana.md']).toBe(before)
})

test('equal conflicts are decided one by one, and both versions keep their own lines', async () => {
  const facts = Array.from({ length: 9 }, (_, at) => `Fact ${at}.`)
  const text = (drink: string, last: string): string => [drink, ...facts, drink, ...facts, last].join('\n')
  const file = { path: 'a.md', before: '1'.repeat(40), after: text('milk', 'new tail') }
  const now = { id: '2'.repeat(40), text: text('rum', 'my tail') }
  const versions = { base: new Map([['a.md', text('tea', 'old tail')]]), presentOf: () => now }
  const { conflicts } = mergePart([file], versions, {})
  expect(conflicts.map(({ line }) => line)).toEqual([1, 11, 21])
  const [first = '', second = '', third = ''] = conflicts.map(({ id }) => id)
  const choices = { [first]: 'mine', [second]: 'theirs', [third]: 'both' } as const
  expect(mergePart([file], versions, choices).files[0]?.text).toBe(
    ['rum', ...facts, 'milk', ...facts, 'new tail', 'my tail'].join('\n'),
  )
})

test('what other programs wrote is told apart in the copy, so that a tidied text is no more trusted', async () => {
  const place = await placeWith(NOTES, scriptOf(MOVE))
  const { store } = place
  await store.put(
    [fileAt('people/ana.md', 'Ana lives near Porto.\n', (await store.file('people/ana.md'))?.blob.id ?? null)],
    {
      actor: 'outside',
      verb: 'adopt',
      lineage: 'outside',
    },
  )
  expect((await proposed(place)).lineage).toBe('outside')
})
