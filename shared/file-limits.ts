import { pathMatcher } from './globs.ts'
import type { FileLimits, SizeLimits } from './policy.ts'

/** What limits a file by its path: as for every file, but for what the first rule that fits has otherwise. */
export function fileLimitsBy(limits: SizeLimits): (path: string) => FileLimits {
  const rules = limits.rules.map((rule) => ({ fits: pathMatcher(rule.paths), rule }))
  return (path) => {
    const rule = rules.find(({ fits }) => fits(path))?.rule
    return {
      ...limits.file,
      bytes: rule?.bytes ?? limits.file.bytes,
      lines: rule?.lines === undefined ? limits.file.lines : rule.lines,
    }
  }
}
