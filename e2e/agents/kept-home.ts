import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { agentEnv } from '../../testing/agent-home.ts'
import { BrowserMode, type Page } from '../../testing/browser-mode.ts'
import { CLI, runCli } from '../../testing/command-line.ts'
import { newFolder } from '../../testing/folders.ts'
import { git, gitDirs } from '../../testing/git.ts'

const Found = z.object({
  folders: z.array(
    z.object({ program: z.string(), folder: z.string(), store: z.string().nullable(), project: z.string().nullable() }),
  ),
})
type Found = z.infer<typeof Found>['folders'][number]

/** An account's home with the app in it, whose window and `keep` are ended together. */
export class KeptHome implements AsyncDisposable {
  readonly home: string
  readonly #app: string
  #keep: ChildProcess | null = null
  #window: BrowserMode | null = null

  /** @param home a new one if left out */
  static async make(home?: string): Promise<KeptHome> {
    return new KeptHome(home ?? (await newFolder()))
  }

  private constructor(home: string) {
    this.home = home
    this.#app = nodePath.join(home, 'app')
  }

  get #env(): Readonly<Record<string, string>> {
    return { ...agentEnv(this.home), VARIORUM_HOME: this.#app, MEMORY_DIR: '' }
  }

  /** The command line. @throws with what it said, unless it ends well */
  async variorum(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runCli(args, this.#env)
    if (code !== 0) throw new Error(`variorum ${args.join(' ')}: ${err}`)
    return out
  }

  /** The memories that it finds. */
  async memories(): Promise<readonly Found[]> {
    return Found.parse(JSON.parse(await this.variorum('agents', '--json'))).folders
  }

  /** Makes a folder a store that is kept; git is told where its history lies. */
  async add(folder: string, ...options: readonly string[]): Promise<void> {
    await this.variorum('--store', folder, '--hidden', ...options, 'keep', '--on')
    const histories = nodePath.join(this.#app, 'stores', 'histories')
    for (const name of await fs.readdir(histories).catch(() => [])) {
      const gitDir = nodePath.join(histories, name)
      const whose = await git(gitDir, 'config', 'core.worktree')
      if (whose.trim() === folder) gitDirs.set(folder, gitDir)
    }
  }

  /** Keeps the stores from now on. */
  async keep(): Promise<void> {
    const child = spawn(process.execPath, [CLI, 'keep'], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#keep = child
    await once(child.stdout, 'data')
  }

  /** A page of the window. */
  async page(): Promise<Page> {
    this.#window ??= await BrowserMode.start(this.#app, { env: this.#env })
    return this.#window.connect(await this.#window.enter())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#window?.stop()
    const child = this.#keep
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  }
}
