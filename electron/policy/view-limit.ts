import { counted } from './quantities.ts'

export interface LimitedView {
  readonly text: string
  readonly cut: boolean
}

/**
 * A view's text cut to a number of characters, at the end of a line if possible, with a note on how to continue.
 * @param firstLine the number of the text's first line in the file
 * @param lastLine the number of the file's last line
 */
export function limitView(text: string, maxCharacters: number, firstLine: number, lastLine: number): LimitedView {
  if (text.length <= maxCharacters) return { text, cut: false }
  const lineEnd = text.lastIndexOf('\n', maxCharacters)
  if (lineEnd <= 0) {
    const end = isHighSurrogate(text.charCodeAt(maxCharacters - 1)) ? maxCharacters - 1 : maxCharacters
    const after =
      firstLine < lastLine ? ` View the lines after it with view_range [${firstLine + 1}, ${lastLine}].` : ''
    return {
      text: `${text.slice(0, end)}\n\n[Line ${counted(firstLine)} is too long: only its first ${counted(end)} characters are shown.${after}]`,
      cut: true,
    }
  }
  const shown = text.slice(0, lineEnd)
  const last = firstLine + shown.split('\n').length - 1
  return {
    text: `${shown}\n\n[Cut at ${counted(maxCharacters)} characters: lines ${counted(firstLine)} to ${counted(last)} of ${counted(lastLine)}. Go on with view_range [${last + 1}, ${lastLine}].]`,
    cut: true,
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
