import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { AgentWords, WordsQuery } from '../../shared/agent-words.ts'
import type { StorePath } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import { PROGRAMS, type System } from '../connect/programs.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import type { Store } from '../memory/store-interface.ts'
import { isExplained, isStamp, linesOf, stampIn, type Step, writerOfLine } from './line-writer.ts'
import { MemoryRoot } from './memory-root.ts'
import { isSameSentence, type Sentence, type WritingCall } from './session-calls.ts'
import { type CallsOfSession, projectFolders, type SessionFile, SessionIndex, sessionsIn } from './session-files.ts'

const PROGRAM = PROGRAMS['claude-code']
/** Of a commit whose conversation is looked for; beside many files they say less and less. */
const MAX_FILES = 8
const MAX_LINES = 200
/** Conversations that ran when a file was written, in which to look. */
const MAX_SESSIONS = 12
/** The time of a commit has no parts of a second. */
const SECOND_MS = 1_000
/** Transcripts are written a little after what they tell of. */
const LATE_MS = 5_000
const MAX_SHOWN = 2_000

export interface WordsPlace {
  readonly store: Store
  readonly dir: string
  readonly system: System
  /** The text without what must not be shown. */
  readonly redact: (text: string) => string
}

/** From the lines of a store that is a memory of Claude Code to the user's words, by the transcripts on this computer. */
export class ClaudeWords {
  readonly #store: Store
  readonly #redact: (text: string) => string
  readonly #projects: string
  /** The folder with the conversations of the project whose memory it is; null for a folder that settings chose. */
  readonly #own: string | null
  readonly #root: MemoryRoot
  readonly #index: SessionIndex

  private constructor({ store, redact }: WordsPlace, root: MemoryRoot, folder: string, projects: string) {
    this.#store = store
    this.#redact = redact
    this.#root = root
    this.#projects = projects
    const own = nodePath.dirname(folder)
    this.#own = nodePath.dirname(own) === projects ? own : null
    this.#index = new SessionIndex((path) => root.holds(path))
  }

  static async of(place: WordsPlace): Promise<ClaudeWords> {
    const { dir, system } = place
    const config = PROGRAM.signs.folder(system)
    const projects = nodePath.join(config, 'projects')
    const root = await MemoryRoot.of(dir, [config, system.userHome])
    const real = (await unlessMissing(fs.realpath(projects))) ?? projects
    return new ClaudeWords(place, root, await fs.realpath(dir), real)
  }

