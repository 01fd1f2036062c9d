import { spawn } from 'node:child_process'
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
import { countCommits, differing, files, newWriter } from './judge.ts'
import { killInStores, MAX_WRONG } from './rounds.ts'
import { equal, NAMES, nextStep, type Files, type Step } from './steps.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Kills of a restore or an undo, and kills as a process started. */
  readonly bringingBack: number
  readonly atStart: number
  /** Commands that were under way at the kill, and are there whole afterwards. */
  readonly whole: number
  /** Kills of a process that was recovering from a kill. */
  readonly recoveries: number
  readonly outsideEdits: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

type Killed = 'commands' | 'restore' | 'start'
/** What is killed, round after round. Commands come first: a restore needs something to restore. */
const KILLED: readonly Killed[] = [
  'commands',
  'commands',
  'commands',
  'restore',
  'start',
  'commands',
  'restore',
  'commands',
  'commands',
  'commands',
]
const LONGEST_LIFE_MS = 400
const LONGEST_START_MS = 30_000
const NOTHING = { kills: 0, acknowledged: 0, bringingBack: 0, atStart: 0, whole: 0, recoveries: 0, outsideEdits: 0 }
const LOCK_PATIENCE_MS = 3_000

/**
 * Kills Variorum at random moments of commands, restores, undos, start and recovery, while other programs write too.
 * Afterwards everything acknowledged and everything written by others must be there, the command under way must be
 * there whole or not at all, each command must be exactly one commit, the work tree must equal HEAD, no lock may be
 * left, and git must find nothing wrong.
 */
export async function killTest({
  kills,
  seed,
}: {
  readonly kills: number
  readonly seed: number
}): Promise<KillReport> {
  const pick = random(seed)
  const { total, wrong } = await killInStores(kills, () => new Torture(pick))
  return { ...(total ?? NOTHING), wrong }
}

/** One store under torture. */
class Torture {
  readonly dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-kill-'))
  readonly counts = { ...NOTHING }
  readonly wrong: string[] = []
  readonly #pick: Pick
  #state: Files = new Map<string, string>()
  /** Commits, except those by other programs. */
  #commits = 0
  #serial = 0

  constructor(pick: Pick) {
    this.#pick = pick
  }

