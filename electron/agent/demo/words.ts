// How the demo model splits text into words. These lists are all it knows of language.

const EMPTY_WORDS = new Set(
  'a an the and or of to in on at for with from by is are am was were be been do does did have has had can could will would should you your yours i me my mine we our us it its that this these those what which who whom whose where when why how know remember remembered recall tell say said about anything something everything please now not no yes any all there thing things show file memory memories'.split(
    ' ',
  ),
)

/** The words of a text that carry its meaning, without endings: "Ana's favourite colours" is ana, favourite, colour. */
export function contentWords(text: string): readonly string[] {
  return allWords(text)
    .filter((word) => !EMPTY_WORDS.has(word))
    .map(stem)
}

function allWords(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replace(/['’](?:s|m|re|ve|ll|d)\b/g, '')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_]*/gu) ?? []
  )
}

function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** A sentence without case, punctuation and double spaces, for comparison. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

/** A file name for a topic: "Project Alpha" is project-alpha. */
export function slug(topic: string): string {
  const name = topic
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [...name].slice(0, 60).join('') || 'notes'
}
