// Paths relative to a folder, with "/" on every system. The folder itself is ''.

/** The folder that contains a path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
