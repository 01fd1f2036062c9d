import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { CLI, runCli } from '../../testing/command-line.ts'
import { gitComplaints } from '../../testing/git.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { countCommits, files, newWriter } from './judge.ts'
import { killInStores, MAX_WRONG } from './rounds.ts'

export interface HeldReport {
  readonly kills: number
  /** Writes that wait, as agents were told. */
  readonly held: number
  readonly saved: number
  readonly refused: number
  /** Decisions that were under way at the kill, and are there afterwards. */
  readonly whole: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

const NOTHING = { kills: 0, held: 0, saved: 0, refused: 0, whole: 0 }
const LONGEST_LIFE_MS = 300
const LONGEST_SAVING_MS = 1_000
const MAX_DECIDED = 6
/** More than a few hundred may not wait. */
const MANY = 100

const Listed = z.array(z.object({ id: z.string(), paths: z.array(z.string()).length(1) }))

/**
 * Kills Variorum while agents ask to write, and while the user saves what they want or does not. Afterwards whatever an
 * agent was told waits must wait, or be settled as the user said: saved once, as one commit, or nowhere. Nothing is
 * saved that the user did not decide about.
 */
export async function heldTest({
  kills,
  seed,
}: {
  readonly kills: number
  readonly seed: number
}): Promise<HeldReport> {
  const pick = random(seed)
  const { total, wrong } = await killInStores(kills, () => new Deciding(pick))
  return { ...(total ?? NOTHING), wrong }
}

/** One store in which agents must ask, under torture. */
class Deciding {
  readonly dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-held-'))
  readonly counts = { ...NOTHING }
  readonly wrong: string[] = []
  readonly #pick: Pick
  /** The texts by path: what waits, and what was saved. */
  readonly #waiting = new Map<string, string>()
  readonly #saved = new Map<string, string>()
  /** Commits that are not about what waits. */
  #others = 0
  #serial = 0

  constructor(pick: Pick) {
    this.#pick = pick
  }

  async run(kills: number): Promise<void> {
    await this.#heal()
    await this.#cli('rules', 'add', '--paths', '**', '--do', 'ask')
    this.#others = await countCommits(this.dir)
    for (let round = 1; round <= kills && this.wrong.length < MAX_WRONG; round += 1) {
      const isAsked = this.#waiting.size === 0 || (round % 2 === 1 && this.#waiting.size < MANY)
      if (isAsked) await this.#killAsking()
      else await this.#killDeciding(this.#pick(3) === 0 ? 'refuse' : 'accept')
      this.counts.kills += 1
      await this.#judge(`round ${round}`)
    }
    await this.#cli('accept', '--all')
    for (const path of this.#waiting.keys()) this.#noteSaved(path)
    this.#waiting.clear()
    await this.#judge('at the end')
    if (this.wrong.length > 0) return
    for (const end of ['', '.home']) fs.rmSync(this.dir + end, { recursive: true, force: true })
  }

  #cli(...args: readonly string[]): ReturnType<typeof runCli> {
    return runCli(['--store', this.dir, ...args], { VARIORUM_HOME: `${this.dir}.home` })
  }

  async #listed(): Promise<readonly { readonly id: string; readonly path: string }[]> {
    const listed = Listed.parse(JSON.parse((await this.#cli('waiting', '--json')).out))
    return listed.map(({ id, paths }) => ({ id, path: paths[0] ?? '' }))
  }

  async #killAsking(): Promise<void> {
    const exec = new Exec(this.dir)
    let killer: NodeJS.Timeout | null = null
    for (;;) {
      const path = `folder ${this.#pick(3)}/${(this.#serial += 1)}.md`
      const text = `Fact ${this.#serial}.\n`
      const answer = await exec.run({ command: 'create', path: `/memories/${path}`, file_text: text })
      if (answer === null) {
        if (killer !== null) clearTimeout(killer)
        await exec.kill()
        // What was under way waits, or is not known.
        if ((await this.#listed()).some((each) => each.path === path)) this.#noteHeld(path, text)
        return
      }
      if (answer.is_error || answer.commit !== undefined) this.wrong.push(`${path} did not wait: ${answer.content}`)
      this.#noteHeld(path, text)
      killer ??= setTimeout(() => void exec.kill(), this.#pick(LONGEST_LIFE_MS))
    }
  }

  #noteHeld(path: string, text: string): void {
    this.#waiting.set(path, text)
    this.counts.held += 1
  }

  #noteSaved(path: string): void {
    if (!this.#saved.has(path)) this.counts.saved += 1
    this.#saved.set(path, this.#waiting.get(path) ?? '')
  }

  async #killDeciding(how: 'accept' | 'refuse'): Promise<void> {
    const chosen = (await this.#listed()).filter(() => this.#pick(2) === 0).slice(0, MAX_DECIDED)
    const args = [CLI, '--store', this.dir, how, ...(chosen.length === 0 ? ['--all'] : chosen.map(({ id }) => id))]
    const decided = chosen.length === 0 ? await this.#listed() : chosen
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, VARIORUM_HOME: `${this.dir}.home` },
    })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    const closed = once(child, 'close')
    // What is not saved needs no writer.
    await Promise.race([newWriter(this.dir, closed), once(child.stdout, 'data')])
    const killer = setTimeout(() => child.kill('SIGKILL'), this.#pick(how === 'accept' ? LONGEST_SAVING_MS : 30))
    await closed
    clearTimeout(killer)
    await this.#heal()
    const [there, still] = [await files(this.dir), new Set((await this.#listed()).map(({ path }) => path))]
    for (const { id, path } of decided) {
      const isTold = said.includes(id)
      // Killed between saving it and taking it off the list, it is asked about once more, and saved no second time.
      const isDone = isTold || there.has(path) || !still.has(path)
      if (isTold && still.has(path)) this.wrong.push(`${path} waits although it was decided about`)
      if (!isDone) continue
      if (!isTold) this.counts.whole += 1
      if (how === 'accept') this.#noteSaved(path)
      else if (!this.#saved.has(path)) this.counts.refused += 1
      if (!still.has(path)) this.#waiting.delete(path)
    }
  }

  async #heal(): Promise<void> {
    const healer = new Exec(this.dir)
    await healer.run({ command: 'view', path: '/memories' })
    await healer.end()
  }

  async #judge(round: string): Promise<void> {
    await this.#heal()
    const listed = (await this.#listed()).map(({ path }) => path).toSorted()
    const wanted = [...this.#waiting.keys()].toSorted()
    if (listed.join() !== wanted.join()) this.wrong.push(`${round}: ${listed.join()} waits instead of ${wanted.join()}`)
    const there = await files(this.dir)
    for (const [path, text] of this.#saved)
      if (there.get(path) !== text) this.wrong.push(`${round}: ${path} was saved, and is not there`)
    for (const path of there.keys())
      if (path.endsWith('.md') && !this.#saved.has(path)) this.wrong.push(`${round}: ${path} was saved by nobody`)
    const commits = await countCommits(this.dir)
    if (commits !== this.#others + this.#saved.size)
      this.wrong.push(`${round}: ${commits - this.#others} commits for ${this.#saved.size} changes`)
    const said = await gitComplaints(this.dir)
    if (said !== '') this.wrong.push(`${round}: git says ${said}`)
  }
}
