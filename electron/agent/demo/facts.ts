import type { FactPattern, Language } from './languages/language.ts'
import { LANGUAGES } from './languages/languages.ts'
import { clausesOf } from './sentences.ts'
import { allWords, capitalise, contentWords, isUnspaced, plain, slug } from './words.ts'

/** One thing to remember: its line, and the file it belongs to. */
export interface Fact {
  readonly path: string
  readonly heading: string
  readonly line: string
  /** What it is about, if a line can be told to be about the same; `null` if not. */
  readonly key: string | null
}

/** What became of a clause: a fact, or why there is none. */
export type Reading =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'unsure'; readonly sentence: string }
  | { readonly kind: 'who'; readonly sentence: string }

interface Manner {
  /** The user asked to remember it, so it is kept in any case. */
  readonly isRequested: boolean
  /** The message is a story, or asks for a translation: nothing in it is a fact. */
  readonly isFiction: boolean
  /** Somebody else is spoken of, or was just before. */
  readonly hasOthers: boolean
}

interface Read {
  readonly readings: readonly Reading[]
  /** The one named last. */
  readonly person: string | null
}

/** The facts in a sentence, one for each clause. A pronoun means the person `named` before. */
export function readClauses(sentence: string, language: Language, manner: Manner, named: string | null): Read {
  if (!manner.isRequested && language.doubt.test(sentence))
    return { readings: [{ kind: 'unsure', sentence }], person: named }
  let person = named
  const readings = clausesOf(sentence, language).flatMap((clause): readonly Reading[] => {
    const text = language.asSentence(clause)
    if (!/[\p{L}\p{N}]/u.test(text)) return []
    const found = readClause(text, language, manner, person)
    person = found.person ?? person
    return [found.reading]
  })
  return { readings, person }
}

interface ReadClause {
  readonly reading: Reading
  readonly person?: string | undefined
}

function readClause(text: string, language: Language, manner: Manner, person: string | null): ReadClause {
  const unsure: ReadClause = { reading: { kind: 'unsure', sentence: text } }
  if (manner.isFiction || (!manner.isRequested && /^["'“‘«「『„(]/.test(text))) return unsure
  for (const pattern of language.facts) {
    if (pattern.onRequest === true && !manner.isRequested) continue
    const groups = pattern.pattern.exec(text)
    if (groups === null || (pattern.impliesSpeaker === true && (person !== null || manner.hasOthers))) continue
    const read = readPattern({ text, pattern, groups: groups.groups ?? {}, person }, language)
    if (read === 'vague' && !manner.isRequested) return unsure
    if (read !== null && read !== 'vague') return read
  }
  if (!manner.isRequested) return unsure
  return { reading: { kind: 'fact', fact: anything(text, language) } }
}

interface Matched {
  readonly text: string
  readonly pattern: FactPattern
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly person: string | null
}

function readPattern({ text, pattern, groups, person }: Matched, language: Language): ReadClause | 'vague' | null {
  const { name, label = pattern.label, value, rest, topic } = groups
  const { headings, vague, speaker, several } = language
  const said = value ?? rest ?? text.replace(speaker, '')
  if (vague.test(said) || (pattern.isName === true && !looksLikeName(said))) return 'vague'
  if (topic !== undefined) return factIn(`${slug(topic)}.md`, capitalise(topic.trim()), { line: capitalise(said) })
  const isPronoun = name !== undefined && language.pronoun.test(name)
  if (isPronoun && person === null) return { reading: { kind: 'who', sentence: text } }
  const who = isPronoun ? (person ?? '') : name
  if (who !== undefined && language.noName.test(who.split(' ')[0] ?? '')) return null
  const [path, heading] = who === undefined ? ['about-me.md', headings.aboutMe] : [`people/${slug(who)}.md`, who]
  if (label === undefined || value === undefined)
    return factIn(path, heading, { line: capitalise(who === undefined ? text : said), person: who })
  // “My sister is a nurse” is not her name.
  if (who === undefined && several.test(label.trim()) && !isName(value))
    return factIn(path, heading, { line: capitalise(text) })
  const chosen = language.contrasts.map((contrast) => contrast.exec(value)?.groups?.['value']).find(Boolean) ?? value
  return factIn(path, heading, {
    line: `${capitalise(label.trim())}: ${chosen.trim()}`,
    person: who ?? (several.test(label.trim()) ? chosen : undefined),
  })
}

function factIn(
  path: string,
  heading: string,
  { line, person }: { readonly line: string; readonly person?: string | undefined },
): ReadClause {
  return { reading: { kind: 'fact', fact: { path, heading, line, key: keyOf(line) } }, person }
}

/** What is remembered only because the user asked. */
function anything(text: string, { firstPerson, headings }: Language): Fact {
  const line = capitalise(text)
  const [path, heading] = firstPerson.test(text) ? ['about-me.md', headings.aboutMe] : ['notes.md', headings.notes]
  return { path, heading, line, key: keyOf(line) }
}

function isName(value: string): boolean {
  return isUnspaced(value) ? value.length <= 6 : /^\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?$/u.test(value)
}

/** One word, or several with capitals: “Bob in the game” is none. */
function looksLikeName(value: string): boolean {
  const words = value.trim().split(/\s+/)
  return (
    words.length === 1 || words.every((word) => /^(?:\p{Lu}|(?:de|da|do|dos|van|von|der|den|la|le|bin)$)/u.test(word))
  )
}

export function toDo(task: string, { headings }: Language): Fact {
  return { path: 'to-do.md', heading: headings.toDo, line: capitalise(task), key: null }
}

/** What a line is about, whatever its language: two lines with the same key contradict each other, or are alike. */
export function keyOf(line: string): string | null {
  const label = /^([^:：]{1,60})[:：]\s/u.exec(line)?.[1]
  if (label !== undefined) return `${[...contentWordsOfLabel(label)].toSorted().join(' ')}:`
  for (const { keys } of LANGUAGES) for (const [key, pattern] of keys) if (pattern.test(line)) return key
  const subject = /^((?:the|our)\s+.+?\s+(?:is|are))\s/i.exec(line)?.[1]
  return subject === undefined ? null : plain(subject)
}

function contentWordsOfLabel(label: string): ReadonlySet<string> {
  const words = contentWords(label)
  return new Set(words.length > 0 ? words : allWords(label))
}

/** Whether there can be several lines with the same key: of two sisters, both are true. */
export function canBeSeveral(line: string): boolean {
  const label = /^([^:：]{1,60})[:：]\s/u.exec(line)?.[1]
  return label !== undefined && LANGUAGES.some(({ several }) => several.test(label))
}
