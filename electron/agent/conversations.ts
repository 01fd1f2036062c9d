import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { CONVERSATION_ID } from '../../shared/commit.ts'
import type { Conversation, ConversationSummary, Turn, TurnPart } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { applyTurnEvent } from '../../shared/transcript.ts'
import { readIfThere, unlessMissing } from '../disk/durable-files.ts'
import type { Store } from '../memory/store-interface.ts'
import { type Line, parseLines } from './conversation/lines.ts'
import { isLocked, takeLock } from './conversation/lock.ts'
import { type ConversationLog, openLog } from './conversation/log.ts'
import { isUnsettled, openTurn, type Summary, summaryOf, transcriptOf } from './conversation/replay.ts'
import { settle } from './conversation/settle.ts'
import { type Redactor, NO_REDACTION } from './redactor.ts'

/** Conversations on disk: one file each, `ID.jsonl`. */
export interface Conversations {
  /** The folder with the files, for whoever watches it. */
  readonly directory: string
  /** Those held over this store, newest first. */
  list(): Promise<readonly ConversationSummary[]>
  /** `null` when there is none. A turn that a crash cut short is ended here. */
  open(id: string): Promise<Conversation | null>
  rename(id: string, title: string): Promise<void>
  remove(id: string): Promise<void>
  /** Another process wrote the file: tells whoever listens to ask again. */
  changed(id: string): void
}

export interface ConversationStore extends Conversations {
  /** Takes the conversation for one turn, made when missing. Throws `busy` while another turn runs, in any process. */
  begin(id: string): Promise<ConversationLog>
  /** The same for a conversation that must be there already. */
  goOn(id: string): Promise<ConversationLog>
}

export interface ConversationsOptions {
  readonly home: string
  readonly store: Store
  readonly emit: (event: AppEvent) => void
  /** Titles stand beside the memory and in its timeline: what the policies keep out of files is kept out of them. */
  readonly redactor?: Redactor
  /** How many events of a conversation's turns were told. */
  readonly told?: (id: string) => number
}

const MAX_TITLE = 200
const SHOWN_COMMITS = 500

