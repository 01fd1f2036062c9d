/** Where an editor begins. */
export interface EditorPlace {
  /** The first line in sight (from 1), and how far from the top it is. */
  readonly line: number
  readonly top: number
  /** The cursor goes to the end of this line. */
  readonly cursor: number
}

/** What is being read, so that the text stays where it is when it is edited. @param selected a line, from 1 */
export function placeIn(sheet: HTMLElement | null, selected: number | null): EditorPlace {
  const top = sheet?.getBoundingClientRect().top ?? 0
  const topOf = (line: Element): number => line.querySelector('.tx')?.getBoundingClientRect().top ?? 0
  const first = [...(sheet?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find((line) => topOf(line) >= top)
  if (first === undefined) return { line: 1, top: 0, cursor: selected ?? 1 }
  const line = Number(first.dataset['line'])
  return { line, top: topOf(first) - top, cursor: selected ?? line }
}
