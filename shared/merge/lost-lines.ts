/** The lines of a text that another one has no more, wherever they stood. Blank lines count for nothing. */
export function lostLines(before: string, after: string): readonly string[] {
  const left = new Map<string, number>()
  for (const line of tellingLines(after)) left.set(line, (left.get(line) ?? 0) + 1)
  return tellingLines(before).filter((line) => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0
  })
}

/** The lines that are not blank. */
export const tellingLines = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')
