// What the name of a file says of it. Pure.

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path)

/** Text that people and models write notes in; a file without an ending counts. */
export const isNote = (path: string): boolean =>
  (isMarkdown(path) || /\.(?:txt|text)$/i.test(path) || !/\.[^/]+$/.test(path.slice(path.lastIndexOf('/') + 1))) &&
  !path.split('/').some((name) => name.startsWith('.'))

/** The name of a file without its folders and ending. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z]+$/, '')
}
