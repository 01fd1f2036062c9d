import { hasPhrase, phraseOf } from '../../shared/phrase.ts'
import { annotatedLines } from '../memory-parts/annotated-lines.ts'

const MARKUP = /[*_`~[\]]/g

/**
 * What to look for in the history after somebody selected text in a rendered file. Rendering hides markup, so that a
 * selection may not be in the file as it is: then the whole line is looked for.
 * @param line the selected line, from 1, if nothing in it is selected
 * @returns '' if there is nothing to look for
 */
export function momentText(text: string, selected: string, line: number | null): string {
  const lines = annotatedLines(text)
  const first =
    selected
      .split('\n')
      .find((each) => each.trim() !== '')
      ?.trim() ?? ''
  if (first === '') return (lines.find(({ number }) => number === line)?.text ?? '').trim()
  const phrase = phraseOf(first)
  if (lines.some(({ source }) => hasPhrase(source, phrase))) return first
  return lines.find((each) => hasPhrase(each.text.replaceAll(MARKUP, ''), phrase))?.text.trim() ?? first
}
