import type {
  FileSet,
  FileSets,
  FileVersion,
  MergedFile,
  MergeQuestion,
  mergeFileSets,
} from '../shared/merge/file-sets.ts'
import { isInevitable, marksAsked, type ThreeStores, type Verdict, verdictOn } from './divergence-verdict.ts'
import { act, sameThing } from './generated/divergent-acts.ts'
import { Device } from './generated/divergent-device.ts'
import { type Files, Marks, newStore, type Writing } from './generated/divergent-stores.ts'
import { chance, shuffled } from './generated/words.ts'
import { random } from './random.ts'

// Devices that go different ways from one store, and meet again: a simulation without disks, of which every line is
// accounted for.

/** How many divergences of a hundred have somebody on each of two devices write about one thing. */
const SAME_THING_PERCENT = 1

/** In how many of a hundred the commits say where files were moved. */
const MOVES_KNOWN_PERCENT = 80

type Merge = typeof mergeFileSets

/** Texts by ids that only this run knows. */
export class Texts {
  readonly #ids = new Map<string, string>()
  readonly #texts: string[] = []

  readonly textOf = (id: string): string | null => this.#texts[Number.parseInt(id, 16)] ?? null

  idOf(text: string): string {
    let id = this.#ids.get(text)
    if (id === undefined) {
      id = this.#texts.length.toString(16).padStart(40, '0')
      this.#texts.push(text)
      this.#ids.set(text, id)
    }
    return id
  }

  /** Only what differs, as a store would ask. */
  set(files: Files, paths: ReadonlySet<string>): FileSet {
    const versions = [...paths].flatMap((path): readonly (readonly [string, FileVersion])[] => {
      const text = files.get(path)
      return text === undefined ? [] : [[path, { id: this.idOf(text), mode: '100644' }]]
    })
    return new Map(versions)
  }
}

export interface Asked {
  readonly question: MergeQuestion
  readonly isInevitable: boolean
}

export interface Divergence {
  readonly verdict: Verdict
  readonly asked: readonly Asked[]
  /** Whether all devices were equal in the end. */
  readonly isEqual: boolean
  /** Lines that somebody added, and nobody took away, that are not there exactly once. */
  readonly missing: readonly string[]
  /** The first two devices as they went apart. */
  readonly stores: ThreeStores
}

class World {
  readonly verdicts: Verdict[] = []
  readonly asked: Asked[] = []
  readonly devices: Device[]
  readonly #bases: Map<Device, Files>
  /** Where files of each device's base are on the trunk now. */
  readonly #trunkMoves: Map<Device, Map<string, string>>
  readonly #merge: Merge
  readonly #areMovesKnown: boolean
  trunk: Files

  constructor(merge: Merge, writing: Writing) {
    this.#merge = merge
    this.trunk = newStore(writing)
    this.devices = Array.from({ length: 2 + writing.pick(2) }, () => new Device(this.trunk, writing))
    this.#bases = new Map(this.devices.map((device) => [device, this.trunk]))
    this.#trunkMoves = new Map(this.devices.map((device) => [device, new Map()]))
    this.#areMovesKnown = chance(writing.pick, MOVES_KNOWN_PERCENT)
  }

  sync(device: Device): void {
    const [base, ours, before] = [this.#bases.get(device) ?? this.trunk, new Map(device.files), this.trunk]
    const merged = before === base ? ours : this.#merged({ base, ours, theirs: before }, device)
    for (const [from, to] of device.moves) if (before.has(from) && merged.has(to)) this.#moved(from, to)
    this.trunk = merged
    this.#bases.set(device, merged)
    this.#trunkMoves.set(device, new Map())
    device.continueWith(merged)
  }

  #moved(from: string, to: string): void {
    for (const moves of this.#trunkMoves.values()) {
      const [origin] = [...moves].find(([, now]) => now === from) ?? [from]
      moves.set(origin, to)
    }
  }

