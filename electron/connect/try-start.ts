import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as os from 'node:os'
import * as nodePath from 'node:path'
import { promisify } from 'node:util'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { hasCode } from '../disk/durable-files.ts'
import { VERSION } from '../version.ts'
import type { Start } from './programs.ts'

/** What a program would find if it started us now. */
export type Trial =
  | { readonly kind: 'works'; readonly tools: number; readonly writes: boolean; readonly milliseconds: number }
  | { readonly kind: 'fails'; readonly why: Message }

/** Some programs wait no longer for a server. */
const PATIENCE_MS = 20_000
const FILE = 'test.md'

/**
 * Starts exactly what an entry names, lists the tools, and, unless it may only read, makes a write and undoes it. All that
 * in an empty memory, with data of its own, which are gone afterwards.
 */
export async function tryStart(start: Start): Promise<Trial> {
  const folder = await fs.realpath(await fs.mkdtemp(nodePath.join(os.tmpdir(), 'variorum-test-')))
  const began = performance.now()
  try {
    const found = await useIn(folder, start)
    return { kind: 'works', ...found, milliseconds: Math.round(performance.now() - began) }
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT', 'EACCES')
    return { kind: 'fails', why: say(isMissing ? 'connect-test-no-command' : 'connect-test-failed') }
  } finally {
    await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function useIn(folder: string, { command, args, env }: Start): Promise<{ tools: number; writes: boolean }> {
  // Loaded on use: nothing else needs a client.
  const [{ Client }, { getDefaultEnvironment, StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/stdio'),
  ])
  // Its own default memory is where temporary folders may be, whatever else is refused there.
  const home = nodePath.join(folder, 'home')
  const store = nodePath.join(home, 'memory')
  const how = { env: { ...getDefaultEnvironment(), ...env, VARIORUM_HOME: home }, cwd: folder }
  const inStore = ['--store', store]
  const client = new Client({ name: 'variorum-test', version: VERSION })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const transport = new StdioClientTransport({ ...how, command, args: [...args, ...inStore], stderr: 'ignore' })
  try {
    await client.connect(transport, { timeout: PATIENCE_MS })
    const { tools } = await client.listTools(undefined, { signal })
    const { writes, asked } = trialCall(tools)
    const { isError } = await client.callTool(asked, { signal })
    if (isError === true) throw new Error('The tool answered with an error.')
    await client.close()
    if (writes) {
      const verb = args.slice(0, args.indexOf('mcp'))
      await promisify(execFile)(command, [...verb, 'undo', ...inStore], { ...how, timeout: PATIENCE_MS })
      if ((await fs.readdir(store)).includes(FILE)) throw new Error('The write was not undone.')
    }
    return { tools: tools.length, writes }
  } finally {
    await client.close()
  }
}

interface Offered {
  readonly name: string
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined
}

/** A write where one is offered, else a view; by the one tool where `--tools memory` stands in the entry. */
function trialCall(tools: readonly Offered[]): {
  readonly writes: boolean
  readonly asked: { readonly name: string; readonly arguments: Record<string, unknown> }
} {
  const one = tools.find(({ name }) => name === 'memory')
  const writes = one === undefined ? tools.some(({ name }) => name === 'memory_create') : !one.annotations?.readOnlyHint
  const [command, given] = writes
    ? ['create', { path: `/memories/${FILE}`, file_text: 'A test.\n' }]
    : ['view', { path: '/memories' }]
  const asked =
    one === undefined
      ? { name: `memory_${command}`, arguments: given }
      : { name: one.name, arguments: { command, ...given } }
  return { writes, asked }
}
