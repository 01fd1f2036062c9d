import { fold, phraseOf } from '../../shared/phrase.ts'

/** What a first character limits the search to: `>` commands, `/` files. */
export type Scope = 'all' | 'commands' | 'files'

export interface PaletteQuery {
  readonly scope: Scope
  /** As typed, without the scope's character. */
  readonly text: string
  /** Folded; none if nothing is typed. */
  readonly words: readonly string[]
}

export function parseQuery(typed: string): PaletteQuery {
  const scope = typed.startsWith('>') ? 'commands' : typed.startsWith('/') ? 'files' : 'all'
  const text = (scope === 'all' ? typed : typed.slice(1)).trim()
  return { scope, text, words: phraseOf(text).split(' ').filter(Boolean) }
}

/** Those whose label has all words, those that begin with the first word first. */
export function matchLabels<Item extends { readonly label: string }>(
  items: readonly Item[],
  words: readonly string[],
): readonly Item[] {
  const [first = ''] = words
  const ranked = items.flatMap((item) => {
    const label = fold(item.label)
    return words.every((word) => label.includes(word)) ? [{ item, rank: label.startsWith(first) ? 0 : 1 }] : []
  })
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item)
}

/**
 * The best paths that have all words: those whose name begins with the first word, then those with it in the name. Keeps
 * only as many as are shown, so ten thousand paths cost one pass.
 * @param folded the paths, folded
 */
export function matchPaths(
  paths: readonly string[],
  folded: readonly string[],
  words: readonly string[],
  limit: number,
): readonly string[] {
  const [first = ''] = words
  const ranks: string[][] = [[], [], []]
  for (const [at, path] of folded.entries()) {
    if (!words.every((word) => path.includes(word))) continue
    const name = path.slice(path.lastIndexOf('/') + 1)
    const found = ranks[name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2]
    if (found !== undefined && found.length < limit) found.push(paths[at] ?? '')
  }
  return ranks.flat().slice(0, limit)
}
