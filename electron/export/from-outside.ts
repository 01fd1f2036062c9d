import type { ObjectId, StorePath } from '../../shared/change.ts'
import { isUntrusted } from '../../shared/origin.ts'
import type { Store } from '../memory/store-interface.ts'

// Lines from outside: what the user did not write, and no agent wrote from the user's words alone.

/** Stands at the end of such a line. A comment would not do: some agents take comments out before their model reads a file. */
export const MARK = '(from outside)'

/** What says nothing: edges, fences, rules, and what is empty. Without them the lines around would change their meaning. */
const STRUCTURE = /^[\s\-=*_|:#>+.]*$|^\s*(?:`{3,}|~{3,})[\w-]*\s*$/

/** The numbers of a file's lines from outside, from 1. */
export async function linesFromOutside(
  store: Pick<Store, 'lineageOfLines'>,
  file: { readonly path: StorePath; readonly version: ObjectId },
  count: number,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const look = async (from: number, to: number): Promise<void> => {
    if (from > to || !isUntrusted(await store.lineageOfLines(file, { from, to }))) return
    if (from === to) return void found.add(from)
    const middle = Math.floor((from + to) / 2)
    await look(from, middle)
    await look(middle + 1, to)
  }
  await look(1, count)
  return found
}

/** What a model may take for the end of a line, and the memory does not. */
const OTHER_ENDS = /(?=[\v\f\u0085\u2028\u2029]|\r(?!$))/g
const isMarked = (line: string): boolean => line.trimEnd().endsWith(MARK) && line.trimEnd().search(OTHER_ENDS) < 0

/** The text with a mark at the end of each of these lines. */
export function marked(text: string, lines: ReadonlySet<number>): string {
  return text
    .split('\n')
    .map((line, at) => {
      const isLeft = !lines.has(at + 1) || STRUCTURE.test(line) || isMarked(line)
      return isLeft ? line : line.replace(OTHER_ENDS, ` ${MARK}`).replace(/[ \t]*(\r?)$/, ` ${MARK}$1`)
    })
    .join('\n')
}

export interface Without {
  /** Null where nothing that says something is left. */
  readonly text: string | null
  /** Which of the lines are left, from 1. */
  readonly numbers: readonly number[]
}

/** The text without these lines. */
export function without(text: string, lines: ReadonlySet<number>): Without {
  const kept = text
    .split('\n')
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line, number }) => !lines.has(number) || STRUCTURE.test(line))
  const left = kept.map(({ line }) => line)
  const isNothing = left.every((line) => STRUCTURE.test(line)) && left.join('\n') !== text
  return { text: isNothing ? null : left.join('\n'), numbers: kept.map(({ number }) => number) }
}
