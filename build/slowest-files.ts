import * as nodePath from 'node:path'
import { z } from 'zod'

export interface FileTime {
  readonly file: string
  /** Of the whole file in vitest; the sum of its tests in Playwright, which runs them side by side. */
  readonly seconds: number
}

const VitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})
const Spec = z.object({
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([])
  },
})
const PlaywrightReport = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(Suite) })

/** Test files by the time they took, the slowest first, from the JSON reports of vitest and Playwright; null for a report that is missing. */
export function slowestFiles(reports: {
  readonly vitest: string | null
  readonly playwright: string | null
}): readonly FileTime[] {
  const seconds = new Map<string, number>()
  const add = (file: string, milliseconds: number): void => {
    seconds.set(file, (seconds.get(file) ?? 0) + milliseconds / 1_000)
  }
  if (reports.vitest !== null)
    for (const { name, startTime, endTime } of VitestReport.parse(JSON.parse(reports.vitest)).testResults)
      add(name, endTime - startTime)
  if (reports.playwright !== null) {
    const { config, suites } = PlaywrightReport.parse(JSON.parse(reports.playwright))
    const visit = ({ specs, suites: inner }: z.infer<typeof Suite>): void => {
      for (const { file, tests } of specs)
        for (const { results } of tests)
          for (const { duration } of results) add(nodePath.join(config.rootDir, file), duration)
      inner.forEach(visit)
    }
    suites.forEach(visit)
  }
  return [...seconds].map(([file, total]) => ({ file, seconds: total })).toSorted((a, b) => b.seconds - a.seconds)
}
