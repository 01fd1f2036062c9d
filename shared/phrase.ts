// Finds words in a line as people mean it: ignoring case, how accents are composed, and how wide a space is. Pure.

/** Folds what does not count; line breaks stay. Texts that fold to the same are the same to a search. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\S\n]+/g, ' ')
}

/** What somebody typed or selected, as `hasPhrase` wants it: on one line, without space around it. */
export function phraseOf(typed: string): string {
  return fold(typed).replaceAll(/\s+/g, ' ').trim()
}

/** Whether a line contains a word or a sentence. @param phrase made by `phraseOf` */
export function hasPhrase(line: string, phrase: string): boolean {
  return fold(line).includes(phrase)
}
