import type { PlacedLine } from '../../../shared/upkeep.ts'
import { plainName, subjectOfContext, USER } from '../checks/context.ts'
import { type NoteLine, readNote, wordsOf } from '../checks/note.ts'
import { subjectOf } from '../checks/repeated.ts'

// Lines as they are compared when files are reorganised. Pure.

/** Texts by path. */
export type Texts = ReadonlyMap<string, string>

export interface LineOf extends PlacedLine {
  /**
   * A statement says something by itself, and a heading names what is under it. Everything else (code, metadata, rows of
   * tables, rules) means what it does in its place, so that only the very same line stands for it.
   */
  readonly kind: 'statement' | 'heading' | 'in-place'
  /** The text without what makes it an item or a heading: of the same sentence, two lines say the same. */
  readonly sentence: string
  /** The words that say something, in order. */
  readonly words: readonly string[]
  /** Names, numbers and negations: without one of them another thing is said. */
  readonly musts: ReadonlySet<string>
  /** The words of what the line stands under: its file and headings. */
  readonly around: ReadonlySet<string>
  /** What is wanted of the surroundings of a line that says the same elsewhere. */
  readonly subject: ReadonlySet<string>
}

/** Words without which a line says the same. */
const FILLING = new Set(
  'a an the is are am be been being that this these those it its very really just quite also currently now of to so and he she they his her their has have'.split(
    ' ',
  ),
)
const NEGATION = /^(?:not|never|no|dont|doesnt|didnt|isnt|arent|cant|cannot|wont|without|nor|neither)$/

export function contentWords(text: string): readonly string[] {
  const all =
    text
      .toLowerCase()
      .normalize('NFKC')
      .replace(/['’]s\b/g, '')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+(?:[.:]\d+)*/gu) ?? []
  return all
    .filter((word) => !FILLING.has(word))
    .map((word) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word))
}

export const isBlank = (text: string): boolean => text.trim() === ''

export const sentenceOf = (text: string): string =>
  text
    .replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)])\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')

/** Every line that is not blank. */
export function linesIn(path: string, text: string): readonly LineOf[] {
  const note = readNote(path, text)
  return note.lines.flatMap((line): readonly LineOf[] => {
    if (isBlank(line.text)) return []
    const words = contentWords(wordsOf(line.text))
    return [
      {
        path,
        line: line.number,
        text: line.text,
        kind: kindOf(line, words),
        sentence: sentenceOf(line.text),
        words,
        musts: mustsOf(wordsOf(line.text), words),
        around: new Set(contentWords([path.replaceAll(/[/_.-]/g, ' '), note.title ?? '', ...line.headings].join(' '))),
        subject: subjectOf(wordsOf(line.text)) === null ? subjectWords(subjectOfContext(path, note, line)) : new Set(),
      },
    ]
  })
}

function kindOf({ text, isPlain, isHeading }: NoteLine, words: readonly string[]): LineOf['kind'] {
  if (isHeading) return 'heading'
  return isPlain && words.length > 0 && !/^\s*\|/.test(text) ? 'statement' : 'in-place'
}

function mustsOf(text: string, words: readonly string[]): ReadonlySet<string> {
  const musts = new Set(words.filter((word) => /\d/.test(word) || NEGATION.test(word)))
  // What comes first is most often what the line is about, unless that is the user.
  const [first] = words
  if (first !== undefined && subjectOf(text)?.about !== USER) musts.add(first)
  for (const [, name] of text.matchAll(/[^\s.!?]\s+(\p{Lu}[\p{L}\p{N}]+)/gu))
    for (const word of contentWords(name ?? '')) musts.add(word)
  return musts
}

/** The context's own subject, which a line leaves out; nothing for files that are about nothing in particular. */
function subjectWords(subject: string): ReadonlySet<string> {
  const last = subject.split(' › ').at(-1) ?? ''
  return last.startsWith('in ') || last === USER ? new Set() : new Set(contentWords(plainName(last)))
}

export const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((word) => b.has(word))

export function sharedWords({ words }: LineOf, other: LineOf): number {
  const there = new Set([...other.words, ...other.around])
  return words.filter((word) => there.has(word)).length / words.length
}

/** Whether a line says everything that must not be lost, of the same subject. */
export function keepsMusts(line: LineOf, other: LineOf): boolean {
  const there = new Set([...other.words, ...other.around])
  const negated = (each: LineOf): boolean => each.words.some((word) => NEGATION.test(word))
  return [...line.musts].every((word) => there.has(word)) && negated(line) === negated(other) && isSaidOf(line, other)
}

/** Whether a line elsewhere names what this one is about, or stands under it. */
export function isSaidOf(line: LineOf, other: LineOf): boolean {
  if (line.path === other.path && sameSet(line.subject, other.subject)) return true
  const there = new Set([...other.words, ...other.around])
  return [...line.subject].every((word) => there.has(word))
}
