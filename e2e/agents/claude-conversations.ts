import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ClaudeSession } from '../../testing/claude-session.ts'
import { newFolder } from '../../testing/folders.ts'
import { makePipe } from '../../testing/systems.ts'
import type { Deed } from './memory-life.ts'
import { PROGRAMS } from './programs.ts'
import { type Call, type Reply, wireOf } from './wires.ts'

// Conversations in which the user says several sentences, one after the other, and Claude Code writes into its memory: by
// the program itself with a model that does as it is told, or played.

export interface Conversation {
  /** Resolves when the agent has done everything that follows from the sentence. */
  say(sentence: string): Promise<void>
  /** Ends the program. */
  end(): Promise<void>
}

/** Where it takes place, and what the agent does: asked before each deed, `null` when there is none left. */
export interface Talk {
  readonly home: string
  readonly cwd: string
  /** Its memory. */
  readonly folder: string
  readonly next: () => Promise<Deed | null>
}

export function playClaude({ home, cwd, folder, next }: Talk): Conversation {
  const session = new ClaudeSession({ config: nodePath.join(home, '.claude'), project: cwd })
  return {
    async say(sentence) {
      await session.say(sentence)
      for (let deed = await next(); deed !== null; deed = await next()) await play(session, folder, deed)
    },
    end: async () => undefined,
  }
}

async function play(session: ClaudeSession, folder: string, deed: Deed): Promise<void> {
  const file = nodePath.join(folder, deed.path)
  if (deed.does === 'write') await session.write(file, deed.text)
  else if (deed.does === 'edit') await session.edit(file, deed.old, deed.by)
  else if (deed.does === 'move') await fs.rename(file, nodePath.join(folder, deed.to))
  else if (deed.does === 'remove') await fs.rm(file)
  else if (deed.does === 'append') await fs.appendFile(file, deed.text)
}

/** Where the model answers in a network of its own. */
const PORT = 8080
const Printed = z.looseObject({ type: z.string() })
/** Reads what the user says from a pipe: its first argument, before the program and the program's own. */
const FROM_PIPE = 'said=$0; exec "$@" < "$said"'
const ARGS = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--allowedTools', 'Bash']

/** @param packages the folder the program was installed in */
export async function startClaude(packages: string, talk: Talk): Promise<Conversation> {
  const place = await newFolder()
  const [socket, pipe] = [nodePath.join(place, 'model'), nodePath.join(place, 'said')]
  makePipe(pipe)
  const model = new PacedModel(talk)
  await model.listen(socket)
  const said = await fs.open(pipe, 'r+')
  const child = await spawned(packages, talk, { socket, pipe })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let done = Promise.withResolvers<void>()
  let printed = ''
  const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
  void exit.then((code) => failed.reject(new Error(`Claude Code ended with ${code}: ${printed}`)), failed.reject)
  child.stderr?.on('data', (data: Buffer) => (printed += data.toString()))
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { type, ...more } = Printed.parse(JSON.parse(line))
      if (type === 'result') printed = JSON.stringify(more)
      if (type === 'result') done.resolve()
    })
  return {
    async say(sentence) {
      done = Promise.withResolvers()
      model.begin()
      await said.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: sentence } })}\n`)
      await Promise.race([done.promise, failed.promise])
      if (model.failure !== null) throw new Error(`The model failed after “${sentence}”`, { cause: model.failure })
    },
    async end() {
      await said.close()
      await exit
      await model.close()
    },
  }
}

interface Wired {
  readonly socket: string
  readonly pipe: string
}

async function spawned(packages: string, { home, cwd }: Talk, { socket, pipe }: Wired): Promise<ChildProcess> {
  const claude = PROGRAMS.find(({ name }) => name === 'claude-code')
  const user = { home, model: `http://127.0.0.1:${PORT}`, key: 'sk-of-nobody-27182818', server: { args: [], env: {} } }
  const start = await claude?.prepare(user)
  if (start === undefined) throw new Error('Claude Code is no program of these')
  const offline = [process.execPath, nodePath.join(import.meta.dirname, 'offline.mjs'), socket, String(PORT)]
  const program = [nodePath.join(packages, 'node_modules', start.file), '-p', ...ARGS, '--model', 'claude-sonnet-4-5']
  const path = [nodePath.dirname(process.execPath), '/usr/bin', '/bin'].join(nodePath.delimiter)
  return spawn('unshare', ['--map-root-user', '--net', ...offline, '/bin/sh', '-c', FROM_PIPE, pipe, ...program], {
    cwd,
    env: { HOME: home, PATH: path, LANG: 'C.UTF-8', TERM: 'dumb', ...start.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A model that takes its time, and does one deed after the other. Asked the same again, it says the same. */
class PacedModel {
  /** Why it could not answer; the program then only says that the model failed. */
  failure: unknown = null
  readonly #talk: Talk
  readonly #server: Server
  #replies = new Map<number, Promise<Reply>>()

  constructor(talk: Talk) {
    this.#talk = talk
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.failure = error
        response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":{"message":"failed"}}')
      })
    })
  }

  listen(socket: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#server.once('error', reject).listen(socket, resolve)
    return promise
  }

  /** The user is about to say something. */
  begin(): void {
    this.#replies = new Map()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wire = wireOf(request.url ?? '')
    if (wire === null || request.method !== 'POST') {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":{"message":"not here"}}')
      return
    }
    const turn = wire.read(await text(request))
    const reply = turn.offered.length === 0 ? { say: 'A title' } : await this.#replyAt(turn.results.length)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(wire.write(turn, reply))
  }

  #replyAt(results: number): Promise<Reply> {
    const reply = this.#replies.get(results) ?? this.#next()
    this.#replies.set(results, reply)
    return reply
  }

  async #next(): Promise<Reply> {
    const deed = await this.#talk.next()
    return deed === null ? { say: 'All is done.' } : callFor(deed, this.#talk.folder)
  }
}

function callFor(deed: Deed, folder: string): Call {
  const file = nodePath.join(folder, deed.path)
  const command = (...words: readonly string[]): Call => ({
    tool: 'Bash',
    given: { command: words.join(' '), description: deed.does },
  })
  if (deed.does === 'read') return { tool: 'Read', given: { file_path: file } }
  if (deed.does === 'write') return { tool: 'Write', given: { file_path: file, content: deed.text } }
  if (deed.does === 'move') return command('mv', quoted(file), quoted(nodePath.join(folder, deed.to)))
  if (deed.does === 'remove') return command('rm', quoted(file))
  if (deed.does === 'append') return command('printf', "'%s'", quoted(deed.text), '>>', quoted(file))
  return { tool: 'Edit', given: { file_path: file, old_string: deed.old, new_string: deed.by } }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
