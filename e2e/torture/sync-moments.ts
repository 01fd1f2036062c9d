import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { setImmediate as soon, setTimeout as delay } from 'node:timers/promises'
import { CLI } from '../../testing/command-line.ts'
import type { Pick } from '../../testing/random.ts'

// The steps of a round, as they can be seen from outside, and a kill right after one of them.

/** In the order of a round in which both sides have something new. */
export const STEPS = ['began', 'listed', 'fetched', 'packed', 'asked', 'journal', 'branch', 'pushed', 'noted'] as const
export type SyncStep = (typeof STEPS)[number]

export interface Watched {
  readonly dir: string
  readonly home: string
  /** The bare repository. */
  readonly remote: string
}

/** Whom the signal reaches: the command and not the git that it started, both, or git alone. */
const REACH = ['command', 'command', 'both', 'both', 'git'] as const

/** Those that are waited for; a round has a question only now and then. */
const AWAITED: readonly SyncStep[] = [...STEPS, 'packed', 'asked', 'asked']

/** At most so long after the step. */
const AFTER_MS: Readonly<Record<SyncStep, number>> = {
  began: 450,
  listed: 60,
  fetched: 40,
  packed: 8,
  asked: 3,
  journal: 8,
  branch: 15,
  pushed: 30,
  noted: 40,
}

export interface KilledRound {
  readonly out: string
  readonly err: string
  /** Null if it was killed. */
  readonly code: number | null
  /** The last step that was seen before it ended. */
  readonly reached: SyncStep
  /** Whether git alone was killed. */
  readonly isGitAlone: boolean
}

/** Runs a round and kills it after a random step, or after the next one that comes. */
export async function killedRound(place: Watched, pick: Pick, during: () => void): Promise<KilledRound> {
  const look = watch(place)
  const child = spawn(process.execPath, [CLI, '--store', place.dir, 'sync', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VARIORUM_HOME: place.home },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  const closed = once(child, 'close')
  // A quarter falls anywhere.
  const step = pick(4) === 0 ? 'began' : (AWAITED[pick(AWAITED.length)] ?? 'began')
  const reach = REACH[pick(REACH.length)] ?? 'command'
  const wait = pick(AFTER_MS[step] + 1)
  const those = STEPS.slice(STEPS.indexOf(step))
  const isThere = (): boolean => {
    const seen = look()
    return those.some((each) => seen.has(each))
  }
  while (isAlive(child) && !isThere()) await (step === 'began' ? delay(1) : soon())
  during()
  await Promise.race([delay(wait), closed])
  const isGitAlone = reach === 'git' && gitsOf(child).length > 0
  kill(child, isGitAlone ? 'git' : reach === 'git' ? 'command' : reach)
  const seen = look()
  const [code] = await closed
  const reached = STEPS.findLast((each) => seen.has(each)) ?? 'began'
  return { out, err, code: code === null ? null : Number(code), reached, isGitAlone }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

function kill(child: ChildProcess, reach: 'command' | 'both' | 'git'): void {
  const gits = reach === 'command' ? [] : gitsOf(child)
  if (reach !== 'git' && isAlive(child)) child.kill('SIGKILL')
  for (const pid of gits) {
    try {
      // Each is a group of its own.
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** The programs that a command runs at this moment; none where the system does not tell. */
function gitsOf({ pid }: ChildProcess): readonly number[] {
  try {
    const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').flatMap((each) => (each.trim() === '' ? [] : [Number(each)]))
  } catch {
    return []
  }
}

/** @returns what was seen so far of the round that begins now */
function watch({ dir, home, remote }: Watched): () => ReadonlySet<SyncStep> {
  const device = deviceFolder(home)
  const rooms = nodePath.join(device, 'remote')
  const git = nodePath.join(dir, '.git')
  const changed = (path: string): (() => boolean) => {
    const before = stateOf(path)
    return () => stateOf(path) !== before
  }
  const before = new Set(namesIn(rooms))
  const met = new Set<string>()
  const hasRooms = (count: number) => (): boolean => {
    for (const name of namesIn(rooms)) if (!before.has(name)) met.add(name)
    return met.size >= count
  }
  const signs: Readonly<Record<SyncStep, () => boolean>> = {
    began: () => true,
    listed: hasRooms(1),
    fetched: hasRooms(2),
    packed: changed(nodePath.join(git, 'objects', 'pack')),
    asked: changed(nodePath.join(device, 'questions.json')),
    journal: changed(nodePath.join(git, 'variorum', 'journal')),
    branch: changed(nodePath.join(git, 'refs', 'heads', 'main')),
    pushed: changed(nodePath.join(remote, 'refs', 'heads', 'main')),
    noted: changed(nodePath.join(device, 'devices.json')),
  }
  const seen = new Set<SyncStep>()
  return () => {
    for (const step of STEPS) if (!seen.has(step) && signs[step]()) seen.add(step)
    return seen
  }
}

/** What a device keeps of its only store. */
export function deviceFolder(home: string): string {
  const stores = nodePath.join(home, 'stores')
  const name = namesIn(stores).find((each) => /^[0-9A-Z]{26}$/.test(each)) ?? ''
  return nodePath.join(stores, name)
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function stateOf(path: string): string {
  const stat = fs.statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? '' : `${stat.mtimeNs} ${stat.ino} ${stat.size}`
}
