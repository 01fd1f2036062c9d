import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CLI } from '../../testing/command-line.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { countCommits, files, longRecord, newWriter } from './judge.ts'
import { killInStores, MAX_WRONG } from './rounds.ts'
import { equal, type Files } from './steps.ts'

export interface ManyReport {
  readonly kills: number
  /** Kills after which some files were restored and some were not. */
  readonly inTheMiddle: number
  /** Files that a kill left in neither state. */
  readonly halfWritten: number
  /** Kills of a process that was recovering from a kill. */
  readonly recoveries: number
  readonly outsideEdits: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

const STATES = 3
const FOLDERS = 8
/** A kill never splits the write of one page, so some files have many. */
const LARGE = 400_000
const LARGE_EVERY = 10
const LONGEST_WRITING_MS = 40
const LONGEST_RECOVERY_MS = 120
type Counts = Omit<ManyReport, 'wrong'>
const NOTHING = { kills: 0, inTheMiddle: 0, halfWritten: 0, recoveries: 0, outsideEdits: 0 }

/**
 * Kills restores of many files while they write, and the recovery from that, while other programs write some of the same
 * files before, between and after. All files must end in one state or the other, except those that others wrote: none of
 * their text may be lost, and what they wrote after a kill must stay in place.
 */
export async function manyTest({
  kills,
  seed,
  count,
  isEnough = () => false,
}: {
  readonly kills: number
  readonly seed: number
  readonly count: number
  /** Whether fewer kills are enough, since everything they are meant to meet has happened. */
  readonly isEnough?: (counts: Counts) => boolean
}): Promise<ManyReport> {
  const pick = random(seed)
  const { total, wrong } = await killInStores(kills, () => new Torture(pick, count, isEnough), isEnough)
  return { ...(total ?? NOTHING), wrong }
}

interface State {
  readonly commit: string
  readonly files: Files
}

interface Round {
  readonly before: Files
  /** What the restore was to bring back. */
  readonly target: Files
  /** Written by others before the kill: kept, but perhaps only in the history. */
  readonly during: Files
  /** Written by others after it: kept where they are. */
  readonly after: Files
}

class Torture {
  readonly dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-many-'))
  readonly counts = { ...NOTHING }
  readonly wrong: string[] = []
  readonly #env: NodeJS.ProcessEnv = { ...process.env, VARIORUM_HOME: `${this.dir}.home` }
  readonly #pick: Pick
  readonly #names: readonly string[]
  readonly #isEnough: (counts: Counts) => boolean
  readonly #states: State[] = []
  /** What HEAD must have now. */
  #state: Files = new Map<string, string>()
  /** Commits, except those by other programs. */
  #commits = 0
  #serial = 0

  constructor(pick: Pick, count: number, isEnough: (counts: Counts) => boolean) {
    this.#pick = pick
    this.#isEnough = isEnough
    this.#names = Array.from(
      { length: count },
      (_, at) => `d${at % FOLDERS}/${String(at).padStart(5, '0')}.md`,
    ).toSorted()
  }

