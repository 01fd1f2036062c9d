// The demo model's help ends with sentences to try, and it may offer a sentence that saves what it did not. The page shows
// them as buttons, so both agree here on their form.

const ITEM = /^- “(.+)”$/u

/** A list in Markdown. */
export function exampleList(examples: readonly string[]): string {
  return examples.map((example) => `- “${example}”`).join('\n')
}

/** The sentences of such a list at the end of a text; none if it ends otherwise. */
export function examplesAtEnd(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n')
  const last = lines.findLastIndex((line) => !ITEM.test(line))
  return lines.slice(last + 1).map((line) => ITEM.exec(line)?.[1] ?? '')
}

const OFFER = /^\[remember\]:<#(\S*)>$/mu

/** As the definition of a link, which Markdown shows nowhere. Without a space, so that it arrives in one piece. */
export function offerOf(sentence: string): string {
  return `[remember]:<#${encodeURIComponent(sentence.toWellFormed())}>`
}

/** The sentence that an answer offers to send; `null` if it offers none. */
export function offerIn(text: string): string | null {
  const sentence = OFFER.exec(text)?.[1]
  try {
    return sentence === undefined ? null : decodeURIComponent(sentence)
  } catch {
    return null // not written by the demo model
  }
}

export const withoutOffer = (text: string): string => text.replace(OFFER, '').trimEnd()
