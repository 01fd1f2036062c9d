/** The folder of the store's policies: committed like any file, and out of the memory tool's reach. */
export const POLICIES_FOLDER = '.variorum'
export const POLICIES_PATH = `${POLICIES_FOLDER}/policies.json`

/** Does a store path belong to the policies rather than to the memory? */
export function isPolicyPath(path: string): boolean {
  return path.startsWith(`${POLICIES_FOLDER}/`)
}
