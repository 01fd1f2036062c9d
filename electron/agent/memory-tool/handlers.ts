import { Buffer } from 'node:buffer'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Commit, WriteOutcome } from '../../../shared/commit.ts'
import { english } from '../../../shared/messages/english.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { leastTrusted, type Lineage, type Origin } from '../../../shared/origin.ts'
import { decodeUtf8 } from '../../disk/utf8.ts'
import { toolPath } from '../../memory/paths.ts'
import type { FilePut, LineRange, PathState } from '../../memory/store-interface.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import type { Redactor } from '../redactor.ts'
import type { CommandName, CommandOf } from './commands.ts'
import {
  CONTEXT_LINES,
  formatDirectory,
  formatFile,
  formatLines,
  formatSnippet,
  formatUnreadable,
  MAX_LINES,
} from './format.ts'
import { lineAsSeen } from './line-as-seen.ts'
import { editedFile, pathOf } from './lookup.ts'
import type { MemoryStore } from './memory-store.ts'
import type { SeenFiles } from './seen-files.ts'
import { countLines, insertAfter, replaceOnce } from './text.ts'

/** What the commands work on: the store, and what this conversation saw of it. */
export interface Memory {
  readonly store: MemoryStore
  readonly seen: SeenFiles
  readonly redactor: Redactor
  /** Line numbers are those of the version that was seen, and what a `create` would replace is shown. */
  readonly isAsSeen?: boolean | undefined
}

/** What `view` needs: of the present memory, or of a past state (past-memory.ts). */
export type Viewed = Pick<Memory, 'seen' | 'redactor'> & {
  readonly store: Pick<MemoryStore, 'look' | 'list' | 'viewed' | 'lineageOfLines' | 'lineageOfNames'>
}

export interface CommandResult {
  readonly content: string
  readonly commit: Commit | null
  /** The origin of the text in `content`, if it quotes a file. */
  readonly lineage?: Lineage
  /** Everything in `content` is redacted, or the gate has just let it pass: it is not redacted once more. */
  readonly isCleared?: true
  /** An error that quotes a file. */
  readonly isError?: true
}

/** A string is an error, sent to the model unchanged. */
export type Outcome = CommandResult | string

type Handler<Name extends CommandName> = (memory: Memory, command: CommandOf<Name>, origin: Origin) => Promise<Outcome>

/** One function per command; a forgotten one does not compile. */
export const HANDLERS: { readonly [Name in CommandName]: Handler<Name> } = {
  view,
  create,
  str_replace: strReplace,
  insert,
  delete: remove,
  rename,
}

export async function view(viewed: Viewed, { path, view_range }: CommandOf<'view'>, origin: Origin): Promise<Outcome> {
  const { store, seen, redactor } = viewed
  const parsed = await pathOf(viewed, path, { trailingSlash: true })
  if (parsed.kind === 'refused') return errorOf(parsed.reason)
  const shown = parsed.path === '' ? toolPath('') : path
  const found = await store.look(parsed.path)
  switch (found.kind) {
    case 'missing':
      return `The path ${shown} does not exist. Please provide a valid path.`
    case 'refused':
      return errorOf(found.reason)
    case 'directory': {
      const listed = await store.list(found.path)
      if (listed[0]?.isUnreadable === true) return errorOf(say('path-not-readable'))
      const content = redactor.cutListing(formatDirectory(shown, listed), view_range?.[0]) + formatUnreadable(listed)
      const lineage = await store.lineageOfNames(listed.flatMap((each) => (each.path === '' ? [] : each.path)))
      return { content, commit: await store.viewed(found.path, costing(content, origin)), lineage }
    }
    case 'file': {
      const text = decodeUtf8(found.bytes)
      if (text === null) return notText(path)
      if (countLines(text) > MAX_LINES) return `File ${path} exceeds maximum line limit of 999,999 lines.`
      const shown = redactor.redact(text, found.path)
      // Of a text in which something is hidden, other lines are shown than the file has.
      const lines = shown === text ? rangeOf(view_range) : undefined
      const lineage = await store.lineageOfLines(versionOf(found), lines)
      const content = redactor.cutView(
        formatFile(path, shown, view_range),
        Math.max(1, view_range?.[0] ?? 1),
        countLines(shown),
      )
      const commit = await store.viewed(found.path, costing(content, origin))
      seen.note(found.path, found.blob.id)
      return { content, commit, lineage, isCleared: true }
    }
    default:
      return assertNever(found)
  }
}

