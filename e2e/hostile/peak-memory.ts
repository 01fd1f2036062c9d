import { writeFileSync } from 'node:fs'

// Imported by a process that is measured: leaves its peak memory in kB in a file.

const path = process.env.PEAK_MEMORY
if (path !== undefined) process.on('exit', () => writeFileSync(path, String(process.resourceUsage().maxRSS)))
