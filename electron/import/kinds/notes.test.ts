import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { FoundInSource } from '../../../shared/import.ts'
import { english } from '../../../shared/messages/english.ts'
import { verbatim } from '../../../shared/messages/say.ts'
import { memorySource, quietly } from '../../../testing/memory-source.ts'
import type { Kind, Source } from '../source.ts'
import { CLAUDE_CODE } from './claude-code.ts'
import { CODEX } from './codex.ts'
import { FOLDER } from './folder.ts'
import { RULES } from './rules.ts'
import { TEXT } from './text.ts'
import { VAULT } from './vault.ts'
import { VSCODE } from './vscode.ts'

/** In the order in which they are tried. */
const KINDS: readonly Kind[] = [CODEX, CLAUDE_CODE, VSCODE, VAULT, RULES, TEXT, FOLDER]

async function read(source: Source): Promise<FoundInSource> {
  for (const kind of KINDS) {
    if (!(await kind.recognises(source))) continue
    const found = await kind.read(source, quietly)
    const items = found.files.reduce((sum, file) => sum + file.items, 0)
    const left = found.leftOut.reduce((sum, { count = 1 }) => sum + count, 0)
    expect([found.kind, found.found]).toEqual([kind.id, items + left])
    return found
  }
  throw new Error('No kind knows the source.')
}

const pathsOf = ({ files }: FoundInSource): readonly string[] => files.map(({ path }) => path)
const textsOf = ({ files }: FoundInSource) => Object.fromEntries(files.map((file) => [file.path, file.text]))
const leftOf = ({ leftOut }: FoundInSource) => leftOut.map(({ what, why }) => `${what}: ${english(why)}`)

const FLAT = '---\nname: tea\ndescription: What to drink\ntype: user\n---\n\nGreen.\n'
const NESTED =
  '---\nname: user-role\ndescription: "A: b"\nmetadata:\n  node_type: memory\n  type: user\n  originSessionId: 0b8f1b8e-0000-4000-8000-000000000000\n  modified: 2026-11-20T10:41:00+01:00\n---\n\nAna.\n'

test('a memory of Claude Code keeps its files as they are, in either shape', async () => {
  for (const [note, time] of [
    [FLAT, '2026-01-01T00:00:00.000Z'],
    [NESTED, '2026-11-20T09:41:00.000Z'],
  ] as const) {
    const index = '- [Tea](tea.md) — what to drink\r\n'
    const found = await read(
      memorySource({
        'MEMORY.md': index,
        'topics/tea.md': { content: note, time: '2026-01-01T00:00:00.000Z' },
        'tea.md.tmp': new Uint8Array([0, 1]),
        '.hidden/x.md': null,
      }),
    )
    expect(found.kind).toBe('claude-code')
    expect(textsOf(found)).toEqual({ 'MEMORY.md': index, 'topics/tea.md': note })
    expect(found.files[1]).toMatchObject({ time, from: 'topics/tea.md' })
    expect(leftOf(found)).toEqual([
      'tea.md.tmp: it’s not text',
      '.hidden/x.md: it’s not part of the memory of Claude Code',
    ])
  }
})

test('of Claude Code’s own folder, the memories are read by project, and nothing else', async () => {
  const found = await read(
    memorySource({
      'history.jsonl': null,
      'projects/-home-ana-site/0b8f.jsonl': null,
      'projects/-home-ana-site/memory/MEMORY.md': '- [Tea](tea.md)\n',
      'projects/-home-ana-site/memory/tea.md': FLAT,
      'projects/-home-ana-app/memory/MEMORY.md': 'x\n',
    }),
  )
  expect(pathsOf(found)).toEqual(['home-ana-site/MEMORY.md', 'home-ana-site/tea.md', 'home-ana-app/MEMORY.md'])
  expect(leftOf(found)).toEqual([
    'history.jsonl: it’s not part of the memory of Claude Code',
    'projects/-home-ana-site/0b8f.jsonl: it’s not part of the memory of Claude Code',
  ])
})