  async run(kills: number): Promise<void> {
    // Searching all texts for secrets would take longer than everything else.
    fs.mkdirSync(nodePath.join(this.dir, '.variorum'))
    fs.writeFileSync(
      nodePath.join(this.dir, '.variorum/policies.json'),
      '{"redaction":{"groups":{"secrets":false,"payment":false}}}\n',
    )
    // Policies that allow more than the usual ones do not apply in a folder of strangers.
    execFileSync(process.execPath, [CLI, '--store', this.dir, '--trust', 'log', '--limit', '1'], {
      stdio: 'ignore',
      env: this.#env,
    })
    for (let at = 0; at < STATES; at += 1) await this.#makeState(at)
    for (let round = 1; round <= kills && this.wrong.length < MAX_WRONG && !this.#isEnough(this.counts); round += 1)
      await this.#round(`round ${round}`)
    if (this.wrong.length === 0)
      for (const end of ['', '.home', '.edit']) fs.rmSync(this.dir + end, { recursive: true, force: true })
  }

  /** Each state has its own texts and lacks a different folder. */
  async #makeState(state: number): Promise<void> {
    const files = new Map<string, string>()
    for (const [at, name] of this.#names.entries()) {
      const path = nodePath.join(this.dir, name)
      fs.rmSync(path, { force: true })
      if (name.startsWith(`d${state}/`)) continue
      const line = `state ${state} of ${name}\n`
      files.set(name, line.repeat(at % LARGE_EVERY === 0 ? Math.ceil(LARGE / line.length) : 1 + this.#pick(60)))
      fs.mkdirSync(nodePath.dirname(path), { recursive: true })
      fs.writeFileSync(path, files.get(name) ?? '')
    }
    await this.#heal()
    this.#states.push({ commit: (await git(this.dir, 'rev-parse', 'HEAD')).trim(), files })
    this.#state = files
  }

  async #round(round: string): Promise<void> {
    const target = this.#states[this.#pick(STATES)]
    if (target === undefined || equal(target.files, this.#state)) return
    const before = this.#state
    const edited = new Map<string, string>()
    this.#editOutside(edited, 3)
    const during = new Map(edited)
    await this.#killRestore(target, during)
    this.counts.kills += 1
    this.#look(before, target.files)
    // From here on only other programs write: what they write must stay. They do not replace each other's texts, which
    // nobody may have seen before.
    const after = new Map<string, string>()
    this.#editOutside(after, 4, during)
    while (this.#pick(3) === 0) {
      await this.#killRecovery()
      this.#editOutside(after, 2, during)
    }
    await this.#heal()
    await this.#judge(round, { before, target: target.files, during, after })
  }

  async #killRestore({ commit, files }: State, edited: Map<string, string>): Promise<void> {
    const isBegun = this.#pick(3) > 0 ? this.#changeOf(files) : () => false
    const child = spawn(process.execPath, [CLI, '--store', this.dir, 'restore', commit], {
      stdio: 'ignore',
      env: this.#env,
    })
    const closed = once(child, 'close')
    await longRecord(this.dir, closed)
    const wait = this.#pick(LONGEST_WRITING_MS * 8) / 8
    if (this.#pick(2) === 0) this.#editOutside(edited, 3)
    // A timer would fire too late, by as long as the write takes.
    for (const until = performance.now() + wait; performance.now() < until && !isBegun();) continue
    child.kill('SIGKILL')
    await closed
  }

  /** @returns whether one of the files that a restore changes is no longer as it is now: the clock alone seldom meets that */
  #changeOf(files: Files): () => boolean {
    const changing = this.#names.filter((name) => files.get(name) !== this.#state.get(name))
    const path = nodePath.join(this.dir, changing[this.#pick(changing.length)] ?? '')
    const modified = (): bigint | undefined => fs.statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs
    const before = modified()
    return () => modified() !== before
  }

  /** Counts what the kill left behind. */
  #look(before: Files, target: Files): void {
    const now = this.#names
      .map((name) => [name, this.#read(name)] as const)
      .filter(([name]) => before.get(name) !== target.get(name))
    const done = now.filter(([name, text]) => text === target.get(name)).length
    const untouched = now.filter(([name, text]) => text === before.get(name)).length
    if (done > 0 && untouched > 0) this.counts.inTheMiddle += 1
    this.counts.halfWritten += now.filter(
      ([name, text]) =>
        text !== target.get(name) &&
        text !== before.get(name) &&
        text?.startsWith('state') === true &&
        !text.includes('outside'),
    ).length
  }

  #read(name: string): string | undefined {
    try {
      return fs.readFileSync(nodePath.join(this.dir, name), 'utf8')
    } catch {
      return undefined
    }
  }

  async #killRecovery(): Promise<void> {
    const exec = new Exec(this.dir)
    const answering = exec.run({ command: 'view', path: '/memories' })
    await newWriter(this.dir, answering)
    await delay(this.#pick(LONGEST_RECOVERY_MS))
    await exec.kill()
    this.counts.recoveries += 1
  }

  async #heal(): Promise<void> {
    const healer = new Exec(this.dir)
    await healer.run({ command: 'view', path: '/memories' })
    await healer.end()
  }

  /** Saves as an editor does: one more line or a new text, in place or by renaming a new file. Each file once. */
  #editOutside(edited: Map<string, string>, most: number, earlier: Files = new Map()): void {
    for (let left = this.#pick(most + 1); left > 0; left -= 1) {
      const name = this.#names[this.#pick(this.#names.length)] ?? ''
      const there = this.#read(name)
      if (edited.has(name) || earlier.has(name) || there === undefined) continue
      const own = `outside ${(this.#serial += 1)}\n`
      const text = this.#pick(2) === 0 ? own : own + there.slice(0, 2_000)
      if (!this.#save(name, text)) continue
      edited.set(name, text)
      this.counts.outsideEdits += 1
    }
  }

  /** False when a running restore has removed the folder in the meantime, as it may: nothing is saved then. */
  #save(name: string, text: string): boolean {
    const path = nodePath.join(this.dir, name)
    try {
      if (this.#pick(2) === 0) fs.writeFileSync(path, text)
      else {
        fs.writeFileSync(`${this.dir}.edit`, text)
        fs.renameSync(`${this.dir}.edit`, path)
      }
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return false
    }
  }

  async #judge(round: string, { before, target, during, after }: Round): Promise<void> {
    const there = await countCommits(this.dir, { except: 'outside' }).catch(() => 0)
    if (there !== this.#commits && there !== this.#commits + 1)
      this.wrong.push(`${round}: ${there} commits instead of ${this.#commits} or one more`)
    const isDone = there > this.#commits
    this.#commits = there
    const found = new Map(
      [...(await files(this.dir).catch(() => new Map<string, string>()))].filter(
        ([name]) => !name.startsWith('.variorum/'),
      ),
    )
    for (const name of new Set([...this.#names, ...found.keys()])) {
      const [now, wanted] = [found.get(name), (isDone ? target : before).get(name)]
      if (after.has(name) ? now === after.get(name) : now === wanted || (during.has(name) && now === during.get(name)))
        continue
      this.wrong.push(
        `${round}: ${name} is ${told(now)} instead of ${told(after.get(name) ?? wanted)}${isDone ? '' : ', and the restore came to nothing'}`,
      )
    }
    for (const [name, text] of [...during, ...after])
      if (!(await this.#isKept(name, text)))
        this.wrong.push(`${round}: what another program wrote to ${name} is nowhere: ${told(text)}`)
    const said = await gitComplaints(this.dir)
    if (said !== '') this.wrong.push(`${round}: git says ${said}`)
    this.#state = found
  }

  async #isKept(name: string, text: string): Promise<boolean> {
    // Newest first: what was kept is in one of the last. Searching the texts (-S) takes far longer.
    const commits = (await git(this.dir, 'log', '--format=%H', '--', name)).trim().split('\n')
    for (const commit of commits)
      if (commit !== '' && (await git(this.dir, 'show', `${commit}:${name}`).catch(() => '')) === text) return true
    return false
  }
}

function told(text: string | undefined): string {
  return text === undefined
    ? 'not there'
    : JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}... (${text.length})` : text)
}
