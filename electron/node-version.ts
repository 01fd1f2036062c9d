// The Node that the package runs on. Everything a caller may start begins here: this file and those that import it load
// on any Node that knows modules, so that an older one says what is missing instead of failing at what it lacks.

/** Where SQLite needs no flag. The same as `engines` in package.json. */
const FIRST = [22, 13]
/** The one later version that began without it. */
const FIRST_OF_23 = [23, 4]

/**
 * The sentence for a Node that is too old, and null for any other.
 * @param version as in `process.versions.node`
 */
export function tooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [firstMajor = 0, firstMinor = 0] = major === FIRST_OF_23[0] ? FIRST_OF_23 : FIRST
  if (major > firstMajor || (major === firstMajor && minor >= firstMinor)) return null
  return `Variorum needs Node ${firstMajor}.${firstMinor} or newer, and this is Node ${version}.`
}
