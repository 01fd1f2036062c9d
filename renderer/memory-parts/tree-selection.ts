/** Rows that are selected together, for one command. None while a single row is active. */
export interface TreeSelection {
  readonly paths: ReadonlySet<string>
  /** Where a range begins; `null` for the active row. */
  readonly anchor: string | null
}

export const NOTHING_SELECTED: TreeSelection = { paths: new Set(), anchor: null }

interface Row {
  readonly path: string
}

/** Selects from the anchor to a row. */
export function selectTo(
  rows: readonly Row[],
  { anchor }: TreeSelection,
  { active, to }: { readonly active: string; readonly to: string },
): TreeSelection {
  const indexOf = (path: string): number => rows.findIndex((row) => row.path === path)
  const start = anchor !== null && indexOf(anchor) >= 0 ? anchor : active
  const [from, until] = [indexOf(start), indexOf(to)].toSorted((a, b) => a - b)
  return { paths: new Set(rows.slice(from, (until ?? 0) + 1).map(({ path }) => path)), anchor: start }
}

/** Adds a row, or takes it away. The first one is added to the active row. */
export function toggleRow({ paths }: TreeSelection, path: string, active: string | null): TreeSelection {
  const next = new Set(paths.size === 0 && active !== null ? [active] : paths)
  if (next.has(path) && paths.size > 0) next.delete(path)
  else next.add(path)
  return { paths: next, anchor: path }
}

export function selectAll(rows: readonly Row[]): TreeSelection {
  return { paths: new Set(rows.map(({ path }) => path)), anchor: rows[0]?.path ?? null }
}

/** What a command on a row acts on: the selection if the row is in it, else the row. */
export function targetsOf({ paths }: TreeSelection, path: string): readonly string[] {
  return paths.has(path) ? [...paths] : [path]
}
