import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../testing/command-line.ts'
import { gitComplaints } from '../../testing/git.ts'
import { knowCopy } from '../../testing/known-place.ts'
import { bringBack, Exec } from '../../testing/running-exec.ts'
import { copyFolder } from '../../testing/systems.ts'
import type { Fault } from './disk.ts'
import { countCommits, differing, files } from './judge.ts'
import { equal, type Files, type Step } from './steps.ts'

const REST_POLL_MS = 5
const MERGE_PATIENCE_MS = 5_000
const REST_PATIENCE_MS = 6_000
/** While nothing can be written, git cannot be brought up to date: one try is waited for. */
const TROUBLED_REST_MS = 250

/** One store, what is known to be in it, and a disk that fails when told to. */
export class FaultStore {
  readonly dir: string
  readonly wrong: string[] = []
  readonly hits: string[] = []
  refused = 0
  #state: Files
  #commits: number
  #serial = 0
  /** Every file there ever was: deleting one leaves its folder. */
  readonly #filled = new Set<string>()
  readonly #fault: string

  constructor(
    dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-faults-')),
    state: Files = new Map(),
    commits = 0,
  ) {
    this.dir = dir
    this.#state = state
    this.#commits = commits
    this.#fault = `${dir}.fault`
  }

  start(): Exec {
    return new Exec(this.dir, { fault: this.#fault })
  }

  arm(fault: Omit<Fault, 'id'>): void {
    fs.rmSync(`${this.#fault}.hit`, { force: true })
    fs.writeFileSync(`${this.#fault}.new`, JSON.stringify({ id: (this.#serial += 1), ...fault }))
    fs.renameSync(`${this.#fault}.new`, this.#fault)
  }

  get isHit(): boolean {
    return fs.existsSync(`${this.#fault}.hit`)
  }

  /** The fault is gone. @returns whether it ever came */
  disarm(): boolean {
    fs.rmSync(this.#fault, { force: true })
    try {
      this.hits.push(fs.readFileSync(`${this.#fault}.hit`, 'utf8').split(' ').slice(1).join(' '))
      return true
    } catch {
      return false
    }
  }

  /** @returns false when the process is gone */
  async run(exec: Exec, { command, after }: Step, { mustWork = false } = {}): Promise<boolean> {
    const answer = await exec.run(command)
    if (answer === null) {
      if (mustWork) this.wrong.push(`${JSON.stringify(command)} was not answered: ${exec.said}`)
      return false
    }
    if (!answer.is_error || isInHistory(answer)) {
      this.#state = after(this.#state)
      for (const name of this.#state.keys()) this.#filled.add(name)
      this.#commits += 1
    }
    if (answer.is_error) {
      this.refused += 1
      this.judgeWords(answer.content)
      if (mustWork)
        this.wrong.push(
          `after ${this.hits.at(-1) ?? 'nothing'} and when the fault was gone, ${JSON.stringify(command)} was refused: ${answer.content}`,
        )
    }
    return true
  }

  /** Restores everything, in a separate process. */
  async bringBack(then: string, files: Files): Promise<void> {
    const { code, said } = await bringBack(this.dir, then, { fault: this.#fault })
    if (code !== 0) {
      this.refused += 1
      this.judgeWords(said)
    }
    if (code === 0 || isInHistory({ content: said })) this.note(files)
  }

  get state(): Files {
    return this.#state
  }

  /** A commit was made that left these files. */
  note(files: Files): void {
    this.#state = files
    this.#commits += 1
  }

  /** As `run`, for a process that may exit with a message instead. @returns whether it is still running */
  async runOrEnd(exec: Exec, step: Step): Promise<boolean> {
    if (await this.run(exec, step)) return true
    await exec.end()
    this.judgeWords(exec.said)
    return false
  }

  /** A command that was refused leaves no folder behind that it made. */
  judgeFolders({ paths }: Step): void {
    const isThere = (folder: string): boolean => fs.existsSync(nodePath.join(this.dir, folder))
    for (const file of paths) {
      const folder = nodePath.posix.dirname(file)
      const hadFiles = [...this.#filled].some((each) => each.startsWith(`${folder}/`))
      if (folder !== '.' && !hadFiles && isThere(folder))
        this.wrong.push(`after ${this.hits.at(-1) ?? 'a fault'} the empty folder ${folder} was left behind`)
    }
  }

  /** A plain sentence for people, without a path of this computer. */
  judgeWords(words: string): void {
    const isPlain =
      /^(Error: )?[A-Z].*(\.|does not exist)$/s.test(words.trim()) &&
      !/\b(E[A-Z]{3,}|undefined|null|Error:.*Error:)\b|went wrong/.test(words) &&
      !words.includes(tmpdir()) &&
      !words.includes(this.dir)
    if (!isPlain) this.wrong.push(`not a plain sentence: ${words}`)
  }

  /** When the process has told git, or has given up trying: git's index is unlocked. */
  async rest({ troubled }: { readonly troubled: boolean }): Promise<void> {
    const lock = nodePath.join(this.dir, '.git/index.lock')
    for (
      const until = Date.now() + (troubled ? TROUBLED_REST_MS : REST_PATIENCE_MS);
      Date.now() < until;
      await delay(REST_POLL_MS)
    )
      if (!fs.existsSync(lock)) return
    if (!troubled) this.wrong.push("git's index was not unlocked")
  }

  async judge(): Promise<void> {
    const [found, there] = await Promise.all([
      files(this.dir).catch(() => new Map<string, string>()),
      countCommits(this.dir).catch(() => 0),
    ])
    const after = `after ${this.hits.at(-1) ?? 'nothing'}`
    if (there !== this.#commits) this.wrong.push(`${after}: ${there} commits instead of ${this.#commits}`)
    if (!equal(found, this.#state)) this.wrong.push(`${after}: ${differing(found, this.#state)}`)
    // Packs may be merged while git looks; what is really wrong is so every time.
    let said = await gitComplaints(this.dir)
    for (const until = Date.now() + MERGE_PATIENCE_MS; said !== '' && Date.now() < until;)
      said = await gitComplaints(this.dir)
    if (said !== '') this.wrong.push(`${after}: git says ${said}`)
  }

  copy(): FaultStore {
    const dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-faults-'))
    // Locks are hard links, and have to stay such.
    copyFolder(this.dir, dir)
    knowCopy(this.dir, dir)
    return new FaultStore(dir, this.#state, this.#commits)
  }

  clear(): void {
    for (const end of ['', '.home', '.fault', '.fault.hit']) fs.rmSync(this.dir + end, { recursive: true, force: true })
  }
}

/** The command is acknowledged, and says so; only its files are late. */
function isInHistory({ content }: Pick<Answer, 'content'>): boolean {
  return content.includes('The change is in the history')
}