type FileState = Extract<PathState, { readonly kind: 'file' }>

const put = ({ path, blob }: FileState, text: string): FilePut => ({ path, before: blob.id, bytes: Buffer.from(text) })

const versionOf = ({ path, blob }: FileState) => ({ path, version: blob.id })

function rangeOf([from = 1, to = -1]: readonly number[] = []): LineRange {
  return { from: Math.max(1, from), to: to === -1 ? Number.POSITIVE_INFINITY : to }
}

/** The lineage of the lines that an edit touches, and of those that its snippet shows. */
async function lineagesOfEdit(
  store: Pick<MemoryStore, 'lineageOfLines'>,
  { file, hidden }: { readonly file: FileState; readonly hidden: readonly Message[] },
  touched: LineRange,
): Promise<readonly [left: Lineage, shown: Lineage]> {
  if (hidden.length > 0) {
    const whole = await store.lineageOfLines(versionOf(file))
    return [whole, whole]
  }
  const shown = { from: Math.max(1, touched.from - CONTEXT_LINES), to: touched.to + CONTEXT_LINES }
  return Promise.all([store.lineageOfLines(versionOf(file), touched), store.lineageOfLines(versionOf(file), shown)])
}

/** The origin of a view with what it costs the reader. */
function costing(content: string, origin: Origin): Origin {
  return { ...origin, tokens: estimateTokens(content) }
}

async function create(memory: Memory, { path, file_text }: CommandOf<'create'>, origin: Origin): Promise<Outcome> {
  const parsed = await pathOf(memory, path)
  if (parsed.kind === 'refused') return errorOf(parsed.reason)
  const { createOverwrites } = await memory.store.settings()
  return untilUndisturbed(async () => {
    const found = await memory.store.look(parsed.path)
    if (found.kind === 'refused') return errorOf(found.reason)
    if (found.kind === 'directory') return `Error: File ${path} already exists`
    if (found.kind === 'file') {
      const isUnseen = memory.isAsSeen === true && memory.seen.versionOf(found.path) !== found.blob.id
      if (isUnseen) return exists(path, await view(memory, { command: 'view', path }, { ...origin, verb: 'view' }))
      if (!createOverwrites) return exists(path)
    }
    const before = found.kind === 'file' ? found.blob.id : null
    const bytes = Buffer.from(file_text)
    const outcome = await memory.store.put([{ path: found.path, before, bytes }], origin)
    return written(memory, outcome, `File created successfully at: ${path}`, { put: path })
  })
}

/** @param there what a view of the file says, for whoever has not seen it */
function exists(path: string, there?: Outcome): Outcome {
  const error = `Error: File ${path} already exists`
  if (there === undefined || typeof there === 'string') return error
  return { ...there, content: `${error}\n\n${there.content}`, isError: true }
}

async function strReplace(
  memory: Memory,
  { path, old_str, new_str }: CommandOf<'str_replace'>,
  origin: Origin,
): Promise<Outcome> {
  return untilUndisturbed(async () => {
    const read = await editedFile(memory, path)
    if (read.kind === 'missing') return `Error: The path ${path} does not exist. Please provide a valid path.`
    if (read.kind === 'not text') return notText(path)
    if (read.kind === 'refused') return errorOf(read.reason)
    const edit = replaceOnce(read.text, old_str, new_str)
    if (edit.kind === 'absent')
      return `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`
    if (edit.kind === 'several')
      return `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${formatLines(edit.lines)}. Please ensure it is unique`
    const snippet = formatSnippet(edit.text, edit.start, edit.end, (line) =>
      memory.redactor.redact(line, read.file.path),
    )
    const content = `The memory file has been edited.${snippet === '' ? '' : `\n${snippet}`}`
    const { store } = memory
    // What is left of an edited line is as trusted as it was; and the model is shown the lines around it.
    const [left, lineage] = await lineagesOfEdit(store, read, edit.touched)
    const by = { ...origin, lineage: leastTrusted([origin.lineage, left]) }
    const outcome = await store.put([put(read.file, edit.text)], by)
    return written(memory, outcome, content, { put: path, lineage, hidden: read.hidden })
  })
}

