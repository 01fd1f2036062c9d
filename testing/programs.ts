import { type ChildProcess, fork } from 'node:child_process'
import * as nodePath from 'node:path'
import { z } from 'zod'

// Runs programs from a small process. Starting one copies the page tables of the process that starts it: from a test's,
// which is large, that takes ten times as long.

export interface Program {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string
  /** All of it; the process's own by default. */
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string | Uint8Array
  /** Whoever runs longer is killed. */
  readonly patienceMs?: number
}

export interface Ended {
  /** `null` if a signal ended it. */
  readonly code: number | null
  readonly out: Buffer
  readonly err: Buffer
}

const Reply = z.object({
  id: z.number(),
  ended: z.object({ code: z.number().nullable(), out: z.instanceof(Buffer), err: z.instanceof(Buffer) }).nullable(),
  /** Why it could not be started. */
  failure: z.string(),
})

class Runner {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, PromiseWithResolvers<Ended>>()
  #asked = 0

  constructor() {
    this.#child = fork(nodePath.join(import.meta.dirname, 'program-runner.ts'), {
      serialization: 'advanced',
      execArgv: [],
      // Not what vitest tells its workers.
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    this.#child.on('message', (message) => this.#onReply(Reply.parse(message)))
    this.#child.on('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The process that runs programs has ended.'))
    })
  }

  run({ file, args, cwd = process.cwd(), env = process.env, input = '', patienceMs = 0 }: Program): Promise<Ended> {
    this.#asked += 1
    const answer = Promise.withResolvers<Ended>()
    this.#pending.set(this.#asked, answer)
    this.#keepAlive()
    this.#child.send({ id: this.#asked, file, args, cwd, env: { ...env }, input, patienceMs })
    return answer.promise
  }

  #onReply({ id, ended, failure }: z.infer<typeof Reply>): void {
    const answer = this.#pending.get(id)
    this.#pending.delete(id)
    this.#keepAlive()
    if (ended === null) answer?.reject(new Error(failure))
    else answer?.resolve(ended)
  }

  /** The test's process ends when it has nothing else to wait for. */
  #keepAlive(): void {
    const change = this.#pending.size > 0 ? 'ref' : 'unref'
    this.#child[change]()
    this.#child.channel?.[change]()
  }
}

let runner: Runner | undefined

/** Runs a program to its end. @throws if it cannot be started */
export function runProgram(program: Program): Promise<Ended> {
  runner ??= new Runner()
  return runner.run(program)
}
