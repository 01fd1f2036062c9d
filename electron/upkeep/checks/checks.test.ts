import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { StoreLayout } from '../../../shared/layout.ts'
import { english } from '../../../shared/messages/english.ts'
import type { Finding } from '../../../shared/upkeep.ts'
import { examine } from './examine.ts'
import { find } from './find.ts'

const NOW = { today: '2026-11-20', changed: '2026-05-20' }

/** The findings in a memory. */
function findingsIn(
  texts: Readonly<Record<string, string>>,
  layout: StoreLayout = 'plain',
  program = '',
): readonly Finding[] {
  const files = Object.entries(texts).map(([path, text], at) =>
    examine({ path, blob: String(at).padStart(40, '0'), text }, NOW),
  )
  return find({ files: new Map(files.map((file) => [file.path, file])), paths: Object.keys(texts), layout, program })
}

/** The files of a sample, whose lines are "path| text". */
function filesOf(lines: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf('| ')
    texts[line.slice(0, at)] = `${texts[line.slice(0, at)] ?? ''}${line.slice(at + 2)}\n`
  }
  return texts
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(nodePath.join(import.meta.dirname, '..', 'samples', name), 'utf8'))
const ORDINARY = z.array(z.array(z.string())).parse(read('ordinary.json'))
const WRONG = z
  .array(z.object({ kind: z.string(), line: z.number().nullable(), notes: z.array(z.string()) }))
  .parse(read('wrong.json'))

test('ordinary notes that look tempting raise no alarm', () => {
  const alarms = ORDINARY.flatMap((notes) => {
    const found = findingsIn(filesOf(notes))
    return found.map(({ kind, what }) => `${kind}: ${what} in ${notes.join(' / ')}`)
  })
  expect(ORDINARY.length).toBeGreaterThanOrEqual(350)
  expect(alarms).toEqual([])
})

test('what is wrong is found where it is', () => {
  const missed = WRONG.filter(({ kind, line, notes }) => {
    const found = findingsIn(filesOf(notes))
    return found.length !== 1 || found[0]?.kind !== kind || found[0].line !== line
  })
  expect(missed.map(({ kind, notes }) => `${kind}: ${notes.join(' / ')}`)).toEqual([])
})

const INDEX = '# Memory\n\n- [Ana](people/ana.md): family\n- [Gone](people/gone.md): nobody\n'

test('an index is held against the topics, and each fix makes it right', () => {
  const texts = {
    'MEMORY.md': INDEX,
    'people/ana.md': '---\nname: Ana\ndescription: family\ntype: user\nmodified: 2026-11-01\n---\n\nx\n',
    'people/bo.md': '---\nname: Bo\ndescription: a friend from school\n---\n\nx\n',
    'jobs/site/progress.md': 'x\n',
    'data.csv': 'a,b\n',
  }
  expect(findingsIn(texts)).toMatchObject([{ kind: 'dead-link' }].map(() => ({ kind: 'gone-from-memory', line: 4 })))
  const found = findingsIn(texts, 'index')
  expect(found.map(({ kind, path, line }) => [kind, path, line])).toEqual([
    ['not-in-index', 'people/bo.md', null],
    ['gone-from-memory', 'MEMORY.md', 4],
  ])
  expect(found.map(({ fixes }) => fixes[0])).toMatchObject([
    { name: 'add-line', edits: [{ at: 5, added: ['- [Bo](people/bo.md): a friend from school'] }] },
    { name: 'remove-line', edits: [{ at: 4, removed: ['- [Gone](people/gone.md): nobody'] }] },
  ])
})

test('an index may have 200 lines and 25,000 bytes, and long lines can be made shorter', () => {
  const index = (count: number, about: string): Record<string, string> => {
    const names = Array.from({ length: count }, (_, at) => `t${at}.md`)
    const lines = names.map((name) => `- [${name}](${name}): ${about}\n`).join('')
    return { 'MEMORY.md': lines, ...Object.fromEntries(names.map((name) => [name, 'x\n'])) }
  }
  expect(findingsIn(index(200, 'a'), 'index')).toEqual([])
  expect(findingsIn(index(201, 'a'), 'index')).toMatchObject([{ kind: 'index-too-large', fixes: [] }])
  const [long] = findingsIn(index(150, 'word '.repeat(60)), 'index')
  expect(long).toMatchObject({ kind: 'index-too-large', fixes: [{ name: 'shorten' }] })
})

