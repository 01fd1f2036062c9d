import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { git, gitComplaints } from '../../testing/git.ts'
import { knowCopy } from '../../testing/known-place.ts'
import { random } from '../../testing/random.ts'
import type { Pick } from '../../testing/random.ts'
import { bringBack, Exec } from '../../testing/running-exec.ts'
import type { Operation } from './disk.ts'
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
/** A computer that lost its power has been started since. */
const BEFORE_BOOT = new Date(Date.now() - uptime() * 1_000 - 60_000)
const ENOUGH_WRONG = 5
const LONGEST_PAUSE_MS = 250

/**
 * Cuts the power on paper: what a store does to its disk is written down while random commands run; then, at random
 * moments, all that was not synced is dropped (or, every other time, a random part of it kept), what is left is
 * written into a new folder and opened. Everything acknowledged before the cut must be there.
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
    // What is wanted of many files is what comes after the commands that made them.
    const first = rhythm === 'many' ? (answers[2 * MANY - 1] ?? 0) : 0
    for (let cut = 0; cut < Math.min(cutsAStore, cuts - done) && wrong.length < ENOUGH_WRONG; cut += 1) {
      // One in three just after an answer, where most may be missing.
      const at = pick(3) === 0 ? (answers[pick(answers.length)] ?? 0) + 1 : first + pick(trace.length - first)
      const keep = cut % 2 === 0 ? () => false : () => pick(2) === 0
      const dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-power-'))
      new DiskModel(trace.slice(0, at)).write(dir, keep)
      knowCopy(recorded, dir)
      const said = answersIn(trace.slice(0, at))
      acknowledged += said.length
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
])

/** The commits that were acknowledged. */
function answersIn(trace: readonly Operation[]): readonly string[] {
  return trace
    .flatMap((operation) => (operation.kind === 'answer' ? operation.text.trim().split('\n') : []))
    .map((line) => Answered.parse(JSON.parse(line)).commit)
}

/**
 * Random commands on a new store: with time for git to be told now and then, or without, or on many files and then all
 * of these back and forth; and what they did to the disk.
 */
