// The demo model's help ends with sentences to try. The page offers each as a button, so both agree here on their form.

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
