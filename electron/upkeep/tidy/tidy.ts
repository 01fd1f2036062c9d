import { Buffer } from 'node:buffer'
import { type Commit, type WriteOutcome, nameOf, type CommitName } from '../../../shared/commit.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { byAgent } from '../../../shared/origin.ts'
import {
  type TidyProposal,
  type ProposalView,
  type ProposedFile,
  type TidyAcceptance,
  type TidyOptions,
  type TidyPreview,
  type TidySelection,
  type TidyState,
} from '../../../shared/tidy.ts'
import type { Choices } from '../../../shared/undoing.ts'
import type { Store } from '../../memory/store-interface.ts'
import type { WaitingList } from '../../review/waiting-list.ts'
import type { Texts } from './lines.ts'
import {
  chosenFiles,
  isOverShare,
  judgePart,
  judgeWhole,
  type MergedFile,
  mergePart,
  type Present,
  type WholeJudged,
} from './proposed.ts'
import type { TidyWork } from './run.ts'
import { TidyRuns } from './runs.ts'

/** The agent reorganises a copy of the memory; the user accepts what comes of it, whole or in parts, or not at all. */
export interface Tidy {
  state(): Promise<TidyState>
  /** Begins a run; resolves once it is under way. What comes of it is announced. */
  start(options: TidyOptions): Promise<void>
  cancel(): Promise<void>
  /** What accepting a part would mean now. */
  preview(acceptance: TidyAcceptance): Promise<TidyPreview>
  /** Makes the part one commit. Refused when it drops too much; `conflict` when only the user can decide. */
  accept(acceptance: TidyAcceptance): Promise<WriteOutcome>
  setDropShare(share: number): Promise<void>
  /** Puts the proposal away; until the app is closed, it can be brought back. */
  drop(): Promise<void>
  undrop(): Promise<void>
}

export interface TidyParts {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly waiting: WaitingList
  readonly work: TidyWork
  readonly changed: () => void
  /** What the user accepted has been seen. */
  readonly onAccepted: (commit: Commit) => Promise<void>
}

export function createTidy(parts: TidyParts): Tidy {
  const { store, waiting, changed, onAccepted } = parts
  const runs = new TidyRuns(parts, (proposal) => waiting.add(proposal))
  const judging = new Judging(store)
  let dropped: TidyProposal | null = null
  const current = async (id: string): Promise<TidyProposal> => {
    const proposal = await waiting.tidy()
    if (proposal?.id !== id) throw new AppError('bad-request', say('proposal-gone'))
    return proposal
  }
  const judge = async (id: string, selection: TidySelection, choices: Choices | undefined): Promise<Judged> => {
    const proposal = await current(id)
    return judgeSelection(store, { proposal, whole: await judging.whole(proposal) }, selection, choices)
  }
  const viewOf = async (proposal: TidyProposal): Promise<ProposalView> => {
    const { files, leftOut, inWhole } = await judging.whole(proposal)
    return { ...proposal, files, leftOut, fates: inWhole }
  }
  return {
    async state() {
      const proposal = await waiting.tidy()
      // Its state may be gone from the history, which others may rewrite.
      const isUsable = proposal !== null && (await store.isPoint(proposal.base))
      return { running: runs.running, problem: runs.problem, proposal: isUsable ? await viewOf(proposal) : null }
    },
    start: async (options) => runs.start(options),
    cancel: () => runs.cancel(),
    preview: async ({ id, selection, choices }) => (await judge(id, selection, choices)).preview,
    async accept({ id, selection, choices }) {
      const proposal = await current(id)
      const judged = await judge(id, selection, choices)
      const why = whyRefused(judged.preview, proposal)
      if (why !== null) return why
      const outcome = await write(store, proposal, judged.files)
      if (outcome.kind !== 'committed') return outcome
      const { files } = await judging.whole(proposal)
      const rest = await restOf(store, { ...proposal, files }, nameOf(outcome.commit), selection)
      await (rest === null ? waiting.drop(id) : waiting.replace(rest))
      // The memory has changed already; at worst the user is shown it once more under Review.
      await onAccepted(outcome.commit).catch(() => undefined)
      changed()
      return outcome
    },
    async setDropShare(dropShare) {
      const now = await waiting.tidy()
      if (now !== null) await waiting.replace({ ...now, dropShare })
      changed()
    },
    async drop() {
      dropped = await waiting.tidy()
      if (dropped !== null) await waiting.drop(dropped.id)
      runs.forget()
      changed()
    },
    async undrop() {
      if (dropped !== null && (await waiting.tidy()) === null) await waiting.add(dropped)
      changed()
    },
  }
}

