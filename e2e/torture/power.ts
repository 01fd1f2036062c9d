import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { git, gitComplaints } from '../../testing/git.ts'
import { knowCopy } from '../../testing/known-place.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { bringBack, Exec } from '../../testing/running-exec.ts'
import { DiskModel } from './disk-model.ts'
import type { Fault, Operation } from './disk.ts'
import { differing, files } from './judge.ts'
import { equal, nextStep, type Files, type Step } from './steps.ts'

export interface PowerReport {
  readonly cuts: number
  /** Commands acknowledged before their cut, all cuts together. */
  readonly acknowledged: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

const COMMANDS = 24
/** So many without a pause that git is told behind them. */
const STREAM = 160
/** So many files that a restore writes them where they stand. */
const MANY = 20
const RHYTHMS = ['many', 'stream', 'pauses'] as const
const LENGTHS = { many: 2 * MANY, stream: STREAM, pauses: COMMANDS }
const MOST_LINES = 150
const ENOUGH_WRONG = 5
const LONGEST_PAUSE_MS = 250
/** In pauses, one command in so many cannot put its file in place, and is refused. */
const REFUSED_EVERY = 4
/** Enough that one of them is a rename, if there is a file. */
const RENAME_TRIES = 20

/**
 * Cuts the power on paper: what a store does to its disk is written down while random commands run; then, at random
 * moments, all that was not synced is dropped (or, every other time, a random part of it kept), what is left is
 * written into a new folder and opened. Everything acknowledged before the cut must be there, and nothing refused.
 */
export async function powerTest({
  cuts,
  cutsAStore = 8,
  seed,
}: {
  readonly cuts: number
  readonly cutsAStore?: number
  readonly seed: number
}): Promise<PowerReport> {
  const pick = random(seed)
  const wrong: string[] = []
  let [done, acknowledged] = [0, 0]
  for (let at = 0; done < cuts && wrong.length < ENOUGH_WRONG; at += 1) {
    const rhythm = RHYTHMS[at % RHYTHMS.length] ?? 'many'
    const { dir: recorded, steps, trace } = await record(pick, rhythm)
    const answers = trace.flatMap(({ kind }, at) => (kind === 'answer' ? [at] : []))
    const refusals = answers.filter((_, at) => steps[at]?.isRefused === true)
    // What is wanted of many files is what comes after the commands that made them.
    const first = rhythm === 'many' ? (answers[2 * MANY - 1] ?? 0) : 0
    for (let cut = 0; cut < Math.min(cutsAStore, cuts - done) && wrong.length < ENOUGH_WRONG; cut += 1) {
      // One in three just after an answer, a refusal if there is one: there most may be missing.
      const ends = refusals.length > 0 ? refusals : answers
      const at = pick(3) === 0 ? (ends[pick(ends.length)] ?? 0) + 1 : first + pick(trace.length - first)
      const keep = cut % 2 === 0 ? () => false : () => pick(2) === 0
      const dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-power-'))
      new DiskModel(trace.slice(0, at)).write(dir, keep)
      knowCopy(recorded, dir)
      const said = answersIn(trace.slice(0, at))
      acknowledged += said.filter((commit) => commit !== null).length
      const found = await judge(dir, steps, said)
      wrong.push(
        ...found.map(
          (line) =>
            `cut after ${at} of ${trace.length}, ${cut % 2 === 0 ? 'nothing' : 'a part'} unsynced kept: ${line} (${dir})`,
        ),
      )
      if (found.length === 0) for (const end of ['', '.home']) fs.rmSync(dir + end, { recursive: true, force: true })
    }
    fs.rmSync(`${recorded}.home`, { recursive: true, force: true })
    done += cutsAStore
  }
  return { cuts: Math.min(done, cuts), acknowledged, wrong }
}

/** The answer to a memory command, or what a restore tells of its commit. */
const Answered = z.union([
  z.object({ commit: z.string() }),
  z.object({ id: z.string() }).transform(({ id }) => ({ commit: id })),
  z.object({ is_error: z.literal(true) }).transform(() => ({ commit: null })),
])

/** For each answer the commit that was acknowledged; null where the command was refused. */
function answersIn(trace: readonly Operation[]): readonly (string | null)[] {
  return trace
    .flatMap((operation) => (operation.kind === 'answer' ? operation.text.trim().split('\n') : []))
    .map((line) => Answered.parse(JSON.parse(line)).commit)
}

interface Recorded extends Step {
  /** Whether it came to nothing, as its answer said. */
  readonly isRefused?: boolean
}

/**
 * Random commands on a new store: with time for git to be told now and then, or without, or on many files and then all
 * of these back and forth; and what they did to the disk.
 */
async function record(
  pick: Pick,
  rhythm: (typeof RHYTHMS)[number],
): Promise<{ readonly dir: string; readonly steps: readonly Recorded[]; readonly trace: readonly Operation[] }> {
  const dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-power-'))
  const disk = { trace: `${dir}.trace`, fault: `${dir}.fault` }
  const exec = new Exec(dir, disk)
  const steps: Recorded[] = []
  let state: Files = new Map()
  const points: { readonly commit: string; readonly files: Files }[] = []
  while (steps.length < LENGTHS[rhythm]) {
    const failing = rhythm === 'pauses' && pick(REFUSED_EVERY) === 0 ? 1 + pick(2) : 0
    const next = rhythm === 'many' ? nextOfMany(pick, steps.length) : nextStep(state, pick, steps.length)
    const step = failing === 2 ? (nextRename(state, pick, steps.length) ?? next) : next
    if (failing > 0) failRename(disk.fault, steps.length, failing)
    const answer = await exec.run(step.command)
    fs.rmSync(disk.fault, { force: true })
    // It may also be the next command that hears of it.
    const isRefused = rhythm === 'pauses' && answer?.is_error === true
    if (answer === null || (answer.is_error && !isRefused)) throw new Error(`refused: ${answer?.content ?? exec.said}`)
    steps.push({ ...step, isRefused })
    if (isRefused) continue
    state = step.after(state)
    points.push({ commit: answer.commit ?? '', files: state })
    if (rhythm !== 'stream' && pick(rhythm === 'many' ? 20 : 4) === 0) await delay(pick(LONGEST_PAUSE_MS))
  }
  await exec.end()
  for (const point of rhythm === 'many' ? [points[MANY - 1], points.at(-1), points[MANY + pick(MANY - 1)]] : []) {
    const { code, said } = await bringBack(dir, point?.commit ?? '', disk)
    if (code !== 0) throw new Error(`refused: ${said}`)
    steps.push({ command: {}, paths: [], after: () => point?.files ?? new Map() })
  }
  const trace = fs
    .readFileSync(`${dir}.trace`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Operation)
  for (const end of ['', '.trace', '.fault.hit']) fs.rmSync(dir + end, { recursive: true, force: true })
  return { dir, steps, trace }
}

/** The next file that is to be renamed cannot be, or the one after it: then the first is to be put back. */
function failRename(fault: string, id: number, at: number): void {
  const next: Fault = { id, at, code: 'ENOSPC', always: false, only: 'rename' }
  fs.writeFileSync(fault, JSON.stringify(next))
}

/** A command of two steps: one file is to be gone, and another one there. */
function nextRename(state: Files, pick: Pick, serial: number): Step | undefined {
  const steps = Array.from({ length: RENAME_TRIES }, () => nextStep(state, pick, serial))
  return steps.find(({ command }) => 'old_path' in command)
}

/** First each file is made, then each gets another text, longer or shorter. */
function nextOfMany(pick: Pick, serial: number): Step {
  const path = `m/${serial % MANY}.md`
  const text = (words: string): string => `${words} ${serial}\n`.repeat(1 + pick(MOST_LINES))
  const [made, changed] = [text('made'), text('changed')]
  const command =
    serial < MANY
      ? { command: 'create', path: `/memories/${path}`, file_text: made }
      : { command: 'insert', path: `/memories/${path}`, insert_line: 0, insert_text: changed }
  return {
    command,
    paths: [path],
    after: (state) => new Map([...state, [path, serial < MANY ? made : changed + (state.get(path) ?? '')]]),
  }
}

async function judge(
  dir: string,
  steps: readonly Recorded[],
  answers: readonly (string | null)[],
): Promise<readonly string[]> {
  const exec = new Exec(dir)
  const answer = await exec.run({ command: 'view', path: '/memories' })
  await exec.end()
  if (answer === null || answer.is_error) return [`it does not open: ${answer?.content ?? exec.said}`]
  const wrong: string[] = []
  const history = (await git(dir, 'rev-list', 'HEAD').catch(() => '')).split('\n')
  const lost = answers.filter((commit) => commit !== null && !history.includes(commit))
  if (lost.length > 0) wrong.push(`${lost.length} of ${answers.length} acknowledged commits are lost`)
  let answered: Files = new Map()
  for (const { after, isRefused } of steps.slice(0, answers.length)) if (isRefused !== true) answered = after(answered)
  const found: Files = await files(dir).catch(() => new Map<string, string>())
  // One more may have been under way.
  const allowed = [answered, ...steps.slice(answers.length, answers.length + 1).map(({ after }) => after(answered))]
  if (!allowed.some((state) => equal(state, found))) wrong.push(`${differing(found, allowed[0] ?? new Map())}`)
  const said = await gitComplaints(dir)
  return said === '' ? wrong : [...wrong, `git says ${said}`]
}