  async run(kills: number): Promise<void> {
    await this.#heal()
    for (let round = 1; round <= kills && this.wrong.length < MAX_WRONG; round += 1) {
      const killed = KILLED[(round - 1) % KILLED.length]
      const pending =
        killed === 'restore' ? await this.#killBringingBack() : await this.#killExec({ atStart: killed === 'start' })
      this.counts.kills += 1
      this.counts.bringingBack += killed === 'restore' ? 1 : 0
      this.counts.atStart += killed === 'start' ? 1 : 0
      while (this.#pick(3) === 0) await this.#killRecovery()
      await this.#heal()
      await this.#judge(`round ${round}`, pending)
    }
    if (this.wrong.length > 0) return
    for (const end of ['', '.home']) fs.rmSync(this.dir + end, { recursive: true, force: true })
  }

  /** @returns what the command under way would do to the files */
  async #killExec({ atStart }: { readonly atStart: boolean }): Promise<Step['after']> {
    const exec = new Exec(this.dir)
    let killer = setTimeout(() => void exec.kill(), atStart ? this.#pick(LONGEST_LIFE_MS) : LONGEST_START_MS)
    const wait = this.#pick(LONGEST_LIFE_MS)
    let answered = atStart
    for (;;) {
      if (this.#pick(12) === 0) this.#editOutside([])
      const step = nextStep(this.#state, this.#pick, (this.#serial += 1))
      const answering = exec.run(step.command)
      if (this.#pick(12) === 0) this.#editOutside(step.paths)
      const answer = await answering
      if (answer === null) {
        clearTimeout(killer)
        await exec.kill()
        return step.after
      }
      if (!answered) {
        clearTimeout(killer)
        killer = setTimeout(() => void exec.kill(), wait)
        answered = true
      }
      if (answer.is_error) this.wrong.push(`${JSON.stringify(step.command)} was refused: ${answer.content}`)
      this.#acknowledge(step.after)
    }
  }

  /** Restores everything to an earlier commit, or undoes the newest; killed soon after it began to write. */
  async #killBringingBack(): Promise<Step['after']> {
    const history = (await git(this.dir, 'log', '--format=%H')).trim().split('\n')
    const isUndo = history.length > 1 && this.#pick(2) === 0
    const [target = '', before = ''] = isUndo ? history : history.slice(this.#pick(Math.min(history.length, 40)))
    const then = await files(this.dir, isUndo ? before : target)
    const same = equal(then, this.#state)
    const child = spawn(process.execPath, [CLI, '--store', this.dir, isUndo ? 'undo' : 'restore', target], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, VARIORUM_HOME: `${this.dir}.home` },
    })
    child.stdout.resume()
    const closed = once(child, 'close')
    if (this.#pick(4) > 0) await newWriter(this.dir, closed)
    const killer = setTimeout(() => child.kill('SIGKILL'), this.#pick(60))
    const [code] = await closed
    clearTimeout(killer)
    if (code === 0 && !same) this.#acknowledge(() => then)
    return same || code === 0 ? (state) => state : () => then
  }

  async #killRecovery(): Promise<void> {
    const exec = new Exec(this.dir)
    const answering = exec.run({ command: 'view', path: '/memories' })
    await newWriter(this.dir, answering)
    await delay(this.#pick(15))
    await exec.kill()
    this.counts.recoveries += 1
  }

  async #heal(): Promise<void> {
    const healer = new Exec(this.dir)
    await healer.run({ command: 'view', path: '/memories' })
    // The healer's own batches last a moment; a lock of the killed process would stay until something is written.
    const lock = nodePath.join(this.dir, '.git', 'index.lock')
    for (const until = Date.now() + LOCK_PATIENCE_MS; fs.existsSync(lock) && Date.now() < until;) await delay(5)
    if (fs.existsSync(lock)) this.wrong.push("the killed process's index.lock is still there")
    await healer.end()
  }

  #acknowledge(after: Step['after']): void {
    this.#state = after(this.#state)
    this.#commits += 1
    this.counts.acknowledged += 1
  }

  /** Saves as an editor does: in place, or by renaming a new file. Never at the path of a running command. */
  #editOutside(busy: readonly string[]): void {
    const path = NAMES[this.#pick(NAMES.length)] ?? ''
    if (busy.includes(path)) return
    const text = `outside ${(this.#serial += 1)}\n`
    const place = nodePath.join(this.dir, path)
    fs.mkdirSync(nodePath.dirname(place), { recursive: true })
    if (this.#pick(2) === 0) fs.writeFileSync(place, text)
    else {
      fs.writeFileSync(`${this.dir}.edit`, text)
      fs.renameSync(`${this.dir}.edit`, place)
    }
    this.#state = new Map([...this.#state, [path, text]])
    this.counts.outsideEdits += 1
  }

  async #judge(round: string, pending: Step['after']): Promise<void> {
    const there = await countCommits(this.dir, { except: 'outside' }).catch(() => 0)
    if (there === this.#commits + 1) {
      this.#state = pending(this.#state)
      this.#commits += 1
      this.counts.whole += 1
    }
    const found = await files(this.dir).catch(() => new Map<string, string>())
    if (there !== this.#commits) this.wrong.push(`${round}: ${there} commits instead of ${this.#commits}`)
    if (!equal(found, this.#state)) this.wrong.push(`${round}: ${differing(found, this.#state)}`)
    const said = await gitComplaints(this.dir)
    if (said !== '') this.wrong.push(`${round}: git says ${said}`)
  }
}
