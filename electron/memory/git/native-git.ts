import { Buffer } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { SILENCE_MS } from './remote-error.ts'

// Runs the git program to its end: never by a shell, with a time limit on silence alone, and with bounded output.

type Env = Readonly<Record<string, string | undefined>>

export interface GitRun {
  readonly git: string
  readonly args: readonly string[]
  readonly env: Env
  readonly cwd: string
  readonly signal?: AbortSignal | undefined
  readonly silenceMs?: number | undefined
  readonly onProgress?: ((percent: number | null) => void) | undefined
  /** Ends the run when it answers true; asked now and then. */
  readonly isTooMuch?: (() => Promise<boolean>) | undefined
}

export interface GitEnded {
  /** Why we ended it; null when it ended by itself. */
  readonly stopped: 'cancelled' | 'timeout' | 'too-large' | 'not-started' | null
  readonly code: number | null
  readonly out: string
  /** The end of what it said. */
  readonly err: string
}

const MAX_OUT_BYTES = 16_000_000
const MAX_ERR_BYTES = 64_000
/** From the polite signal, on which git removes its locks, to the other one. */
const PATIENCE_MS = 5_000
/** A process that git left behind, such as a shared connection of SSH, may keep our pipes open. */
const PIPES_MS = 1_000
const LOOK_MS = 500

export function runGit(run: GitRun): Promise<GitEnded> {
  if (run.signal?.aborted === true) return Promise.resolve({ stopped: 'cancelled', code: null, out: '', err: '' })
  return new Promise((resolve) => new Running(run, resolve))
}

class Running {
  readonly #run: GitRun
  readonly #child: ChildProcess
  readonly #resolve: (ended: GitEnded) => void
  readonly #out: Buffer[] = []
  #outBytes = 0
  #err = ''
  #stopped: GitEnded['stopped'] = null
  #code: number | null = null
  readonly #looking: NodeJS.Timeout | null
  #silence: NodeJS.Timeout | null = null
  #killing: NodeJS.Timeout | null = null
  #closing: NodeJS.Timeout | null = null

  constructor(run: GitRun, resolve: (ended: GitEnded) => void) {
    this.#run = run
    this.#resolve = resolve
    const { git, args, env, cwd } = run
    // A group of its own, without a terminal: nothing can ask there, and all of it is ended together.
    const detached = process.platform !== 'win32'
    this.#child = spawn(git, args, {
      cwd,
      env: { ...env },
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    this.#listen()
    run.signal?.addEventListener('abort', this.#onAbort)
    this.#looking = run.isTooMuch === undefined ? null : setInterval(() => void this.#look(), LOOK_MS)
    this.#heard()
  }

  #listen(): void {
    const child = this.#child
    const hear = (stream: Readable | null, take: (data: Buffer) => void): void => {
      stream?.on('data', (data: Buffer) => {
        this.#heard()
        take(data)
      })
    }
    hear(child.stdout, (data) => this.#take(data))
    hear(child.stderr, (data) => {
      const text = data.toString('utf8')
      this.#err = (this.#err + text).slice(-MAX_ERR_BYTES)
      const percent = percentIn(text)
      if (percent !== undefined) this.#run.onProgress?.(percent)
    })
    child.on('error', () => {
      this.#stopped ??= 'not-started'
      this.#end()
    })
    child.on('exit', (code) => {
      this.#code = code
      this.#closing = setTimeout(() => this.#end(), PIPES_MS)
    })
    child.on('close', () => this.#end())
  }

  #take(data: Buffer): void {
    this.#outBytes += data.length
    if (this.#outBytes <= MAX_OUT_BYTES) this.#out.push(data)
    else this.#stop('too-large')
  }

  #heard(): void {
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#stop('timeout'), this.#run.silenceMs ?? SILENCE_MS)
  }

  async #look(): Promise<void> {
    if ((await this.#run.isTooMuch?.()) === true) this.#stop('too-large')
  }

  readonly #onAbort = (): void => this.#stop('cancelled')

  #stop(why: GitEnded['stopped']): void {
    if (this.#stopped !== null) return
    this.#stopped = why
    this.#kill('SIGTERM')
    this.#killing = setTimeout(() => this.#kill('SIGKILL'), PATIENCE_MS)
  }

  #kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child
    if (pid === undefined) return
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () =>
        this.#child.kill(),
      )
      return
    }
    try {
      process.kill(-pid, signal)
    } catch {
      // All of the group has ended.
    }
  }

  #end(): void {
    for (const timer of [this.#silence, this.#killing, this.#closing]) if (timer !== null) clearTimeout(timer)
    if (this.#looking !== null) clearInterval(this.#looking)
    this.#run.signal?.removeEventListener('abort', this.#onAbort)
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
    this.#resolve({
      stopped: this.#stopped,
      code: this.#code,
      out: Buffer.concat(this.#out).toString('utf8'),
      err: this.#err,
    })
  }
}

/** What the last line of progress says: a share, null for work without one; undefined for no progress. */
function percentIn(text: string): number | null | undefined {
  const last = [...text.matchAll(/^(remote: )?([A-Z][a-z]+ [a-z]+): +(\d{1,3})%/gm)].at(-1)
  if (last === undefined) return undefined
  const isTransfer = last[1] === undefined && /^(?:Receiving|Writing) objects$/.test(last[2] ?? '')
  return isTransfer ? Math.min(100, Number(last[3])) : null
}
