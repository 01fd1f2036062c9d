import { pathMatcher, type PathMatcher } from '../../shared/globs.ts'

const compiled = new WeakMap<readonly string[], PathMatcher>()

/** Does one of the pins name this file, a folder it is in, or a pattern that fits? */
export function isPinned(path: string, pins: readonly string[]): boolean {
  let matcher = compiled.get(pins)
  if (matcher === undefined) compiled.set(pins, (matcher = pathMatcher(pins)))
  return matcher(path)
}
