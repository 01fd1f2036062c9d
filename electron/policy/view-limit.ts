import { counted } from '../../shared/messages/english.ts'

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
 * comes first: its folders can be viewed by themselves.
 * @param text the header, the folder, then what is in it, one a line
 * @param first the number of the first item to show, from 1, of a listing that must be cut
 */
export function limitListing(text: string, maxCharacters: number, first = 1): string {
  if (text.length <= maxCharacters) return text
  const [header = '', folder = '', ...items] = text.split('\n')
  const depthOf = (line: string): number => line.split('/').length
  const isNear = (line: string): boolean => depthOf(line) === depthOf(folder) + 1
  const all = [...items.filter(isNear), ...items.filter((line) => !isNear(line))]
  const from = Math.max(1, Math.min(first, all.length))
  const shown = [header, folder]
  let characters = header.length + 1 + folder.length
  for (const line of all.slice(from - 1)) {
    characters += 1 + line.length
    // At least one, so that the next view goes on behind it.
    if (characters > maxCharacters && shown.length > 2) break
    shown.push(line)
  }
  const last = from + shown.length - 3
  const more = last < all.length ? ` Go on with view_range [${last + 1}, ${all.length}], or view a folder in it.` : ''
  const note = `[Cut at ${counted(maxCharacters)} characters: items ${counted(from)} to ${counted(last)} of ${counted(all.length)}.${more}]`
  return `${shown.join('\n')}\n\n${note}`
}

/** The offset, or the one before it if it is inside a character. */
function wholeCharacters(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1)
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset
}