async function insert(
  memory: Memory,
  { path, insert_line, insert_text }: CommandOf<'insert'>,
  origin: Origin,
): Promise<Outcome> {
  return untilUndisturbed(async () => {
    const read = await editedFile(memory, path)
    if (read.kind === 'missing') return `Error: The path ${path} does not exist`
    if (read.kind === 'not text') return notText(path)
    if (read.kind === 'refused') return errorOf(read.reason)
    const place = { path, line: insert_line }
    const line = memory.isAsSeen === true ? await lineAsSeen(memory, read, place) : insert_line
    if (typeof line !== 'number') return line
    const text = insertAfter(read.text, line, insert_text)
    if (text === null)
      return `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${countLines(read.text)}]`
    const outcome = await memory.store.put([put(read.file, text)], origin)
    return written(memory, outcome, `The file ${path} has been edited.`, { put: path, hidden: read.hidden })
  })
}

async function remove(memory: Memory, { path }: CommandOf<'delete'>, origin: Origin): Promise<Outcome> {
  const parsed = await pathOf(memory, path, { trailingSlash: true })
  if (parsed.kind === 'refused') return errorOf(parsed.reason)
  if (parsed.path === '') return `Error: ${toolPath('')} itself cannot be deleted. Delete what is in it`
  return untilUndisturbed(async () => {
    const outcome = await memory.store.remove([parsed.path], origin)
    return outcome.kind === 'missing'
      ? `Error: The path ${path} does not exist`
      : written(memory, outcome, `Successfully deleted ${path}`)
  })
}

async function rename(memory: Memory, { old_path, new_path }: CommandOf<'rename'>, origin: Origin): Promise<Outcome> {
  const from = await pathOf(memory, old_path, { trailingSlash: true })
  const to = await pathOf(memory, new_path)
  if (from.kind === 'refused') return errorOf(from.reason)
  if (to.kind === 'refused') return errorOf(to.reason)
  if (from.path === '') return `Error: ${toolPath('')} itself cannot be renamed`
  return untilUndisturbed(async () => {
    const found = await memory.store.look(from.path)
    if (found.kind === 'missing') return `Error: The path ${old_path} does not exist`
    if (to.path === '' || to.path === from.path) return `Error: The destination ${new_path} already exists`
    if (to.path.startsWith(`${from.path}/`)) return `Error: ${old_path} cannot be moved into itself`
    const outcome = await memory.store.move([{ from: from.path, to: to.path }], origin)
    if (outcome.kind === 'missing') return `Error: The path ${old_path} does not exist`
    if (outcome.kind === 'exists') return `Error: The destination ${new_path} already exists`
    return written(memory, outcome, `Successfully renamed ${old_path} to ${new_path}`)
  })
}

/** How often a command is retried when its file changed between reading and writing. */
const MAX_ATTEMPTS = 12

/** Repeats reading and writing while something else changes the file in between, up to a limit. */
async function untilUndisturbed(attempt: () => Promise<Outcome | 'again'>): Promise<Outcome> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const outcome = await attempt()
    if (outcome !== 'again') return outcome
  }
  return 'Error: Something else keeps changing this path. Nothing was written. View it, then try again'
}

interface Written {
  /** The path as the model wrote it, of a file that was put there: the gate has judged its name and its text. */
  readonly put?: string
  readonly lineage?: Lineage
  /** See `editedFile`. */
  readonly hidden?: readonly Message[]
}

function written(
  memory: Memory,
  outcome: WriteOutcome,
  content: string,
  { put, lineage = 'agent', hidden = [] }: Written = {},
): Outcome | 'again' {
  if (outcome.kind === 'conflict') return 'again'
  if (outcome.kind === 'refused') return errorOf(outcome.reason)
  // No error: there is nothing that the agent could do about it.
  if (outcome.kind === 'held') return { content: english(outcome.reason), commit: null }
  const { commit, notes: said = [] } = outcome
  const notes = [...[...hidden, ...said].map(english), ...memory.seen.written(commit).map(changedMeanwhile)]
  // What the policies changed, they say.
  const isCleared = notes.length === 0 && commit.changes.some(({ change }) => toolPath(change.path) === put)
  return { content: [content, ...notes].join('\n\n'), commit, lineage, ...(isCleared ? { isCleared } : {}) }
}

function changedMeanwhile(path: string): string {
  return `Note: ${toolPath(path)} was changed outside this conversation since you last looked at it. View it before you rely on what you remember of it.`
}

function notText(path: string): string {
  return `Error: The file ${path} is not UTF-8 text, so it cannot be shown or edited. It can be renamed or deleted`
}

const errorOf = (reason: Message): string => `Error: ${english(reason)}`
