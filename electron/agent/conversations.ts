import path from 'node:path'
import type { Budget } from '../../shared/budget.ts'
import { nameOf } from '../../shared/commit.ts'
import type {
  Conversation,
  ConversationQuery,
  ConversationSearch,
  ConversationSummary,
  Turn,
  TurnPart,
} from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import type { JobName } from '../../shared/jobs/names.ts'
import type { Knowledge } from '../../shared/knowledge.ts'
import { say } from '../../shared/messages/say.ts'
import { CONVERSATION_ID } from '../../shared/origin.ts'
import type { Saving } from '../../shared/saving.ts'
import type { Store } from '../memory/store-interface.ts'
import type { ConversationFile } from './conversation/conversation-file.ts'
import { ConversationFiles } from './conversation/conversation-files.ts'
import { inFlightOf } from './conversation/in-flight.ts'
import { Incoming } from './conversation/incoming.ts'
import type { Line } from './conversation/lines.ts'
import { LiveConversations, type NewConversation } from './conversation/live-conversations.ts'
import type { ConversationLog } from './conversation/log.ts'
import { openTurn, summaryOf, transcriptOf } from './conversation/replay.ts'
import { searchConversations } from './conversation/search.ts'
import type { SessionRecord, Sessions } from './conversation/sessions.ts'
import { isTooLarge } from './conversation/sizes.ts'
import { Summaries } from './conversation/summaries.ts'
import { renamedTo } from './conversation/title.ts'
import { Trash } from './conversation/trash.ts'
import { knowledgeAt } from './knowledge/knowledge.ts'
import { type Redactor, NO_REDACTION } from './redactor.ts'

/** Conversations: one file each, `ID.jsonl`, and temporary ones in memory. */
export interface Conversations {
  /** The folder with the files, to be watched. */
  readonly directory: string
  /** Those about this store, newest first. */
  list(): Promise<readonly ConversationSummary[]>
  /** Searches the titles and messages of those about this store. */
  search(query: ConversationQuery): Promise<ConversationSearch>
  /** `null` when there is none. Ends a turn that a crash interrupted. */
  open(id: string): Promise<Conversation | null>
  /** What it had seen of the memory when it gave the answer of a turn; `null` when there is no such answer. */
  knowledge(id: string, turn: number): Promise<Knowledge | null>
  rename(id: string, title: string): Promise<void>
  /** Also while a turn runs: it applies from the next request on. */
  setBudget(id: string, budget: Budget): Promise<void>
  /** What becomes of what the agent writes, from now on. */
  setSaving(id: string, saving: Saving): Promise<void>
  /** Makes a temporary one ordinary: it is on disk when this resolves, and its later turns may write. */
  keep(id: string): Promise<void>
  /** Above the others in the list, or out of it. */
  file(id: string, how: Filing): Promise<void>
  /** Deletes it; until RESTORABLE_MS later, or the end of the app, it can be restored. Not so `forGood`, or a temporary one. */
  remove(id: string, forGood?: boolean): Promise<void>
  /** Throws `unknown-conversation` when it is gone. */
  restore(id: string): Promise<void>
  /** What deleted conversations were called, by their ids. */
  deletedTitles(): Promise<Readonly<Record<string, string>>>
  /** Takes in conversations with other assistants. @param isRehearsal only says what would come in */
  comingIn(isRehearsal: boolean): Incoming
  /** Another process wrote the file: tells subscribers to read it again. */
  changed(id: string): void
}

export type Filing = Pick<ConversationSummary, 'pinned' | 'archived'>

export interface ConversationStore extends Conversations {
  /**
   * Opens the conversation for one turn, creating it if missing. Throws `busy` while another turn runs, in any process.
   * @param how what kind of conversation a new one is
   */
  begin(id: string, how?: NewConversation): Promise<ConversationLog>
  /** The same for a conversation that must exist. */
  beginExisting(id: string): Promise<ConversationLog>
  readonly sessions: Sessions
  /** Finishes deletions. */
  close(): Promise<void>
}

