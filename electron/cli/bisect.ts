import type { Answer } from '../../shared/bisect.ts'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { storePath } from '../store-path.ts'
import { line } from './history.ts'
import { print, printLine } from './output.ts'
import { type Place, withCore } from './place.ts'

interface BisectOptions {
  readonly words: string
  readonly path?: string
  readonly json?: boolean
}

/** Finds the commit between two points where lines begin, or cease, to contain some words. */
export async function bisect(place: Place, points: readonly [string, string], options: BisectOptions): Promise<void> {
  const [from, to] = points
  const { words, json = false } = options
  const path = storePath(options.path ?? '')
  await withCore(place, async ({ store }) => {
    const outcome = await store.bisect({ from, to, words, ...(path !== '' && { path }) })
    if (outcome.kind === 'not-in-order')
      throw new AppError(
        'unknown-commit',
        verbatim(`${from} isn’t older than ${to} in this history. Name the older point first.`),
      )
    if (json) return print(`${JSON.stringify(outcome)}\n`)
    if (outcome.kind === 'unchanged') return printLine(unchanged(outcome.answer, words))
    const { commit, atEnd, steps, count } = outcome
    for (const step of steps) await print(`${step.commit.slice(0, 10)}  ${step.time}  ${step.answer}\n`)
    await printLine(`${found(atEnd, words)} (${steps.length} of ${count} commits checked):`)
    await print(`${line(commit)}\n`)
  })
}

function unchanged(answer: Answer, words: string): string {
  return answer === 'yes'
    ? `Lines contain “${words}” at both points. Choose an older first point.`
    : `No line contains “${words}” at either point. Choose other points, or search with “variorum log --changed”.`
}

function found(atEnd: Answer, words: string): string {
  return atEnd === 'yes'
    ? `The first commit after which lines contain “${words}”`
    : `The first commit after which no line contains “${words}”`
}
