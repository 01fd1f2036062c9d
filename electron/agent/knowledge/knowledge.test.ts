import { Buffer } from 'node:buffer'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { nameOf } from '../../../shared/commit.ts'
import type { ContextEdit } from '../../../shared/conversation.ts'
import type { Knowledge } from '../../../shared/knowledge.ts'
import { byUser } from '../../../shared/origin.ts'
import { processorMsOf } from '../../../testing/processor-time.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { Line } from '../conversation/lines.ts'
import { createMemoryTool } from '../memory-tool/memory-tool.ts'
import { NO_REDACTION, type Redactor } from '../redactor.ts'
import { type Scene, setScene } from '../testing/scene.ts'

type Command = Readonly<Record<string, unknown>>

/** A conversation as a model would have it: every command is carried out on the real store. */
class Talk {
  readonly #scene: Scene
  readonly #lines: Line[] = []
  #turn = 0

  constructor(scene: Scene) {
    this.#scene = scene
  }

  async turn(commands: readonly Command[], answer: string, kind: 'done' | 'refused' = 'done'): Promise<void> {
    this.#turn += 1
    const inTurn = { conversation: 'c', turn: this.#turn } as const
    const time = (): string => new Date().toISOString()
    this.#lines.push({
      type: 'turn.started',
      ...inTurn,
      message: newUlid(),
      text: 'go',
      provider: 'demo',
      model: 'demo',
      time: time(),
    })
    for (const input of commands) {
      const tool = createMemoryTool(this.#scene.store, { conversation: 'c' })
      const call = { call: newUlid(), tool: 'memory', input, time: time() }
      const { content, isError, commit, lineage, saw } = await tool.run(input, { turn: this.#turn, call: call.call })
      const state = isError ? 'failed' : 'done'
      this.#lines.push({
        type: 'tool.returned',
        ...inTurn,
        call: { ...call, state, result: content, commit },
        lineage,
        saw: { ...saw },
      })
    }
    const content = [{ type: 'text', text: answer } as const]
    this.#lines.push({
      type: 'model.replied',
      turn: this.#turn,
      content,
      calls: [],
      stopReason: 'end_turn',
      isWhole: true,
      time: time(),
    })
    this.#lines.push({ type: 'turn.ended', ...inTurn, kind, reason: null, next: [], time: time() })
  }

  edited(edit: ContextEdit): void {
    const inTurn = { conversation: 'c', turn: this.#turn }
    this.#lines.push({ type: 'context.edited', ...inTurn, edit, time: new Date().toISOString() })
  }

  async known(turn: number): Promise<Knowledge | null> {
    const { directory } = this.#scene.agent.conversations
    await mkdir(directory, { recursive: true })
    await writeFile(path.join(directory, 'c.jsonl'), this.#lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return this.#scene.agent.conversations.knowledge('c', turn)
  }
}

async function put(scene: Scene, file: string, text: string): Promise<string> {
  const before = await scene.store.file(file)
  const outcome = await scene.store.put(
    [{ path: file, before: before?.blob.id ?? null, bytes: Buffer.from(text) }],
    byUser('edit'),
  )
  if (outcome.kind !== 'committed') throw new Error(outcome.kind)
  return nameOf(outcome.commit)
}

const view = (file: string, ...range: readonly number[]): Command => ({
  command: 'view',
  path: `/memories/${file}`,
  ...(range.length > 0 && { view_range: range }),
})

const brief = (known: Knowledge | null) =>
  known?.files.map(({ path: name, versions }) => [
    name,
    ...versions.map(({ lines, gone }) =>
      [
        ...(gone === null ? [] : [gone]),
        ...lines.map(({ number, text, appears }) => `${number} ${text}${appears === null ? '' : ` (${appears})`}`),
      ].join(' | '),
    ),
  ])

test('what was seen is shown as it was then, marked where it appears in the answer, beside what was never looked at', async () => {
  const scene = await setScene()
  const talk = new Talk(scene)
  const first = await put(scene, 'ana.md', 'Ana: shellfish\nlikes long walks on the beach\nthird\n')
  await put(scene, 'b/other.md', 'not seen\n')
  await talk.turn([view('ana.md')], 'Ana cannot eat Shellfish.')
  const second = await put(scene, 'ana.md', 'Ana: nuts\nlikes long walks on the beach\nthird\n')
  await talk.turn([view('ana.md', 1, 2)], 'Nuts, and she likes LONG walks, on the beach.')
  await put(scene, 'late.md', 'after the answers\n')

  const then = await talk.known(1)
  expect(brief(then)).toEqual([['ana.md', '1 Ana: shellfish (value) | 2 likes long walks on the beach | 3 third']])
  expect(then?.files[0]?.versions[0]).toMatchObject({ commit: first, turns: [1] })
  expect(then?.neverLookedAt).toMatchObject({ paths: ['b/other.md'], count: 1 })

  const later = await talk.known(2)
  expect(brief(later)).toEqual([
    [
      'ana.md',
      '1 Ana: shellfish | 2 likes long walks on the beach (words) | 3 third',
      '1 Ana: nuts (value) | 2 likes long walks on the beach (words)',
    ],
  ])
  expect(later?.files[0]?.versions.map(({ commit }) => commit)).toEqual([first, second])
  expect(await talk.known(3)).toBeNull()
})

test('what it wrote is known to it, under the name the file got', async () => {
  const scene = await setScene()
  const talk = new Talk(scene)
  await talk.turn(
    [
      { command: 'create', path: '/memories/a.md', file_text: 'one\ntwo\nthree\n' },
      { command: 'insert', path: '/memories/a.md', insert_line: 1, insert_text: 'between' },
      { command: 'str_replace', path: '/memories/a.md', old_str: 'three', new_str: 'four' },
      { command: 'str_replace', path: '/memories/a.md', old_str: 'not there', new_str: 'x' },
      { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/d/b.md' },
    ],
    'Done.',
  )
  const known = await talk.known(1)
  expect(brief(known)).toEqual([['d/b.md', '1 one | 2 two | 3 three', '2 between', '2 between | 3 two | 4 four']])
  expect(known?.neverLookedAt?.count).toBe(0)
})

test('results that were left out of the context, and those before a summary, are marked', async () => {
  const scene = await setScene()
  const talk = new Talk(scene)
  const long = 'a line that is long enough to be worth leaving out\n'.repeat(3)
  for (const name of ['a', 'b', 'c']) await put(scene, `${name}.md`, `${name} ${long}`)
  await talk.turn([view('a.md'), view('b.md')], 'one')
  talk.edited({ kind: 'cleared', toolUses: 1, tokens: 40 })
  await talk.turn([view('c.md')], 'two')
  expect((await talk.known(2))?.files.map(({ versions }) => versions[0]?.gone)).toEqual(['cleared', null, null])
  talk.edited({ kind: 'compacted', summary: null })
  await talk.turn([view('a.md')], 'three')
  expect((await talk.known(3))?.files.map(({ versions }) => versions[0]?.gone)).toEqual([
    null,
    'summarised',
    'summarised',
  ])
  expect((await talk.known(1))?.files.map(({ versions }) => versions[0]?.gone)).toEqual(['cleared', null])
})

test('a turn that the model declined to answer told it nothing later', async () => {
  const scene = await setScene()
  const talk = new Talk(scene)
  await put(scene, 'a.md', 'one\n')
  await talk.turn([view('a.md')], '', 'refused')
  await talk.turn([], 'two')
  expect(brief(await talk.known(2))).toEqual([])
  expect((await talk.known(2))?.neverLookedAt?.paths).toEqual(['a.md'])
})

test('what the policies keep back now stays back, over several lines too', async () => {
  const redactor: Redactor = {
    ...NO_REDACTION,
    redact: (text) => text.replace(/BEGIN[^]*END/, '[redacted: key]'),
  }
  const scene = await setScene({ redactor })
  const talk = new Talk(scene)
  await put(scene, 'a.md', 'kept\nBEGIN\nsecret\nEND\nlast\n')
  await talk.turn([view('a.md')], 'It says secret.')
  expect(brief(await talk.known(1))).toEqual([['a.md', '1 kept | 2 •••••••• | 3 •••••••• | 4 •••••••• | 5 last']])
})

test('200 turns with 2,000 looks are read within a moment', async () => {
  const scene = await setScene()
  const talk = new Talk(scene)
  for (let file = 0; file < 20; file++)
    await put(
      scene,
      `f${file}.md`,
      Array.from({ length: 60 }, (_, at) => `key ${at}: the value ${at * file} of file ${file}`).join('\n'),
    )
  const looks = Array.from({ length: 10 }, (_, at) => view(`f${at}.md`))
  for (let turn = 0; turn < 200; turn++) await talk.turn(looks, `the value ${turn} of what`)
  await talk.known(200)
  const took = await processorMsOf(async () => {
    const known = await scene.agent.conversations.knowledge('c', 200)
    expect(known?.files).toHaveLength(10)
    expect(known?.neverLookedAt?.count).toBe(10)
  })
  expect(took).toBeLessThan(5_000)
})
