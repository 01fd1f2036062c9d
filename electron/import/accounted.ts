import type { FoundFile, FoundInSource, ImportKind, LeftOut } from '../../shared/import.ts'
import { shownName } from '../../shared/invisible.ts'
import type { Message } from '../../shared/messages/message.ts'
import { TakenPaths } from '../../shared/taken-paths.ts'
import type { Kind, Source, SourceFile } from './source.ts'

/** What becomes of all of a source: the files that it is for a memory, and what is left out, each with its reason. */
export class Accounted {
  protected readonly how: Parameters<Kind['read']>[1]
  readonly #files: FoundFile[] = []
  readonly #leftOut: LeftOut[]
  readonly #taken = new TakenPaths('-')
  #bytes = 0

  constructor(source: Source, how: Parameters<Kind['read']>[1]) {
    this.how = how
    this.#leftOut = [...source.leftOut]
  }

  /** Under another name if that is taken. @returns the path that it gets */
  add(file: FoundFile): string {
    const path = this.#taken.free(file.path)
    this.#files.push({ ...file, path })
    return path
  }

  leaveOut(what: string, why: Message, count = 1): void {
    if (count > 0) this.#leftOut.push({ what: shownName(what), why, ...(count === 1 ? {} : { count }) })
  }

  /** Several files for one reason. */
  leaveOutFiles(files: readonly SourceFile[], why: (values: { readonly count: number }) => Message): void {
    for (const { name } of files) this.leaveOut(name, why({ count: 1 }))
  }

  /** Tells that more was read. */
  protected tell(bytes: number): void {
    this.#bytes += bytes
    this.how.told(this.#bytes)
  }

  found(kind: ImportKind): FoundInSource {
    const items = this.#files.reduce((sum, file) => sum + file.items, 0)
    const left = this.#leftOut.reduce((sum, { count = 1 }) => sum + count, 0)
    return { kind, found: items + left, files: this.#files, leftOut: this.#leftOut }
  }
}
