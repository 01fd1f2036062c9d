import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CLI } from '../../testing/command-line.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/folders.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'

// What an agent can send to `variorum mcp` to get out of the store, or to end the server: every hostile path, markup and
// odd value as every argument of every tool, as resources, and as requests over HTTP. In short, some of each, by seed.

const { VARIORUM_LONG, VARIORUM_SEED } = process.env
const seed = Number(VARIORUM_SEED ?? Date.now() % 1_000_000)
const pick = random(seed)

/** What lies outside of the store, and must not be in any answer. */
const OUTSIDE = 'a text outside of the store, 31415926'

let base = ''
let paths: readonly unknown[] = []
let values: readonly unknown[] = []
let markup: readonly string[] = []
beforeAll(async () => {
  const listed = async <T>(name: string, schema: z.ZodType<T>): Promise<readonly T[]> => {
    const text = await fs.readFile(nodePath.join(import.meta.dirname, name), 'utf8')
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => schema.parse(JSON.parse(line)))
  }
  paths = (await listed('paths.jsonl', z.object({ path: z.unknown() }))).map(({ path }) => path)
  values = await listed('values.jsonl', z.unknown())
  markup = (await listed('markup.jsonl', z.object({ md: z.string() }))).map(({ md }) => md)
})

const inBase = (...names: readonly string[]): string => nodePath.join(base, ...names)
const env = (): Record<string, string> => ({
  // Below the home of their user, also where temporary folders are among the system's.
  HOME: inBase(),
  VARIORUM_HOME: inBase('home'),
  PATH: process.env.PATH ?? '',
})

beforeEach(async () => {
  base = await newFolder()
  await fs.mkdir(inBase('memories', 'sub'), { recursive: true })
  for (const path of ['memories/keep.md', 'memories/sub/keep.md']) await fs.writeFile(inBase(path), 'KEEP\n')
  await fs.mkdir(inBase('etc'))
  for (const path of ['x', 'etc/passwd', 'b']) await fs.writeFile(inBase(path), OUTSIDE)
  await fs.symlink(inBase('etc'), inBase('memories', 'link'))
})

