import { writeFileSync } from 'node:fs'

// Imported by a process that is measured: leaves what it has used in a file when it ends.

export interface Used {
  readonly peakMb: number
  /** Of the processor, by all threads. */
  readonly ms: number
}

const path = process.env.MEASURED
if (path !== undefined)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const used: Used = { peakMb: maxRSS / 1_000, ms: (userCPUTime + systemCPUTime) / 1_000 }
    writeFileSync(path, JSON.stringify(used))
  })
