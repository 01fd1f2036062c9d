import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { answersOf, linesOf, runCli } from '../../testing/command-line.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { type Pick, random } from '../../testing/random.ts'
import { Exec } from '../../testing/running-exec.ts'
import { countOf, type DeviceWrite, isDone, type Question, SharedNotes } from '../../testing/shared-notes.ts'
import { judgeDevices, locksIn, waitingIn } from './judge-devices.ts'
import { files, newWriter } from './judge.ts'
import { killInStores, MAX_WRONG } from './rounds.ts'
import { killedRound, type SyncStep } from './sync-moments.ts'

const NOTHING = {
  kills: 0,
  /** Kills by the last step of the round that was seen before. */
  ...({
    began: 0,
    listed: 0,
    fetched: 0,
    packed: 0,
    asked: 0,
    journal: 0,
    branch: 0,
    pushed: 0,
    noted: 0,
  } satisfies Record<SyncStep, number>),
  /** Rounds whose git alone was killed, rounds that ended before the kill, and kills of a process that writes. */
  gitAlone: 0,
  ended: 0,
  ofWriters: 0,
  recoveries: 0,
  acknowledged: 0,
  clashes: 0,
  /** Questions that nobody planned. */
  otherQuestions: 0,
  /** Locks that a killed git left in the remote. */
  remoteLocks: 0,
}

export type DevicesReport = typeof NOTHING & { readonly wrong: readonly string[] }

const DEVICES = 3
const LOCK_PATIENCE_MS = 3_000
const LONGEST_LIFE_MS = 300

const Outcome = z.object({ problem: z.object({ kind: z.string(), reason: z.unknown() }).nullable() })
/**
 * Kills rounds of three devices that share a memory through a bare repository, between any two steps, with or without the
 * git that they run, while all of them write. Afterwards every line must be on every device exactly once (or, where two
 * wrote the same one, in the text or waiting), what was removed must be gone, and nothing that was pushed may be rewritten.
 */
export async function devicesTest({
  kills,
  seed,
}: {
  readonly kills: number
  readonly seed: number
}): Promise<DevicesReport> {
  const pick = random(seed)
  const { total, wrong } = await killInStores(kills, () => new SharedMemory(pick))
  return { ...(total ?? NOTHING), wrong }
}

class SharedMemory {
  readonly dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-devices-'))
  readonly counts = { ...NOTHING }
  readonly wrong: string[] = []
  readonly #pick: Pick
  readonly #notes: SharedNotes
  readonly #remote = nodePath.join(this.dir, 'memory.git')
  readonly #devices: readonly string[] = Array.from({ length: DEVICES }, (_, at) => nodePath.join(this.dir, `${at}`))
  /** Of the remote's branch, in the order in which they were seen. */
  readonly #tips: string[] = []

  constructor(pick: Pick) {
    this.#pick = pick
    this.#notes = new SharedNotes(pick)
  }

