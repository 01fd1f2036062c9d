import type { ObjectId } from '../../../shared/change.ts'
import type { LinesPage } from '../../../shared/memory.ts'
import { fold, hasPhrase, phraseOf } from '../../../shared/phrase.ts'
import { isPolicyPath } from '../../../shared/policies-path.ts'
import { decodeText } from '../../disk/utf8.ts'
import { TimeSlice } from '../../disk/yield.ts'
import type { TreeFileEntry } from '../git/tree.ts'
import { shownLine } from '../repo/changed-text.ts'
import type { Repository } from '../repo/repository.ts'
import { linesOf } from '../repo/text.ts'

const MAX_LINES_SHOWN = 20

type Found = readonly { readonly number: number; readonly text: string }[]

/**
 * Finds the lines with a phrase in the files of any tree. The lines of each version are kept for the last phrase: the
 * trees of one history share most of their files, so that only the first search reads them all.
 */
export class LinesAt {
  readonly #repo: Repository
  #phrase = ''
  #known = new Map<ObjectId, Found>()

  constructor(repo: Repository) {
    this.#repo = repo
  }

  /** @param path a file, or a folder with everything in it; left out: the whole memory */
  async find(tree: ObjectId, words: string, path?: string): Promise<LinesPage> {
    const phrase = phraseOf(words)
    if (phrase === '') return { lines: [], count: 0 }
    if (phrase !== this.#phrase) [this.#phrase, this.#known] = [phrase, new Map<ObjectId, Found>()]
    const slice = new TimeSlice()
    const lines: LinesPage['lines'][number][] = []
    let count = 0
    for (const file of this.#filesAt(tree, path)) {
      const found = this.#linesIn(file.id, phrase)
      count += found.length
      for (const line of found.slice(0, MAX_LINES_SHOWN - lines.length)) lines.push({ path: file.path, ...line })
      if (slice.isOver) await slice.yield()
    }
    return { lines, count }
  }

  #filesAt(tree: ObjectId, path: string | undefined): readonly TreeFileEntry[] {
    const file = path === undefined ? null : this.#repo.trees.file(tree, path)
    if (file !== null) return [file]
    return this.#repo.trees
      .files(tree)
      .filter((each) => !isPolicyPath(each.path) && (path === undefined || each.path.startsWith(`${path}/`)))
  }

  #linesIn(blob: ObjectId, phrase: string): Found {
    // Another search may have begun meanwhile.
    const known = this.#phrase === phrase ? this.#known.get(blob) : undefined
    if (known !== undefined) return known
    const text = decodeText(this.#repo.objects.readIfFits(blob).bytes) ?? ''
    const found = fold(text).includes(phrase)
      ? linesOf(text).flatMap((line, at) =>
          hasPhrase(line, phrase) ? [{ number: at + 1, text: shownLine(line, phrase) }] : [],
        )
      : []
    if (this.#phrase === phrase) this.#known.set(blob, found)
    return found
  }
}