export interface ConversationsOptions {
  readonly home: string
  readonly store: Store
  readonly emit: (event: AppEvent) => void
  /** Titles are kept beside the memory and in its timeline, so they are redacted like files. */
  readonly redactor?: Redactor
  /** The number of the last event announced for a conversation's turns. */
  readonly lastSeq?: (id: string) => number
}

const MAX_REFRESHED_COMMITS = 500

export function createConversations({
  home,
  store,
  emit,
  redactor = NO_REDACTION,
  lastSeq = () => 0,
}: ConversationsOptions): ConversationStore {
  const directory = path.join(home, 'conversations')
  const files = new ConversationFiles(directory)
  const live = new LiveConversations(files, store)
  const summaries = new Summaries(files, redactor)
  const emitChanged = (id: string): void => emit({ type: 'conversation.changed', conversation: id })
  const isLive = (id: string): boolean => live.get(id) !== undefined
  const begin: ConversationStore['begin'] = async (id, how) => live.begin(checkId(id), () => emitChanged(id), how)
  const list = async (): Promise<readonly ConversationSummary[]> =>
    newestOf(await summaries.list(isLive), await live.storeId())
  const existing = async (id: string): Promise<ConversationFile> => {
    const file = files.of(checkId(id))
    if ((await file.version()) === null) throw unknown()
    return file
  }
  const appendTo = async (id: string, line: Line): Promise<void> => {
    const file = await existing(id)
    await (live.get(id)?.append(line) ?? appendOnce(await file.take(), line))
    emitChanged(id)
  }
  const reread = (id: string): void => {
    summaries.forget(id)
    emitChanged(id)
  }
  return {
    directory,
    begin,
    beginExisting: (id) => existing(id).then(() => begin(id)),
    list,
    search: async (query) => searchConversations(directory, (await list()).filter(isOnDisk), query),
    async open(id) {
      const complete = live.get(checkId(id)) === undefined ? await live.readComplete(id) : null
      // No await from here to the transcript: it holds exactly the events announced so far.
      const log = live.get(id)
      const lines = log?.lines() ?? complete
      if (lines === null) return null
      const seq = lastSeq(id)
      const transcript = transcriptOf(lines, id, log)
      const summary = summaries.present(id, summaryOf(lines), openTurn(lines) !== null)
      return { ...summary, transcript: await withCurrentCommits(transcript, id, store), seq }
    },
    knowledge: async (id, turn) =>
      knowledgeAt(live.get(checkId(id))?.lines() ?? (await live.readComplete(id)) ?? [], turn, store, redactor),
    rename: (id, typed) => appendTo(id, renamedTo(typed)),
    ...choices(appendTo),
    keep: (id) => keep(files, existing(id), id).then(() => emitChanged(id)),
    ...deletionOf(new Trash(home, directory), { existing, list, onChanged: reread }),
    comingIn: (isRehearsal) => new Incoming({ files, live, redactor, onPlaced: reread }, isRehearsal),
    changed(id) {
      if (!isLive(id)) emitChanged(id)
    },
    sessions: sessionsOf(summaries, live),
  }
}

interface Deleting {
  readonly existing: (id: string) => Promise<ConversationFile>
  readonly list: Conversations['list']
  readonly onChanged: (id: string) => void
}

function deletionOf(
  trash: Trash,
  { existing, list, onChanged }: Deleting,
): Pick<ConversationStore, 'remove' | 'restore' | 'deletedTitles' | 'close'> {
  // What cannot be removed now is removed at the next start.
  const resumed = trash.resume().catch(() => undefined)
  return {
    async remove(id, forGood = false) {
      const file = await existing(id)
      const summary = (await list()).find((each) => each.id === id)
      const isTemporary = summary?.temporary === true
      if (summary !== undefined && !isTemporary) await trash.keepTitle(id, summary.title)
      if (!(await file.remove(forGood || isTemporary ? undefined : () => trash.put(id))))
        throw new AppError('busy', say('delete-while-answering'))
      onChanged(id)
    },
    async restore(id) {
      if (!(await trash.restore(checkId(id)))) throw unknown()
      onChanged(id)
    },
    deletedTitles: () => trash.titles(),
    async close() {
      await resumed
      await trash.close()
    },
  }
}

