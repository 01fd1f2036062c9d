import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { text } from 'node:stream/consumers'
import { CLI, runCli } from '../../testing/command-line.ts'
import { newFolder } from '../../testing/folders.ts'
import { git } from '../../testing/git.ts'
import { type Ended, runProgram } from '../../testing/programs.ts'
import type { AgentProgram, Start, User } from './programs.ts'
import { type ScriptedModel, type Script, startScriptedModel } from './scripted-model.ts'

/** What must not get out of a program's environment. */
const SECRETS = { key: 'sk-of-nobody-27182818', variable: 'only-in-the-environment-31415926' }
/** Where the model answers in a network of its own. */
const PORT = 8080

export interface Running {
  readonly model: ScriptedModel
  /** Ends the program and nothing else, as nothing can be caught. */
  kill(): void
  /** @returns its exit code, not 0 if it was killed, and all that it printed */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>
}

/** Someone's computer, without a network: a home with the programs' configurations and ours in it, and a store. */
export class Computer {
  readonly store: string
  readonly #root: string
  readonly #home: string
  readonly #packages: string | null
  /** Of a program, and of our commands. */
  readonly #env: Readonly<Record<string, string>>
  readonly #ownEnv: Readonly<Record<string, string>>

  /** @param packages the folder the programs were installed in; `null` if only ours are run, which need no such thing */
  static async make(packages: string | null): Promise<Computer> {
    const root = await newFolder()
    for (const name of ['home', 'home/store', 'project']) await fs.mkdir(nodePath.join(root, name))
    return new Computer(root, packages)
  }

  private constructor(root: string, packages: string | null) {
    this.#root = root
    this.#home = nodePath.join(root, 'home')
    // In the home, where a memory may be wherever the home is.
    this.store = nodePath.join(this.#home, 'store')
    this.#packages = packages
    const path = [nodePath.dirname(process.execPath), '/usr/bin', '/bin']
    this.#env = { HOME: this.#home, PATH: path.join(nodePath.delimiter), LANG: 'C.UTF-8', TERM: 'dumb' }
    this.#ownEnv = { ...this.#env, VARIORUM_HOME: nodePath.join(this.#home, 'app') }
  }

  /** Starts a program with a model that follows the script, and with the memory that `variorum connect` gave it. */
  async start(program: AgentProgram, script: Script): Promise<Running> {
    const socket = this.#packages === null ? undefined : nodePath.join(await newFolder(), 'model')
    const model = await startScriptedModel(script, socket)
    const start = await program.prepare(this.#user(program, socket === undefined ? model.port : PORT))
    if (program.package !== null) await this.variorum('connect', program.name)
    const [file = '', ...args] = this.#commandOf(start, socket)
    const child = spawn(file, args, {
      cwd: nodePath.join(this.#root, 'project'),
      env: { ...this.#env, ...start.env, SOME_VARIABLE: SECRETS.variable },
      stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : ['ipc' as const])],
    })
    const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
    const printed = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))))
    const ended = exit.then(async (code) => {
      await model.close()
      return { code, said: (await printed).join('') }
    })
    return { model, ended, kill: () => void (socket === undefined ? child.kill('SIGKILL') : child.send('SIGKILL')) }
  }

  /** Runs a program of the packages that needs no model. */
  async run(file: string, ...args: readonly string[]): Promise<Ended> {
    const [program = '', ...all] = this.#commandOf({ file, args, env: {} }, '/nowhere')
    return runProgram({ file: program, args: all, cwd: this.#home, env: this.#env })
  }

  /** A file below the home. */
  inHome(name: string): string {
    return nodePath.join(this.#home, name)
  }

  /** The command line of the same user. @throws with what it said, unless it ends well */
  async variorum(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runCli(['--store', this.store, ...args], this.#ownEnv)
    if (code !== 0) throw new Error(`variorum ${args.join(' ')}: ${err}`)
    return out
  }

  /** The servers that run, as the system lists them. */
  async servers(): Promise<readonly string[]> {
    const { out } = await runProgram({ file: 'ps', args: ['-A', '-o', 'args='], patienceMs: 60_000 })
    return out
      .toString()
      .split('\n')
      .filter((line) => line.includes(this.store) && line.includes(' mcp '))
  }

  /** The files of the store and of the app that hold something of a program's environment; git's objects as one. */
  async leaks(): Promise<readonly string[]> {
    const { app } = JSON.parse(await this.variorum('where', '--json'))
    const objects = await git(this.store, 'cat-file', '--batch-all-objects', '--batch')
    const found = Object.values(SECRETS).some((secret) => objects.includes(secret)) ? ['objects'] : []
    for (const folder of [this.store, app]) {
      for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
        const file = nodePath.join(entry.parentPath, entry.name)
        if (!entry.isFile()) continue
        const contents = await fs.readFile(file)
        if (Object.values(SECRETS).some((secret) => contents.includes(secret))) found.push(file)
      }
    }
    return found
  }

  #user({ name }: AgentProgram, port: number): User {
    const server = { args: [CLI, '--store', this.store, 'mcp', '--client', name], env: this.#ownEnv }
    return { home: this.#home, model: `http://127.0.0.1:${port}`, key: SECRETS.key, server }
  }

  #commandOf({ file, args }: Start, socket: string | undefined): readonly string[] {
    if (this.#packages === null || socket === undefined) return [process.execPath, file, ...args]
    const program = nodePath.join(this.#packages, 'node_modules', file)
    const offline = nodePath.join(import.meta.dirname, 'offline.mjs')
    const interpreter = file.endsWith('.js') ? [process.execPath] : []
    const isolated = ['unshare', '--map-root-user', '--net', process.execPath, offline, socket, String(PORT)]
    return [...isolated, ...interpreter, program, ...args]
  }
}
