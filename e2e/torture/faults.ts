import type { Exec } from '../../testing/running-exec.ts'
import { FaultStore } from './fault-store.ts'
import { without, type Files, type Step } from './steps.ts'

export interface FaultsReport {
  /** Faults that occurred. */
  readonly faults: number
  /** Different operations they occurred in. */
  readonly operations: number
  /** Commands that were refused because of one. */
  readonly refused: number
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
}

interface Options {
  readonly codes?: readonly string[]
  /** Only every Nth operation. */
  readonly every?: number
  /** Only up to this one. */
  readonly last?: number
  /** Those that last: only from this one on. */
  readonly firstLasting?: number
}

const CODES = ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE']
const ENOUGH_WRONG = 12

/**
 * Makes each operation on a store's disk fail in turn, once and from then on: while commands run and git is told of
 * them, while git is told behind commands that follow each other, while many files are brought back, while a killed
 * process is recovered from, and while a store is made. Nothing acknowledged may be lost, what is refused must not be
 * there, the refusal must be a plain sentence, and the next command must work when the fault is gone.
 */
export async function faultsTest({
  codes = CODES,
  every = 1,
  last = Infinity,
  firstLasting = 1,
}: Options = {}): Promise<FaultsReport> {
  const total = { faults: 0, refused: 0, operations: new Set<string>() }
  const filled = await fill()
  const wrong = [...filled.model.wrong]
  for (const code of codes) {
    for (const always of [false, true]) {
      for (const walk of WALKS) {
        const found = await walk({ code, always, first: always ? firstLasting : 1, every, last, filled })
        total.faults += found.hits.length
        total.refused += found.refused
        for (const hit of found.hits) total.operations.add(hit.replace(/[\w-]+-\d+(?=[ ~]|$)|[0-9a-f]{40}/g, 'NAME'))
        wrong.push(...found.wrong.map((line) => `${code}${always ? ' from then on' : ''}, ${walk.name}: ${line}`))
        if (wrong.length >= ENOUGH_WRONG) return { ...total, operations: total.operations.size, wrong }
      }
    }
  }
  if (wrong.length === 0) filled.model.clear()
  return { ...total, operations: total.operations.size, wrong }
}

interface Walk {
  readonly code: string
  readonly always: boolean
  readonly first: number
  readonly every: number
  readonly last: number
  readonly filled: Filled
}
interface Found {
  readonly hits: readonly string[]
  readonly refused: number
  readonly wrong: readonly string[]
}

const path = (name: string): string => `/memories/${name}`
const append = (name: string, line: string): Step => ({
  command: { command: 'insert', path: path(name), insert_line: 0, insert_text: line },
  paths: [name],
  after: (state) => new Map([...state, [name, line + (state.get(name) ?? '')]]),
})
const create = (name: string, text: string): Step => ({
  command: { command: 'create', path: path(name), file_text: text },
  paths: [name],
  after: (state) => new Map([...state, [name, text]]),
})
const remove = (name: string): Step => ({
  command: { command: 'delete', path: path(name) },
  paths: [name],
  after: (state) => without(state, name),
})
const move = (from: string, to: string): Step => ({
  command: { command: 'rename', old_path: path(from), new_path: path(to) },
  paths: [from, to],
  after: (state) => new Map([...without(state, from), [to, state.get(from) ?? '']]),
})

async function commandsUnderFaults({ code, always, first, every, last }: Walk): Promise<Found> {
  const bench = new FaultStore()
  const exec = bench.start()
  for (const step of [create('log.md', 'begin\n'), create('old.md', 'old\n'), create('gone.md', 'gone\n')])
    await bench.run(exec, step, { mustWork: true })
  for (let at = first; at <= last && bench.wrong.length === 0; at += every) {
    await bench.rest({ troubled: false })
    bench.arm({ at, code, always })
    const folder = `f${at}`
    const steps = [
      create(`${folder}/new.md`, `new ${at}\n`),
      append('old.md', `old ${at}\n`),
      move(`${folder}/new.md`, `${folder}/deep/moved.md`),
      remove(`${folder}/deep/moved.md`),
    ]
    for (const step of steps) {
      // What rests on a command that was refused is refused too, and changes nothing.
      await bench.run(exec, step)
      // Under a fault that lasts nothing can be cleaned up either.
      if (!always) bench.judgeFolders(step)
    }
    await bench.rest({ troubled: true })
    const came = bench.disarm()
    if (!(await bench.run(exec, append('log.md', `after ${at}\n`), { mustWork: true }))) break
    await bench.rest({ troubled: false })
    await bench.judge()
    if (!came) break
  }
  await exec.end()
  return finish([bench])
}

/** A file is renamed into folders that do not exist yet, and the last step of it fails. */
export async function renameUnderFault(code: string): Promise<Pick<Found, 'hits' | 'wrong'>> {
  const bench = new FaultStore()
  const exec = bench.start()
  await bench.run(exec, create('d/a.md', 'a\n'), { mustWork: true })
  await bench.rest({ troubled: false })
  bench.arm({ at: 1, code, always: false, only: 'rename' })
  const step = move('d/a.md', 'new/deep/a.md')
  await bench.run(exec, step)
  bench.disarm()
  bench.judgeFolders(step)
  await bench.run(exec, step, { mustWork: true })
  await exec.end()
  await bench.judge()
  return finish([bench])
}

/** So many that they are written where they stand. */
const MANY = 18

/** A store with many files, and what it had in an earlier state. */
interface Filled {
  readonly model: FaultStore
  readonly earlier: string
  readonly files: Files
}

