import { type ChildProcess, fork } from 'node:child_process'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { COMPILE_CACHE } from './compile-cache.ts'

// The built command line in a process that outlives a command: to start one for each takes half a second of the
// processor. What is about the process itself (a signal that kills it, its output closed, its memory) starts its own.

const OUT = nodePath.join(import.meta.dirname, '..', 'out')
export const CLI = nodePath.join(OUT, 'cli.js')
const RUN = nodePath.join(OUT, 'cli', 'run.cjs')

const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['out', 'err']), data: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('ended'), code: z.number() }),
])

export interface HostedCommand {
  readonly args: readonly string[]
  /** All of it. */
  readonly env: NodeJS.ProcessEnv
  /** All of it; without, `type` says what comes. */
  readonly input?: string | Uint8Array
  readonly onSaid: (stream: 'out' | 'err', data: Uint8Array) => void
}

/** Runs one command at a time; what is asked of it meanwhile waits. */
export class CommandHost {
  #child: ChildProcess | null = null
  #onTold: (told: z.infer<typeof Told>) => void = () => undefined
  #onFailure: (error: Error) => void = () => undefined
  #isBusy = false
  /** When the newest command has begun, and ended. */
  #begun: Promise<void> = Promise.resolve()
  #ended: Promise<unknown> = Promise.resolve()

  /** @returns the exit code, when the command has ended */
  async run(command: HostedCommand): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const begin = (): void => {
      this.#onFailure = reject
      this.#onTold = (told) => (told.kind === 'ended' ? resolve(told.code) : command.onSaid(told.kind, told.data))
      this.#begin(command)
    }
    this.#begun = this.#ended.then(begin, begin)
    this.#ended = promise
    try {
      return await promise
    } finally {
      this.#keepAlive(false)
    }
  }

  /** Into the standard input of the newest command. @param isLast whether it ends there */
  type(data: string, isLast = false): void {
    void this.#begun.then(() => this.#child?.send({ kind: 'input', data, isLast }))
  }

  /** For the command that runs. */
  signal(name: NodeJS.Signals): void {
    this.#child?.send({ kind: 'signal', name })
  }

  /** Ends a command that still runs, and its process. */
  kill(): void {
    if (this.#isBusy) this.#child?.kill('SIGKILL')
  }

  #begin({ args, env, input }: HostedCommand): void {
    this.#child ??= this.#start()
    this.#keepAlive(true)
    this.#child.send({ kind: 'run', args, env: { ...env } })
    if (input !== undefined) this.#child.send({ kind: 'input', data: input, isLast: true })
  }

  /** The test's process ends when it has nothing else to wait for. */
  #keepAlive(isBusy: boolean): void {
    this.#isBusy = isBusy
    const change = isBusy ? 'ref' : 'unref'
    this.#child?.[change]()
    this.#child?.channel?.[change]()
  }

  #start(): ChildProcess {
    const child = fork(nodePath.join(import.meta.dirname, 'command-process.ts'), [CLI, RUN], {
      serialization: 'advanced',
      execArgv: [],
      // Not what vitest tells its workers.
      env: { ...process.env, ...COMPILE_CACHE, NODE_OPTIONS: '' },
    })
    child.on('message', (message) => this.#onTold(Told.parse(message)))
    child.on('close', () => {
      this.#child = null
      this.#onFailure(new Error('The process that runs commands has ended.'))
    })
    return child
  }
}
