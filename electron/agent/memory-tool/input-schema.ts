import type { CommandName } from './commands.ts'

/**
 * The memory tool for servers that do not know it: an ordinary tool with a full schema. One flat object, because many
 * servers reject or misread unions; commands.ts validates the input, and a test keeps the two consistent.
 */

const PATH = 'Absolute path below /memories, such as /memories/people/ana.md. /memories itself is the folder.'

interface Property {
  readonly type: 'string' | 'integer' | 'array'
  readonly description: string
  readonly enum?: readonly CommandName[]
  readonly items?: { readonly type: 'integer' }
  readonly minItems?: number
  readonly maxItems?: number
}

export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
}

export const MEMORY_INPUT_SCHEMA: InputSchema = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'],
      description: 'What to do.',
    },
    path: { type: 'string', description: `For view, create, str_replace, insert and delete. ${PATH}` },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 2,
      maxItems: 2,
      description: 'For view of a file, optional: [first line, last line]; -1 as the last line means to the end.',
    },
    file_text: { type: 'string', description: 'For create: the text of the new file.' },
    old_str: {
      type: 'string',
      description: 'For str_replace: the text to replace, verbatim; it must occur exactly once.',
    },
    new_str: { type: 'string', description: 'For str_replace: the text to put in its place.' },
    insert_line: {
      type: 'integer',
      description: 'For insert: the line after which to insert; 0 is before the first line.',
    },
    insert_text: { type: 'string', description: 'For insert: the text to insert.' },
    old_path: { type: 'string', description: `For rename: what to rename. ${PATH}` },
    new_path: { type: 'string', description: `For rename: its new name. ${PATH}` },
  },
  required: ['command'],
}

export const MEMORY_DESCRIPTION = [
  'Reads and writes the memory: a folder of text files that outlives the conversation.',
  'view {path, view_range?} lists a folder or shows a file with line numbers.',
  'create {path, file_text} makes a new file.',
  'str_replace {path, old_str, new_str} replaces the one occurrence of a text.',
  'insert {path, insert_line, insert_text} inserts lines.',
  'delete {path} deletes a file or a folder with all in it.',
  'rename {old_path, new_path} renames or moves.',
].join('\n')

/** The official service adds this itself with its memory tool; for other servers it is added here. */
export const MEMORY_PROTOCOL = [
  'IMPORTANT: ALWAYS VIEW YOUR MEMORY DIRECTORY BEFORE DOING ANYTHING ELSE.',
  'MEMORY PROTOCOL:',
  '1. Use the `view` command of your `memory` tool on /memories to check for earlier progress.',
  '2. Work on what the person asks for.',
  '   - As you make progress, record status, progress and what is worth knowing later in your memory.',
  'ASSUME INTERRUPTION: Your context window might be reset at any moment, so you risk losing any progress that is not recorded in your memory directory.',
].join('\n')

const READING_SCHEMA: InputSchema = {
  type: 'object',
  properties: {
    command: { type: 'string', enum: ['view'], description: 'What to do.' },
    path: { type: 'string', description: PATH },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 2,
      maxItems: 2,
      description: 'For a file, optional: [first line, last line]; -1 as the last line means to the end.',
    },
  },
  required: ['command', 'path'],
}

/** The tool of a conversation that only reads. */
export const READING_TOOL = {
  protocol: 'Look at the memory before you answer: use the `view` command of your `memory` tool on /memories.',
  description: [
    'Reads the memory: a folder of text files that outlives the conversation.',
    'view {path, view_range?} lists a folder or shows a file with line numbers.',
  ].join('\n'),
  inputSchema: { ...READING_SCHEMA, required: [...READING_SCHEMA.required] },
}

/** The tool with all its commands. */
export const WHOLE_TOOL = {
  protocol: MEMORY_PROTOCOL,
  description: MEMORY_DESCRIPTION,
  inputSchema: { ...MEMORY_INPUT_SCHEMA, required: [...MEMORY_INPUT_SCHEMA.required] },
}
