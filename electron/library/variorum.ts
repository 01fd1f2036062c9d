import { tooOld } from '../node-version.ts'
import type { openMemory as Declared } from './api.d.ts'

// The package's entry. What needs a newer Node than the one that loads this is imported when it is called.

const why = tooOld(process.versions.node)
if (why !== null) throw Object.assign(new Error(why), { stack: why })

export const openMemory: typeof Declared = async (options = {}) => {
  const { open } = await import('./open.ts')
  return open(options)
}