test('what Claude Code does not load of its index is said, wherever its memory is', () => {
  const lines = (count: number, text: string): string => `${text}\n`.repeat(count)
  const notLoaded = (texts: Readonly<Record<string, string>>, program = '') =>
    findingsIn(texts, 'plain', program)
      .filter(({ kind }) => kind === 'index-too-large')
      .map(({ path, what }) => `${path}: ${english(what)}`)
  expect(notLoaded({ 'MEMORY.md': lines(200, '-') }, 'Claude Code')).toEqual([])
  expect(notLoaded({ 'MEMORY.md': lines(260, '-') }, 'Claude Code')).toEqual([
    'MEMORY.md: Claude Code loads only the first 200 lines at its start, and nothing from line 201 on.',
  ])
  // 25,000 bytes are 49 lines of 510.
  const long = lines(100, 'é'.repeat(254) + '-')
  expect(notLoaded({ 'MEMORY.md': long }, 'Claude Code')).toEqual([
    'MEMORY.md: Claude Code loads only the first 25 KB at its start, and nothing from line 50 on.',
  ])
  expect(notLoaded({ 'MEMORY.md': lines(260, '-'), 'a/b/MEMORY.md': lines(260, '-') })).toEqual([])
  expect(
    notLoaded({ 'claude-code/portal/MEMORY.md': lines(201, '-'), 'claude-code/portal/old/MEMORY.md': lines(260, '-') }),
  ).toEqual([
    'claude-code/portal/MEMORY.md: Claude Code loads only the first 200 lines at its start, and nothing from line 201 on.',
  ])
})

test('a dead link to a file that moved offers the new place', () => {
  const found = findingsIn({ 'notes.md': 'See [[ana|my sister]] and [Bo](bo.md).\n', 'people/bo.md': 'x\n' })
  expect(found.map(({ fixes }) => fixes.map(({ edits }) => edits))).toEqual([
    [[expect.objectContaining({ added: ['See my sister and [Bo](bo.md).'] })]],
    [
      [expect.objectContaining({ added: ['See [[ana|my sister]] and [Bo](people/bo.md).'] })],
      [expect.objectContaining({ added: ['See [[ana|my sister]] and Bo.'] })],
    ],
  ])
})

const HEADED = `# Title (T)

## Über *Größe* & \`code\` – dash

## Same
## Same
## Same

Underlined
----------

## [Linked](other(1).md) [[a|alias]] title ##

## C# and #tags

## Bread &amp; butter

### Named one {#own-id}

<a id="anchor"></a> <h2 class="x" name='named'>y</h2>

- item
---
`

test('a link to a heading leads there by every rule in use: as written, as read, or the anchor of GitHub or HTML', () => {
  const alive = `[[h#Title (T)]] | [[h#Title T]] | [a](h.md#title-t) | [a](h.md#%C3%BCber-gr%C3%B6%C3%9Fe--code--dash)
    [a](h.md#same) | [a](h.md#same-1) | [a](h.md#same-2) | [a](h.md#underlined) | [[h#Underlined]]
    [a](h.md#bread--butter) | [[h#Bread & butter]] | [[h#Bread &amp; butter]]
    [a](h.md#linked-alias-title) | [[h#C and tags]] | [a](h.md#c-and-tags) | [a](h.md#own-id) | [a](h.md#anchor)
    [a](h.md#named) | [[h#Title (T)#Same]] | [a](h.md#:~:text=paragraph) | [a](h%23.md#one) | %% [[gone]] %%
    <!-- [a](gone.md) --> | x <!-- [a](gone.md) --> y | x <!-- [a](gone.md)\\n[b](gone.md) --> | <!--\\n\\n[a](gone.md)\\n-->`
  const dead = `[a](h.md#same-3) | [a](h.md#item) | [a](h.md#linked-other) | [[h#Sam]] | x <!-- y --> [a](gone.md)
    x <!-- never closed\\n\\n[a](gone.md) | <!-- y -->\\n[a](gone.md) | \`<!--\` [a](gone.md)`
  const texts = (list: string): readonly string[] =>
    list.split(/ \| |\n/).map((each) => each.trim().replaceAll('\\n', '\n'))
  const isDead = (link: string): boolean =>
    findingsIn({ 'n.md': `${link}\n`, 'h.md': HEADED, 'h#.md': '# One\n' }).some(({ kind }) => kind === 'dead-link')
  expect(texts(alive).filter(isDead)).toEqual([])
  expect(texts(dead).filter((link) => !isDead(link))).toEqual([])
})

test('a finding keeps its id when lines above it change, and loses it when its own line does', () => {
  const id = (text: string): string | undefined => findingsIn({ 'a.md': text })[0]?.id
  const line = 'The pool is closed until 3 May 2025.\n'
  expect(id(line)).toBe(id(`Something else.\n\n${line}`))
  expect(id(line)).not.toBe(id('The pool is closed until 4 May 2025.\n'))
})