test('a memory of Codex leaves its raw material and its own files; a summary has the time of its session', async () => {
  const files = {
    'memory_summary.md': 'v1\n\n# Summary\n',
    'MEMORY.md': '# Tasks\n',
    'raw_memories.md': null,
    'rollout_summaries/one.md': 'thread_id: 1\nupdated_at: 2026-10-01T08:00:00+00:00\ncwd: /home/ana\n\nDid it.\n',
    'skills/build/SKILL.md': '---\nname: build\n---\nRun it.\n',
    'extensions/ad_hoc/instructions.md': null,
  }
  for (const within of ['', 'memories/']) {
    const found = await read(
      memorySource({
        ...Object.fromEntries(Object.entries(files).map(([name, content]) => [within + name, content])),
        ...(within === '' ? {} : { 'auth.json': null, 'AGENTS.md': null }),
      }),
    )
    expect(found.kind).toBe('codex')
    expect(pathsOf(found)).toEqual([
      'memory_summary.md',
      'MEMORY.md',
      'rollout_summaries/one.md',
      'skills/build/SKILL.md',
    ])
    expect(textsOf(found)['memory_summary.md']).toBe('# Summary\n')
    expect(found.files[2]?.time).toBe('2026-10-01T08:00:00.000Z')
    expect(leftOf(found)[0]).toBe(`${within}raw_memories.md: what is worth keeping of it is in MEMORY.md`)
    expect(found.leftOut.length).toBe(within === '' ? 2 : 4)
  }
  const raw = await read(memorySource({ 'raw_memories.md': 'all there is\n' }))
  expect(pathsOf(raw)).toEqual(['raw_memories.md'])
})

test('a memory of VS Code: notes as they are, facts in JSON as a list', async () => {
  const fact = {
    subject: 'tests',
    fact: 'Run them with “npm test”.',
    citations: ['package.json:9'],
    reason: 'often asked',
  }
  const files = {
    'preferences.md': '- tabs\n',
    'repo/tests.json': JSON.stringify(fact),
    'repo/more.jsonl': '{"fact":"one"}\n{"fact":"two"}\n',
    'repo/other.json': '{"a":1}',
  }
  const expected = {
    'preferences.md': '- tabs\n',
    'repo/tests.md': '- tests: Run them with “npm test”.\n  - Source: package.json:9\n  - Why: often asked\n',
    'repo/more.md': '- one\n- two\n',
    'repo/other.json': '{"a":1}',
  }
  expect(textsOf(await read(memorySource(files, 'memories')))).toEqual(expected)
  const deep = Object.entries(files).map(([name, content]) => [
    `github.copilot-chat/memory-tool/memories/${name}`,
    content,
  ])
  const found = await read(
    memorySource({ ...Object.fromEntries(deep), 'github.copilot-chat/commandEmbeddings.json': null }),
  )
  expect(found.kind).toBe('vscode')
  expect(textsOf(found)).toEqual(expected)
  expect(leftOf(found)).toEqual(['github.copilot-chat/commandEmbeddings.json: it’s not part of the memory of VS Code'])
})

test('rules for agents say whose they are and what for, also in properties that are no YAML', async () => {
  const found = await read(
    memorySource(
      {
        'CLAUDE.md': '# Style\n\nSee @docs/style.md.\n',
        'web/AGENTS.md': 'Use tabs.\n',
        'GEMINI.md': 'x\n',
        '.cursorrules': 'y\n',
        '.cursor/rules/react.mdc':
          '---\ndescription: Components\nglobs: *.tsx,src/**/*.ts\nalwaysApply: true\n---\n\nOne a file.\n',
        '.claude/rules/api.md': '---\npaths:\n  - "api/**"\n  - lib/*.ts\n---\nBe terse.\n',
        '.github/copilot-instructions.md': 'z\n',
        '.github/instructions/py.instructions.md': "---\napplyTo: '**/*.py'\n---\nTyped.\n",
        'package.json': null,
        'README.md': '# Site\n',
      },
      'site',
    ),
  )
  expect(found.kind).toBe('rules')
  expect(textsOf(found)).toEqual({
    'rules/claude.md': 'Rules for Claude Code, from CLAUDE.md in site.\n\n# Style\n\nSee @docs/style.md.\n',
    'rules/web/agents.md': 'Rules for all agents, from web/AGENTS.md in site.\n\nUse tabs.\n',
    'rules/gemini.md': 'Rules for Gemini CLI, from GEMINI.md in site.\n\nx\n',
    'rules/cursor-rules.md': 'Rules for Cursor, from .cursorrules in site.\n\ny\n',
    'rules/cursor-react.md':
      'Rules for Cursor, from .cursor/rules/react.mdc in site.\nAbout: Components\nFor these files: *.tsx,src/**/*.ts\nFor every conversation.\n\nOne a file.\n',
    'rules/claude-api.md':
      'Rules for Claude Code, from .claude/rules/api.md in site.\nFor these files: api/**, lib/*.ts\n\nBe terse.\n',
    'rules/copilot-instructions.md': 'Rules for GitHub Copilot, from .github/copilot-instructions.md in site.\n\nz\n',
    'rules/py.md':
      'Rules for GitHub Copilot, from .github/instructions/py.instructions.md in site.\nFor these files: **/*.py\n\nTyped.\n',
  })
  expect(leftOf(found)).toEqual([
    'package.json: there are no rules for agents in it',
    'README.md: there are no rules for agents in it',
  ])
  expect(pathsOf(await read(memorySource({ 'AGENTS.md': 'x' }, 'AGENTS.md')))).toEqual(['rules/agents.md'])
  // Notes with rules for whoever writes them are notes.
  expect((await read(memorySource({ 'AGENTS.md': 'x\n', 'trips.md': 'y\n' }))).kind).toBe('folder')
})

