// What the page needs to know about commands for several files, without their schemas: it loads this late.

/** The most that is imported at once. */
export const MAX_IMPORTED_FILES = 2_000
export const MAX_IMPORTED_BYTES = 40_000_000

/** Without what is in a folder that is among them, too. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths)
  return [...all].filter((path) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (all.has(path.slice(0, at))) return false
    return true
  })
}
