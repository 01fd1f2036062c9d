import { z } from 'zod'
import { ObjectId, StorePath, Ulid } from '../../shared/change.ts'
import { CommitName } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { ClientName, leastTrusted, Lineage } from '../../shared/origin.ts'
import { Question } from '../agent/memory-tool/questions.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { newUlid } from '../disk/new-ulid.ts'

// What passes between the server of a connection and the store, which may be in another process: see keeper.ts.

/** A program on the other end, as the user named it in its configuration: never as it calls itself. */
export const McpClient = z.object({
  name: ClientName.optional(),
  tools: z.enum(['eight', 'memory']),
  readOnly: z.boolean(),
})
export type McpClient = Readonly<z.infer<typeof McpClient>>

/** A command of the memory tool, or a question about the memory. */
export const Call = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), input: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('question'), question: Question, input: z.record(z.string(), z.unknown()) }),
])
export type Call = Readonly<z.infer<typeof Call>>

export function isReading(call: Call): boolean {
  return call.kind === 'question' || call.input.command === 'view'
}

const Seen = z.record(StorePath, ObjectId.nullable()).readonly()

/** The result of a call; see ToolResult. */
export const Said = z.object({
  content: z.string(),
  isError: z.boolean(),
  commit: CommitName.nullable(),
  /** The least trusted text that the client was sent in its session so far. */
  lineage: Lineage,
  saw: Seen,
})
export type Said = Readonly<z.infer<typeof Said>>

export function refused(why: string): Said {
  return { content: `Error: ${why}`, isError: true, commit: null, lineage: 'user', saw: {} }
}

/** The reason for the model to pass on. An AppError names no host path; any other message might, and is dropped. */
export function whyNot(why: unknown): Said {
  const told = why instanceof AppError ? why : toDiskError(why)
  return refused(told?.message ?? 'Variorum could not open the memory.')
}

/** What is known of a session, so that another process can go on with it. */
export const SessionState = z.object({ id: Ulid, lineage: Lineage, seen: Seen })
export type SessionState = Readonly<z.infer<typeof SessionState>>

export function newSession(): SessionState {
  return { id: newUlid(), lineage: 'user', seen: {} }
}

export function afterwards({ id, lineage, seen }: SessionState, said: Said): SessionState {
  return { id, lineage: leastTrusted([lineage, said.lineage]), seen: { ...seen, ...said.saw } }
}