  /** Null when the transcripts do not settle it: nothing is guessed. */
  async find({ commit: id, line }: WordsQuery): Promise<AgentWords | null> {
    if ((await this.#store.settings()).program !== PROGRAM.name) return null
    const commit = await this.#store.commit(id)
    if (commit.origin.actor !== 'outside') return null
    const found: Found[] = []
    for (const path of line === undefined ? pathsOf(commit) : await this.#pathsThen(commit, line.path))
      found.push(await this.#inFile(commit, path, line?.text))
    const said = found.flatMap(({ sentences }) => sentences)
    const [first] = said
    if (first === undefined) return found.some(({ isGone }) => isGone) ? { kind: 'gone', program: PROGRAM.name } : null
    const isAll = found.every(({ isSure }) => isSure) && said.every((each) => isSameSentence(each, first))
    if (!isAll) return null
    const sentence = this.#redact(first.text).toWellFormed().slice(0, MAX_SHOWN)
    return { kind: 'said', program: PROGRAM.name, sentence, time: new Date(first.time).toISOString() }
  }

  /** What the file was called when the commit wrote it. */
  async #pathsThen({ changes }: Commit, path: StorePath): Promise<readonly StorePath[]> {
    const paths = changes.map(({ change }) => change.path)
    if (paths.includes(path)) return [path]
    return (await this.#store.formerPaths(path)).filter((former) => paths.includes(former)).slice(0, 1)
  }

  async #inFile(commit: Commit, path: StorePath, asked: string | undefined): Promise<Found> {
    const versions = await this.#versions(commit, path)
    if (versions === null) return NOTHING
    const lines = asked === undefined ? addedLines(versions).slice(0, MAX_LINES) : [asked]
    const own = this.#own === null ? [] : await sessionsIn(this.#own)
    const here = this.#own === null ? null : whoWrote(lines, await this.#search(path, versions, own))
    if (here?.isSure) return here
    return whoWrote(lines, await this.#search(path, versions, await this.#allSessions()))
  }

  async #allSessions(): Promise<readonly SessionFile[]> {
    const sessions: SessionFile[] = []
    for (const folder of await projectFolders(this.#projects)) sessions.push(...(await sessionsIn(folder)))
    return sessions
  }

  /** Looks for the calls that led to a version in the conversations that ran then. */
  async #search(path: StorePath, versions: Versions, sessions: readonly SessionFile[]): Promise<Looked> {
    const { before, after, since, time, written, session } = versions
    const till = written ?? time + SECOND_MS
    const ran = sessions
      .filter(({ from, to }) => from <= till && to + LATE_MS >= since)
      // Those that still ran when it was written come first, however long they went on.
      .toSorted((one, other) => Math.min(till, other.to) - Math.min(till, one.to) || one.to - other.to)
    const read: CallsOfSession[] = []
    for (const { file } of ran.slice(0, MAX_SESSIONS)) read.push(await this.#index.callsIn(file))
    const calls = read
      .flatMap((each) => each.calls)
      .filter((call) => call.from <= till && call.to >= since && this.#root.isFile(call.path, path))
      .toSorted((one, other) => one.to - other.to)
    const writing = written === null ? [] : calls.filter(({ to }) => to >= till)
    const [writer = null] = writing.every((each) => isSameSentence(each.sentence, writing[0]?.sentence)) ? writing : []
    const led = writer === null ? calls : calls.slice(0, calls.indexOf(writer) + 1)
    const isMissing = before === '' && session !== null && sessions.every(({ id }) => id !== session)
    // Whoever wrote then went on afterwards.
    const isNobodyHere = ran.every(({ to }) => to < till)
    return {
      step: {
        before,
        after,
        calls: led,
        least: writer === null ? led.filter(({ to }) => to < time).length : led.length,
      },
      writer,
      written,
      isWhole: ran.length <= MAX_SESSIONS && read.every((each) => each.isWhole),
      isGone: written !== null && (isMissing || isNobodyHere),
    }
  }

  async #versions(commit: Commit, path: StorePath): Promise<Versions | null> {
    const after = (await this.#store.file(path, commit.id))?.text ?? null
    if (after === null) return null
    const { from = path } = commit.changes.find(({ change }) => change.path === path)?.change ?? {}
    const old = commit.parent === null ? null : await this.#store.file(from, commit.parent)
    const before = old === null ? '' : old.text
    const [stampBefore, stamp] = [stampIn(before ?? ''), stampIn(after)]
    const time = Date.parse(commit.time)
    // The program notes its own last write in the file: this version was then written by somebody else.
    if (stamp.modified !== null && (stamp.modified === stampBefore.modified || stamp.modified >= time + SECOND_MS))
      return null
    const since = old === null ? 0 : (stampBefore.modified ?? (await this.#lastChange(from, commit)))
    return { before, after, time, since, written: stamp.modified, session: stamp.session }
  }

  /** When a commit changed the file before this one. */
  async #lastChange(path: StorePath, { id }: Commit): Promise<number> {
    const { commits } = await this.#store.history({ path, after: id, limit: 1 })
    return Date.parse(commits[0]?.time ?? '') || 0
  }
}

interface Versions extends Pick<Step, 'before' | 'after'> {
  /** When the commit was made, and since when calls may have led to it. */
  readonly time: number
  readonly since: number
  /** When the program wrote this version, and the conversation that made the file, where the file says so. */
  readonly written: number | null
  readonly session: string | null
}

interface Looked {
  readonly step: Step
  /** The call that wrote this version, where the file says when that was. */
  readonly writer: WritingCall | null
  readonly written: number | null
  readonly isWhole: boolean
  readonly isGone: boolean
}

interface Found {
  readonly sentences: readonly Sentence[]
  readonly isGone: boolean
  /** Of each line it is known which call wrote it. Else one of another project may have, as in a worktree. */
  readonly isSure: boolean
}
const NOTHING: Found = { sentences: [], isGone: false, isSure: false }

function whoWrote(lines: readonly string[], { step, writer, written, isWhole, isGone }: Looked): Found {
  if (written === null ? !isWhole && !isExplained(step) : writer === null) return { ...NOTHING, isGone }
  // What the program adds to an edit is in none of its words; what it added to a file it noted with the call.
  const writers = lines.map((line) => writerOfLine(line, step) ?? (isStamp(line) ? writer : null))
  return {
    sentences: writers.flatMap((each) => each?.sentence ?? []),
    isGone: false,
    isSure: writers.every((each) => each !== null),
  }
}

function pathsOf({ changes, changeCount }: Commit): readonly StorePath[] {
  return changeCount > MAX_FILES
    ? []
    : changes.filter(({ change }) => change.after !== null).map(({ change }) => change.path)
}

/** The lines of a version that the one before does not have. */
function addedLines({ before, after }: Versions): readonly string[] {
  const old = new Set(linesOf(before ?? ''))
  return [...new Set(linesOf(after))].filter((line) => line.trim() !== '' && !isStamp(line) && !old.has(line))
}
