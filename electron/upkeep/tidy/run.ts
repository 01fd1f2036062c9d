import * as nodePath from 'node:path'
import { NO_BUDGET } from '../../../shared/budget.ts'
import type { ObjectId } from '../../../shared/change.ts'
import { nameOf } from '../../../shared/commit.ts'
import type { ToolCall, Turn } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import type { AppEvent } from '../../../shared/events.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { leastTrusted, type Lineage } from '../../../shared/origin.ts'
import type { StoreSettings } from '../../../shared/settings.ts'
import { isTidied, type TidyProposal, type ProposedFile, type TidyOptions, type TidyRun } from '../../../shared/tidy.ts'
import type { Agent } from '../../agent/agent.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { Store } from '../../memory/store-interface.ts'
import { type Copy, copyMemory, type OpenCopy } from './copy.ts'

/** What a run works with: each is new, for the copy alone. */
export interface TidyWork {
  readonly openCopy: OpenCopy
  /** An agent whose conversations are kept below `home`, over a copy. */
  readonly agentOn: (copy: Store, home: string, emit: (event: AppEvent) => void) => Agent
}

const MESSAGE = 'Tidy up the memory.'
const MAX_PROMPT_CHARACTERS = 20_000

function guidance(dropShare: number, own: string): string {
  const share = Math.round(dropShare * 1000) / 10
  return [
    'You are asked to tidy up the memory. You work on a copy; nothing takes effect before the person has seen what you changed, line by line.',
    'Change notes only: Markdown and text files. Leave data, code, hidden files and the folder jobs/ exactly as they are, also their names; a change there is not taken. Frontmatter must stay valid YAML.',
    'View the whole memory first. Then put what belongs together in one place, merge lines that say the same, name files after what is in them, and split or join files where that makes things easier to find.',
    `Keep every fact. A line counts as dropped unless it is in the result, the same sentence about the same subject stands elsewhere, or a line that you wrote says it in nearly the same words; names, numbers and "not" must stay. Headings, frontmatter, code and rows of tables are lines, too, and are kept only by the very same line. A result that drops more than ${share} % of the lines is refused. Drop only what is said elsewhere or is certainly over.`,
    'Add nothing that is not in the memory. Where two lines contradict each other, keep both and say so.',
    'When the application says that little room or budget is left, finish what you are at and end; write no notes about this work into the memory.',
    'When you are done, say in a few sentences what you changed, and why each line that you dropped could go.',
    ...(own === '' ? [] : ['', own]),
  ]
    .join('\n')
    .slice(0, MAX_PROMPT_CHARACTERS)
}

export interface RunOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly work: TidyWork
  readonly options: TidyOptions
  readonly onProgress: (run: TidyRun) => void
  readonly signal: AbortSignal
}

/**
 * Has the agent reorganise a copy of the memory.
 * @returns what it would change, which may be nothing; `null` if it was cancelled
 */
export async function runTidy({
  store,
  folder,
  work,
  options,
  onProgress,
  signal,
}: RunOptions): Promise<TidyProposal | null> {
  const head = (await store.tree()).commit
  if (head === null) throw new AppError('bad-request', say('nothing-to-tidy'))
  const base = nameOf(await store.commit(head))
  const own = await store.settings()
  const settings: StoreSettings = { ...own, systemPrompt: guidance(options.dropShare, own.systemPrompt), onlyAbout: '' }
  const copy = await copyMemory(store, nodePath.join(folder, 'tidy'), { openCopy: work.openCopy, settings, base })
  try {
    const done = await converse(copy, work, { options, onProgress, signal })
    if (signal.aborted || done === null) return null
    const files = await changedFiles(copy, store, base)
    const { turn, lineage } = done
    const notes = [...copy.texts.keys()].filter(isTidied)
    return {
      kind: 'tidy',
      id: newUlid(),
      at: new Date().toISOString(),
      base,
      provider: turn.provider,
      model: turn.model,
      lineage,
      summary: summaryOf(turn),
      cutShort: cutShort(turn),
      requests: turn.requests,
      read: { notes: notes.filter((path) => done.opened.has(path)).length, of: notes.length },
      dropShare: options.dropShare,
      files,
    }
  } finally {
    await copy.discard()
  }
}