test('a vault keeps its notes, properties and links; the rest stays where it is, each with its reason', async () => {
  const note = '---\ntags: [trip]\nupdated: 2026-05-01\n---\nSee [[Ana Silva|Ana]] and ![[map.png]].\n'
  const found = await read(
    memorySource({
      'Trips/Lisbon.md': note,
      'What? Why.md': 'x\n',
      'what- why.md': 'y\n',
      'map.png': null,
      'doc.pdf': null,
      'Plan.canvas': null,
      'Sketch.md': '---\nexcalidraw-plugin: parsed\n---\n{}\n',
      'Empty.md': '\n',
      '.obsidian/app.json': null,
      '.obsidian/workspace.json': null,
      '.trash/old.md': null,
      '.smart-env/x.json': null,
    }),
  )
  expect(found.kind).toBe('vault')
  expect(textsOf(found)).toEqual({ 'Trips/Lisbon.md': note, 'What- Why.md': 'x\n', 'what- why-2.md': 'y\n' })
  expect(found.files[0]?.time).toBe('2026-05-01T00:00:00.000Z')
  expect(leftOf(found)).toEqual([
    'map.png: it’s an attachment; it stays where it is',
    'doc.pdf: it’s an attachment; it stays where it is',
    'Plan.canvas: it’s a drawing, a canvas or a table that only its program can show',
    'Sketch.md: it’s a drawing, a canvas or a table that only its program can show',
    'Empty.md: it’s empty',
    '.obsidian/app.json: Obsidian keeps its settings in this file',
    '.obsidian/workspace.json: Obsidian keeps its settings in this file',
    '.trash/old.md: it was thrown away there',
    '.smart-env/x.json: it’s hidden',
  ])
  const basic = '---\ntitle: Tea\ntype: note\npermalink: tea\n---\n- [fact] green #drink\n- relates_to [[Ana]]\n'
  expect(await read(memorySource({ 'tea.md': basic }))).toMatchObject({ kind: 'vault', files: [{ text: basic }] })
})

test('a folder or a file of text; what is no text is left out, and one bad file costs no other', async () => {
  const source: Source = memorySource({
    'a.md': 'one\r\n',
    'b.txt': Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0]),
    README: 'two\n',
    'data.csv': '\ufeffx,y\n',
    'latin.md': Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]),
    'nul.md': Uint8Array.from([0x61, 0]),
    'photo.jpg': null,
    'main.c': null,
    '.env': null,
    'aux.md': 'three\n',
    'bad.md': 'x',
  })
  const damaged = source.files.map((file) =>
    file.name === 'bad.md'
      ? { ...file, bytes: () => Promise.reject(new AppError('damaged', verbatim('It is damaged.'))) }
      : file,
  )
  const refused = { what: '../evil.md', why: verbatim('its name leads out') }
  const found = await read({ ...source, files: damaged, leftOut: [refused] })
  expect(found.kind).toBe('folder')
  expect(textsOf(found)).toEqual({
    'a.md': 'one\r\n',
    'b.txt': 'a\n',
    README: 'two\n',
    'data.csv': 'x,y\n',
    'note-aux.md': 'three\n',
  })
  expect(leftOf(found)).toEqual([
    '../evil.md: its name leads out',
    'latin.md: it’s in an encoding that isn’t read here; save it as UTF-8',
    'nul.md: it’s not text',
    'photo.jpg: it’s not text',
    'main.c: it’s neither Markdown nor plain text',
    'bad.md: It is damaged.',
    '.env: it’s hidden',
  ])
})

test('a file with the answer of another assistant is read as one', async () => {
  const answer = 'Here:\n=== MEMORY ===\n## Work\n- one\n=== END OF MEMORY ===\n'
  expect(await read(memorySource({ 'answer.txt': answer }))).toMatchObject({
    kind: 'text',
    files: [{ path: 'work.md', from: 'answer.txt' }],
    leftOut: [{ what: 'Here:' }],
  })
})

test('reading tells how far it is, and stops when it is told to', async () => {
  const told: number[] = []
  const signal = new AbortController()
  const source = memorySource({ 'a.md': 'one', 'b.md': 'three' })
  await FOLDER.read(source, { told: (bytes) => told.push(bytes), signal: signal.signal })
  expect(told).toEqual([3, 8])
  signal.abort(new Error('enough'))
  for (const kind of KINDS) {
    const some = memorySource({ 'AGENTS.md': null, 'MEMORY.md': null })
    await expect(kind.read(some, { ...quietly, signal: signal.signal }), kind.id).rejects.toThrow('enough')
  }
})
