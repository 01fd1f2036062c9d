import type { StorePath } from '../../../shared/change.ts'
import type { Commit } from '../../../shared/commit.ts'
import type { PastPoint } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import { english } from '../../../shared/messages/english.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import {
  type AgentCall,
  byAgent,
  byClient,
  type Client,
  leastTrusted,
  type Lineage,
  type Origin,
} from '../../../shared/origin.ts'
import { parseToolPath } from '../../memory/paths.ts'
import { type Redactor, NO_REDACTION } from '../redactor.ts'
import { type CommandName, parseCommand, parseCommandName } from './commands.ts'
import { HANDLERS, type Memory, type Outcome, view, type Viewed } from './handlers.ts'
import type { MemoryStore } from './memory-store.ts'
import { onlyWithin } from './only-within.ts'
import { pastMemory, unchangeable } from './past-memory.ts'
import { QUESTIONS, type Question } from './questions.ts'
import { type SeenBlobs, SeenFiles } from './seen-files.ts'
import { TEMPORARY, untracedMemory } from './untraced-memory.ts'
import { withoutHidden } from './without-hidden.ts'

/** What the loop knows about a call; it becomes trailers of the commit. */
export interface CallOrigin extends Omit<AgentCall, 'conversation'> {
  /** What the model had been sent when it wrote the call, where that is less than all that was answered by now. */
  readonly lineage?: Lineage
}

export interface ToolResult {
  /** The exact text that the model receives. */
  readonly content: string
  readonly isError: boolean
  readonly commit: Commit | null
  /** The origin of the text in `content`. */
  readonly lineage: Lineage
  /** Versions of files that this call read or wrote; passed as `seen` after a restart. */
  readonly saw: SeenBlobs
}

export interface MemoryTool {
  /** Carries out one command. Never throws: a failure is a result that describes it. */
  run(input: unknown, call?: CallOrigin): Promise<ToolResult>
  /** Answers what the documented commands do not: see questions.ts. Never throws. */
  ask(question: Question, input: unknown): Promise<ToolResult>
  /** The least trusted text among what was read so far. Whatever is written after that counts as no better. */
  lineage(): Lineage
}

/** Who uses the tool outside any conversation. */
export interface ToolUser {
  /** The program that calls the tool, if it is not the app. */
  readonly client?: Client | undefined
  /** What the model was sent before (default `agent`, its own words): the `lineage` of earlier results. */
  readonly lineage?: Lineage | undefined
  /** Versions it saw before: the `saw` of earlier results. */
  readonly seen?: SeenBlobs | undefined
  /** See `Memory.isAsSeen`. */
  readonly isAsSeen?: boolean | undefined
  /** Whether what it writes waits for the user, as they last said. */
  readonly asks?: (() => boolean) | undefined
  /** The one folder that it may use; '' for all. */
  readonly within?: StorePath | '' | undefined
}

export interface MemoryToolOptions extends ToolUser {
  readonly conversation?: string | undefined
  readonly redactor?: Redactor | undefined
  /** The state to look at instead of the present one. Nothing can be written to it, and reading it leaves no trace. */
  readonly at?: PastPoint | null | undefined
  /** Nothing can be written, and reading leaves no trace. */
  readonly temporary?: boolean | undefined
  /** Whether the user wants anything saved now: where they save only what they tell the agent to, as they last told it. */
  readonly isTold?: (() => boolean) | undefined
  /** What the agent is told besides the answer to a command. */
  readonly news?: News | undefined
}

/** What of the memory an agent is to be told, besides the answer to its command. */
export type News = (answered: {
  readonly origin: Origin
  /** What it looked at; `null` for another command. */
  readonly path: StorePath | '' | null
  /** It was shown what is there. */
  readonly isShown: boolean
}) => Promise<Told>

export interface Told {
  readonly notes: readonly Message[]
  /** The origin of the texts of others that the notes quote; `user` where there are none. */
  readonly lineage: Lineage
}