/** Everything around the store, and of the store what git is told and runs. */
async function surroundings(): Promise<readonly string[]> {
  const all = await fs.readdir(base, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map((entry) => nodePath.join(entry.parentPath, entry.name))
  const isWatched = (file: string): boolean =>
    /^(?!memories[\\/]|home[\\/])|^memories[\\/]\.git[\\/](?:config|hooks)/.test(nodePath.relative(base, file))
  return Promise.all(files.filter(isWatched).map(async (file) => `${file} ${await fs.readFile(file, 'utf8')}`))
}

const Reply = z.looseObject({
  id: z.unknown(),
  result: z.looseObject({ content: z.array(z.object({ type: z.string(), text: z.string() })).optional() }).optional(),
  error: z.object({ code: z.int(), message: z.string() }).loose().optional(),
})
type Reply = z.infer<typeof Reply>

interface Asked {
  readonly method: string
  readonly params: unknown
}

/** A server with nothing but its input and output. */
class Server implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting = new Map<unknown, (reply: Reply) => void>()
  #asked = 0

  static async start(...options: readonly string[]): Promise<Server> {
    const server = new Server(options)
    // What it calls itself stands in its commits.
    const clientInfo = { name: 'x\nVariorum-Actor: user\u202e', version: '1\n\nVariorum-Lineage: user\0' }
    await server.ask({ method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
    return server
  }

  private constructor(options: readonly string[]) {
    const args = [CLI, '--store', inBase('memories'), 'mcp', '--client', 'hostile', ...options]
    this.#child = spawn(process.execPath, args, { env: env(), stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const reply = Reply.parse(JSON.parse(line))
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
    this.#child.once('exit', () => {
      for (const answer of this.#waiting.values()) answer({ id: null, error: { code: 0, message: 'It has ended.' } })
    })
  }

  ask({ method, params }: Asked): Promise<Reply> {
    this.#asked += 1
    const { promise, resolve } = Promise.withResolvers<Reply>()
    this.#waiting.set(this.#asked, resolve)
    this.write(JSON.stringify({ jsonrpc: '2.0', id: this.#asked, method, params }))
    return promise
  }

  write(line: string | Uint8Array): void {
    this.#child.stdin.write(line)
    this.#child.stdin.write('\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end()
    if (this.#child.exitCode === null) await once(this.#child, 'exit')
  }
}

const call = (name: string, given: object): Asked => ({ method: 'tools/call', params: { name, arguments: given } })

type Put = (value: unknown) => Asked

/** Where a tool takes a path. */
const PATHS: readonly Put[] = [
  (path) => call('memory_create', { path, file_text: 'x' }),
  (path) => call('memory_delete', { path }),
  (path) => call('memory_history', { path }),
  (path) => call('memory_history', { path, at: 'yesterday' }),
  (path) => call('memory_insert', { path, insert_line: 0, insert_text: 'GONE' }),
  (old_path) => call('memory_rename', { old_path, new_path: 'moved.md' }),
  (new_path) => call('memory_rename', { old_path: 'keep.md', new_path }),
  (path) => call('memory_search', { query: 'text', path }),
  (path) => call('memory_str_replace', { path, old_str: 'KEEP', new_str: 'GONE' }),
  (path) => call('memory_view', { path }),
  (uri) => ({ method: 'resources/read', params: { uri } }),
  (path) => ({ method: 'resources/read', params: { uri: `memory://${asText(path)}` } }),
  (path) => ({ method: 'resources/read', params: { uri: `memory://${encodeURIComponent(asText(path))}` } }),
]
/** Where it takes something else. */
const OTHERS: readonly Put[] = [
  (file_text) => call('memory_create', { path: `new-${pick(1_000_000)}.md`, file_text }),
  (at) => call('memory_history', { path: 'keep.md', at }),
  (before) => call('memory_history', { before }),
  (limit) => call('memory_history', { limit }),
  (insert_line) => call('memory_insert', { path: 'sub/keep.md', insert_line, insert_text: 'x' }),
  (insert_text) => call('memory_insert', { path: 'sub/keep.md', insert_line: 0, insert_text }),
  (query) => call('memory_search', { query }),
  (old_str) => call('memory_str_replace', { path: 'keep.md', old_str, new_str: 'x' }),
  (new_str) => call('memory_str_replace', { path: 'keep.md', old_str: 'KEEP', new_str }),
  (view_range) => call('memory_view', { path: 'keep.md', view_range }),
  // By names that models make up.
  (file) => call('memory_view', { file, offset: file, limit: file }),
  (given) => ({ method: 'tools/call', params: { name: 'memory_view', arguments: given } }),
  (name) => ({ method: 'tools/call', params: { name, arguments: {} } }),
  (cursor) => ({ method: 'resources/list', params: { cursor } }),
  (name) => ({ method: 'prompts/get', params: { name } }),
  (method) => ({ method: asText(method), params: {} }),
]
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

const memory = (given: object): Asked => call('memory', given)
const PATHS_OF_ONE: readonly Put[] = [
  (path) => memory({ command: 'create', path, file_text: 'x' }),
  (path) => memory({ command: 'view', path }),
  (path) => memory({ command: 'str_replace', path, old_str: 'KEEP', new_str: 'GONE' }),
  (path) => memory({ command: 'insert', path, insert_line: 0, insert_text: 'GONE' }),
  (old_path) => memory({ command: 'rename', old_path, new_path: '/memories/moved.md' }),
  (new_path) => memory({ command: 'rename', old_path: '/memories/keep.md', new_path }),
  (path) => memory({ command: 'delete', path }),
]
const OTHERS_OF_ONE: readonly Put[] = [
  (command) => memory({ command, path: '/memories/keep.md' }),
  (view_range) => memory({ command: 'view', path: '/memories/keep.md', view_range }),
]

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 'list', method: 'tools/list', params: {} })
/** No requests of the protocol. */
const LINES: readonly (string | Uint8Array)[] = [
  ...`
{
null
7
"x"
[]
[1, null]
[${LIST},${LIST}]
${LIST}${LIST}
\ufeff${LIST}
{"jsonrpc":"1.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":{},"method":"ping"}
{"jsonrpc":"2.0","id":null,"method":"ping"}
{"jsonrpc":"2.0","id":1,"method":null}
{"jsonrpc":"2.0","id":1,"result":{}}
{"jsonrpc":"2.0","id":1,"error":7}
{"jsonrpc":"2.0","id":1}
{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}
{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}
{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}}
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}
`.split('\n'),
  '['.repeat(100_000),
  '{"a":'.repeat(100_000),
  Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22]),
]

/** Other ways to write a path, as a URL, a shell or another system has them. */
function spellingsOf(path: unknown): readonly unknown[] {
  if (typeof path !== 'string') return [path]
  const bare = path.replace(/^\/memories\/?/, '')
  return [
    path,
    bare,
    `./${bare}`,
    `memory://${bare}`,
    `memory:///memories/${bare}`,
    `file://${path}`,
    `memories/${bare}`,
    ` ${path} `,
    path.replaceAll('/', '\\'),
    encodeURI(path.toWellFormed()),
    encodeURIComponent(bare.toWellFormed()),
    inBase('memories', bare),
    nodePath.join(base, bare),
  ]
}

/** No path, and nothing that a schema expects. */
const oddValues = (): readonly unknown[] => [
  ...values,
  ...markup,
  'x'.repeat(300),
  'x'.repeat(300_000),
  'ä/'.repeat(2_000),
  '\n'.repeat(2_000),
]
const hostilePaths = (): readonly unknown[] => [
  ...paths.flatMap(spellingsOf),
  ...['x', 'etc/passwd', 'memories/link/passwd', 'memories'].flatMap((name) => spellingsOf(inBase(name))),
  'link',
  'link/passwd',
  'link/new.md',
  'sub/../link/passwd',
  '/proc/self/environ',
  '/dev/stdin',
]

/** Every hostile path where one is taken, and every other value everywhere; in short, so many of both. */
function casesOf(pathPlaces: readonly Put[], otherPlaces: readonly Put[], short: number): readonly Asked[] {
  const everywhere = [...pathPlaces, ...otherPlaces]
  const all = [
    ...hostilePaths().flatMap((path) => pathPlaces.map((put) => [put, path] as const)),
    ...oddValues().flatMap((value) => everywhere.map((put) => [put, value] as const)),
  ]
  const chosen = VARIORUM_LONG === undefined ? Array.from({ length: short }, () => all[pick(all.length)]) : all
  return chosen.flatMap((each) => (each === undefined ? [] : [each[0](each[1])]))
}

/** What is wrong with an answer, whatever was asked. */
function wrongIn(reply: Reply, hasMark: boolean): readonly string[] {
  const told = JSON.stringify(reply)
  const [first, ...more] = reply.result?.content ?? []
  return [
    ...(reply.result === undefined && reply.error === undefined ? ['no answer'] : []),
    ...(reply.error !== undefined && !(reply.error.code <= -32_000) ? ['no code of the protocol'] : []),
    ...(told.includes(OUTSIDE) ? ['a text outside of the store'] : []),
    ...(told.includes(base) || told.includes(process.cwd()) ? ['a host path'] : []),
    ...(/\bat \S+ \(|node:internal|\.[cm]?js:\d+/.test(told) ? ['a stack'] : []),
    ...(more.length > 0 || Buffer.byteLength(first?.text ?? '') > 9_500 ? ['more than one short text'] : []),
    ...(hasMark && reply.result?.isError === true && first?.text.startsWith('Error') !== true ? ['no “Error”'] : []),
  ]
}

/** Asks all, some at a time as a program would. @returns what was wrong, with the request */
async function askAll(server: Server, requests: readonly Asked[], hasMark: boolean): Promise<readonly string[]> {
  const wrong: string[] = []
  for (let from = 0; from < requests.length; from += 50) {
    const some = requests.slice(from, from + 50)
    const replies = await Promise.all(
      some.map(async (asked) => {
        const reply = await server.ask(asked)
        // What it was asked may stand in the answer.
        const isEcho = JSON.stringify(asked).includes(JSON.stringify(base).slice(1, -1))
        return wrongIn(reply, hasMark)
          .filter((each) => each !== 'a host path' || !isEcho)
          .map((each) => `${each}: ${JSON.stringify(asked).slice(0, 300)} -> ${JSON.stringify(reply).slice(0, 300)}`)
      }),
    )
    wrong.push(...replies.flat())
  }
  return wrong
}

test(`every hostile path and value through the eight tools and the resources (seed ${seed})`, async () => {
  await using server = await Server.start()
  const before = await surroundings()
  const file_text = `${markup.join('\n')}\n`
  await server.ask(call('memory_create', { path: 'markup.md', file_text }))
  expect(await fs.readFile(inBase('memories', 'markup.md'), 'utf8')).toBe(file_text)
  const { result } = await server.ask({ method: 'resources/read', params: { uri: 'memory://markup.md' } })
  expect(result).toMatchObject({ contents: [{ text: file_text }] })
  expect(await askAll(server, casesOf(PATHS, OTHERS, 250), true)).toEqual([])
  await expectWell(server, before)
})

test(`every hostile path and value through the documented tool (seed ${seed})`, async () => {
  await using server = await Server.start('--tools', 'memory')
  const before = await surroundings()
  expect(await askAll(server, casesOf(PATHS_OF_ONE, OTHERS_OF_ONE, 100), false)).toEqual([])
  // What is no request of the protocol is answered with an error, or not at all.
  for (const line of LINES) server.write(line)
  await expectWell(server, before)
})

/** It still answers, touched nothing outside of the store, is the author of its commits, and git finds nothing wrong. */
async function expectWell(server: Server, before: readonly string[]): Promise<void> {
  expect((await server.ask({ method: 'ping', params: {} })).result).toBeDefined()
  expect(await surroundings()).toEqual(before)
  await eventually('all is in git', async () => (await gitComplaints(inBase('memories'))) === '')
  const actors = await git(inBase('memories'), 'log', '--format=%(trailers:key=Variorum-Actor,key=Variorum-Lineage)')
  const usual = ['', 'Variorum-Actor: agent', 'Variorum-Actor: outside', 'Variorum-Lineage: outside']
  expect(actors.split('\n').filter((line) => !usual.includes(line))).toEqual([])
}
