/** The folder of the store's policies: committed like any file, but out of the memory tool's reach. */
export const POLICIES_FOLDER = '.variorum'
export const POLICIES_PATH = `${POLICIES_FOLDER}/policies.json`

/** In the device's folder of the store: what the user said of single values. */
export const VALUES_FILE = 'values.json'

/** Whether a path belongs to the policies rather than to the memory. */
export function isPolicyPath(path: string): boolean {
  return path.startsWith(`${POLICIES_FOLDER}/`)
}
