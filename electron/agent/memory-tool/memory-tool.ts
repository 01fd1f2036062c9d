import type { Commit, Lineage, Origin } from '../../../shared/commit.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Store } from '../../memory/store-interface.ts'
import { type Redactor, NO_REDACTION } from '../redactor.ts'
import { type CommandName, parseCommand, parseCommandName } from './commands.ts'
import { HANDLERS, type Memory, type Outcome } from './handlers.ts'
import { type SeenBlobs, SeenFiles } from './seen-files.ts'

/** What the caller knows about a call: all of it becomes trailers of the commit. */
export type CallOrigin = Pick<Origin, 'turn' | 'message' | 'call' | 'toolUse' | 'provider' | 'model' | 'lineage'>

export interface ToolResult {
  /** What the model is told, to the letter. */
  readonly content: string
  readonly isError: boolean
  readonly commit: Commit | null
  /** Where the text in `content` came from. */
  readonly lineage: Lineage
  /** Versions of files that this call saw or wrote; given back as `seen` after a restart. */
  readonly saw: SeenBlobs
}

export interface MemoryTool {
  /** Carries out one command. Never throws: whatever goes wrong is a result that says so. */
  run(input: unknown, origin?: CallOrigin): Promise<ToolResult>
}

export interface MemoryToolOptions {
  readonly conversation?: string | undefined
  /** What this conversation saw before, from the `saw` of earlier results. */
  readonly seen?: SeenBlobs | undefined
  readonly redactor?: Redactor | undefined
}

/** The memory tool (`memory_20250818`) over one store, for one conversation, or for none: the command line's. */
export function createMemoryTool(
  store: Store,
  { conversation, seen, redactor = NO_REDACTION }: MemoryToolOptions = {},
): MemoryTool {
  const memory = { store, seen: new SeenFiles(seen), redactor }
  return {
    async run(input, call = {}) {
      const name = parseCommandName(input)
      const outcome =
        name.kind === 'invalid'
          ? name.message
          : await act(memory, name.value, input, { ...call, actor: 'agent', verb: name.value, conversation }).catch(
              sentenceFor,
            )
      const saw = memory.seen.takeNews()
      // What the model sent comes back in messages and snippets: it is no more kept there than in a file.
      return typeof outcome === 'string'
        ? { content: redactor.redact(outcome), isError: true, commit: null, lineage: 'agent', saw }
        : { lineage: 'agent', ...outcome, content: redactor.redact(outcome.content), isError: false, saw }
    },
  }
}

async function act<Name extends CommandName>(
  memory: Memory,
  name: Name,
  input: unknown,
  origin: Origin,
): Promise<Outcome> {
  const command = parseCommand(name, input)
  return command.kind === 'invalid' ? command.message : HANDLERS[name](memory, command.value, origin)
}

/** The store's own sentences name no host path; any other failure might, and is not passed on. */
function sentenceFor(error: unknown): string {
  return error instanceof AppError
    ? `Error: ${error.message}`
    : 'Error: A fault in the application got in the way. Whether anything was written is not known: view the path before you try again'
}
