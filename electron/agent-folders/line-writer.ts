import { isSameSentence, type Replacement, type WritingCall } from './session-calls.ts'

// From a line to the call that wrote it, by doing again what the calls did. Pure.

/** Two versions of a file, one after the other, and the calls that may have led from one to the other. */
export interface Step {
  /** '' for no file, null for no text. */
  readonly before: string | null
  readonly after: string
  /** Sorted by their ends. */
  readonly calls: readonly WritingCall[]
  /** How many of them may have come before the version, at least; some of the others may have come after it. */
  readonly least: number
}

/**
 * The call that wrote a line into the file; null if no call did, or if several may have. Calls that answer the same sentence
 * count as one.
 */
export function writerOfLine(line: string, { before, after, calls, least }: Step): WritingCall | null {
  if (countOf(line, after) === 0) return null
  const replay = new Replay(line, before)
  const ends = least === 0 ? [replay.end] : []
  for (const [at, call] of calls.entries()) {
    replay.add(call)
    if (at + 1 >= least) ends.push(replay.end)
  }
  const exact = ends.filter(({ text }) => text !== null && bodyOf(text) === bodyOf(after))
  const [first, ...others] = (exact.length > 0 ? exact : ends).map(({ writer }) => writer)
  return others.every((each) => isSameSentence(each?.sentence, first?.sentence)) ? (first ?? null) : null
}

/** Whether the calls make exactly this version, so that no other call needs to be known. */
export function isExplained({ before, after, calls, least }: Step): boolean {
  let text = before
  return calls.some((call, at) => {
    text = appliedTo(call.before ?? text, call)
    return at + 1 >= least && text !== null && bodyOf(text) === bodyOf(after)
  })
}

interface End {
  readonly text: string | null
  readonly writer: WritingCall | null
}

/** Follows a file from call to call, and whose a line is. */
class Replay {
  readonly #line: string
  #text: string | null
  #writer: WritingCall | null = null

  constructor(line: string, text: string | null) {
    this.#line = line
    this.#text = text
  }

  get end(): End {
    return { text: this.#text, writer: this.#writer }
  }

  add(call: WritingCall): void {
    const found = call.before ?? this.#text
    // Somebody else changed it since the last call.
    if (found !== null && this.#count(found) !== this.#count(this.#text)) this.#writer = null
    this.#text = appliedTo(found, call)
    const isNew = this.#text === null ? wroteLine(call, this.#line) : this.#count(this.#text) > this.#count(found)
    if (isNew) this.#writer = call
    else if (this.#text === null || this.#count(this.#text) === 0) this.#writer = null
  }

  #count(text: string | null): number {
    return text === null ? 0 : countOf(this.#line, text)
  }
}

/** What a call makes of a text; null where it does not fit the text. */
function appliedTo(text: string | null, { wrote }: WritingCall): string | null {
  if (wrote === null || typeof wrote === 'string') return wrote
  return wrote.reduce<string | null>(replaced, text)
}

function replaced(text: string | null, { old, new: by, isEverywhere }: Replacement): string | null {
  if (text === null) return null
  if (old === '') return text === '' ? by : null
  if (!text.includes(old)) return null
  return isEverywhere ? text.replaceAll(old, () => by) : text.replace(old, () => by)
}

/** Whether a call wrote this very line, whatever it found. */
function wroteLine({ wrote }: WritingCall, line: string): boolean {
  if (wrote === null) return false
  const texts = typeof wrote === 'string' ? [wrote] : wrote.map((each) => each.new)
  return texts.some((text) => countOf(line, text) > 0)
}

export const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

const countOf = (line: string, text: string): number => linesOf(text).filter((each) => each === line).length

const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/

/** The text without its front matter, which the program rewrites. */
const bodyOf = (text: string): string => text.replace(FRONT_MATTER, '').replaceAll('\r\n', '\n').trim()

/** What Claude Code notes in the front matter of a file of its memory: the session that made it, and its own last write. */
export interface Stamp {
  readonly session: string | null
  readonly modified: number | null
}

const SESSION = /^(?: +)?originSessionId: *["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})["']? *\r?$/gm
const MODIFIED = /^(?: +)?modified: *["']?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)["']? *\r?$/gm
const STAMPED = /^ *(?:node_type|originSessionId|modified|metadata):/

/** Nothing of what is said twice. */
export function stampIn(text: string): Stamp {
  const [front = ''] = FRONT_MATTER.exec(text) ?? []
  const [session, otherSession] = [...front.matchAll(SESSION)].map(([, id]) => id ?? '')
  const [modified, otherTime] = [...front.matchAll(MODIFIED)].map(([, time]) => Date.parse(time ?? ''))
  return {
    session: otherSession === undefined ? (session ?? null) : null,
    modified: otherTime === undefined && modified !== undefined && !Number.isNaN(modified) ? modified : null,
  }
}

/** A line that the program adds to what was written. */
export const isStamp = (line: string): boolean => STAMPED.test(line)
