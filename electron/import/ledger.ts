import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ObjectId, StorePath } from '../../shared/change.ts'
import { CommitName } from '../../shared/commit.ts'
import type { ImportedSource, ImportKind, ImportProposal } from '../../shared/import.ts'
import { JsonFile } from '../disk/json-file.ts'

/** What became of an item of a source at the last import. */
const LedgerEntry = z
  .object({
    /** Of its text then. */
    hash: z.string(),
    /** Where it was written, and the version; null where the user left it out. */
    path: StorePath.nullable(),
    blob: ObjectId.nullable(),
    /** Of the import; null if nothing of it was written. */
    commit: CommitName.nullable(),
  })
  .readonly()
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** What accepting an import wrote: the versions, by their paths. */
interface Written {
  readonly written: ReadonlyMap<StorePath, ObjectId>
  readonly commit: CommitName | null
}

/** By the source, then by the path that the item has by itself. */
const Entries = z.record(z.string(), z.record(z.string(), LedgerEntry))
type Entries = z.infer<typeof Entries>

/** The exports of an account have another name each time. */
const NAMELESS: ReadonlySet<ImportKind> = new Set(['chatgpt', 'claude', 'mem0', 'server-memory', 'text'])

/** Remembers what was imported, so that the next import of the same source brings only what is new or changed. */
export class Ledger {
  readonly #file: JsonFile<Entries>

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<Entries>(folder, 'imported.json', (stored) => Entries.parse(stored), {})
  }

  async of(kind: ImportKind, name: string): Promise<ReadonlyMap<string, LedgerEntry>> {
    return new Map(Object.entries((await this.#file.read())[sourceKey({ kind, name })] ?? {}))
  }

  /** @param written the versions that were written, by their paths */
  async note({ sources, files }: ImportProposal, { written, commit }: Written): Promise<void> {
    await this.#file.change((now) => {
      const next = { ...now }
      for (const { source, key: item, hash, path } of files) {
        const { kind, name } = sources[source] ?? { kind: 'text', name: '' }
        const key = sourceKey({ kind, name })
        const blob = written.get(path) ?? null
        next[key] = { ...next[key], [item]: { hash, path: blob === null ? null : path, blob, commit } }
      }
      return next
    })
  }
}

/** What the imports of one source have in common. */
export const sourceKey = ({ kind, name }: Pick<ImportedSource, 'kind' | 'name'>): string =>
  NAMELESS.has(kind) ? kind : `${kind} ${name}`

/** SHA-256 in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
