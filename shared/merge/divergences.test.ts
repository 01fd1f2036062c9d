import { describe, expect, test } from 'vitest'
import { newGitMerges } from '../../testing/divergences-by-git.ts'
import { diverge, type Divergence, mergeOnce } from '../../testing/divergences.ts'
import { mergeFileSets } from './file-sets.ts'

const COUNT = Number(process.env.VARIORUM_LONG ?? 80)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)
/** One of so many also goes through native git. */
const GIT_STEP = COUNT > 1000 ? 10 : 50

const percent = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(2)} %`

describe('devices that go apart and meet again', () => {
  const found: (Divergence & { readonly seed: number })[] = []
  let [clean, inevitable, avoidable, onlyInevitable] = [0, 0, 0, 0]

  test('are equal in the end, and nothing is lost, doubled or brought back', { timeout: 3_600_000 }, () => {
    const wrong: unknown[] = []
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
      const divergence = diverge(mergeFileSets, seed)
      const { verdict, missing, asked, isEqual } = divergence
      const marks = [...verdict.lost, ...verdict.doubled, ...verdict.resurrected, ...missing]
      if (marks.length > 0 || !isEqual) wrong.push({ seed, ...verdict, missing, isEqual })
      const open = asked.filter(({ isInevitable }) => !isInevitable).length
      if (asked.length === 0) clean += 1
      else if (open === 0) onlyInevitable += 1
      inevitable += asked.length - open
      avoidable += open
      if ((seed - SEED) % GIT_STEP === 0) found.push({ ...divergence, seed })
    }
    process.stdout.write(
      `${COUNT} divergences: ${percent(clean, COUNT)} without a question, ${percent(onlyInevitable, COUNT)} only with inevitable ones; ` +
        `${inevitable} inevitable questions, ${avoidable} others\n`,
    )
    expect(wrong).toEqual([])
    // 98 of 100, less what chance may take from a sample of this size.
    expect(clean / COUNT).toBeGreaterThan(0.98 - 3 * Math.sqrt((0.98 * 0.02) / COUNT))
    expect(avoidable).toBeLessThanOrEqual(COUNT / 200)
  })

  test('and the account sees what a careless merge does', () => {
    const careless = {
      // Ours stands, and that is all.
      lost: () => ({ files: new Map(), questions: [] }),
      // All lines of both.
      doubled: (sets, textOf) => ({
        files: new Map(
          [...sets.theirs].map(([path, { id, mode }]) => {
            const mine = sets.ours.get(path)
            return [path, { text: (mine === undefined ? '' : textOf(mine.id)) + (textOf(id) ?? ''), mode }]
          }),
        ),
        questions: [],
      }),
      // All files of both.
      resurrected: ({ base, ours, theirs }) => ({ files: new Map([...base, ...theirs, ...ours]), questions: [] }),
    } satisfies Record<string, typeof mergeFileSets>
    for (const kind of ['lost', 'doubled', 'resurrected'] as const) {
      const seen = Array.from({ length: 40 }, (_, at) => diverge(careless[kind], SEED + at).verdict[kind])
      expect(seen.filter((marks) => marks.length > 0).length, kind).toBeGreaterThan(3)
    }
  })

  test('no merge of git keeps as much, and asks as little', { timeout: 3_600_000 }, async () => {
    const rows = { variorum: newRow(), 'git merge': newRow(), 'git merge -Xunion': newRow() }
    const mergeByGit = await newGitMerges()
    for (const { stores } of found) {
      const once = mergeOnce(mergeFileSets, stores)
      count(rows.variorum, once.verdict, once.asked.length === 0)
      const { plain, union } = await mergeByGit(stores)
      count(rows['git merge'], plain, plain !== null)
      count(rows['git merge -Xunion'], union, union !== null)
    }
    process.stdout.write(`${found.length} merges of two devices: clean, lost, doubled, resurrected\n`)
    for (const [name, row] of Object.entries(rows))
      process.stdout.write(
        `${name.padEnd(18)} ${percent(row.clean, found.length)}, ${row.lost}, ${row.doubled}, ${row.resurrected}\n`,
      )
    const { lost, doubled, resurrected } = rows.variorum
    expect([lost, doubled, resurrected]).toEqual([0, 0, 0])
    expect(rows.variorum.clean).toBeGreaterThanOrEqual(rows['git merge'].clean)
  })
})

interface Row {
  clean: number
  lost: number
  doubled: number
  resurrected: number
}

const newRow = (): Row => ({ clean: 0, lost: 0, doubled: 0, resurrected: 0 })

function count(row: Row, verdict: Divergence['verdict'] | null, isClean: boolean): void {
  if (isClean) row.clean += 1
  row.lost += verdict?.lost.length ?? 0
  row.doubled += verdict?.doubled.length ?? 0
  row.resurrected += verdict?.resurrected.length ?? 0
}
