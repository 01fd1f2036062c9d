import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { ObjectId, StorePath } from '../../shared/change.ts'
import { nameOf, type UndoOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import {
  type FoundInSource,
  type ImportedConversations,
  type ImportedText,
  ImportProposal,
  type ImportSelection,
} from '../../shared/import.ts'
import { say } from '../../shared/messages/say.ts'
import { byImport, type Client } from '../../shared/origin.ts'
import { MAX_PATHS_TOLD } from '../../shared/waiting.ts'
import { JsonFile } from '../disk/json-file.ts'
import type { Store } from '../memory/store-interface.ts'
import { saveWrite } from '../review/fitted-write.ts'
import type { WaitingList } from '../review/waiting-list.ts'
import { hashOf, Ledger, sourceKey } from './ledger.ts'
import { proposalOf } from './proposal.ts'
import { type ReadHow, readSources } from './read-sources.ts'
import type { ConversationTaker } from './source.ts'

/** A source that was read. */
export interface ReadSource {
  readonly name: string
  /** Of all that was read: SHA-256 in hex. */
  readonly hash: string
  readonly found: FoundInSource
}

export interface ProposeHow {
  /** The folder that it goes to; '' for the top. */
  readonly into?: StorePath | ''
  /** Only says what would be proposed. */
  readonly isRehearsal?: boolean
}

/** Takes conversations in, all of them together. */
export interface ComingIn extends ConversationTaker {
  /** @returns once all that was taken is durable */
  settle(): Promise<ImportedConversations>
  /** Forgets what was not settled. */
  discard(): Promise<void>
}

export interface BringInHow extends Omit<ReadHow, 'conversations'>, ProposeHow {
  /** The conversations come in, too. */
  readonly conversations?: boolean | undefined
}

export interface BroughtIn {
  readonly proposal: ImportProposal
  /** Null if they were not asked for. */
  readonly conversations: ImportedConversations | null
}

/** What the user brings in waits as one proposal, and is written as one commit. */
export interface Imports {
  /** Reads what the user brings in: see readSources. */
  readonly read: (paths: readonly string[], how: ReadHow) => Promise<readonly ReadSource[]>
  /** Reads it and lets it wait. Conversations are no memory: they come in once all of it is read. */
  bringIn(paths: readonly string[], how: BringInHow): Promise<BroughtIn>
  propose(sources: readonly ReadSource[], how?: ProposeHow): Promise<ImportProposal>
  /** Null if it waits no more. */
  proposal(id: string): Promise<ImportProposal | null>
  /** Writes what was selected; without a selection, all of it. What was left out is not proposed again. */
  accept(id: string, selection?: ImportSelection): Promise<UndoOutcome>
  /** It is not imported now, and may be proposed again. */
  refuse(id: string): Promise<void>
}

export interface ImportsOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly waiting: WaitingList
  readonly redactor: { redact(text: string, path?: string): string }
  readonly emit: (event: AppEvent) => void
  readonly comingIn: (isRehearsal: boolean) => ComingIn
  readonly client?: Client | undefined
}

