import type { CommandName } from '../agent/memory-tool/commands.ts'
import { MEMORY_DESCRIPTION, MEMORY_INPUT_SCHEMA, READING_TOOL } from '../agent/memory-tool/input-schema.ts'
import type { Question } from '../agent/memory-tool/questions.ts'

// The tools as a client lists them: always in this order and the same bytes, since clients keep what they begin with in
// caches. No schema is a union, and no answer is structured: some clients reject the one, and drop the text of the other.

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required?: readonly string[]
  }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: false
  }
  /** What it does: a command of the memory tool, a question, or whatever command its arguments name. */
  readonly does:
    | { readonly kind: 'command'; readonly command: CommandName }
    | { readonly kind: 'question'; readonly question: Question }
    | { readonly kind: 'any' }
}

const PATH = {
  type: 'string',
  description: 'Path below /memories, such as /memories/people/ana.md.',
} as const

const { view_range, file_text, old_str, new_str, insert_line, insert_text } = MEMORY_INPUT_SCHEMA.properties

function described(property: object | undefined, description: string): object {
  return { ...property, description }
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
/** Adds, and destroys nothing that is not in the history. */
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const
const REMOVES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false } as const

const TOOLS: readonly Tool[] = [
  {
    name: 'memory_create',
    title: 'Create a memory file',
    description:
      'Creates a new text file in the memory, with the folders on the way. Fails if the file exists, and then shows its text.',
    inputSchema: {
      type: 'object',
      properties: { path: PATH, file_text: described(file_text, 'The text of the new file.') },
      required: ['path', 'file_text'],
    },
    annotations: ADDS,
    does: { kind: 'command', command: 'create' },
  },
  {
    name: 'memory_delete',
    title: 'Delete a memory file or folder',
    description: 'Deletes a file of the memory, or a folder with all in it. The user can bring it back.',
    inputSchema: { type: 'object', properties: { path: PATH }, required: ['path'] },
    annotations: REMOVES,
    does: { kind: 'command', command: 'delete' },
  },
  {
    name: 'memory_history',
    title: 'See who changed the memory, and when',
    description:
      'Lists the changes to a file, a folder or the whole memory, newest first, with who made them; or, with `at`, shows a file as it was then.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: `${PATH.description} Left out: the whole memory.` },
        at: {
          type: 'string',
          description:
            'Show `path` as it was at this point: a commit of the list, or a day like "yesterday" or "2026-11-20".',
        },
        before: { type: 'string', description: 'Go on with the changes before this commit.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many changes; 20 if left out.' },
      },
    },
    annotations: READS,
    does: { kind: 'question', question: 'history' },
  },
  {
    name: 'memory_insert',
    title: 'Insert lines into a memory file',
    description: 'Inserts lines into a file of the memory, after a line as you last viewed it.',
    inputSchema: {
      type: 'object',
      properties: {
        path: PATH,
        insert_line: described(insert_line, 'The line after which to insert; 0 is before the first line.'),
        insert_text: described(insert_text, 'The lines to insert.'),
      },
      required: ['path', 'insert_line', 'insert_text'],
    },
    annotations: ADDS,
    does: { kind: 'command', command: 'insert' },
  },
  {
    name: 'memory_rename',
    title: 'Rename or move a memory file or folder',
    description: 'Renames or moves a file or a folder of the memory. Fails if something is there already.',
    inputSchema: {
      type: 'object',
      properties: {
        old_path: { type: 'string', description: `What to rename. ${PATH.description}` },
        new_path: { type: 'string', description: `Its new name. ${PATH.description}` },
      },
      required: ['old_path', 'new_path'],
    },
    annotations: REMOVES,
    does: { kind: 'command', command: 'rename' },
  },
  {
    name: 'memory_search',
    title: 'Search the memory',
    description:
      'Finds the files of the memory that contain all the words, ignoring case, with the lines where they are.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to find, separated by spaces.' },
        path: { type: 'string', description: 'Only in this file or folder. Left out: in the whole memory.' },
      },
      required: ['query'],
    },
    annotations: READS,
    does: { kind: 'question', question: 'search' },
  },
  {
    name: 'memory_str_replace',
    title: 'Replace a text in a memory file',
    description: 'Replaces the one occurrence of a text in a file of the memory; with an empty `new_str`, removes it.',
    inputSchema: {
      type: 'object',
      properties: {
        path: PATH,
        old_str: described(old_str, 'The text to replace, verbatim; it must occur exactly once.'),
        new_str: described(new_str, 'The text to put in its place.'),
      },
      required: ['path', 'old_str', 'new_str'],
    },
    annotations: ADDS,
    does: { kind: 'command', command: 'str_replace' },
  },
  {
    name: 'memory_view',
    title: 'View the memory',
    description:
      'Shows a file of the memory with line numbers, or lists a folder two levels deep. Begin with /memories.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: `${PATH.description} /memories is the whole memory, and the usual path.` },
        view_range: described(view_range, 'Optional: [first line, last line]; -1 as the last line means to the end.'),
      },
    },
    annotations: READS,
    does: { kind: 'command', command: 'view' },
  },
]

/** The one tool with the documented commands, for programs that know it. */
const DOCUMENTED: Tool = {
  name: 'memory',
  title: 'Memory',
  description: MEMORY_DESCRIPTION,
  inputSchema: { ...MEMORY_INPUT_SCHEMA, properties: { ...MEMORY_INPUT_SCHEMA.properties } },
  annotations: REMOVES,
  does: { kind: 'any' },
}

/** What a client is offered. */
export interface Offer {
  /** `memory`: the documented tool alone. */
  readonly tools: 'eight' | 'memory'
  /** Nothing that writes. */
  readonly readOnly: boolean
}

export function toolsFor({ tools, readOnly }: Offer): readonly Tool[] {
  if (tools === 'eight') return readOnly ? TOOLS.filter(({ annotations }) => annotations.readOnlyHint) : TOOLS
  if (!readOnly) return [DOCUMENTED]
  const { description, inputSchema } = READING_TOOL
  return [
    {
      ...DOCUMENTED,
      description,
      inputSchema: { ...inputSchema, type: 'object', properties: { ...inputSchema.properties } },
      annotations: READS,
    },
  ]
}
