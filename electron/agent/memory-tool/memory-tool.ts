import type { Commit, Lineage, Origin } from '../../../shared/commit.ts'
import type { PastPoint } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Store } from '../../memory/store-interface.ts'
import { type Redactor, NO_REDACTION } from '../redactor.ts'
import { type CommandName, parseCommand, parseCommandName } from './commands.ts'
import { HANDLERS, type Memory, type Outcome, view, type Viewed } from './handlers.ts'
import { pastMemory, unchangeable } from './past-memory.ts'
import { type SeenBlobs, SeenFiles } from './seen-files.ts'
import { TEMPORARY, untracedMemory } from './untraced-memory.ts'

/** What the caller knows about a call; it becomes trailers of the commit. */
export type CallOrigin = Pick<Origin, 'turn' | 'message' | 'call' | 'toolUse' | 'provider' | 'model' | 'lineage'>

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
  run(input: unknown, origin?: CallOrigin): Promise<ToolResult>
}

export interface MemoryToolOptions {
  readonly conversation?: string | undefined
  /** See Origin.client. */
  readonly client?: string | undefined
  /** Versions this conversation saw before: the `saw` of earlier results. */
  readonly seen?: SeenBlobs | undefined
  readonly redactor?: Redactor | undefined
  /** The state to look at instead of the present one. Nothing can be written to it, and reading it leaves no trace. */
  readonly at?: PastPoint | null | undefined
  /** Nothing can be written, and reading leaves no trace. */
  readonly temporary?: boolean | undefined
}

/** The memory tool (`memory_20250818`) over one store, for one conversation, or (on the command line) for none. */
export function createMemoryTool(
  store: Store,
  { conversation, client, seen, redactor = NO_REDACTION, at = null, temporary = false }: MemoryToolOptions = {},
): MemoryTool {
  const memory = { store, seen: new SeenFiles(seen), redactor }
  const run =
    at !== null
      ? look({ ...memory, store: pastMemory(store, at.commit) }, unchangeable(at))
      : temporary
        ? look({ ...memory, store: untracedMemory(store) }, TEMPORARY)
        : carryOut(memory)
  return {
    async run(input, call = {}) {
      const name = parseCommandName(input)
      const outcome =
        name.kind === 'invalid'
          ? name.message
          : await run(name.value, input, {
              ...call,
              actor: 'agent',
              verb: name.value,
              conversation,
              client,
            }).catch(messageForModel)
      const saw = memory.seen.takeNoted()
      // Messages and snippets repeat what the model sent, so they are redacted like files.
      if (typeof outcome === 'string')
        return { content: redactor.redact(outcome), isError: true, commit: null, lineage: 'agent', saw }
      const { content, commit, lineage = 'agent', isCleared = false } = outcome
      const shown = isCleared ? content.toWellFormed() : redactor.redact(content)
      return { content: shown, isError: false, commit, lineage, saw }
    },
  }
}

type Run = (name: CommandName, input: unknown, origin: Origin) => Promise<Outcome>

function carryOut(memory: Memory): Run {
  const runAs = async <Name extends CommandName>(name: Name, input: unknown, origin: Origin): Promise<Outcome> => {
    const command = parseCommand(name, input)
    return command.kind === 'invalid' ? command.message : HANDLERS[name](memory, command.value, origin)
  }
  return runAs
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
