import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { CLI, type Answer } from '../command-line.ts'

/** One running `exec`: commands in, answers out. Node itself is run, so that a signal reaches what writes. */
export class Exec {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers: AsyncIterator<string>
  readonly #lines: Interface

  constructor(dir: string) {
    const env = { ...process.env, VARIORUM_HOME: `${dir}.home` }
    this.child = spawn(process.execPath, [CLI, 'exec', '--store', dir], { stdio: ['pipe', 'pipe', 'inherit'], env })
    this.child.stdin.on('error', () => undefined)
    this.#lines = createInterface({ input: this.child.stdout })
    this.#answers = this.#lines[Symbol.asyncIterator]()
  }

  /** The answer; null when the process was gone before it came. */
  async run(command: object): Promise<Answer | null> {
    this.child.stdin.write(`${JSON.stringify(command)}\n`)
    const { value, done } = await this.#answers.next()
    return done === true || value === undefined ? null : JSON.parse(value)
  }

  async end(): Promise<void> {
    this.child.stdin.end()
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close')
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const closed = once(this.child, 'close')
    this.child.kill('SIGKILL')
    await closed
  }
}