export function createConversations({
  home,
  store,
  emit,
  redactor = NO_REDACTION,
  told = () => 0,
}: ConversationsOptions): ConversationStore {
  const directory = path.join(home, 'conversations')
  const running = new Map<string, ConversationLog>()
  const summaries = new Map<string, { readonly version: string; readonly summary: Summary }>()

  const fileOf = (id: string): string => path.join(directory, `${checkId(id)}.jsonl`)
  const lockOf = (id: string): string => path.join(directory, `${checkId(id)}.lock`)

  /** Holds the conversation for as long as `work` runs; `null` when somebody else does. */
  async function take(id: string): Promise<ConversationLog | null> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const lock = await takeLock(lockOf(id))
    if (lock === null) return null
    try {
      const log = await openLog(id, fileOf(id))
      const close = (): Promise<void> => log.close().finally(() => lock.release())
      return { ...log, close }
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  let known: Promise<string> | undefined
  /** The store's id, which never changes. */
  const here = (): Promise<string> => (known ??= store.status().then(({ id }) => id))

  /** Was it held over another store? What it did there is unknown here. */
  async function isForeign(lines: readonly Line[]): Promise<boolean> {
    const began = lines.find((line) => line.type === 'conversation.began')
    return began !== undefined && began.store !== (await here())
  }

  async function begin(id: string): Promise<ConversationLog> {
    const log = await take(id)
    if (log === null)
      throw new AppError(
        'busy',
        'This conversation is still answering. Wait until it is done, or stop it where it runs.',
      )
    const closing = { ...log, close: () => log.close().finally(() => running.delete(id)) }
    try {
      if (await isForeign(log.lines()))
        throw new AppError(
          'bad-request',
          'This conversation belongs to another store. Nothing was sent. Open that store, or begin a new conversation.',
        )
      if (log.lines().length === 0) {
        await log.append({
          type: 'conversation.began',
          version: 1,
          conversation: id,
          store: await here(),
          time: new Date().toISOString(),
        })
        emit({ type: 'conversation.changed', conversation: id })
      }
      await settle(log, store)
      running.set(id, log)
      return closing
    } catch (error) {
      await log.close()
      throw error
    }
  }

  async function read(id: string): Promise<readonly Line[] | null> {
    const text = await readIfThere(fileOf(id))
    return text === null ? null : parseLines(text)
  }

  /** The lines, after ending a turn that nobody is running any more. */
  async function readSettled(id: string): Promise<readonly Line[] | null> {
    const lines = await read(id)
    if (lines === null || (await isForeign(lines))) return null
    if (!isUnsettled(lines)) return lines
    const log = await take(id)
    if (log === null) return lines
    await settle(log, store).finally(() => log.close())
    return log.lines()
  }

  /** The lines hold each commit as it was made; whether it was taken back since, only the history knows. */
  async function asTheyStand(turns: readonly Turn[], conversation: string): Promise<readonly Turn[]> {
    const { commits } = await store.history({ conversation, limit: SHOWN_COMMITS })
    const current = new Map(commits.map((commit) => [commit.id, commit]))
    const refresh = (part: TurnPart): TurnPart => {
      const commit = part.kind === 'call' && part.call.commit !== null ? current.get(part.call.commit.id) : undefined
      return part.kind === 'call' && commit !== undefined ? { ...part, call: { ...part.call, commit } } : part
    }
    return turns.map((turn) => ({ ...turn, parts: turn.parts.map(refresh) }))
  }

  async function summarise(id: string): Promise<ConversationSummary | null> {
    const found = await unlessMissing(stat(fileOf(id)))
    if (found === null) return null // removed since the folder was read
    const version = `${found.mtimeMs} ${found.size} ${found.ino}`
    const cached = summaries.get(id)
    const summary = cached?.version === version ? cached.summary : summaryOf((await read(id)) ?? [])
    summaries.set(id, { version, summary })
    return present(
      id,
      { ...summary, title: redactor.redact(summary.title) },
      summary.isOpen && (running.has(id) || (await isLocked(lockOf(id)))),
    )
  }

  return {
    directory,
    begin,

    async goOn(id) {
      if ((await read(id)) === null) throw unknown()
      return begin(id)
    },

    async list() {
      const names = (await unlessMissing(readdir(directory))) ?? []
      const ids = names.flatMap((name) =>
        name.endsWith('.jsonl') && CONVERSATION_ID.test(name.slice(0, -6)) ? name.slice(0, -6) : [],
      )
      const [found, id] = [await Promise.all(ids.map(summarise)), await here()]
      return found
        .filter((summary) => summary !== null)
        .filter((summary) => summary.store === id || summary.store === '')
        .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    },

    async open(id) {
      const settled = running.has(id) ? null : await readSettled(id)
      // From here to the transcript nothing is awaited: it holds exactly what was told so far.
      const log = running.get(id)
      const lines = log?.lines() ?? settled
      if (lines === null) return null
      const seq = told(id)
      const turn = openTurn(lines)
      const arriving = log?.arriving() ?? ''
      const turns = transcriptOf(lines, id)
      const transcript =
        turn === null || arriving === ''
          ? turns
          : applyTurnEvent(turns, { type: 'text.streamed', conversation: id, turn: turn.turn, text: arriving })
      const summary = summaryOf(lines)
      return {
        ...present(id, { ...summary, title: redactor.redact(summary.title) }, turn !== null),
        transcript: await asTheyStand(transcript, id),
        seq,
      }
    },

    async rename(id, title) {
      if ((await read(id)) === null) throw unknown()
      const line: Line = {
        type: 'conversation.renamed',
        title: title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
        time: new Date().toISOString(),
      }
      const log = running.get(id)
      if (log !== undefined) await log.append(line)
      else await appendOnce(await take(id), line)
      emit({ type: 'conversation.changed', conversation: id })
    },

    async remove(id) {
      if ((await read(id)) === null) throw unknown()
      const lock = await takeLock(lockOf(id))
      if (lock === null) throw new AppError('busy', 'This conversation is still answering. Stop it, then delete it.')
      await rm(fileOf(id), { force: true }).finally(() => lock.release())
      summaries.delete(id)
      emit({ type: 'conversation.changed', conversation: id })
    },

    changed(id) {
      if (!running.has(id)) emit({ type: 'conversation.changed', conversation: id })
    },
  }
}

async function appendOnce(log: ConversationLog | null, line: Line): Promise<void> {
  if (log === null)
    throw new AppError('busy', 'This conversation is answering in another window. Rename it when it is done.')
  await log.append(line).finally(() => log.close())
}

function present(
  id: string,
  { title, store, createdAt, updatedAt, turns, changes }: Summary,
  running: boolean,
): ConversationSummary {
  return { id, title, store, createdAt, updatedAt, turns, changes, running }
}

function checkId(id: string): string {
  if (CONVERSATION_ID.test(id)) return id
  throw new AppError('bad-request', 'A conversation id is 1 to 64 letters, digits, "_" or "-".')
}

function unknown(): AppError {
  return new AppError(
    'unknown-conversation',
    'There is no such conversation. It may have been deleted in another window.',
  )
}
