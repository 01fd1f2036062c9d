import { counted } from './quantities.ts'

export interface LimitedView {
  readonly text: string
  readonly cut: boolean
}

/**
 * The view of a file cut to a number of characters, with a note on how to continue. It is cut at the end of a line; a
 * first line that does not fit is cut inside, since a view that begins with it would show no more.
 * @param text the header, then the numbered lines
 * @param firstLine the number of the first of them
 * @param lastLine the number of the file's last line
 */
export function limitView(text: string, maxCharacters: number, firstLine: number, lastLine: number): LimitedView {
  const headerEnd = text.indexOf('\n')
  if (text.length <= maxCharacters || headerEnd < 0) return { text, cut: false }
  const lineEnd = text.lastIndexOf('\n', maxCharacters)
  if (lineEnd <= headerEnd) {
    const start = text.indexOf('\t', headerEnd) + 1
    const shown = text.slice(0, wholeCharacters(text, Math.max(maxCharacters, start)))
    const after =
      firstLine < lastLine ? ` View the lines after it with view_range [${firstLine + 1}, ${lastLine}].` : ''
    return {
      text: `${shown}\n\n[Line ${counted(firstLine)} is too long: only its first ${counted(shown.length - start)} characters are shown.${after}]`,
      cut: true,
    }
  }
  const shown = text.slice(0, lineEnd)
  const last = firstLine + shown.split('\n').length - 2
  return {
    text: `${shown}\n\n[Cut at ${counted(maxCharacters)} characters: lines ${counted(firstLine)} to ${counted(last)} of ${counted(lastLine)}. Go on with view_range [${last + 1}, ${lastLine}].]`,
    cut: true,
  }
}

/**
 * The listing of a folder cut to a number of characters, with a note on how to continue. What is directly in the folder
 * is shown first: its folders can be viewed by themselves.
 * @param text the header, the folder, then what is in it, one a line
 */
export function limitListing(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const [header = '', folder = '', ...entries] = text.split('\n')
  const depthOf = (line: string): number => line.split('/').length
  const near = entries.filter((line) => depthOf(line) === depthOf(folder) + 1)
  const shown = [header, folder]
  let characters = header.length + 1 + folder.length
  for (const line of near) {
    characters += 1 + line.length
    if (characters > maxCharacters) break
    shown.push(line)
  }
  const note = `[Cut at ${counted(maxCharacters)} characters: ${counted(shown.length - 2)} of ${counted(entries.length)} items are listed. View a folder to see what is in it.]`
  return `${shown.join('\n')}\n\n${note}`
}

/** The offset, or the one before it if it is inside a character. */
function wholeCharacters(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1)
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset
}
