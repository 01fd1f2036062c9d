import { expect, test } from 'vitest'
import type { WriteOutcome } from '../../shared/commit.ts'
import { hunkLines } from '../../shared/merge/lines.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import { newFolder } from '../../testing/folders.ts'
import { generateSession, type GeneratedSession, type SessionWrite } from '../../testing/generated/sessions.ts'
import type { RemoveOutcome, Store } from '../memory/store-interface.ts'
import { agent, fileAt, newStore, user } from '../memory/tests/store-fixture.ts'
import { Rejected } from './rejected.ts'
import { createReview, type Reviewing } from './review.ts'
import { WaitingList } from './waiting-list.ts'

// Review of generated sessions: a hundred changes of which seven are bad. `npm run long -- sessions` makes 200.

const SESSIONS = Number(process.env.VARIORUM_LONG ?? 6)
const SEED = Number(process.env.VARIORUM_SEED ?? 5)
const TIMEOUT_MS = process.env.VARIORUM_LONG === undefined ? 60_000 : 7_200_000

/** Of the bad changes, this share must be among the first lines of the list. */
const FIRST_LINES = 10
const MIN_SHARE = 0.95
const MAX_KEYS = 25

const undoing = { ...user, verb: 'undo' } as const

interface Lines {
  readonly path: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Writes the session. @returns the commit of each write, and the lines that it changed */
async function write(store: Store, { writes }: GeneratedSession): Promise<ReadonlyMap<string, SessionWrite & Lines>> {
  const commits = new Map<string, SessionWrite & Lines>()
  for (const each of writes) {
    const { path, text, lineage } = each
    const old = await store.look(path)
    const before = old.kind === 'file' ? Buffer.from(old.bytes).toString('utf8') : ''
    const origin = { ...agent, lineage }
    const outcome: WriteOutcome | RemoveOutcome =
      text === null
        ? await store.remove([path], { ...origin, verb: 'delete' })
        : await store.put([fileAt(path, text, old.kind === 'file' ? old.blob.id : null)], origin)
    if (outcome.kind !== 'committed') throw new Error(JSON.stringify(outcome))
    const [was, now] = [linesWithEnds(before), linesWithEnds(text ?? '')]
    const hunks = hunkLines(before, text ?? '')
    commits.set(outcome.commit.id, {
      ...each,
      added: hunks.flatMap(({ added }) => added.map((number) => now[number - 1] ?? '')),
      removed: hunks.flatMap(({ removed }) => removed.map((number) => was[number - 1] ?? '')),
    })
  }
  return commits
}

/** Page Down skips this many lines. */
const PAGE_LINES = 10

/** How many presses of J, K and Page Down lead so many lines on. */
function keysTo(lines: number): number {
  const rest = lines % PAGE_LINES
  return Math.floor(lines / PAGE_LINES) + Math.min(rest, 1 + PAGE_LINES - rest)
}

/** Undoes the bad lines and keeps the rest, as a user does who recognises them. @returns the keys pressed */
async function decide(store: Store, review: Reviewing, isBad: (commit: string) => boolean): Promise<number> {
  for (let keys = 0, at = 0; ;) {
    const { lines, until } = await review.review()
    const next = lines.findIndex(({ by }, index) => index >= at && isBad(by.commit))
    const line = lines[next]
    if (line === undefined) {
      await review.keepAll(until)
      return keys + 1
    }
    // The next line opens by itself, where the undone one was.
    keys += keysTo(next - at) + 1
    at = next
    const outcome = await store.undo(line.undo, undoing)
    expect(outcome.kind, JSON.stringify([line, outcome])).toBe('committed')
  }
}

/** Lines that are not in the memory as they must be. */
async function wrongLines(store: Store, writes: Iterable<SessionWrite & Lines>): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { path, bad, added, removed } of writes) {
    const text = linesWithEnds((await store.file(path))?.text ?? '').map((line) => line.trimEnd())
    const has = (line: string): boolean => text.includes(line.trimEnd())
    for (const line of added)
      if (line.trim() !== '' && !removed.includes(line) && has(line) === (bad !== null))
        wrong.push(`${bad ?? 'good'} ${path}: ${line}`)
    if (bad !== null) for (const line of removed) if (!has(line)) wrong.push(`not back, ${path}: ${line}`)
  }
  return wrong
}

test(
  'the bad changes of a session are among the first lines, and all is decided in few keys',
  { timeout: TIMEOUT_MS },
  async () => {
    let [found, planted, mostKeys] = [0, 0, 0]
    const missed = new Map<string, number>()
    for (let at = 0; at < SESSIONS; at += 1) {
      const seed = SEED * 100_000 + at
      const session = generateSession(seed)
      const folder = await newFolder()
      await using place = await newStore()
      const { store } = place
      const review = createReview({
        store,
        folder,
        waiting: new WaitingList(folder),
        remembersRejected: () => true,
        emit: () => undefined,
      })
      for (const [path, text] of Object.entries(session.before)) await store.put([fileAt(path, text)], user)
      for (const { path, line } of session.rejected)
        await new Rejected(folder).add(path, [line], '2026-11-01T00:00:00Z')
      await review.begin()
      const commits = await write(store, session)
      const isBad = (commit: string): boolean => commits.get(commit)?.bad != null
      const { lines } = await review.review()
      const first = new Set(lines.slice(0, FIRST_LINES).map(({ by }) => by.commit))
      for (const [commit, { bad }] of commits) {
        if (bad === null) continue
        planted += 1
        if (first.has(commit)) found += 1
        else missed.set(bad, (missed.get(bad) ?? 0) + 1)
      }
      mostKeys = Math.max(mostKeys, await decide(store, review, isBad))
      expect(await wrongLines(store, commits.values()), `seed ${seed}`).toEqual([])
    }
    process.stdout.write(
      `review: ${SESSIONS} sessions, seed ${SEED}: ${found} of ${planted} bad changes among the first ${FIRST_LINES} lines, at most ${mostKeys} keys; missed ${JSON.stringify(Object.fromEntries(missed))}\n`,
    )
    expect(found / planted).toBeGreaterThanOrEqual(MIN_SHARE)
    expect(mostKeys).toBeLessThanOrEqual(MAX_KEYS)
  },
)