async function textsAt(store: Store, commit: CommitName): Promise<Texts> {
  const texts = new Map<string, string>()
  const { files } = await store.tree(commit)
  const all = await Promise.all(files.map(({ blob }) => store.text(blob.id)))
  for (const [at, { path }] of files.entries()) {
    const text = all[at]
    if (text != null) texts.set(path, text)
  }
  return texts
}

/** Judges a proposal once: it is asked for with every choice of the user. */
class Judging {
  readonly #store: Store
  #last: { readonly proposal: Pick<TidyProposal, 'id' | 'base'>; readonly whole: Promise<WholeJudged> } | null = null

  constructor(store: Store) {
    this.#store = store
  }

  whole({ id, base, files }: TidyProposal): Promise<WholeJudged> {
    if (this.#last?.proposal.id !== id || this.#last.proposal.base !== base) {
      const whole = textsAt(this.#store, base).then((texts) => judgeWhole(texts, files))
      // One that failed is tried again.
      whole.catch(() => (this.#last = null))
      this.#last = { proposal: { id, base }, whole }
    }
    return this.#last.whole
  }
}

interface Judged {
  readonly preview: TidyPreview
  readonly files: readonly MergedFile[]
}

async function judgeSelection(
  store: Store,
  { proposal, whole }: { readonly proposal: TidyProposal; readonly whole: WholeJudged },
  selection: TidySelection,
  choices: Choices | undefined,
): Promise<Judged> {
  const { base } = whole
  const part = chosenFiles(whole.files, selection, base)
  const { fates, lost, needs } = await judgePart(whole, part)
  const present = new Map((await store.tree()).files.map(({ path, blob }) => [path, blob.id]))
  const now = new Map<string, Present>()
  for (const { path } of part) {
    const id = present.get(path) ?? null
    now.set(path, { id, text: id === null ? null : await store.text(id) })
  }
  const presentOf = (path: string): Present => now.get(path) ?? { id: null, text: null }
  const { files, conflicts, broken } = mergePart(part, { base, presentOf }, choices)
  return {
    files,
    preview: {
      dropped: fates.dropped,
      lost,
      needs,
      isOverShare: isOverShare(fates, proposal.dropShare),
      broken,
      conflicts,
      files: part.length,
    },
  }
}

type NotWritten = Exclude<WriteOutcome, { readonly kind: 'committed' }>

function whyRefused(
  { lost, needs, isOverShare: isOver, dropped, broken, conflicts }: TidyPreview,
  { dropShare }: TidyProposal,
): NotWritten | null {
  if (lost.length > 0)
    return {
      kind: 'refused',
      reason: say('tidy-part-loses', { count: lost.length, paths: needs }),
    }
  if (isOver)
    return {
      kind: 'refused',
      reason: say('tidy-drops-too-much', { count: dropped.length, percent: Math.round(dropShare * 1000) / 10 }),
    }
  if (broken.length > 0) return { kind: 'refused', reason: say('tidy-breaks-frontmatter', { paths: broken }) }
  const open = conflicts.filter(({ choice }) => choice === null)
  if (open.length === 0) return null
  return {
    kind: 'conflict',
    paths: [...new Set(open.map(({ path }) => path))],
    reason: say('tidy-changed-meanwhile'),
    conflicts: open,
  }
}

/** The words are the agent's, so it is the author; that the user accepted them is what makes them a commit. */
function write(
  store: Store,
  { provider, model, lineage }: TidyProposal,
  files: readonly MergedFile[],
): Promise<WriteOutcome> {
  const puts = files.map(({ path, before, text }) => ({
    path,
    before,
    bytes: text === null ? null : Buffer.from(text, 'utf8'),
  }))
  const origin = byAgent('edit', lineage, { provider, model })
  return store.put(puts, origin, { word: 'tidied' })
}

/** What is left of a proposal once a part of it is in the memory; `null` if that was all. */
async function restOf(
  store: Store,
  proposal: TidyProposal,
  base: CommitName,
  selection: TidySelection,
): Promise<TidyProposal | null> {
  const whole = new Set(
    selection.filter(({ without }) => without.removed.length + without.added.length === 0).map(({ path }) => path),
  )
  const now = new Map((await store.tree(base)).files.map(({ path, blob }) => [path, blob.id]))
  const files = proposal.files.flatMap((file): readonly ProposedFile[] => {
    if (whole.has(file.path)) return []
    const before = now.get(file.path) ?? null
    return before === null && file.after === null ? [] : [{ ...file, before }]
  })
  return files.length === 0 ? null : { ...proposal, base, files }
}
