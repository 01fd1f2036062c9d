import type { ObjectId, StorePath } from '../../shared/change.ts'
import {
  type FoldedLine,
  type FoundFile,
  type FoundInSource,
  type ImportedSource,
  type ImportedText,
  type ImportProposal,
  MAX_FOLDED_SHOWN,
} from '../../shared/import.ts'
import { merge, mergedText } from '../../shared/merge/merge.ts'
import { isNote } from '../../shared/note-files.ts'
import { TakenPaths } from '../../shared/taken-paths.ts'
import { newUlid } from '../disk/new-ulid.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import { foldFile, know, type Known } from './fold.ts'
import type { ImportsOptions, ReadSource } from './imports.ts'
import { hashOf, type Ledger, type LedgerEntry, vanishedFrom } from './ledger.ts'

interface Proposing {
  readonly sources: readonly ReadSource[]
  /** The folder that it goes to; '' for the top. */
  readonly into: StorePath | ''
}

type Reading = Pick<StoreMethods, 'tree' | 'text' | 'file' | 'commit'>

/** What of the sources is new, with what became of the rest. Writes nothing. */
export async function proposalOf(
  { store, redactor }: Pick<ImportsOptions, 'redactor'> & { readonly store: Reading },
  ledger: Ledger,
  { sources, into }: Proposing,
): Promise<ImportProposal> {
  const memory = new Map((await store.tree()).files.map(({ path, blob }) => [path, blob.id]))
  const fitting = new Fitting({ store, ledger, memory, into })
  await fitting.look()
  const [files, folded, told]: [ImportedText[], FoldedLine[], ImportedSource[]] = [[], [], []]
  for (const [source, { name, hash, found }] of sources.entries()) {
    const earlier = await inEffect(store, await ledger.of(found.kind, name))
    const counts = { proposed: 0, folded: 0 }
    for (const each of found.files) {
      const file = { ...each, from: each.from.slice(0, 1_000), text: redactor.redact(each.text, each.path) }
      const { made, lines } = await fitting.fit(found, file, earlier.get(each.path))
      folded.push(...lines)
      counts[made === null ? 'folded' : 'proposed'] += file.items
      if (made !== null) files.push({ ...made, source })
    }
    told.push({
      name,
      hash,
      kind: found.kind,
      found: found.found,
      ...counts,
      // A text may be what is left out.
      leftOut: found.leftOut.map(({ what, why, count = 1 }) => ({ what: redactor.redact(what), why, count })),
      vanished: vanishedFrom(found, earlier),
    })
  }
  const at = new Date().toISOString()
  return { id: newUlid(), at, sources: told, files, folded: folded.slice(0, MAX_FOLDED_SHOWN) }
}

/** Without the imports that the user undid: what they brought may come again. */
async function inEffect(
  store: Reading,
  entries: ReadonlyMap<string, LedgerEntry>,
): Promise<ReadonlyMap<string, LedgerEntry>> {
  const undone = new Set<string>()
  for (const commit of new Set([...entries.values()].flatMap((entry) => entry.commit ?? [])))
    if (await isUndone(store, commit)) undone.add(commit)
  return new Map([...entries].filter(([, { commit }]) => commit === null || !undone.has(commit)))
}

/** Of a commit that is no longer in the history, nobody can say. */
async function isUndone(store: Reading, commit: string): Promise<boolean> {
  const found = await store.commit(commit).catch(() => null)
  return found !== null && found.undoneBy !== null
}

type Made = Omit<ImportedText, 'source'>

interface Fitted {
  /** Null if nothing of it is new. */
  readonly made: Made | null
  readonly lines: readonly FoldedLine[]
}

interface Place {
  readonly store: Reading
  readonly ledger: Ledger
  readonly memory: ReadonlyMap<StorePath, ObjectId>
  readonly into: StorePath | ''
}

/** Finds what is new of each file, and a place for it. */
class Fitting {
  readonly #store: Reading
  readonly #ledger: Ledger
  readonly #memory: ReadonlyMap<StorePath, ObjectId>
  readonly #into: StorePath | ''
  readonly #known: Known = new Map()
  readonly #taken = new TakenPaths(' ')

  constructor({ store, ledger, memory, into }: Place) {
    this.#store = store
    this.#ledger = ledger
    this.#memory = memory
    this.#into = into
    for (const path of memory.keys()) this.#taken.add(path)
  }

  /** Reads what the memory says. */
  async look(): Promise<void> {
    for (const [path, id] of this.#memory) if (isNote(path)) know(this.#known, path, (await this.#store.text(id)) ?? '')
  }

  async fit(found: FoundInSource, file: FoundFile, earlier: LedgerEntry | undefined): Promise<Fitted> {
    const hash = hashOf(file.text)
    if (earlier?.hash === hash) return NOTHING
    const { items, time, from, path: key } = file
    const whole = { hash, items, time, from, key, said: file.text }
    // What was pasted has no earlier version, only a name that another one had.
    if (earlier !== undefined && found.kind !== 'text') {
      const changed = await this.#changed(file, earlier)
      if (changed !== null)
        return { made: changed.text === null ? null : { ...whole, ...changed, text: changed.text }, lines: [] }
    }
    const path = this.#into === '' ? file.path : `${this.#into}/${file.path}`
    // The same file, wherever it came from.
    if ((await this.#textAt(path)) === file.text) return NOTHING
    const { file: left, lines } = foldFile(this.#known, found, file)
    if (left === null) return { made: null, lines }
    return { made: { ...whole, path: this.#taken.free(path), before: null, text: left.text }, lines }
  }

  /**
   * What the source changed, in the file that an earlier import made of it; null if that is gone, or where both changed the
   * same place: then it comes beside it.
   */
  async #changed(
    { text: theirs }: FoundFile,
    entry: LedgerEntry,
  ): Promise<{ readonly path: StorePath; readonly before: ObjectId; readonly text: string | null } | null> {
    const { path, blob } = entry
    const there = path === null ? null : await this.#store.file(path)
    if (there?.text == null || blob === null) return null
    const base = (await this.#ledger.textOf(entry)) ?? (await this.#store.text(blob)) ?? ''
    const text = mergedText(merge({ base, ours: there.text, theirs }))
    return text === null ? null : { path: there.path, before: there.blob.id, text: text === there.text ? null : text }
  }

  async #textAt(path: StorePath): Promise<string | null> {
    const id = this.#memory.get(path)
    return id === undefined ? null : this.#store.text(id)
  }
}

const NOTHING: Fitted = { made: null, lines: [] }
