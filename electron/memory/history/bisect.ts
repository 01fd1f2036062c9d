import { type Answer, nextStep } from '../../../shared/bisect.ts'
import type { BisectAnswer, BisectOutcome, BisectQuery } from '../../../shared/memory.ts'
import type { Store } from '../store-interface.ts'

/** See Store.bisect: asks itself at each step whether lines contain the words. */
export async function bisect(
  { from, to, words, path }: BisectQuery,
  { between, linesAt }: Pick<Store, 'between' | 'linesAt'>,
): Promise<BisectOutcome> {
  const answerAt = async (at: string): Promise<Answer> =>
    (await linesAt({ at, words, ...(path !== undefined && { path }) })).count > 0 ? 'yes' : 'no'
  const span = await between(from, to, 0)
  if (span === null) return { kind: 'not-in-order' }
  const { count } = span
  const atEnd = await answerAt(to)
  if ((await answerAt(from)) === atEnd) return { kind: 'unchanged', answer: atEnd }
  const steps: BisectAnswer[] = []
  for (;;) {
    const step = nextStep({ last: count, atEnd, answers: steps.map(({ answer }) => answer) })
    const there = await between(from, to, step.at)
    // The branch was moved meanwhile.
    if (there === null) return { kind: 'not-in-order' }
    const { commit } = there
    if (step.kind === 'found') return { kind: 'found', commit, atEnd, steps, count }
    steps.push({ commit: commit.id, time: commit.time, answer: await answerAt(commit.id) })
  }
}
