import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { ObjectId, StorePath } from '../../shared/change.ts'
import { CommitName } from '../../shared/commit.ts'
import type { FoundInSource, ImportedSource, ImportKind, ImportProposal } from '../../shared/import.ts'
import { DurableFiles, unlessMissing } from '../disk/durable-files.ts'
import { JsonFile } from '../disk/json-file.ts'

/** What became of an item of a source at the last import. */
const LedgerEntry = z
  .object({
    /** Of its text then. */
    hash: z.string(),
    /** Where it was written, and the version; null where the user left it out. */
    path: StorePath.nullable(),
    blob: ObjectId.nullable(),
    /** What the item is called in the source. */
    from: z.string(),
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
  readonly #texts: string

  /** @param folder the device's folder of the store */
  constructor(folder: string) {
    this.#file = new JsonFile<Entries>(folder, 'imported.json', (stored) => Entries.parse(stored), {})
    this.#texts = nodePath.join(folder, 'imported')
  }

  /** What an item said when it was imported; null if that is not known. */
  textOf({ hash }: LedgerEntry): Promise<string | null> {
    return unlessMissing(fs.readFile(nodePath.join(this.#texts, hash), 'utf8'))
  }

  async of(kind: ImportKind, name: string): Promise<ReadonlyMap<string, LedgerEntry>> {
    return new Map(Object.entries((await this.#file.read())[sourceKey({ kind, name })] ?? {}))
  }

  /** @param written the versions that were written, by their paths */
  async note({ sources, files }: ImportProposal, { written, commit }: Written): Promise<void> {
    const kept = new DurableFiles(nodePath.join(this.#texts, 'tmp'))
    for (const { hash, said, path } of files)
      if (written.has(path)) await kept.write(nodePath.join(this.#texts, hash), said)
    await this.#file.change((now) => {
      const next = { ...now }
      for (const { source, key: item, hash, path, from } of files) {
        const { kind, name } = sources[source] ?? { kind: 'text', name: '' }
        const key = sourceKey({ kind, name })
        const blob = written.get(path) ?? null
        next[key] = { ...next[key], [item]: { hash, path: blob === null ? null : path, blob, from, commit } }
      }
      return next
    })
  }
}

/**
 * What is no longer in a source. Of an export in parts, only what the same part brought can be missed; of what was pasted,
 * nothing.
 */
export function vanishedFrom(
  { kind, files }: FoundInSource,
  entries: ReadonlyMap<string, LedgerEntry>,
): readonly string[] {
  const here = new Set(files.map(({ path }) => path))
  const parts = new Set(files.map(({ from }) => partOf(from)))
  const isMissed = ({ from }: LedgerEntry): boolean => !NAMELESS.has(kind) || parts.has(partOf(from))
  if (kind === 'text') return []
  return [...entries].flatMap(([path, entry]) => (!here.has(path) && isMissed(entry) ? [path] : []))
}

const partOf = (from: string): string => from.split(', ')[0] ?? ''

/** What the imports of one source have in common. */
export const sourceKey = ({ kind, name }: Pick<ImportedSource, 'kind' | 'name'>): string =>
  NAMELESS.has(kind) ? kind : `${kind} ${name}`

/** SHA-256 in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