  #merged(stores: ThreeStores, device: Device): Files {
    const theirMoves = this.#trunkMoves.get(device) ?? new Map<string, string>()
    const known = this.#areMovesKnown ? { ourMoves: device.moves, theirMoves } : undefined
    const { merged, verdict, asked } = mergeOnce(this.#merge, stores, known)
    this.verdicts.push(verdict)
    this.asked.push(...asked)
    return merged
  }

  get isEqual(): boolean {
    const shown = this.devices.map(({ files }) => JSON.stringify([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    return new Set(shown).size === 1
  }
}

interface MergedOnce {
  readonly merged: Files
  readonly verdict: Verdict
  readonly asked: readonly Asked[]
}

const NO_MOVES = { ourMoves: new Map<string, string>(), theirMoves: new Map<string, string>() }

/** One merge, with what became of every line. @param moves as far as the commits say them */
export function mergeOnce(
  merge: Merge,
  stores: ThreeStores,
  moves: Pick<FileSets, 'ourMoves' | 'theirMoves'> = NO_MOVES,
): MergedOnce {
  const { base, ours, theirs } = stores
  const texts = new Texts()
  const all = new Set([base, ours, theirs].flatMap((files) => [...files.keys()]))
  const paths = new Set([...all].filter((path) => [ours, theirs].some((side) => side.get(path) !== base.get(path))))
  const sets = { base: texts.set(base, paths), ours: texts.set(ours, paths), theirs: texts.set(theirs, paths) }
  const { files, questions } = merge({ ...sets, ...moves }, texts.textOf)
  const merged = new Map(ours)
  for (const [path, file] of files) {
    const text = textOfMerged(file, texts)
    if (text === null) merged.delete(path)
    else merged.set(path, text)
  }
  const verdict = verdictOn(stores, merged, marksAsked(questions, merged, texts.textOf))
  return {
    merged,
    verdict,
    asked: questions.map((question) => ({ question, isInevitable: isInevitable(question, stores) })),
  }
}

function textOfMerged(file: MergedFile | null, texts: Texts): string | null {
  if (file === null) return null
  return 'text' in file ? file.text : texts.textOf(file.id)
}

/** Lets devices go apart and meet again, twice. */
export function diverge(merge: Merge, seed: number): Divergence {
  const pick = random(seed)
  const writing = { pick, marks: new Marks() }
  const world = new World(merge, writing)
  const { devices } = world
  const start = world.trunk
  for (const device of devices) for (let left = 1 + pick(5); left > 0; left -= 1) act(device, writing)
  const [first, second] = devices
  if (first !== undefined && second !== undefined && chance(pick, SAME_THING_PERCENT)) sameThing(first, second, writing)
  const stores = { base: start, ours: new Map(first?.files), theirs: new Map(second?.files) }
  for (const device of shuffled(pick, devices)) world.sync(device)
  if (chance(pick, 30)) for (const device of devices) for (let left = pick(3); left > 0; left -= 1) act(device, writing)
  for (let round = 0; round < 2; round += 1) for (const device of shuffled(pick, devices)) world.sync(device)
  const all = (key: keyof Verdict): readonly string[] => world.verdicts.flatMap((verdict) => verdict[key])
  return {
    verdict: { lost: all('lost'), doubled: all('doubled'), resurrected: all('resurrected') },
    asked: world.asked,
    isEqual: world.isEqual,
    missing: missingIn(world, start),
    stores,
  }
}

/** Of the lines of the beginning. Those in question count as there. */
function missingIn({ devices, trunk, asked }: World, start: Files): readonly string[] {
  const removed = new Set(devices.flatMap((device) => [...device.removed]))
  const counts = new Map<string, number>()
  for (const text of trunk.values())
    for (const [mark] of text.matchAll(/\bk\d{4,}\b/g)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const inQuestion = JSON.stringify(asked)
  const lines = [...start.values()].flatMap((text) => [...text.matchAll(/\bk\d{4,}\b/g)].map(([mark]) => mark))
  return lines.filter((mark) => !removed.has(mark) && counts.get(mark) !== 1 && !inQuestion.includes(mark))
}
