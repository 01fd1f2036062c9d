import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta'
import { z } from 'zod'

/** The six commands, as the SDK types them: a command it gains later does not compile until it is handled here. */
export type Command = BetaMemoryTool20250818Command
export type CommandName = Command['command']
export type CommandOf<Name extends CommandName> = Extract<Command, { command: Name }>

const path = z.string('must be a text')
const text = z
  .string('must be a text')
  .refine((value) => value.isWellFormed(), 'holds half of a character, which no file can keep')

/** The input of each command. Unknown fields are ignored. */
export const INPUTS: { readonly [Name in CommandName]: z.ZodType<CommandOf<Name>> } = {
  view: z.object({
    command: z.literal('view'),
    path,
    view_range: z
      .array(z.int('must hold whole numbers'), 'must be [first line, last line]')
      .length(2, 'must be [first line, last line]')
      .nullish()
      .transform((range) => range ?? undefined),
  }),
  create: z.object({ command: z.literal('create'), path, file_text: text }),
  str_replace: z.object({
    command: z.literal('str_replace'),
    path,
    old_str: text.min(1, 'must not be empty'),
    new_str: text,
  }),
  insert: z.object({
    command: z.literal('insert'),
    path,
    insert_line: z.number('must be a whole number'),
    insert_text: text,
  }),
  delete: z.object({ command: z.literal('delete'), path }),
  rename: z.object({ command: z.literal('rename'), old_path: path, new_path: path }),
}

export type Parsed<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly message: string }

const NAMES: readonly string[] = Object.keys(INPUTS)
const Named = z.object({ command: z.string() })

function isCommandName(name: string): name is CommandName {
  return NAMES.includes(name)
}

export function parseCommandName(input: unknown): Parsed<CommandName> {
  const named = Named.safeParse(input)
  if (named.success && isCommandName(named.data.command)) return { kind: 'valid', value: named.data.command }
  return { kind: 'invalid', message: `Error: Invalid \`command\` parameter. It should be one of: ${NAMES.join(', ')}` }
}

/** The command's fields, or a sentence naming the invalid parameter. */
export function parseCommand<Name extends CommandName>(name: Name, input: unknown): Parsed<CommandOf<Name>> {
  const parsed = INPUTS[name].safeParse(input)
  if (parsed.success) return { kind: 'valid', value: parsed.data }
  const issue = parsed.error.issues[0]
  const parameter = String(issue?.path[0] ?? 'input')
  const missing = issue?.code === 'invalid_type' && !hasField(input, parameter)
  return {
    kind: 'invalid',
    message: `Error: Invalid \`${parameter}\` parameter: it ${missing ? 'is missing' : (issue?.message ?? 'is not valid')}.`,
  }
}

function hasField(input: unknown, field: string): boolean {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, field)
}
