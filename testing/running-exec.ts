import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import * as nodePath from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { CLI, type Answer } from './command-line.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

/** The disk under a process: the file that says what fails, and the file that records operations (see disk.ts). */
export interface Disk {
  readonly fault?: string
  readonly trace?: string
}

/** Arguments and environment that put this disk under the program. */
function beneath(
  dir: string,
  disk: Disk | undefined,
): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const args =
    disk === undefined
      ? []
      : ['--import', pathToFileURL(nodePath.join(import.meta.dirname, '..', 'e2e', 'torture', 'disk.ts')).href]
  const env = {
    ...process.env,
    VARIORUM_HOME: `${dir}.home`,
    ...(disk === undefined ? {} : { ...COMPILE_CACHE, TORTURE_STORE: realpathSync(dir) }),
    ...(disk?.fault === undefined ? {} : { TORTURE_FAULT: disk.fault }),
    ...(disk?.trace === undefined ? {} : { TORTURE_TRACE: disk.trace }),
  }
  return { args: [...args, CLI], env }
}

/** Restores the whole store to a commit, from the command line. */
export async function bringBack(
  dir: string,
  then: string,
  disk?: Disk,
): Promise<{ readonly code: number; readonly said: string }> {
  const { args, env } = beneath(dir, disk)
  const child = spawn(process.execPath, [...args, '--store', dir, 'restore', then, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

/** One running `exec`: commands in, answers out. Node itself is run, so that a signal reaches what writes. */
export class Exec {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Everything it printed apart from its answers. */
  said = ''
  readonly #answers: AsyncIterator<string>
  readonly #lines: Interface

  constructor(dir: string, disk?: Disk) {
    const { args, env } = beneath(dir, disk)
    this.child = spawn(process.execPath, [...args, 'exec', '--store', dir], { stdio: ['pipe', 'pipe', 'pipe'], env })
    this.child.stderr.on('data', (data: Buffer) => (this.said += data.toString()))
    this.child.stdin.on('error', () => undefined)
    this.#lines = createInterface({ input: this.child.stdout })
    this.#answers = this.#lines[Symbol.asyncIterator]()
  }

  /** The answer; null if the process ended first. */
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
