import type { MergeQuestion } from '../shared/merge/file-sets.ts'
import { type Files, markOf, marksIn } from './generated/divergent-stores.ts'

// What a merge did to what people wrote, by the marks of their lines and edits.

export interface ThreeStores {
  readonly base: Files
  readonly ours: Files
  readonly theirs: Files
}

export interface Verdict {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly resurrected: readonly string[]
}

type Counts = ReadonlyMap<string, number>

function countsIn(files: Files, paths: ReadonlySet<string>): Counts {
  const counts = new Map<string, number>()
  for (const path of paths)
    for (const mark of marksIn(files.get(path) ?? '')) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

/** @param asked the marks that a person is asked about */
export function verdictOn({ base, ours, theirs }: ThreeStores, merged: Files, asked: ReadonlySet<string>): Verdict {
  const all = [base, ours, theirs, merged]
  const paths = new Set(all.flatMap((files) => [...files.keys()]))
  const changed = new Set([...paths].filter((path) => all.some((files) => files.get(path) !== base.get(path))))
  const [was, mine, other, now] = all.map((files) => countsIn(files, changed))
  const [lost, doubled, resurrected]: [string[], string[], string[]] = [[], [], []]
  for (const mark of new Set([was, mine, other, now].flatMap((counts) => [...(counts?.keys() ?? [])]))) {
    const [inBase, inOurs, inTheirs, inMerged] = [was, mine, other, now].map((counts) => counts?.get(mark) ?? 0)
    if (inBase === undefined || inOurs === undefined || inTheirs === undefined || inMerged === undefined) continue
    const isWanted = inBase > 0 ? inOurs > 0 && inTheirs > 0 : inOurs > 0 || inTheirs > 0
    if (inMerged > Math.max(inBase, inOurs, inTheirs)) doubled.push(mark)
    else if (asked.has(mark)) continue
    else if (isWanted && inMerged === 0) lost.push(mark)
    else if (!isWanted && inMerged > 0) resurrected.push(mark)
  }
  for (const path of changed) {
    const [before, left, right, after] = all.map((files) => propertiesIn(files.get(path) ?? ''))
    if (before === undefined || left === undefined || right === undefined || after === undefined) continue
    if (after.isDoubled) doubled.push(`a key in ${path}`)
    const [was, mine, other, now] = [before, left, right, after].map(({ visits }) => visits)
    const isCounted = [was, mine, other, now].every((visits) => visits !== null)
    if (isCounted && mine !== other && Number(now) !== Number(mine) + Number(other) - Number(was))
      lost.push(`a visit in ${path}`)
  }
  return { lost, doubled, resurrected }
}

function propertiesIn(text: string): { readonly visits: string | null; readonly isDoubled: boolean } {
  const [, properties = ''] = /^---\n([^]*?\n)---\n/.exec(text) ?? []
  const keys = [...properties.matchAll(/^(\w+):/gm)].map(([, key]) => key)
  const [, visits = null] = /^visits: (\d+)$/m.exec(properties) ?? []
  return { visits, isDoubled: new Set(keys).size < keys.length }
}

/** The marks of what a person is asked about. @param textOf of a version by its id */
export function marksAsked(
  questions: readonly MergeQuestion[],
  merged: Files,
  textOf: (id: string) => string | null,
): ReadonlySet<string> {
  return new Set(
    questions.flatMap((question) => {
      switch (question.kind) {
        case 'lines':
          return marksIn(question.base + question.ours + question.theirs)
        case 'deleted':
          return marksIn(merged.get(question.path) ?? '')
        case 'file':
          return marksIn((textOf(question.ours.id) ?? '') + (textOf(question.theirs.id) ?? ''))
        default:
          return []
      }
    }),
  )
}

function linesByMark(files: Files): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const text of files.values())
    for (const line of text.split('\n')) {
      const mark = markOf(line)
      if (mark !== null) lines.set(mark, line)
    }
  return lines
}

/**
 * Whether nobody but a person could have answered: both sides made different things of one line, or wrote two values
 * for one key; one deleted what the other went on with.
 */
export function isInevitable(question: MergeQuestion, stores: ThreeStores): boolean {
  if (question.kind === 'deleted' || question.kind === 'file') return true
  if (question.kind === 'same') return false
  const [base, ours, theirs] = [stores.base, stores.ours, stores.theirs].map(linesByMark)
  if (question.base.trim() === '') {
    const [mine, other] = [question.ours, question.theirs].map((text) => /^[-\s]*Wifi:/.test(text))
    return mine === true && other === true
  }
  if (/^visits|^updated/.test(question.base)) return true
  return marksIn(question.base).some((mark) => {
    const was = base?.get(mark)
    return was !== undefined && ours?.get(mark) !== was && theirs?.get(mark) !== was
  })
}
