import { stemOf } from '../../../shared/note-files.ts'
import { hasDate, isRecord, plainName } from './context.ts'
import { type Note, wordsOf } from './note.ts'

// Lines that say the same as another one, or the same and not. Pure.

/** A line that says something by itself, in the form in which it is compared. */
export interface Said {
  /** From 1. */
  readonly line: number
  /** Lines of one form say the same. */
  readonly form: string
  /** The same without negations, and how many there are. */
  readonly positive: string
  readonly negations: number
  /** The one word that is taken for a name; lines of different files are compared if it is known to be one. */
  readonly name: string | null
}

/** Without these a line says the same. Everything else counts, and its order. */
const FILLING = new Set(
  'a an the is are am be been being that this these those it its very really just quite also please currently now of to so and still'.split(
    ' ',
  ),
)
const NEGATION = /^(?:not|never|no|dont|doesnt|didnt|isnt|arent|cant|cannot|wont|without|nor|neither)$/
const AUXILIARY = /^(?:do|does|can)$/
/** Of a sentence with its subject, and of one that leaves it out. */
const [MIN_WORDS, MIN_WORDS_ALONE] = [3, 4]
/** A very long line is prose, and another of its kind is a copy of a text. */
const MAX_CHARACTERS = 400

export function saidIn(path: string, note: Note): readonly Said[] {
  const found: Said[] = []
  for (const line of note.lines) {
    if (!line.isPlain || line.text.length > MAX_CHARACTERS || !isStatement(line.text)) continue
    const words = wordsOf(line.text)
    const subject = subjectOf(words)
    if (subject === null && EVENT.test(words)) continue
    const min = subject === null ? MIN_WORDS_ALONE : MIN_WORDS
    if (contentOf(words).length < min || hasDate(words) || isRecord(path, line, note.title)) continue
    const about = subject?.about ?? `in ${path} ${line.headings.join(' › ')}`
    const content = contentOf(words.replace(THE_SUBJECT, ''))
    const positive = content.filter((word) => !NEGATION.test(word))
    found.push({
      line: line.number,
      form: `${about}\n${content.join(' ')}`,
      positive: `${about}\n${positive.join(' ')}`,
      negations: content.length - positive.length,
      name: subject?.name ?? null,
    })
  }
  return found
}

/**
 * What a line says, whatever it stands under; lines of one form say the same. Null for one that says too little by
 * itself. "The user likes tea" is "Likes tea".
 */
export function formOf(text: string): string | null {
  if (text.length > MAX_CHARACTERS || !isStatement(text)) return null
  const content = contentOf(wordsOf(text).replace(THE_SUBJECT, ''))
  return content.length < MIN_WORDS_IMPORTED ? null : content.join(' ')
}
const MIN_WORDS_IMPORTED = 2

/** What happened may happen again, and be noted again. */
const EVENT =
  /\d|^(?:\p{L}+ed|lost|won|went|ran|met|saw|had|was|did|got|made|took|bought|paid|read|wrote|ate|slept|found|sent|spoke|swam|drove|rode|gave|came|left)\b/iu

/** Words that begin with a capital letter inside of a sentence, and the names of the file: most of them are names. */
export function namesIn(path: string, { lines, title }: Note): ReadonlySet<string> {
  const names = new Set([namedAfter(path), ...plainName(title ?? '').split(' ')])
  for (const { text, isPlain } of lines)
    if (isPlain)
      for (const [, name] of text.matchAll(/[\p{Ll},;] (\p{Lu}\p{Ll}+)/gu))
        if (name !== undefined) names.add(name.toLowerCase())
  return names
}

/** Not a quote, a row of a table, a task, a rule, an image, a link by itself, a question, or the head of a list. */
function isStatement(text: string): boolean {
  if (/^\s*(?:>|\||[-*+]\s+\[[ xX]\]|[-*_=]{3,}\s*$|!\[)/.test(text) || /[:?]\s*$/.test(text)) return false
  return (
    !/^\s*(?:[-*+]\s+)?(?:!?\[\[[^\]]*\]\]|\[[^\]]*\]\([^)]*\)|<?https?:\S+)\s*$/.test(text) && !text.includes('~~')
  )
}

function contentOf(words: string): readonly string[] {
  const all =
    words
      .toLowerCase()
      .normalize('NFKC')
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+(?:[.:]\d+)*|[€$£%°#@+]/gu) ?? []
  return all.filter((word) => !FILLING.has(word) && !AUXILIARY.test(word)).map(stemmed)
}

/** "prefers" and "prefer", "projects" and "project". */
function stemmed(word: string): string {
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

/** After a name at the beginning of a sentence; after a verb there, none of these follows. */
const VERB =
  /^(?:is|are|was|has|had|have|likes?|loves?|prefers?|lives?|works?|wants?|needs?|uses?|hates?|speaks?|can|cannot|can['’]t|will|does|doesn['’]t|do|don['’]t|isn['’]t|owns?|plays?|stud(?:y|ies)|moved|said|never|always|usually|runs?|takes?|gets?|keeps?|drinks?|eats?|must|should|may|not|also|knows?|teaches|manages?|leads?|dislikes?|avoids?|expects?|asked|told|writes?|reads?|makes?|goes|comes?|drives?|starts?|ends?|requires?|returns?|contains?|supports?|depends?|follows?)$/

const THE_SUBJECT = /^(?:the user|user|i|we|my|our)\s+/i

/**
 * Whom or what a sentence names as its subject; `null` for one that leaves it to its surroundings. Only lines of one
 * file, under the same headings, share what they leave out.
 */
export function subjectOf(words: string): { readonly about: string; readonly name: string | null } | null {
  const [, own] = /^(?:(the user|user|i|we|my|our)\b)/i.exec(words) ?? []
  if (own !== undefined) return { about: plainName(own), name: null }
  const [, name, next] = /^(\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}?)\s+([\p{L}'’]+)/u.exec(words) ?? []
  if (name === undefined || next === undefined) return null
  if (/['’]s$|s['’]$/.test(name)) return { about: 'named', name: null }
  if (/^(?:The|This|That|These|All|Every|Each|No)$/.test(name)) return null
  // "Tests must pass", but "Thomas likes": only one of them takes an s.
  const isPlural = /[^s]s$/.test(name) && !/^(?:is|was|has)$|[^s]s$/.test(next)
  if (!VERB.test(next) || VERB.test(name.toLowerCase()) || isPlural) return null
  return { about: 'named', name: name.includes(' ') ? null : name.toLowerCase() }
}

/** What a file is named after: "notes (1)", "notes copy", "notes-v2" and "Notes" are names of one thing. */
export function namedAfter(path: string): string {
  return plainName(stemOf(path))
    .replace(/\s*\(\d+\)$|\s+(?:copy|backup|bak|old|new|final|duplicate)(?:\s*\d*)?$|\s+v?\d{1,2}$/g, '')
    .trim()
}
