import { parseSync, Visitor } from 'vite'

const NOT_ASCII = /(\\*)([^\0-\x7f])/g

/**
 * The same program in ASCII: Node reads and V8 holds it in half the time and memory. Every other character becomes
 * an escape; in `String.raw`, an interpolated one.
 * @throws if another tagged template has such a character, or `String.raw` has one right after a backslash
 */
export function inAscii(program: string): string {
  const pieces: string[] = []
  let done = 0
  for (const { start, end } of rawTexts(program)) {
    pieces.push(escaped(program.slice(done, start)), interpolated(program.slice(start, end)))
    done = end
  }
  return [...pieces, escaped(program.slice(done))].join('')
}

/** Where escapes would be read as they are written. */
function rawTexts(program: string): readonly { readonly start: number; readonly end: number }[] {
  const texts: { readonly start: number; readonly end: number }[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      const tagText = program.slice(tag.start, tag.end)
      for (const { value, start, end } of quasi.quasis) {
        if (!/[^\0-\x7f]/.test(value.raw)) continue
        if (tagText !== 'String.raw') throw new Error(`Not in ASCII, and its tag may read it raw: ${tagText}`)
        texts.push({ start, end })
      }
    },
  }).visit(parseSync('program.cjs', program).program)
  return texts.toSorted((one, two) => one.start - two.start)
}

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A backslash that escaped the character itself becomes the one of the escape. */
const escaped = (code: string): string =>
  code.replace(NOT_ASCII, (_, slashes: string, character: string) =>
    slashes.length % 2 === 0 ? slashes + escapeOf(character) : slashes.slice(1) + escapeOf(character),
  )

const interpolated = (raw: string): string =>
  raw.replace(NOT_ASCII, (_, slashes: string, character: string) => {
    if (slashes.length % 2 === 1) throw new Error(`A backslash before a character that is not ASCII: ${raw}`)
    return `${slashes}\${"${escapeOf(character)}"}`
  })
