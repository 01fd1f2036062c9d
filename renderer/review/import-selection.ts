import type { ImportedText, ImportSelection } from '../../shared/import.ts'

// What the user takes of an import: files, and lines of them. Pure.

/** By path: left out, without some lines (by their numbers, from 0), or as the user edited it. */
export interface Taken {
  readonly isOut: boolean
  readonly without: ReadonlySet<number>
  readonly text: string | null
}
export type Choosing = ReadonlyMap<string, Taken>

export const ALL: Choosing = new Map()
const WHOLE: Taken = { isOut: false, without: new Set(), text: null }

export const takenOf = (choosing: Choosing, path: string): Taken => choosing.get(path) ?? WHOLE

export function withTaken(choosing: Choosing, paths: readonly string[], change: Partial<Taken>): Choosing {
  const next = new Map(choosing)
  for (const path of paths) next.set(path, { ...takenOf(choosing, path), ...change })
  return next
}

export function withLine(choosing: Choosing, path: string, line: number, isIn: boolean): Choosing {
  const without = new Set(takenOf(choosing, path).without)
  if (isIn) without.delete(line)
  else without.add(line)
  return withTaken(choosing, [path], { without, isOut: false })
}

/** The text of a file as it is taken. */
export function textOf({ path, text }: Pick<ImportedText, 'path' | 'text'>, choosing: Choosing): string {
  const { without, text: edited } = takenOf(choosing, path)
  if (edited !== null) return edited
  if (without.size === 0) return text
  return text
    .split('\n')
    .filter((_, line) => !without.has(line))
    .join('\n')
}

/** A file of which nothing but blank lines is left is left out. */
export function selectionOf(files: readonly ImportedText[], choosing: Choosing): ImportSelection {
  return files.flatMap((file) => {
    const text = textOf(file, choosing)
    if (takenOf(choosing, file.path).isOut || text.trim() === '') return []
    return [{ path: file.path, ...(text !== file.text && { text }) }]
  })
}
