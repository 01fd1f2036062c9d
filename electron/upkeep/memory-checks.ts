import { createHash } from 'node:crypto'
import type { StoreLayout } from '../../shared/layout.ts'
import type { TreeFile } from '../../shared/memory.ts'
import { say } from '../../shared/messages/say.ts'
import { isNote } from '../../shared/note-files.ts'
import type { Finding } from '../../shared/upkeep.ts'
import { TimeSlice } from '../disk/yield.ts'
import type { Store } from '../memory/store-interface.ts'
import { examine, type Examined } from './checks/examine.ts'
import { find } from './checks/find.ts'

/** Longer files are not notes. */
const MAX_NOTE_BYTES = 1_000_000
/** Files read at once. */
const BATCH_FILES = 200

export interface Checked {
  readonly files: readonly TreeFile[]
  readonly layout: StoreLayout
  /** The program whose memory it is; '' for none. */
  readonly program: string
  /** "2026-11-20" */
  readonly today: string
}

/** Examines each version of a file once, so that a second look reads only what has changed. */
export class MemoryChecks {
  readonly #store: Pick<Store, 'text'>
  #known = new Map<string, Known>()

  constructor(store: Pick<Store, 'text'>) {
    this.#store = store
  }

  /** Yields how many files are done, and returns the findings; `null` when it was stopped. */
  async *run(
    { files, layout, program, today }: Checked,
    signal?: AbortSignal,
  ): AsyncGenerator<number, readonly Finding[] | null> {
    const notes = files.filter(({ path, blob }) => isNote(path) && blob.size <= MAX_NOTE_BYTES)
    const known = new Map<string, Known>()
    const missing = notes.filter((file) => {
      const before = this.#known.get(file.path)
      if (before === undefined || before.key !== keyOf(file, today)) return true
      known.set(file.path, before)
      return false
    })
    const slice = new TimeSlice()
    for (let at = 0; at < missing.length; at += BATCH_FILES) {
      if (signal?.aborted === true) return null
      yield known.size
      const batch = missing.slice(at, at + BATCH_FILES)
      const texts = await Promise.all(batch.map(({ blob }) => this.#store.text(blob.id)))
      for (const [which, file] of batch.entries()) {
        if (slice.isOver) await slice.yield()
        const text = texts[which]
        if (text == null) continue
        const examined = examine(
          { path: file.path, blob: file.blob.id, text },
          { today, changed: file.last?.time.slice(0, 10) ?? null },
        )
        known.set(file.path, { key: keyOf(file, today), examined })
      }
    }
    this.#known = known
    await slice.yield()
    const ordered = notes.flatMap(({ path }) => known.get(path)?.examined ?? [])
    return find({
      files: new Map(ordered.map((examined) => [examined.path, examined])),
      paths: files.map(({ path }) => path),
      layout,
      program,
    })
  }
}

interface Known {
  readonly key: string
  readonly examined: Examined
}

function keyOf({ blob, last }: TreeFile, today: string): string {
  return `${blob.id} ${last?.time ?? ''} ${today}`
}

/** Files that nobody reads. */
export function unreadFindings(files: readonly TreeFile[]): readonly Finding[] {
  return files.map(({ path, blob }) => ({
    id: createHash('sha1')
      .update(JSON.stringify(['unread', path, blob.id]))
      .digest('hex'),
    kind: 'unread',
    path,
    line: null,
    text: '',
    what: say('unused-for-long'),
    other: null,
    fixes: [{ name: 'delete-file', edits: [{ path, before: blob.id, isRemoved: true }] }],
  }))
}