async function record(
  pick: Pick,
  rhythm: (typeof RHYTHMS)[number],
): Promise<{ readonly dir: string; readonly steps: readonly Step[]; readonly trace: readonly Operation[] }> {
  const dir = fs.mkdtempSync(nodePath.join(tmpdir(), 'variorum-power-'))
  const disk = { trace: `${dir}.trace` }
  const exec = new Exec(dir, disk)
  const steps: Step[] = []
  let state: Files = new Map()
  const points: { readonly commit: string; readonly files: Files }[] = []
  while (steps.length < LENGTHS[rhythm]) {
    const step = rhythm === 'many' ? nextOfMany(pick, steps.length) : nextStep(state, pick, steps.length)
    const answer = await exec.run(step.command)
    if (answer === null || answer.is_error) throw new Error(`refused: ${answer?.content ?? exec.said}`)
    steps.push(step)
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
  for (const end of ['', '.trace']) fs.rmSync(dir + end, { recursive: true, force: true })
  return { dir, steps, trace }
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

async function judge(dir: string, steps: readonly Step[], answers: readonly string[]): Promise<readonly string[]> {
  const exec = new Exec(dir)
  const answer = await exec.run({ command: 'view', path: '/memories' })
  await exec.end()
  if (answer === null || answer.is_error) return [`it does not open: ${answer?.content ?? exec.said}`]
  const wrong: string[] = []
  const history = (await git(dir, 'rev-list', 'HEAD').catch(() => '')).split('\n')
  const lost = answers.filter((commit) => !history.includes(commit))
  if (lost.length > 0) wrong.push(`${lost.length} of ${answers.length} acknowledged commits are lost`)
  const states: Files[] = [new Map()]
  for (const step of steps) states.push(step.after(states.at(-1) ?? new Map()))
  const found: Files = await files(dir).catch(() => new Map<string, string>())
  const allowed = states.slice(answers.length, answers.length + 2)
  if (!allowed.some((state) => equal(state, found))) wrong.push(`${differing(found, allowed[0] ?? new Map())}`)
  const said = await gitComplaints(dir)
  return said === '' ? wrong : [...wrong, `git says ${said}`]
}

type Inode =
  | { readonly kind: 'file'; now: Buffer; synced: Buffer }
  | { readonly kind: 'folder'; readonly now: Map<string, Inode>; synced: ReadonlyMap<string, Inode> }
  | { readonly kind: 'link'; readonly target: string }
type Folder = Extract<Inode, { kind: 'folder' }>

/** A disk as strict as the standard allows: a file's text lasts when it was synced, a name when its folder was. */
class DiskModel {
  readonly #root: Folder = { kind: 'folder', now: new Map(), synced: new Map() }
  readonly #syncing = new Map<string, () => void>()

  constructor(trace: readonly Operation[]) {
    for (const operation of trace) this.#do(operation)
  }

  #do(operation: Operation): void {
    if (operation.kind === 'answer' || operation.kind === 'chmod') return
    const [folder, name] = this.#placeOf(operation.path)
    switch (operation.kind) {
      case 'mkdir':
        return void folder.set(name, { kind: 'folder', now: new Map(), synced: new Map() })
      case 'create':
        return void (
          folder.has(name) || folder.set(name, { kind: 'file', now: Buffer.alloc(0), synced: Buffer.alloc(0) })
        )
      case 'symlink':
        return void folder.set(name, { kind: 'link', target: operation.target })
      case 'unlink':
      case 'rmdir':
        return void folder.delete(name)
      case 'rename':
      case 'link': {
        const [other, as] = this.#placeOf(operation.to)
        other.set(as, this.#at(operation.path))
        if (operation.kind === 'rename') folder.delete(name)
        return
      }
      case 'truncate':
      case 'write': {
        const file = this.#at(operation.path)
        if (file.kind !== 'file') return
        file.now =
          operation.kind === 'write'
            ? written(file.now, operation.at, Buffer.from(operation.data, 'base64'))
            : written(file.now.subarray(0, operation.length), operation.length, Buffer.alloc(0))
        return
      }
      case 'sync-start':
        return void this.#syncing.set(operation.sync, this.#syncOf(operation.path))
      case 'sync-end':
        this.#syncing.get(operation.sync)?.()
    }
  }

  /** @returns makes what is there now last */
  #syncOf(path: string): () => void {
    const what = this.#at(path)
    if (what.kind === 'link') return () => undefined
    if (what.kind === 'file') {
      const { now } = what
      return () => (what.synced = now)
    }
    const now = new Map(what.now)
    return () => (what.synced = now)
  }

  #at(path: string): Inode {
    let found: Inode = this.#root
    for (const name of path.split('/').filter((each) => each !== '')) {
      const next: Inode | undefined = found.kind === 'folder' ? found.now.get(name) : undefined
      if (next === undefined) throw new Error(`the trace names what is not there: ${path}`)
      found = next
    }
    return found
  }

  #placeOf(path: string): readonly [folder: Map<string, Inode>, name: string] {
    const folder = this.#at(nodePath.dirname(path))
    if (folder.kind !== 'folder') throw new Error(`no folder: ${path}`)
    return [folder.now, nodePath.basename(path)]
  }

  /**
   * What a power cut leaves.
   * @param keep asked of everything unsynced, whether it reached the disk all the same
   */
  write(dir: string, keep: () => boolean): void {
    const written = new Map<Inode, string>()
    const writeFolder = (folder: Folder, place: string): void => {
      for (const name of new Set([...folder.synced.keys(), ...folder.now.keys()])) {
        const [before, now] = [folder.synced.get(name), folder.now.get(name)]
        const inode = before === now || keep() ? now : before
        if (inode !== undefined) writeInode(inode, nodePath.join(place, name))
      }
    }
    const writeInode = (inode: Inode, path: string): void => {
      const twin = written.get(inode)
      // A folder has one name; where both of a rename were kept, the first one counts.
      if (twin !== undefined && inode.kind === 'file') return fs.linkSync(twin, path)
      if (twin !== undefined) return
      written.set(inode, path)
      if (inode.kind === 'link') fs.symlinkSync(inode.target, path)
      else if (inode.kind === 'file') {
        fs.writeFileSync(path, keptOf(inode, keep))
        fs.utimesSync(path, BEFORE_BOOT, BEFORE_BOOT)
      } else {
        fs.mkdirSync(path)
        writeFolder(inode, path)
      }
    }
    writeFolder(this.#root, dir)
  }
}

const SECTOR = 512

/** All that is there now, or what was synced; or of each sector the one or the other, and its end where either has it. */
function keptOf({ now, synced }: Extract<Inode, { kind: 'file' }>, keep: () => boolean): Buffer {
  if (now === synced || keep()) return now
  if (!keep()) return synced
  const bytes = Buffer.alloc((keep() ? now : synced).length)
  for (let at = 0; at < bytes.length; at += SECTOR)
    bytes.set((keep() ? now : synced).subarray(at, Math.min(at + SECTOR, bytes.length)), at)
  return bytes
}

function written(old: Buffer, at: number, data: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.max(old.length, at + data.length))
  old.copy(bytes)
  data.copy(bytes, at)
  return bytes
}
