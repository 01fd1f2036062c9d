/** An open list: its indentation, and the items that it has so far. */
interface List {
  readonly indent: number
  readonly items: Set<string>
}

/** Items that stand twice in one list and have nothing below them; not in code or frontmatter. */
export function doublesIn(lines: readonly string[]): readonly number[] {
  const doubles: number[] = []
  let open: List[] = []
  let fence: string | null = null
  for (let index = afterFrontmatter(lines); index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    const indent = fence === null ? /^(\s*)(?:[-*+]|\d+[.)])\s+\S/.exec(line)?.[1]?.length : undefined
    // A list ends with whatever is no item, and a list below an item with the next item.
    open = indent === undefined ? [] : open.filter((list) => list.indent <= indent)
    if (indent === undefined) continue
    if (open.at(-1)?.indent !== indent) open.push({ indent, items: new Set() })
    const items = open.at(-1)?.items
    const item = line.trimEnd()
    if (items?.has(item) === true && !isBelow(lines[index + 1] ?? '', indent)) doubles.push(index)
    items?.add(item)
  }
  return doubles
}

/** Text that goes on with an item, or stands below it. */
const isBelow = (line: string, indent: number): boolean =>
  line.trim() !== '' && (/^\s*/.exec(line)?.[0].length ?? 0) > indent

function afterFrontmatter(lines: readonly string[]): number {
  return lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') + 1 : 0
}
