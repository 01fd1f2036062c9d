import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { isUnreadable } from '../disk/disk-error.ts'
import { ofPlainFile, readPlainStart, unlessMissing } from '../disk/durable-files.ts'
import { Queue } from '../disk/queue.ts'
import { mapInTurn } from '../disk/yield.ts'
import { jsonLine } from './json-line.ts'
import { entriesIn } from './reading.ts'
import { SessionCalls, sizeOfCall, type WritingCall } from './session-calls.ts'
import { readLines } from './transcript-lines.ts'

// The transcripts of Claude Code: `projects/NAME/SESSION.jsonl` in the folder of its configuration. Read where they lie, and
// never through a link.

/** One transcript, and when something was written into it first and last, in milliseconds. */
export interface SessionFile {
  readonly id: string
  readonly file: string
  readonly from: number
  readonly to: number
}

const SESSION = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/
const START_BYTES = 16_384
const MAX_STARTS = 10_000
const Timed = z.object({ timestamp: z.iso.datetime() })

/** When each transcript began, which does not change. */
const starts = new Map<string, number>()

/** The transcripts of one project. */
export async function sessionsIn(folder: string): Promise<readonly SessionFile[]> {
  const names = (await entriesIn(folder, () => undefined)).filter((entry) => entry.isFile())
  const found = await mapInTurn(names, async ({ name }): Promise<readonly SessionFile[]> => {
    const [, id] = SESSION.exec(name) ?? []
    if (id === undefined) return []
    const file = nodePath.join(folder, name)
    const stat = await readable(unlessMissing(fs.lstat(file)))
    return stat?.isFile() === true ? [{ id, file, from: await startOf(file), to: stat.mtimeMs }] : []
  })
  return found.flat()
}

/** The folders of all projects; links are none. */
export async function projectFolders(projects: string): Promise<readonly string[]> {
  const entries = await entriesIn(projects, () => undefined)
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => nodePath.join(projects, name))
}

/** The first time that its first lines say; the beginning of time where they say none. */
async function startOf(file: string): Promise<number> {
  const known = starts.get(file)
  if (known !== undefined) return known
  const start = (await readable(readPlainStart(file, START_BYTES)))?.toString('utf8').split('\n') ?? []
  const times = start.flatMap((line) => jsonLine(line, Timed) ?? [])
  const from = times.length === 0 ? 0 : Math.min(...times.map(({ timestamp }) => Date.parse(timestamp)))
  if (starts.size >= MAX_STARTS) starts.clear()
  if (times.length > 0) starts.set(file, from)
  return from
}

async function readable<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

export interface CallsOfSession {
  readonly calls: readonly WritingCall[]
  /** Nothing was too long to read, or too much to keep. */
  readonly isWhole: boolean
}

const NOTHING: CallsOfSession = { calls: [], isWhole: false }
const MAX_KEPT = 16
const MAX_CHARACTERS = 16_000_000

/** What was found in transcripts, of those that were asked for last. They grow: of one that did, only the rest is read. */
export class SessionIndex {
  readonly #isOurs: (path: string) => boolean
  readonly #kept = new Map<string, Followed>()

  /** @param isOurs whether calls that name this path are wanted */
  constructor(isOurs: (path: string) => boolean) {
    this.#isOurs = isOurs
  }

  async callsIn(file: string): Promise<CallsOfSession> {
    const followed = this.#kept.get(file) ?? new Followed(file, this.#isOurs)
    this.#kept.delete(file)
    this.#kept.set(file, followed)
    const [oldest] = this.#kept.size > MAX_KEPT ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
    return (await readable(followed.read())) ?? NOTHING
  }
}

class Followed {
  readonly #file: string
  readonly #isOurs: (path: string) => boolean
  readonly #turns = new Queue()
  #reader: SessionCalls
  #calls: WritingCall[] = []
  #characters = 0
  #isWhole = true
  #offset = 0
  #ino = 0

  constructor(file: string, isOurs: (path: string) => boolean) {
    this.#file = file
    this.#isOurs = isOurs
    this.#reader = new SessionCalls(isOurs)
  }

  read(): Promise<CallsOfSession | null> {
    return this.#turns.run(() =>
      ofPlainFile(this.#file, async (file, { ino, size }) => {
        if (ino !== this.#ino || size < this.#offset) this.#begin(ino)
        const read = await readLines(file, this.#offset, (line) => this.#keep(this.#reader.read(line)))
        this.#offset = read.offset
        this.#isWhole &&= read.isWhole
        return { calls: [...this.#calls], isWhole: this.#isWhole }
      }),
    )
  }

  #begin(ino: number): void {
    this.#reader = new SessionCalls(this.#isOurs)
    this.#calls = []
    ;[this.#characters, this.#isWhole, this.#offset, this.#ino] = [0, true, 0, ino]
  }

  #keep(calls: readonly WritingCall[]): void {
    for (const call of calls) {
      this.#calls.push(call)
      this.#characters += sizeOfCall(call)
    }
    while (this.#characters > MAX_CHARACTERS) {
      const oldest = this.#calls.shift()
      if (oldest === undefined) break
      this.#characters -= sizeOfCall(oldest)
      this.#isWhole = false
    }
  }
}