async function fill(): Promise<Filled> {
  const model = new FaultStore()
  const exec = model.start()
  const name = (at: number): string => `m/${at}.md`
  for (let at = 0; at < MANY; at += 1)
    await model.run(exec, create(name(at), `then ${at}\n`.repeat(1 + at * 20)), { mustWork: true })
  const then = await exec.run({ command: 'create', path: path('log.md'), file_text: 'begin\n' })
  await exec.end()
  const files = new Map([...model.state, ['log.md', 'begin\n']])
  const writer = model.start()
  model.note(files)
  for (let at = 2; at < MANY; at += 1)
    await model.run(writer, append(name(at), `now ${at}\n`.repeat(at % 3 === 0 ? 100 : 1)), { mustWork: true })
  for (const step of [remove(name(0)), move(name(1), 'm/moved.md')]) await model.run(writer, step, { mustWork: true })
  await writer.end()
  return { model, earlier: then?.commit ?? '', files }
}

async function bringingBackUnderFaults({ code, always, first, every, last, filled }: Walk): Promise<Found> {
  const { model, earlier, files } = filled
  const benches: FaultStore[] = []
  for (let at = first, came = true; at <= last && came && benches.every(isSound); at += every) {
    const bench = model.copy()
    benches.push(bench)
    bench.arm({ at, code, always })
    await bench.bringBack(earlier, files)
    came = bench.disarm()
    const after = bench.start()
    await bench.run(after, append('log.md', 'after\n'), { mustWork: true })
    await after.end()
    await bench.judge()
  }
  return finish(benches)
}

async function recoveryUnderFaults({ code, always, first, every, last }: Walk): Promise<Found> {
  const model = new FaultStore()
  const victim = model.start()
  for (const step of [
    create('log.md', 'begin\n'),
    create('d/a.md', 'a\n'),
    move('d/a.md', 'e/f/a.md'),
    append('log.md', 'next\n'),
  ])
    await model.run(victim, step, { mustWork: true })
  await victim.kill()
  const benches = [model]
  for (let at = first, came = true; at <= last && came && benches.every(isSound); at += every) {
    const bench = model.copy()
    benches.push(bench)
    bench.arm({ at, code, always })
    const troubled = bench.start()
    const isAlive = await bench.runOrEnd(troubled, append('log.md', 'under a fault\n'))
    came = bench.disarm()
    const exec = isAlive && (await isOpen(troubled)) ? troubled : bench.start()
    await bench.run(exec, append('log.md', 'after\n'), { mustWork: true })
    await exec.end()
    await bench.judge()
  }
  return finish(benches)
}

async function makingUnderFaults({ code, always, first, every, last }: Walk): Promise<Found> {
  const benches: FaultStore[] = []
  for (let at = first, came = true; at <= last && came && benches.every(isSound); at += every) {
    const bench = new FaultStore()
    benches.push(bench)
    bench.arm({ at, code, always })
    const troubled = bench.start()
    const isAlive = await bench.runOrEnd(troubled, create('a.md', 'under a fault\n'))
    came = bench.disarm()
    const exec = isAlive && (await isOpen(troubled)) ? troubled : bench.start()
    await bench.run(exec, create('d/b.md', 'after\n'), { mustWork: true })
    await exec.end()
    await bench.judge()
  }
  return finish(benches)
}

const STREAM_MS = 400
const MAX_STREAM_MS = 1_600

/** Commands follow each other without a pause, and what is done behind them fails. */
async function publishingUnderFaults({ code, always, first, every, last }: Walk): Promise<Found> {
  const bench = new FaultStore()
  const exec = bench.start()
  let lines = 0
  const stream = async (until: () => boolean): Promise<void> => {
    for (const began = Date.now(); !until() && Date.now() - began < MAX_STREAM_MS;) {
      lines += 1
      await bench.run(exec, append('log.md', `${lines}\n`))
      await bench.run(exec, bench.state.has('other.md') ? remove('other.md') : create('other.md', `${lines}\n`))
    }
  }
  await bench.run(exec, create('log.md', 'begin\n'), { mustWork: true })
  for (let at = first; at <= last && bench.wrong.length === 0; at += every) {
    // The thread starts when commands have followed each other for a moment.
    const begun = Date.now() + STREAM_MS
    await stream(() => Date.now() > begun)
    bench.arm({ at, code, always, behind: true })
    await stream(() => bench.isHit)
    await bench.rest({ troubled: true })
    const came = bench.disarm()
    await bench.run(exec, append('log.md', `after ${at}\n`), { mustWork: true })
    await bench.rest({ troubled: false })
    await bench.judge()
    if (!came) break
  }
  await exec.end()
  return finish([bench])
}

const WALKS = [
  commandsUnderFaults,
  bringingBackUnderFaults,
  recoveryUnderFaults,
  makingUnderFaults,
  publishingUnderFaults,
]

const isSound = ({ wrong }: FaultStore): boolean => wrong.length === 0

/** A process that could not open its store answers everything with the reason. */
async function isOpen(exec: Exec): Promise<boolean> {
  const answer = await exec.run({ command: 'view', path: '/memories' })
  if (answer?.is_error === false) return true
  await exec.end()
  return false
}

/** A store in which something was wrong stays, to be looked at. */
function finish(benches: readonly FaultStore[]): Found {
  for (const bench of benches.filter(isSound)) bench.clear()
  return {
    hits: benches.flatMap(({ hits }) => hits),
    refused: benches.reduce((sum, { refused }) => sum + refused, 0),
    wrong: benches.flatMap(({ wrong, dir }) => wrong.map((line) => `${line} (${dir})`)),
  }
}
