import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { systemCode } from '../disk/disk-error.ts'
import { hasCode } from '../disk/durable-files.ts'
import { displayPath, readPath } from '../home.ts'
import { pathOf } from './own-start.ts'
import { PROGRAMS, type System } from './programs.ts'

/** What Claude Code itself says of where its memory is. */
export type Probe =
  | { readonly kind: 'works' }
  | { readonly kind: 'missing' | 'fails' | 'elsewhere'; readonly why: Message }

const PATIENCE_MS = 20_000
/** After it has been asked to end. */
const GRACE_MS = 1_000
/** What it needs of the environment to run, and what decides where its settings and its memory are. */
const PASSED =
  'PATH HOME LANG TMPDIR USERPROFILE APPDATA LOCALAPPDATA SystemRoot TEMP CLAUDE_CONFIG_DIR CLAUDE_CODE_REMOTE_MEMORY_DIR CLAUDE_COWORK_MEMORY_PATH_OVERRIDE'.split(
    ' ',
  )

/**
 * Starts Claude Code in a project and reads which folder it takes for its memory. No model is asked and no key is used: a
 * server on this computer plays the model and says nothing. The user's hooks and servers do not run, and no session is kept.
 */
export async function probeMemory(system: System, project: string, folder: string): Promise<Probe> {
  const command = pathOf(PROGRAMS['claude-code'].signs.commands, system)
  if (command === null) return { kind: 'missing', why: say('memory-probe-missing') }
  const server = createServer((_, response) => void response.writeHead(503).end())
  server.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const found = await memoryNamedBy(startIn({ command, project, system, address: addressOf(server) }))
    if (found === null) return { kind: 'fails', why: say('memory-probe-silent') }
    if ((await realIfThere(found)) === folder) return { kind: 'works' }
    return { kind: 'elsewhere', why: say('memory-probe-elsewhere', { folder: displayPath(found) }) }
  } catch (error) {
    if (systemCode(error) === null) throw error
    return { kind: 'fails', why: say('memory-probe-failed') }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

interface Starting {
  readonly command: string
  readonly project: string
  readonly system: System
  /** Of the server that plays the model. */
  readonly address: string
}

function startIn({ command, project, system, address }: Starting): ChildProcess {
  const model = { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: 'none' }
  const passed = PASSED.flatMap((name) => {
    const value = system.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const env = { ...Object.fromEntries(passed), ...model, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }
  // The user's own settings may name another server, and win over the environment.
  const settings = JSON.stringify({ disableAllHooks: true, env: model })
  const output = ['-p', 'probe', '--output-format', 'stream-json', '--verbose']
  const args = [...output, '--no-session-persistence', '--strict-mcp-config', '--settings', settings]
  return spawn(command, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
}

const Init = z.object({
  type: z.literal('system'),
  subtype: z.literal('init'),
  memory_paths: z.object({ auto: z.string() }),
})

/** What it says first; null if it ends, or takes too long, without saying. It is always ended. */
async function memoryNamedBy(child: ChildProcess): Promise<string | null> {
  const ended = once(child, 'close')
  const patience = setTimeout(() => child.kill(), PATIENCE_MS)
  try {
    await once(child, 'spawn')
    if (child.stdout === null) return null
    for await (const line of createInterface({ input: child.stdout })) {
      const read = Init.safeParse(jsonOf(line))
      if (read.success) return readPath(read.data.memory_paths.auto)
    }
    return null
  } finally {
    clearTimeout(patience)
    await end(child, ended)
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined) {
    await ended.catch(() => undefined)
    return
  }
  child.kill()
  const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await ended
  clearTimeout(force)
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${String(typeof address === 'object' && address !== null ? address.port : 0)}`
}

async function realIfThere(path: string): Promise<string> {
  try {
    return await fs.realpath(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return path
    throw error
  }
}