interface Done {
  readonly turn: Turn
  readonly lineage: Lineage
  /** Files that were viewed, by their paths in the copy. */
  readonly opened: ReadonlySet<string>
}

async function converse(
  copy: Copy,
  work: TidyWork,
  { options, onProgress, signal }: Pick<RunOptions, 'options' | 'onProgress' | 'signal'>,
): Promise<Done | null> {
  let run: TidyRun = {
    startedAt: new Date().toISOString(),
    requests: 0,
    most: options.requests,
    views: 0,
    changes: 0,
    usage: [],
    model: '',
  }
  const lineages = new Set<Lineage>(['agent'])
  const opened = new Set<string>()
  const follow = (event: AppEvent): void => {
    if (event.type === 'tool.returned') for (const path of viewedBy(event.call)) opened.add(path)
    run = afterEvent(run, event)
    onProgress(run)
  }
  const unsubscribe = copy.store.on((event) => {
    // Those that filled the copy are of no conversation.
    if (event.type === 'memory.committed' && event.commit.origin.conversation !== undefined)
      lineages.add(event.commit.origin.lineage)
  })
  const agent = work.agentOn(copy.store, copy.folder, follow)
  try {
    onProgress(run)
    // Into the copy, whatever holds for the memory: the proposal is what waits for the user.
    const budget = { ...NO_BUDGET, requests: options.requests }
    const { id } = await agent.send({ text: MESSAGE, saving: 'freely', budget })
    const stop = (): void => void agent.stop(id)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await agent.finished(id)
    const turn = (await agent.conversations.open(id))?.transcript.at(-1)
    return turn === undefined ? null : { turn: judged(turn), lineage: leastTrusted(lineages), opened }
  } finally {
    unsubscribe()
    await agent.close()
  }
}

function afterEvent(run: TidyRun, event: AppEvent): TidyRun {
  switch (event.type) {
    case 'turn.started':
      return { ...run, model: event.model }
    case 'request.counted':
      return { ...run, requests: run.requests + 1, usage: [...run.usage, event.usage] }
    case 'tool.returned': {
      const isView = event.call.commit === null
      return { ...run, views: run.views + (isView ? 1 : 0), changes: run.changes + (isView ? 0 : 1) }
    }
    default:
      return run
  }
}

/** The file that a call showed, if it did. */
function viewedBy({ state, input }: ToolCall): readonly string[] {
  const { command, path } = input
  if (state !== 'done' || command !== 'view' || typeof path !== 'string') return []
  return [path.replace(/^\/memories\//, '')]
}

/** A turn that failed before it changed anything is a failure of the run. */
function judged(turn: Turn): Turn {
  const hasChanged = turn.parts.some((part) => part.kind === 'call' && part.call.commit !== null)
  if (turn.end?.kind === 'failed' && !hasChanged)
    throw new AppError('provider', turn.end.reason ?? say('tidy-no-answer'))
  return turn
}

function summaryOf({ parts }: Turn): string {
  const last = parts.findLastIndex((part) => part.kind === 'call')
  return parts
    .slice(last + 1)
    .flatMap((part) => (part.kind === 'text' ? part.text : []))
    .join('')
    .trim()
}

function cutShort({ end }: Turn): Message | null {
  if (end === null) return say('tidy-interrupted')
  return end.kind === 'done' ? null : (end.reason ?? say('tidy-stopped-early'))
}

/** The files that are different in the copy, beside their versions in the memory. */
async function changedFiles(copy: Copy, store: Store, base: ObjectId): Promise<readonly ProposedFile[]> {
  const [now, real] = await Promise.all([copy.store.tree(), store.tree(base)])
  const before = new Map(real.files.map(({ path, blob }) => [path, blob.id]))
  const after = new Map<string, string>()
  for (const { path, blob } of now.files) {
    const text = await copy.store.text(blob.id)
    if (text !== null) after.set(path, text)
  }
  const paths = [...new Set([...copy.texts.keys(), ...after.keys()])].toSorted()
  return paths.flatMap((path) => {
    const [was, is] = [copy.texts.get(path) ?? null, after.get(path) ?? null]
    return was === is ? [] : [{ path, before: was === null ? null : (before.get(path) ?? null), after: is }]
  })
}
