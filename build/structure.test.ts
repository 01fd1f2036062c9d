import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { circles, drawing, drawingInDocument, MAIN_EDGES, PAGE_EDGES, strays } from './structure.ts'

const root = nodePath.join(import.meta.dirname, '..')

test('docs/architecture.md draws the modules as they import each other (node build/structure.ts redraws it)', () => {
  expect(drawingInDocument()).toBe(drawing())
})

test('every source belongs to a module', () => {
  expect(strays()).toEqual([])
})

test('no module reaches itself through another', () => {
  expect(circles(MAIN_EDGES)).toEqual([])
  expect(circles(PAGE_EDGES)).toEqual([])
  const loop = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ]
  expect(circles(loop)).toEqual(['a', 'b'])
})

test('the layers of the store point down', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    git: [],
    repo: ['git'],
    write: ['git', 'repo'],
    history: ['git', 'repo'],
    outside: ['git', 'repo', 'write'],
  }
  for (const [layer, below] of Object.entries(allowed)) {
    const reached = MAIN_EDGES.filter(({ from }) => from === layer).map(({ to }) => to)
    expect(reached.filter((to) => !['disk', 'shared', 'interface', ...below].includes(to))).toEqual([])
  }
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
