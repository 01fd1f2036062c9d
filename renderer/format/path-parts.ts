/** Of a name that is shortened, so much stays. */
const END_CHARACTERS = 10

/**
 * The parts of a path that are shortened one after the other where there is no room: the outer folders, the last folder
 * (with the slash before it), the name's beginning, and its end, which stays. Together they are the path.
 */
export function pathParts(path: string): {
  readonly folders: string
  readonly folder: string
  readonly slash: '/' | ''
  readonly name: string
  readonly end: string
} {
  const slash = path.lastIndexOf('/')
  const above = Math.max(path.lastIndexOf('/', slash - 1), 0)
  const end = Math.max(slash + 1, path.length - END_CHARACTERS)
  // A pair that forms one character stays together.
  const cut = /[\uDC00-\uDFFF]/.test(path[end] ?? '') ? end - 1 : end
  return {
    folders: slash < 0 ? '' : path.slice(0, above),
    folder: slash < 0 ? '' : path.slice(above, slash),
    slash: slash < 0 ? '' : '/',
    name: path.slice(slash + 1, cut),
    end: path.slice(cut),
  }
}
