import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { CLI, runCli } from '../testing/command-line.ts'
import { eventually } from '../testing/eventually.ts'
import { newFolder } from '../testing/folders.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
  await fs.mkdir(store())
})

const store = (): string => nodePath.join(home, 'memory')
const env = (): Record<string, string> => ({ VARIORUM_HOME: home, PATH: process.env.PATH ?? '' })

interface Said {
  readonly text: string
  readonly isError: boolean
}

/** A server with a client that writes the protocol by hand, so that a test knows when what was sent. */
class Server {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers = new Map<number, PromiseWithResolvers<Said>>()
  #asked = 0

  private constructor(client: string) {
    this.child = spawn(process.execPath, [CLI, '--store', store(), 'mcp', '--client', client], {
      env: env(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id, result } = JSON.parse(line)
      this.#answers.get(id)?.resolve({ text: result.content?.[0].text ?? '', isError: result.isError === true })
    })
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  static async start(client: string): Promise<Server> {
    const server = new Server(client)
    await server.begun()
    return server
  }

  begun(): Promise<Said> {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'label', version: '1' } }
    return this.#ask('initialize', hello)
  }

  call(name: string, given: object): Promise<Said> {
    return this.#ask('tools/call', { name: `memory_${name}`, arguments: given })
  }

  create(path: string): Promise<Said> {
    return this.call('create', { path, file_text: `${path}\n` })
  }

  #ask(method: string, params: object): Promise<Said> {
    this.#asked += 1
    const answer = Promise.withResolvers<Said>()
    this.#answers.set(this.#asked, answer)
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#asked, method, params })}\n`)
    return answer.promise
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const closed = once(this.child, 'close')
    this.child.kill(signal)
    await closed
  }
}

const inMeetingPlace = async (): Promise<readonly string[]> => fs.readdir(nodePath.join(home, 'mcp')).catch(() => [])

const isThere = (path: string): Promise<boolean> =>
  fs.access(path).then(
    () => true,
    () => false,
  )

/** The process that keeps the store. */
async function keeper(): Promise<number> {
  const name = (await inMeetingPlace()).find((each) => each.endsWith('.pid'))
  return JSON.parse(await fs.readFile(nodePath.join(home, 'mcp', name ?? ''), 'utf8')).pid
}

async function logged(): Promise<readonly Record<string, unknown>[]> {
  const { out } = await runCli(['--store', store(), 'log', '--json'], env())
  const lines = out.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line).origin)
}

test('the others’ calls are done by the first, as if they had done them themselves', async () => {
  const first = await Server.start('cursor')
  const second = await Server.start('codex')
  expect(await keeper()).toBe(first.child.pid)
  await runCli(['--store', store(), 'clients', 'codex', '--trusted'], env())
  await second.create('a.md')
  await first.create('b.md')
  await second.call('insert', { path: 'a.md', insert_line: 1, insert_text: 'more' })
  const [inserted, byFirst, created] = await logged()
  expect(created).toMatchObject({ client: 'codex', clientVersion: 'label 1', lineage: 'agent' })
  expect(byFirst).toMatchObject({ client: 'cursor', lineage: 'outside' })
  expect(inserted?.clientSession).toBe(created?.clientSession)
  await runCli(['--store', store(), 'clients', 'codex', '--access', 'read'], env())
  expect(await second.create('c.md')).toMatchObject({ isError: true, text: expect.stringContaining('only read') })
  await second.end('SIGTERM')
  const clients = JSON.parse((await runCli(['--store', store(), 'clients', '--json'], env())).out)
  expect(clients[0]).toMatchObject({ name: 'codex', use: { writes: 2, refusals: 1 } })
})

