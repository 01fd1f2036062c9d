import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { CLI } from '../../testing/command-line.ts'

/** What a client is to do. */
export const Order = z.object({ tool: z.string(), given: z.record(z.string(), z.unknown()) })
export type Order = z.infer<typeof Order>

export const Report = z.object({
  /** `lost`: nobody knows whether it was done. */
  outcome: z.enum(['done', 'refused', 'lost']),
  text: z.string(),
  ms: z.number(),
  /** The process of the server that did it. */
  server: z.number(),
})
export type Report = z.infer<typeof Report>

/** A client in a process of its own, and another one when that was killed. */
export class Member {
  readonly #store: string
  readonly #name: string
  readonly #line: string
  #child: ChildProcess | null = null
  /** The process of its server. */
  #server = 0
  #serial = 0
  /** The file it created last, if that is known. */
  #own: string | null = null

  constructor(store: string, name: string, at: number) {
    this.#store = store
    this.#name = name
    this.#line = at % 2 === 0 ? '2.x' : '1.x'
  }

  newMark(): string {
    this.#serial += 1
    return `${this.#name}-${this.#serial}.`
  }

  /** @param shared a file to write into; `null` for its own */
  order(mark: string, shared: string | null): Order {
    const path = shared ?? this.#own
    if (path !== null) {
      if (shared === null) this.#own = null
      return { tool: 'memory_insert', given: { path, insert_line: 0, insert_text: mark } }
    }
    return { tool: 'memory_create', given: { path: `${this.#name}/${this.#serial}.md`, file_text: `${mark}\n` } }
  }

  async carryOut(order: Order): Promise<Report> {
    const report = await this.#ask(order)
    this.#server = report.server
    if (order.tool === 'memory_create' && report.outcome === 'done') this.#own = String(order.given.path)
    return report
  }

  #ask(order: Order): Promise<Report> {
    const child = this.#child ?? this.#start()
    this.#child = child
    const { promise, resolve } = Promise.withResolvers<Report>()
    const onMessage = (message: unknown): void => end(Report.parse(message))
    const onExit = (): void => {
      this.#child = null
      end({ outcome: 'lost', text: 'killed', ms: 0, server: 0 })
    }
    const end = (report: Report): void => {
      child.off('message', onMessage).off('exit', onExit)
      resolve(report)
    }
    child.once('message', onMessage).once('exit', onExit)
    if (child.exitCode === null && child.signalCode === null) child.send(order, () => undefined)
    else onExit()
    return promise
  }

  #start(): ChildProcess {
    return fork(nodePath.join(import.meta.dirname, 'swarm-member.ts'), [this.#store, this.#name, this.#line], {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '', SWARM_CLI: CLI },
    })
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  killServer(): void {
    killProcess(this.#server)
  }

  async end(): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.disconnect()
    await once(child, 'exit')
  }
}

export function killProcess(pid: number): void {
  if (pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
