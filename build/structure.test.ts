import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { readSources, type Source } from './imports.ts'
import { circles, drawing, drawingInDocument, forbidden, ROOMS, strays, unused } from './structure.ts'

const root = nodePath.join(import.meta.dirname, '..')
const sources = readSources()

test('docs/architecture.md draws the rooms as the table has them (node build/structure.ts redraws it)', () => {
  expect(drawingInDocument()).toBe(drawing())
})

test('every source belongs to a room, and imports what the table allows; each arrow of the table is needed', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect([strays(sources), forbidden(sources), unused(sources)]).toEqual([[], [], []])
})

test('no room reaches itself through another', () => {
  expect(circles(ROOMS)).toEqual([])
  expect(circles({ a: { imports: ['b'] }, b: { imports: ['a', 'c'] }, c: { imports: [] } })).toEqual(['a', 'b'])
})

test.each([
  ['electron/memory/git/pack.ts', 'electron/memory/repo/repository.ts'],
  ['electron/memory/history/chain.ts', 'electron/memory/write/writer.ts'],
  ['electron/policy/gate.ts', 'electron/memory/store-interface.ts'],
  ['electron/jobs/jobs.ts', 'electron/memory/open-store.ts'],
  ['electron/agent/loop.ts', 'electron/policy-keeper/policies.ts'],
  ['electron/core.ts', 'electron/cli/main.ts'],
  ['electron/cli/undo.ts', 'electron/policy/gate.ts'],
  ['electron/disk/utf8.ts', 'electron/settings-file.ts'],
  ['shared/errors.ts', 'electron/disk/utf8.ts'],
  ['shared/errors.ts', 'ulid'],
  ['shared/errors.ts', 'node:fs'],
  ['renderer/chat/Chat.tsx', 'renderer/memory/Memory.tsx'],
  ['renderer/ui/Button.tsx', 'renderer/text/Markdown.tsx'],
  ['renderer/state/api.ts', 'electron/contract.ts'],
  ['renderer/state/api.ts', 'node:path'],
  ['electron/browser/serve.ts', 'electron'],
  ['electron/agent/memory-tool/format.ts', '@anthropic-ai/sdk'],
  ['electron/memory/open-store.ts', 'chokidar'],
  ['electron/memory/git/pack.ts', 'isomorphic-git'],
  ['testing/folders.ts', 'electron/core.ts'],
  ['e2e/cli.test.ts', 'shared/errors.ts'],
])('%s may not import %s', (file, to) => {
  expect(forbidden([{ file, imports: [{ to, isType: false }] }])).toHaveLength(1)
})

test('a type may be seen where its program may not be', () => {
  const seen: readonly Source[] = [
    { file: 'renderer/state/api.ts', imports: [{ to: 'electron/contract.ts', isType: true }] },
    { file: 'electron/agent/memory-tool/format.ts', imports: [{ to: '@anthropic-ai/sdk', isType: true }] },
  ]
  expect(forbidden(seen)).toEqual([])
})

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

test.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(nodePath.join(root, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) =>
    nodePath.join(nodePath.dirname(document), link),
  )
  const paths = [...text.matchAll(/`((?:electron|renderer|shared|build|e2e|bench|testing|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  )
  // NAME is the reader's.
  const named = [...links, ...paths].filter((path) => !path.includes('NAME'))
  expect(named.filter((path) => !existsSync(nodePath.join(root, path)))).toEqual([])
})
