import { create } from 'zustand'

/**
 * New folders without a file. Git has no empty folders, so they are in this window only, and become real with their
 * first file.
 */
export const useFolders = create<{ readonly empty: readonly string[] }>(() => ({ empty: [] }))

export function addFolder(path: string): void {
  useFolders.setState(({ empty }) => ({ empty: [...new Set([...empty, path])] }))
}

/** @returns whether it was there */
export function dropFolder(path: string): boolean {
  const before = useFolders.getState().empty
  const empty = before.filter((folder) => folder !== path && !folder.startsWith(`${path}/`))
  useFolders.setState({ empty })
  return empty.length < before.length
}
