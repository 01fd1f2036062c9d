import { z } from 'zod'
import type { Commit } from '../../../shared/commit.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/memory.ts'
import { english } from '../../../shared/messages/english.ts'
import { type Actor, leastTrusted, type Lineage, type Origin, trustOf, unverified } from '../../../shared/origin.ts'
import { decodeUtf8 } from '../../disk/utf8.ts'
import { toolPath } from '../../memory/paths.ts'
import { type Memory, type Outcome, view } from './handlers.ts'
import { pathOf } from './lookup.ts'
import { momentOf, pastMemory } from './past-memory.ts'
import { SeenFiles } from './seen-files.ts'
import { splitLines } from './text.ts'

// What a reader may ask beyond the commands of the documented tool. Nothing here writes.

const MAX_FILES = 50
/** Of one file; the rest is a view away. */
const MAX_LINES = 5
const MAX_LINE_CHARACTERS = 240
const USUAL_COMMITS = 20

const text = z.string('must be a text').trim()
const SearchInput = z.object({
  query: text.min(1, 'must not be empty').max(MAX_SEARCH_LENGTH, 'is too long'),
  path: text.nullish(),
})
const HistoryInput = z.object({
  path: text.nullish(),
  at: text.min(1, 'must not be empty').nullish(),
  before: text.min(1, 'must not be empty').nullish(),
  limit: z.int('must be a whole number').min(1, 'must be 1 to 100').max(100, 'must be 1 to 100').nullish(),
})

const TextInput = z.object({ path: text })

/** `files`: the paths of all files, one a line. `text`: a file as it is, without line numbers. */
export const Question = z.enum(['search', 'history', 'files', 'text'])
export type Question = z.infer<typeof Question>

export const QUESTIONS: {
  readonly [Name in Question]: (memory: Memory, input: unknown, origin: Origin) => Promise<Outcome>
} = {
  async search(memory, input) {
    const asked = SearchInput.safeParse(input)
    return asked.success ? search(memory, asked.data) : invalid(asked.error)
  },
  async history(memory, input, origin) {
    const asked = HistoryInput.safeParse(input)
    if (!asked.success) return invalid(asked.error)
    const { at, ...query } = asked.data
    return at == null ? history(memory, query) : asItWas(memory, { path: query.path, at }, origin)
  },
  files,
  async text(memory, input) {
    const asked = TextInput.safeParse(input)
    return asked.success ? wholeText(memory, asked.data.path) : invalid(asked.error)
  },
}

function invalid({ issues: [issue] }: z.ZodError): string {
  return `Error: Invalid \`${String(issue?.path[0] ?? 'input')}\` parameter: it ${issue?.message ?? 'is not valid'}.`
}

/** Finds words in the files as a view shows them: what a view hides cannot be found either. */
async function search(memory: Memory, { query, path }: z.infer<typeof SearchInput>): Promise<Outcome> {
  const folder = await pathOf(memory, path ?? '/memories', { trailingSlash: true })
  if (folder.kind === 'refused') return `Error: ${english(folder.reason)}`
  const words = query.toLowerCase().split(/\s+/)
  const within = folder.path === '' ? {} : { path: folder.path }
  const { hits, more } = await memory.store.search({ words: query, ...within, limit: 200 })
  const found: FoundFile[] = []
  for (const { path: file } of hits) {
    if (found.length === MAX_FILES) break
    const lines = await linesFound(memory, file, words)
    if (lines !== null) found.push(lines)
  }
  if (found.length === 0) return { content: `No file contains all of these words: ${query}`, commit: null }
  const isCut = more || found.length === MAX_FILES
  return {
    content: [
      ...found.flatMap(({ shown }) => shown),
      ...(isCut ? ['', '[There are more. Search with more words, or within a `path`.]'] : []),
    ].join('\n'),
    commit: null,
    lineage: leastTrusted(found.map(({ lineage }) => lineage)),
    isCleared: true,
  }
}

interface FoundFile {
  readonly shown: readonly string[]
  readonly lineage: Lineage
}