/** The memory tool (`memory_20250818`) over one store, for one conversation, or (on the command line) for none. */
export function createMemoryTool(whole: MemoryStore, options: MemoryToolOptions = {}): MemoryTool {
  const { within = '' } = options
  const { conversation, client = {}, seen, redactor = NO_REDACTION, at = null, temporary = false } = options
  const { news = nothingNew } = at === null && !temporary ? options : {}
  const asking = options.asks === undefined ? whole : askingFirst(whole, options.asks)
  const open = withoutHidden(asking, () => redactor.hiddenFrom(client.client))
  const store = within === '' ? open : onlyWithin(open, within)
  let read = options.lineage ?? 'agent'
  // For whoever has read the worst already, nothing is asked.
  const asked = read === 'outside' ? { ...store, lineageOfLines: outside, lineageOfNames: outside } : store
  const memory = { store: asked, seen: new SeenFiles(seen), redactor, isAsSeen: options.isAsSeen }
  const run =
    at !== null
      ? look({ ...memory, store: pastMemory(store, at.commit) }, unchangeable(at))
      : temporary
        ? look({ ...memory, store: untracedMemory(asked) }, TEMPORARY)
        : onlyTold(carryOut(memory), options.isTold)
  const originOf = (verb: CommandName, { lineage = read, ...call }: CallOrigin): Origin =>
    conversation === undefined ? byClient(verb, lineage, client) : byAgent(verb, lineage, { ...call, conversation })
  const resultOf = (outcome: Outcome): ToolResult => {
    const saw = memory.seen.takeNoted()
    // Messages and snippets repeat what the model sent, so they are redacted like files.
    if (typeof outcome === 'string')
      return { content: redactor.redact(outcome), isError: true, commit: null, lineage: 'agent', saw }
    const { content, commit, lineage = 'agent', isCleared = false, isError = false } = outcome
    read = leastTrusted([read, lineage])
    const shown = isCleared ? content.toWellFormed() : redactor.redact(content)
    return { content: shown, isError, commit, lineage, saw }
  }
  return {
    lineage: () => read,
    async run(input, call = {}) {
      const name = parseCommandName(input)
      if (name.kind === 'invalid') return resultOf(name.message)
      const origin = originOf(name.value, call)
      const result = resultOf(await run(name.value, input, origin).catch(messageForModel))
      // The command is done, and must not fail because of what is told besides.
      const path = lookedAt(name.value, input)
      const told = await news({ origin, path, isShown: !result.isError }).catch(() => NOTHING_NEW)
      const notes = told.notes.map((note) => redactor.redact(english(note)))
      read = leastTrusted([read, told.lineage])
      const lineage = leastTrusted([result.lineage, told.lineage])
      return { ...result, content: [result.content, ...notes].join('\n\n'), lineage }
    },
    async ask(question, input) {
      return resultOf(await QUESTIONS[question](memory, input, originOf('view', {})).catch(messageForModel))
    },
  }
}

/** What is written waits for the user, while they want that. */
function askingFirst(store: MemoryStore, asks: () => boolean): MemoryStore {
  return {
    ...store,
    put: (files, origin, how) => store.put(files, origin, { ...how, asks: asks() }),
    remove: (paths, origin, only) => store.remove(paths, origin, only, { asks: asks() }),
    move: (moves, origin) => store.move(moves, origin, { asks: asks() }),
  }
}

function lookedAt(name: CommandName, input: unknown): StorePath | '' | null {
  const command = name === 'view' ? parseCommand('view', input) : null
  const parsed = command?.kind === 'valid' ? parseToolPath(command.value.path, { trailingSlash: true }) : null
  return parsed?.kind === 'path' ? parsed.path : null
}

/** The answer to a command that would write what the user did not ask for. The model and the user see it. */
export const NOT_TOLD = say('not-told-to-save')

const NOTHING_NEW: Told = { notes: [], lineage: 'user' }

const nothingNew = async (): Promise<Told> => NOTHING_NEW

const outside = async (): Promise<Lineage> => 'outside'

type Run = (name: CommandName, input: unknown, origin: Origin) => Promise<Outcome>

function carryOut(memory: Memory): Run {
  const runAs = async <Name extends CommandName>(name: Name, input: unknown, origin: Origin): Promise<Outcome> => {
    const command = parseCommand(name, input)
    return command.kind === 'invalid' ? command.message : HANDLERS[name](memory, command.value, origin)
  }
  return runAs
}

/** Writes nothing while the user does not want it. No error: there is nothing that the agent could do about it. */
function onlyTold(run: Run, isTold = (): boolean => true): Run {
  return async (name, input, origin) =>
    name === 'view' || isTold() ? run(name, input, origin) : { content: english(NOT_TOLD), commit: null }
}

/** Only shows what is there. @param refusal the answer to everything else */
function look(viewed: Viewed, refusal: string): Run {
  return async (name, input, origin) => {
    if (name !== 'view') return refusal
    const command = parseCommand('view', input)
    return command.kind === 'invalid' ? command.message : view(viewed, command.value, origin)
  }
}

/** An AppError names no host path; the message of any other error might, and is dropped. */
function messageForModel(error: unknown): string {
  return error instanceof AppError
    ? `Error: ${error.message}`
    : 'Error: A fault in the application got in the way. Whether anything was written is not known: view the path before you try again'
}
