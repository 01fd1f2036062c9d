import { pathMatcher, type PathMatcher } from '../../shared/globs.ts'

const compiled = new WeakMap<readonly string[], PathMatcher>()

/** Whether a pin names this file, a folder above it, or a pattern that matches it. */
export function isPinned(path: string, pins: readonly string[]): boolean {
  let matcher = compiled.get(pins)
  if (matcher === undefined) compiled.set(pins, (matcher = pathMatcher(pins)))
  return matcher(path)
}