async function linesFound(
  { store, redactor }: Memory,
  path: string,
  words: readonly string[],
): Promise<FoundFile | null> {
  const file = await store.look(path)
  if (file.kind !== 'file' || redactor.redact(path, path) !== path) return null
  const lines = splitLines(redactor.redact(decodeUtf8(file.bytes) ?? '', path))
  const whole = `${path}\n${lines.join('\n')}`.toLowerCase()
  if (!words.every((word) => whole.includes(word))) return null
  const counted = lines.map((line) => words.filter((word) => line.toLowerCase().includes(word)).length)
  const most = Math.max(0, ...counted)
  const best = most === 0 ? [] : counted.flatMap((count, at) => (count === most ? [at] : []))
  const shown = best
    .slice(0, MAX_LINES)
    .map((at) => `${toolPath(path)}:${at + 1}: ${(lines[at] ?? '').slice(0, MAX_LINE_CHARACTERS).toWellFormed()}`)
  const lineage = leastTrusted([
    await store.lineageOfNames([path]),
    await store.lineageOfLines({ path, version: file.blob.id }),
  ])
  return { shown: shown.length === 0 ? [toolPath(path)] : shown, lineage }
}

/** Those that a listing shows. */
async function files({ store, redactor }: Memory): Promise<Outcome> {
  const { files } = await store.tree()
  const isShown = (path: string): boolean =>
    !path.split('/').some((name) => name.startsWith('.') || name === 'node_modules') &&
    redactor.redact(path, path) === path
  const paths = files.map(({ path }) => path).filter(isShown)
  return { content: paths.join('\n'), commit: null, lineage: await store.lineageOfNames(paths), isCleared: true }
}

async function wholeText(memory: Memory, path: string): Promise<Outcome> {
  const { store, redactor } = memory
  const parsed = await pathOf(memory, path)
  if (parsed.kind === 'refused') return `Error: ${english(parsed.reason)}`
  const file = await store.look(parsed.path)
  const whole = file.kind === 'file' ? decodeUtf8(file.bytes) : null
  if (file.kind !== 'file' || whole === null) return `Error: There is no text file ${path}`
  const lineage = await store.lineageOfLines({ path: file.path, version: file.blob.id })
  return { content: redactor.redact(whole, file.path), commit: null, lineage, isCleared: true }
}

/** Who changed a file, a folder or the whole memory, and when; newest first. */
async function history(
  memory: Memory,
  { path, before, limit }: Omit<z.infer<typeof HistoryInput>, 'at'>,
): Promise<Outcome> {
  const of = await pathOf(memory, path ?? '/memories', { trailingSlash: true })
  if (of.kind === 'refused') return `Error: ${english(of.reason)}`
  const after = before == null ? undefined : (await memory.store.commit(before)).id
  const query = { ...(of.path === '' ? {} : { path: of.path }), ...(after === undefined ? {} : { after }) }
  const { commits, next } = await memory.store.history({ ...query, limit: limit ?? USUAL_COMMITS })
  if (commits.length === 0) return { content: `Nothing has changed ${toolPath(of.path)}.`, commit: null }
  return {
    content: [
      `Changes to ${toolPath(of.path)}, newest first:`,
      ...commits.map(entryOf),
      ...(next === null ? [] : ['', `[There are older changes. Go on with before: "${next.slice(0, 10)}".]`]),
    ].join('\n'),
    commit: null,
    // Anybody can write the subject of a commit.
    lineage: leastTrusted(commits.map(({ ours, origin }) => trustOf(ours ? origin : unverified(origin)))),
  }
}

function entryOf({ id, time, subject, origin, ours }: Commit): string {
  const who = `${WHO[origin.actor]}${origin.client === undefined ? '' : ` (${origin.client})`}`
  return `${id.slice(0, 10)}  ${time}  ${ours ? who : `${who}, as it says`}  ${subject}`
}

const WHO: Readonly<Record<Actor, string>> = {
  agent: 'an agent',
  user: 'the user',
  outside: 'another program',
  policy: 'a policy of the user',
}

/** A file or folder at a point of the history. */
async function asItWas(
  { store, redactor }: Memory,
  { path, at }: { readonly path: string | null | undefined; readonly at: string },
  origin: Origin,
): Promise<Outcome> {
  const { id, time } = await store.commit(at)
  // Of an older version's lines nobody knows which are still trusted.
  const past = { ...pastMemory(store, id), lineageOfLines: outside, lineageOfNames: outside }
  const command = { command: 'view', path: path ?? '/memories' } as const
  const there = await view({ store: past, seen: new SeenFiles(), redactor }, command, origin)
  if (typeof there === 'string') return there
  return { ...there, content: `As of ${momentOf({ commit: id, time })}:\n${there.content}` }
}

const outside = async (): Promise<Lineage> => 'outside'
