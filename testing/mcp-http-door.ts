import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as nodePath from 'node:path'
import type { Readable } from 'node:stream'
import { CLI } from './command-host.ts'
import { eventually } from './eventually.ts'

/** `variorum mcp --http` as it is built, at a port that was free. */
export class McpHttpDoor implements AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly #process: ChildProcessByStdio<null, Readable, null>

  /** @param home the folder of the app's own data */
  static async start(home: string, client: string, store = nodePath.join(home, 'memory')): Promise<McpHttpDoor> {
    const args = [CLI, '--store', store, 'mcp', '--http', '--port', '0', '--client', client]
    // Below the home of its user, also where temporary folders are among the system's.
    const env = { HOME: nodePath.dirname(store), VARIORUM_HOME: home, PATH: process.env.PATH ?? '' }
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    started.stdout.on('data', (data: Buffer) => (said += data.toString()))
    await eventually('it says where it is', async () => said.includes(`Token of ${client}: `))
    return new McpHttpDoor(started, said)
  }

  private constructor(started: ChildProcessByStdio<null, Readable, null>, said: string) {
    this.#process = started
    this.url = /http:\/\/\S+\/mcp/.exec(said)?.[0] ?? ''
    this.token = /^Token of .*: (\S+)$/m.exec(said)?.[1] ?? ''
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGTERM')
    if (this.isRunning) await once(this.#process, 'close')
  }
}