test('when the keeper ends, its guests go on without an error, with what their client has seen', async () => {
  const first = await Server.start('cursor')
  const others = [await Server.start('codex'), await Server.start('gemini')] as const
  const [second, third] = others
  await second.call('create', { path: 'list.md', file_text: 'one\ntwo\n' })
  await third.call('insert', { path: 'list.md', insert_line: 0, insert_text: 'zero' })
  const writing = others.flatMap((server, of) => Array.from({ length: 20 }, (_, at) => server.create(`${of}/${at}.md`)))
  await Promise.race(writing)
  await first.end('SIGTERM')
  for (const said of await Promise.all(writing)) expect(said.isError).toBe(false)
  await second.call('insert', { path: 'list.md', insert_line: 1, insert_text: 'one and a half' })
  expect(await fs.readFile(`${store()}/list.md`, 'utf8')).toBe('zero\none\none and a half\ntwo\n')
  expect([second.child.pid, third.child.pid]).toContain(await keeper())
  const sessions = (await logged()).map(({ client, clientSession }) => `${String(client)} ${String(clientSession)}`)
  expect([sessions.length, new Set(sessions).size]).toEqual([43, 2])
})

test('a write in progress when the keeper is killed is never repeated; a view is', async () => {
  const first = await Server.start('cursor')
  const second = await Server.start('codex')
  await second.create('a.md')
  first.child.kill('SIGSTOP')
  const inserting = second.call('insert', { path: 'a.md', insert_line: 0, insert_text: 'once' })
  const viewing = second.call('view', { path: 'a.md' })
  await first.end('SIGKILL')
  expect(await inserting).toMatchObject({ isError: true, text: expect.stringContaining('not known') })
  expect(await viewing).toMatchObject({ isError: false })
  expect(await second.create('b.md')).toMatchObject({ isError: false })
  expect(await keeper()).toBe(second.child.pid)
})

test('nobody waits for a keeper that is stopped', async () => {
  const first = await Server.start('cursor')
  const second = await Server.start('codex')
  await second.create('a.md')
  await eventually('it has given up the lease', async () => !(await isThere(`${store()}/.git/variorum/lease`)))
  first.child.kill('SIGSTOP')
  const newcomer = Server.start('gemini').then((third) => third.call('view', { path: 'a.md' }))
  expect(await second.call('view', { path: 'a.md' })).toMatchObject({ isError: false })
  expect(await newcomer).toMatchObject({ isError: false })
})

test('of many that start at once one keeps the store', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, (_, at) => Server.start(`client-${at}`)))
  const said = await Promise.all(servers.map((server, at) => server.create(`${at}.md`)))
  expect(said.filter(({ isError }) => isError)).toEqual([])
  expect(servers.map(({ child }) => child.pid)).toContain(await keeper())
})

test('what a killed keeper left is no obstacle, and neither is whatever else is at its place', async () => {
  const first = await Server.start('cursor')
  await first.create('a.md')
  await first.end('SIGKILL')
  const left = await inMeetingPlace()
  expect(left).toHaveLength(2)
  const second = await Server.start('codex')
  expect(await second.call('view', { path: 'a.md' })).toMatchObject({ isError: false })
  await second.end('SIGTERM')
  expect(await inMeetingPlace()).toEqual([])
  // One of another version that says something else, and one that hangs up.
  const socket = nodePath.join(home, 'mcp', left.find((name) => !name.endsWith('.pid')) ?? '')
  const others = createServer((guest) => guest.end('hello\n')).listen(socket)
  await once(others, 'listening')
  const third = await Server.start('gemini')
  expect(await third.create('b.md')).toMatchObject({ isError: false })
  others.close()
})

test('other accounts can’t enter the place where processes meet, or there is none', async () => {
  const folder = nodePath.join(home, 'mcp')
  const first = await Server.start('cursor')
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  await first.end('SIGTERM')
  await fs.chmod(folder, 0o755)
  const second = await Server.start('cursor')
  expect(await second.create('a.md')).toMatchObject({ isError: false })
  expect(await inMeetingPlace()).toEqual([])
})
