import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import type { Page } from '../../testing/browser-mode.ts'
import { git } from '../../testing/git.ts'
import { type Ledger, linesOf, type Owner } from './memory-ledger.ts'

// Whose words led to what is in a memory, asked as the page asks it: of every version that any line of a file had, and of
// every commit.

/** Who wrote a line by a command: its conversation does not say which lines that were. */
export const BY_COMMAND = 'by a command'

/** A page that waits no longer than this shows no sign of it. */
const SLOW_MS = 100

const Blame = z.object({
  lines: z.array(z.object({ readings: z.array(z.object({ commit: z.string(), text: z.string() })) })),
})
const Words = z.object({ kind: z.string(), sentence: z.string().optional() }).nullable()

/** What was answered of lines with one owner, of others, and of commits. */
export class Answers {
  /** Lines that the agent wrote. */
  right = 0
  none = 0
  /** Lines that nobody asked the agent for, of which nothing was said. */
  silent = 0
  /** Lines that several wrote. */
  several = 0
  commits = 0
  commitsSaid = 0
  /** Whatever was said wrongly or is missing, in words. */
  readonly wrong: string[] = []
  readonly missing: string[] = []
  readonly milliseconds: number[] = []

  get figures(): string {
    const { right, none, silent, several, commits, commitsSaid, wrong } = this
    const sorted = this.milliseconds.toSorted((one, other) => one - other)
    const [median, max] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0].map((each) => each.toFixed(1))
    const slow = sorted.filter((each) => each > SLOW_MS).length
    return `lookups ${sorted.length}: of the agent's lines ${right} right, ${none} unanswered; ${silent} of others, unanswered; ${several} by several; ${wrong.length} wrong; of ${commits} commits ${commitsSaid} answered; median ${median} ms, max ${max} ms, ${slow} longer than ${SLOW_MS} ms`
  }
}

export async function askAll(page: Page, ledger: Ledger, answers: Answers): Promise<void> {
  for (const path of ledger.files.keys()) {
    const { lines } = Blame.parse(await asked(page, 'memory.blame', { path }))
    for (const { commit, text } of lines
      .flatMap(({ readings }) => readings)
      .filter((each) => each.text.trim() !== '')) {
      const sentence = await wordsFor(page, { commit, line: { path, text } }, answers)
      judge({ text, where: `${path} in ${commit} of ${ledger.name}` }, sentence, ledger, answers)
    }
  }
  for (const commit of (await git(ledger.folder, 'log', '--format=%H')).trim().split('\n')) {
    const sentence = await wordsFor(page, { commit }, answers)
    answers.commits += 1
    if (sentence === null) continue
    answers.commitsSaid += 1
    for (const line of await addedBy(commit, ledger))
      if (ownersOf(line, ledger)?.has(sentence) === false)
        answers.wrong.push(`“${sentence}” for the whole of ${commit} of ${ledger.name}: ${line}`)
  }
}

/** The lines that a commit has added, without those that it has moved. */
async function addedBy(commit: string, { folder }: Ledger): Promise<readonly string[]> {
  const lines = linesOf(await git(folder, 'show', '--format=', '-U0', commit)).filter(
    (line) => !/^(?:\+\+\+|---) /.test(line),
  )
  const removed = new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1)))
  return lines.flatMap((line) => (line.startsWith('+') && !removed.has(line.slice(1)) ? [line.slice(1)] : []))
}

interface Asked {
  readonly text: string
  readonly where: string
}

function judge({ text, where }: Asked, sentence: string | null, ledger: Ledger, answers: Answers): void {
  const owners = ownersOf(text, ledger)
  const [owner = null] = owners ?? []
  const said = sentence === null ? 'nothing' : `“${sentence}”`
  if (owners === undefined) answers.wrong.push(`nobody wrote this: ${text} (${where})`)
  else if (sentence !== null && !owners.has(sentence)) answers.wrong.push(`${said} for ${text} (${where})`)
  else if (owners.size > 1) answers.several += 1
  else if (sentence !== null) answers.right += 1
  else if (owner === null || owner === BY_COMMAND) answers.silent += 1
  else {
    answers.none += 1
    answers.missing.push(`nothing for ${text} (${where}), instead of “${owner}”`)
  }
}

const ownersOf = (text: string, { owners }: Ledger): ReadonlySet<Owner> | undefined => owners.get(text)

/** @returns the sentence; what else is answered is none of ours */
async function wordsFor(page: Page, query: object, { milliseconds }: Answers): Promise<string | null> {
  const from = performance.now()
  const words = Words.parse(await asked(page, 'memory.agentWords', query))
  milliseconds.push(performance.now() - from)
  return words === null ? null : (words.sentence ?? words.kind)
}

async function asked(page: Page, path: string, input: object): Promise<unknown> {
  const { result, error } = await page.ask('query', path, input)
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  return result?.data
}
