import type { Change } from '../../../shared/change.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { linesWith } from '../repo/changed-text.ts'
import type { Chain, ChainEntry } from './chain.ts'
import type { ChangedWords } from './changed-words.ts'
import { conditionsOf } from './commit-conditions.ts'
import type { CommitRow, CommitRows } from './commit-rows.ts'
import { matchesText, type Terms } from './matches-text.ts'
import type { ChangedText, TimelineQuery } from './timeline.ts'
import { isIndexable } from './trigrams.ts'

/** Where in the chain a search begins: beyond a sequence number. */
export interface Start {
  readonly beyond: number
  readonly oldestFirst: boolean
}

/** Finds commits by the lines they change. The index names those that may have a term; their texts show which do. */
export class TextSearch {
  readonly #chain: Chain
  readonly #rows: CommitRows
  readonly #words: ChangedWords

  constructor(chain: Chain, rows: CommitRows, words: ChangedWords) {
    this.#chain = chain
    this.#rows = rows
    this.#words = words
  }

  /** The commits of a query beyond a place in the chain. */
  async *entries(
    terms: Terms,
    query: TimelineQuery,
    { beyond: start, oldestFirst }: Start,
  ): AsyncGenerator<ChainEntry> {
    const { sql, values } = conditionsOf(query)
    const term = this.#rarest(terms, { beyond: start, oldestFirst })
    const anywhere = term !== terms.changed
    // A word may be in another of the commit's texts than the next word.
    const phrase = terms.words.length === 0 ? terms.changed : ''
    const slice = new TimeSlice()
    for (let beyond: number | null = start; beyond !== null;) {
      const found = this.#words.candidates({ term, anywhere, beyond, oldestFirst })
      const where = `seq IN (SELECT value FROM json_each(?)) ${sql} ORDER BY seq ${oldestFirst ? 'ASC' : 'DESC'}`
      for (const row of this.#rows.find(where, JSON.stringify(found.seqs), ...values)) {
        if (await matchesText(terms, row.about, this.textsOf(row, phrase))) yield row.entry
        else if (query.onSkipped?.(row.entry.commit) === false) return
      }
      if (slice.isOver) await slice.yield()
      beyond = found.next
    }
  }

  /** The first term, from the longest on, that few commits may have; else the longest. */
  #rarest({ words, changed }: Terms, start: Start): string {
    const all = [...words, changed].filter((term) => term !== '').toSorted((a, b) => b.length - a.length)
    const isRare = (term: string): boolean =>
      isIndexable(term) && this.#words.candidates({ ...start, term, anywhere: false }).next === null
    return (all.length > 1 ? all.find(isRare) : undefined) ?? all[0] ?? ''
  }

  /** The oldest commit with a phrase in a changed line: it added the line, since nothing older has it. */
  async firstWith(phrase: string): Promise<ChainEntry | null> {
    const slice = new TimeSlice()
    for (let beyond: number | null = 0; beyond !== null;) {
      const found = this.#words.candidates({ term: phrase, anywhere: false, beyond, oldestFirst: true })
      for (const seq of found.seqs) {
        const row = this.#rows.at(seq)
        if (row !== null && has(this.textsOf(row, phrase), phrase)) return row.entry
        if (slice.isOver) await slice.yield()
      }
      beyond = found.next
    }
    return null
  }

  /** @param phrase leaves out texts that cannot have it */
  *textsOf({ seq, entry: { commit } }: CommitRow, phrase = ''): Generator<ChangedText> {
    const { texts, unread } = this.#words.textsOf(seq, phrase)
    const shown = this.#chain.counted(commit).changes
    const changeAt = (at: number): Change | undefined => shown[at]?.change ?? this.#chain.changes(commit)[at]
    for (const { change: at, text } of texts) {
      const change = changeAt(at)
      if (change !== undefined) yield { path: change.path, text: text ?? this.#chain.changedText(change) }
    }
    if (unread === null) return
    for (const change of this.#chain.changes(commit).slice(unread))
      yield { path: change.path, text: this.#chain.changedText(change) }
  }
}

function has(texts: Iterable<ChangedText>, phrase: string): boolean {
  for (const { text } of texts) if (linesWith(text, phrase).length > 0) return true
  return false
}