  async run(kills: number): Promise<void> {
    await this.#begin()
    for (let round = 1; round <= kills && this.wrong.length < MAX_WRONG; round += 1) {
      const device = this.#pick(DEVICES)
      for (let other = 0; other < DEVICES; other += 1) if (this.#pick(3) > 0) await this.#write(other)
      if (this.#pick(4) === 0) await this.#clash()
      if (this.#pick(5) === 0) await this.#killWriter(device)
      else await this.#killRound(device)
      while (this.#pick(4) === 0) await this.#killRecovery(device)
      await this.#recover(device)
      await this.#judge(`round ${round}`, device)
      if (this.#pick(3) === 0) await this.#sync(this.#pick(DEVICES))
    }
    await this.#judgeAll()
    if (this.wrong.length === 0) fs.rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 })
  }

  #cli(device: number, args: readonly string[], input = ''): ReturnType<typeof runCli> {
    return runCli(['--store', this.#dirOf(device), ...args], { VARIORUM_HOME: this.#homeOf(device) }, input)
  }

  #dirOf(device: number): string {
    return this.#devices[device] ?? ''
  }

  /** Where `Exec` puts it. */
  #homeOf(device: number): string {
    return `${this.#dirOf(device)}.home`
  }

  async #begin(): Promise<void> {
    fs.mkdirSync(this.#remote)
    await git(this.#remote, 'init', '-q', '--bare', '-b', 'main', '.')
    await this.#cli(0, ['remote', 'add', this.#remote, '--name', 'Device 0'])
    for (const write of this.#notes.firstWrites()) await this.#carryOut(0, [write])
    await this.#sync(0)
    for (let device = 1; device < DEVICES; device += 1)
      await runCli(['clone', this.#remote, this.#dirOf(device), '--name', `Device ${device}`], {
        VARIORUM_HOME: this.#homeOf(device),
      })
    for (let device = 0; device < DEVICES; device += 1) await this.#sync(device)
    for (let device = 0; device < DEVICES; device += 1) {
      const { out } = await this.#cli(device, ['devices', '--json'])
      for (const line of out.trim().split('\n')) {
        const { state, code } = z.object({ state: z.string(), code: z.string() }).parse(JSON.parse(line))
        if (state !== 'here') await this.#cli(device, ['devices', 'admit', code])
      }
    }
  }

  /** One or several commands of an agent, each acknowledged. */
  async #write(device: number): Promise<void> {
    const there = await files(this.#dirOf(device))
    const isClashFile = this.#pick(4) === 0
    await this.#carryOut(device, [isClashFile ? this.#notes.clashFile() : this.#notes.next(device, there)])
  }

  async #carryOut(device: number, writes: readonly DeviceWrite[]): Promise<void> {
    const ran = await this.#cli(device, ['exec'], linesOf(writes.map(({ command }) => command)))
    for (const [at, answer] of answersOf(ran).entries()) {
      const write = writes[at]
      if (write === undefined) continue
      if (answer.is_error) this.wrong.push(`${JSON.stringify(write.command)} was refused: ${answer.content}`)
      else this.#acknowledge(device, write)
    }
  }

  #acknowledge(device: number, write: DeviceWrite): void {
    this.#notes.settle(device, write)
    this.counts.acknowledged += 1
  }

  async #clash(): Promise<void> {
    const [one, step] = [this.#pick(DEVICES), 1 + this.#pick(DEVICES - 1)]
    const other = (one + step) % DEVICES
    const writes = this.#notes.clash(await files(this.#dirOf(one)), await files(this.#dirOf(other)))
    if (writes === null) return
    await this.#carryOut(one, [writes[0]])
    await this.#carryOut(other, [writes[1]])
    this.counts.clashes += 1
  }

  async #killRound(device: number): Promise<void> {
    const place = { dir: this.#dirOf(device), home: this.#homeOf(device), remote: this.#remote }
    const [another, isEdited] = [(device + 1) % DEVICES, this.#pick(4) === 0]
    // Somebody else is faster, or tries to be.
    const meanwhile = this.#pick(4) === 0 ? this.#sync(another) : Promise.resolve()
    const { code, reached, isGitAlone, out } = await killedRound(place, this.#pick, () => {
      if (isEdited) this.#editOutside(device)
    })
    await meanwhile
    this.counts[reached] += 1
    if (code === null || isGitAlone) this.counts.kills += 1
    if (isGitAlone) this.counts.gitAlone += 1
    else if (code !== null) {
      this.counts.ended += 1
      await this.#check(device, code, out)
    }
  }

  /** Another program, in a file that only it writes. */
  #editOutside(device: number): void {
    const path = nodePath.join(this.#dirOf(device), 'outside', `${device}.md`)
    fs.mkdirSync(nodePath.dirname(path), { recursive: true })
    fs.appendFileSync(path, this.#notes.outsideLine(device))
  }

  async #killWriter(device: number): Promise<void> {
    const dir = this.#dirOf(device)
    const exec = new Exec(this.#dirOf(device))
    let killer: NodeJS.Timeout | null = null
    for (;;) {
      const write = this.#notes.next(device, await files(dir))
      const answer = await exec.run(write.command)
      if (answer === null) {
        if (killer !== null) clearTimeout(killer)
        await exec.kill()
        await this.#heal(device)
        if (isDone(write, await files(dir))) this.#notes.settle(device, write)
        this.counts.kills += 1
        this.counts.ofWriters += 1
        return
      }
      if (answer.is_error) this.wrong.push(`${JSON.stringify(write.command)} was refused: ${answer.content}`)
      else this.#acknowledge(device, write)
      killer ??= setTimeout(() => void exec.kill(), this.#pick(LONGEST_LIFE_MS))
      await this.#published(dir)
    }
  }

  /** What is read of git next has all that was acknowledged. */
  async #published(dir: string): Promise<void> {
    const lock = nodePath.join(dir, '.git', 'index.lock')
    for (const until = Date.now() + LOCK_PATIENCE_MS; fs.existsSync(lock) && Date.now() < until;) await delay(2)
  }

  async #killRecovery(device: number): Promise<void> {
    const exec = new Exec(this.#dirOf(device))
    const answering = exec.run({ command: 'view', path: '/memories' })
    await newWriter(this.#dirOf(device), answering)
    await delay(this.#pick(15))
    await exec.kill()
    this.counts.recoveries += 1
  }

  async #heal(device: number): Promise<void> {
    await this.#cli(device, ['exec'], linesOf([{ command: 'view', path: '/memories' }]))
  }

  /** The next command of any kind does it. */
  async #recover(device: number): Promise<void> {
    if (this.#pick(2) === 0) await this.#heal(device)
    else await this.#sync(device)
  }

  /** A round that nobody cuts off. */
  async #sync(device: number): Promise<void> {
    const { code, out } = await this.#cli(device, ['sync', '--json'])
    await this.#check(device, code, out)
  }

  async #check(device: number, code: number, out: string): Promise<void> {
    const { problem } = Outcome.parse(
      out === '' ? { problem: { kind: 'none', reason: `exit code ${code}` } } : JSON.parse(out),
    )
    if (problem === null) return
    // Git leaves it to people to remove its lock, so the user must be told.
    const locks = locksIn(this.#remote)
    if (locks.length > 0 && /\.lock\b/.test(String(problem.reason))) {
      this.counts.remoteLocks += locks.length
      for (const lock of locks) fs.rmSync(nodePath.join(this.#remote, lock), { force: true })
    } else this.wrong.push(`device ${device} could not sync: ${JSON.stringify(problem)}`)
  }

  async #judge(round: string, device: number): Promise<void> {
    const dir = this.#dirOf(device)
    const said = await gitComplaints(dir)
    if (said !== '') this.wrong.push(`${round}: on device ${device} git says ${said}`)
    for (const lock of locksIn(nodePath.join(dir, '.git')))
      this.wrong.push(`${round}: device ${device} has still ${lock}`)
    await this.#noteTip(round)
    const marks = countOf([...(await files(dir)).values()])
    for (const [mark, owner] of this.#notes.live)
      if (owner === device && marks.get(mark) !== 1 && !this.#notes.isInClash(mark))
        this.wrong.push(`${round}: ${mark} of device ${device} is there ${marks.get(mark) ?? 0} times`)
  }

  /** The remote only ever moves forward. */
  async #noteTip(round: string): Promise<void> {
    const tip = (await git(this.#remote, 'rev-parse', 'main')).trim()
    const last = this.#tips.at(-1)
    if (tip === last) return
    this.#tips.push(tip)
    if (last === undefined) return
    const isForward = await git(this.#remote, 'merge-base', '--is-ancestor', last, tip).then(
      () => true,
      () => false,
    )
    if (!isForward) this.wrong.push(`${round}: the remote went from ${last} to ${tip}`)
  }

  async #judgeAll(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) for (let device = 0; device < DEVICES; device += 1) await this.#sync(device)
    const asked: Question[] = []
    for (let device = 0; device < DEVICES; device += 1) {
      await this.#judge('at the end', device)
      const { out } = await this.#cli(device, ['waiting', '--json'])
      asked.push(...waitingIn(this.#homeOf(device), out))
    }
    const { wrong, others } = await judgeDevices(
      { dirs: this.#devices, remote: this.#remote, tips: this.#tips },
      this.#notes,
      asked,
    )
    this.wrong.push(...wrong.map((each) => `at the end ${each}`))
    this.counts.otherQuestions += others
  }
}