export function createImports(options: ImportsOptions): Imports {
  const { store, folder, waiting, emit, client } = options
  const kept = (id: string): JsonFile<ImportProposal | null> =>
    new JsonFile(nodePath.join(folder, 'imports'), `${id}.json`, (stored) => ImportProposal.parse(stored), null)
  const ledger = new Ledger(folder)
  const proposal = async (id: string): Promise<ImportProposal | null> =>
    (await waiting.list()).some((each) => each.id === id && each.kind === 'import') ? kept(id).read() : null
  const forget = async (id: string): Promise<void> => {
    await waiting.drop(id)
    await fs.rm(nodePath.join(folder, 'imports', `${id}.json`), { force: true })
    emit({ type: 'review.changed' })
  }
  const proposals = async (): Promise<readonly ImportProposal[]> => {
    const ids = (await waiting.list()).flatMap((each) => (each.kind === 'import' ? [each.id] : []))
    return (await Promise.all(ids.map((id) => kept(id).read()))).filter((each) => each !== null)
  }
  const propose: Imports['propose'] = async (sources, how = {}) => {
    const made = await proposalOf(options, ledger, { sources, into: how.into ?? '' })
    if (how.isRehearsal === true || made.files.length === 0) return made
    const replaced = (await proposals()).filter((each) => isReplacedBy(each, made))
    // The texts first: what waits can then be shown.
    await kept(made.id).change(() => made)
    const paths = made.files.slice(0, MAX_PATHS_TOLD).map(({ path }) => path)
    const names = made.sources.map(({ name }) => name)
    await waiting.add({ kind: 'import', id: made.id, at: made.at, names, paths, files: made.files.length })
    for (const { id } of replaced) await forget(id)
    emit({ type: 'review.changed' })
    return made
  }
  return {
    read: readSources,
    async bringIn(paths, { conversations, ...how }) {
      const coming = conversations === true ? options.comingIn(how.isRehearsal === true) : undefined
      try {
        const sources = await readSources(paths, { ...how, conversations: coming })
        how.signal.throwIfAborted()
        const settled = (await coming?.settle()) ?? null
        how.signal.throwIfAborted()
        return { proposal: await propose(sources, how), conversations: settled }
      } finally {
        await coming?.discard()
      }
    },
    propose,
    proposal,
    async accept(id, selection) {
      const found = await proposal(id)
      if (found === null) throw new AppError('bad-request', say('waits-no-more'))
      const chosen = chosenOf(found, selection)
      const outcome = await write(store, found, chosen, client)
      if (outcome.kind !== 'committed' && outcome.kind !== 'nothing') return outcome
      const commit = outcome.kind === 'committed' ? nameOf(outcome.commit) : null
      await ledger.note(found, { written: await blobsOf(store, chosen), commit })
      await forget(id)
      return outcome
    },
    refuse: forget,
  }
}

/** Whether all that it would bring is in a later import of the same sources, as it is by then. */
function isReplacedBy(earlier: ImportProposal, later: ImportProposal): boolean {
  const itemsOf = ({ sources, files }: ImportProposal): readonly string[] =>
    files.map(({ source, key, said }) => {
      const of = sources[source]
      // What was pasted is replaced by the same alone.
      return JSON.stringify([of && sourceKey(of), key, of?.kind === 'text' && said])
    })
  const there = new Set(itemsOf(later))
  return itemsOf(earlier).every((item) => there.has(item))
}

/** What of it is taken, as it is or as the user edited it. */
function chosenOf({ files }: ImportProposal, selection: ImportSelection | undefined): readonly ImportedText[] {
  if (selection === undefined) return files
  const texts = new Map(selection.map(({ path, text }) => [path, text]))
  return files.flatMap((file) => (texts.has(file.path) ? [{ ...file, text: texts.get(file.path) ?? file.text }] : []))
}

/** Writes them as one commit that says what they are of. */
async function write(
  store: Store,
  { id, at, sources }: ImportProposal,
  chosen: readonly ImportedText[],
  client: Client | undefined,
): Promise<UndoOutcome> {
  if (chosen.length === 0) return { kind: 'nothing' }
  const used = sources.filter((_, index) => chosen.some(({ source }) => source === index))
  const source = used.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  const [only, ...more] = used
  const sourceHash = more.length === 0 && only !== undefined ? only.hash : hashOf(used.map(({ hash }) => hash).join(''))
  const files = chosen.map(({ path, before, text }) => ({ path, before, after: { text } }))
  const sourceTime = chosen
    .flatMap(({ time }) => time ?? [])
    .toSorted(byTime)
    .at(-1)
  const origin = byImport(client, { source, sourceHash, ...(sourceTime !== undefined && { sourceTime }) })
  return saveWrite(store, { kind: 'write', id, at, origin, files }, {}, { word: 'imported' })
}

const byTime = (one: string, other: string): number => Date.parse(one) - Date.parse(other)

/** The versions that were written. */
async function blobsOf(store: Store, chosen: readonly ImportedText[]): Promise<ReadonlyMap<StorePath, ObjectId>> {
  const written = new Set(chosen.map(({ path }) => path))
  const { files } = await store.tree()
  return new Map(files.flatMap(({ path, blob }) => (written.has(path) ? [[path, blob.id] as const] : [])))
}