function sessionsOf(summaries: Summaries, live: LiveConversations): Sessions {
  const found = async (name?: JobName): Promise<readonly SessionRecord[]> =>
    ofStore(await summaries.sessions((id) => live.get(id) !== undefined, name), await live.storeId())
  return {
    async list(name) {
      const all = await found(name)
      // The end of a turn that no process runs any more says how it ended, and how long it took.
      const open = all.filter(({ running, end }) => !running && end === null)
      for (const { conversation } of open) await unlessTooLarge(live.readComplete(conversation))
      return open.length === 0 ? all : found(name)
    },
    inFlight: async (id) => inFlightOf((await unlessTooLarge(live.readComplete(checkId(id)))) ?? [], id),
  }
}

/** What is too large to be read is as good as ended. */
function unlessTooLarge<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (isTooLarge(error)) return null
    throw error
  })
}

/** The others are not searched: what is found is kept in the window. */
const isOnDisk = ({ temporary }: ConversationSummary): boolean => !temporary

function newestOf(all: readonly ConversationSummary[], store: string): readonly ConversationSummary[] {
  return ofStore(all, store).toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
}

function ofStore<Of extends { readonly store: string }>(all: readonly Of[], store: string): readonly Of[] {
  return all.filter((each) => each.store === store || each.store === '')
}

/** The lines refer to each commit; only the history knows its words, and whether it was undone since. */
async function withCurrentCommits(
  turns: readonly Turn[],
  conversation: string,
  store: Store,
): Promise<readonly Turn[]> {
  const { commits } = await store.history({ conversation, limit: MAX_REFRESHED_COMMITS })
  const current = new Map(commits.map((commit) => [nameOf(commit), commit]))
  // What waited for the user is saved later, as the commit of the call.
  const savedLater = new Map(commits.flatMap((commit) => (commit.origin.call ? [[commit.origin.call, commit]] : [])))
  const refresh = (part: TurnPart): TurnPart => {
    if (part.kind !== 'call' || part.call.state === 'running') return part
    const known = part.call.commit
    const commit = known === null ? savedLater.get(part.call.call) : current.get(nameOf(known))
    return commit === undefined ? part : { ...part, call: { ...part.call, commit } }
  }
  return turns.map((turn) => ({ ...turn, parts: turn.parts.map(refresh) }))
}

/** What the user chooses for one conversation. */
function choices(
  appendTo: (id: string, line: Line) => Promise<void>,
): Pick<Conversations, 'setBudget' | 'setSaving' | 'file'> {
  const now = (): string => new Date().toISOString()
  return {
    setBudget: (id, budget) => appendTo(id, { type: 'budget.set', budget, time: now() }),
    setSaving: (id, saving) => appendTo(id, { type: 'saving.set', saving, time: now() }),
    file: (id, how) => appendTo(id, { type: 'conversation.filed', ...how, time: now() }),
  }
}

async function keep(files: ConversationFiles, existing: Promise<unknown>, id: string): Promise<void> {
  await existing
  if (!(await files.keep(id))) throw new AppError('busy', say('keep-while-answering'))
}

async function appendOnce(log: ConversationLog | null, line: Line): Promise<void> {
  if (log === null) throw new AppError('busy', say('answering-elsewhere'))
  await log.append(line).finally(() => log.close())
}

function checkId(id: string): string {
  if (CONVERSATION_ID.test(id)) return id
  throw new AppError('bad-request', say('bad-conversation-id'))
}

function unknown(): AppError {
  return new AppError('unknown-conversation', say('unknown-conversation'))
}
