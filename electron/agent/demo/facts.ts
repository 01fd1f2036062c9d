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

/** A fact takes no more than a few lines; what is longer is kept as it is, if at all. */
const MAX_FACT_CHARACTERS = 400

interface Manner {
  /** The user asked to remember it, so it is kept in any case. */
  readonly isRequested: boolean
  /** The message is a story, or asks for a translation: nothing in it is a fact. */
  readonly isFiction: boolean
  /** Somebody else is spoken of, or was just before. */
  readonly hasOthers: boolean
  /** The user says who they are. */
  readonly isIntroduction: boolean
  /** The people of whom there is a file. */
  readonly known: People
}

export type People = ReadonlySet<string>

interface Read {
  readonly readings: readonly Reading[]
  /** Those who were named. */
  readonly people: People
}

/**
 * The facts in a sentence.
 * @param before the people who were named before it: in the message, in the message before
 */
export function readClauses(sentence: string, language: Language, manner: Manner, before: readonly People[]): Read {
  const people = new Set<string>()
  if (!manner.isRequested && language.doubt.test(sentence)) return { readings: [{ kind: 'unsure', sentence }], people }
  const readings = clausesOf(sentence, language).flatMap((clause, at): readonly Reading[] => {
    const text = language.asSentence(clause)
    // “…, it keeps her awake” says nothing by itself.
    if (at > 0 && language.impersonal?.test(text) === true) return [{ kind: 'unsure', sentence: text }]
    if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text)) return []
    const found = readClause(text, language, manner, meant([people, ...before]))
    for (const person of found.people ?? []) people.add(person)
    return found.readings
  })
  return { readings: eachOnce(readings), people }
}

/** Whom a pronoun means: the one person named nearest before it; `null` where there are several. */
function meant(named: readonly People[]): string | null {
  const nearest = named.find(({ size }) => size > 0)
  const [only = null] = nearest ?? []
  return nearest?.size === 1 ? only : null
}

function eachOnce(readings: readonly Reading[]): readonly Reading[] {
  const lines = readings.map((reading) =>
    reading.kind === 'fact' ? `${reading.fact.path} ${reading.fact.line}` : null,
  )
  return readings.filter((_, at) => lines[at] === null || lines.indexOf(lines[at] ?? '') === at)
}

interface ReadClause {
  readonly readings: readonly Reading[]
  readonly people?: readonly string[] | undefined
}

function readClause(text: string, language: Language, manner: Manner, person: string | null): ReadClause {
  const unsure: ReadClause = { readings: [{ kind: 'unsure', sentence: text }] }
  if (manner.isFiction || (!manner.isRequested && /^["'“‘«「『„(]/.test(text))) return unsure
  const found = readByPatterns(text, language, manner, person)
  if (found === 'vague' && !manner.isRequested) return unsure
  if (found !== null && found !== 'vague') return found
  return manner.isRequested ? anything(text, language, person) : unsure
}

function readByPatterns(
  text: string,
  language: Language,
  manner: Manner,
  person: string | null,
): ReadClause | 'vague' | null {
  if (text.length > MAX_FACT_CHARACTERS) return null
  for (const pattern of language.facts) {
    if (pattern.introduces === true && !manner.isIntroduction) continue
    const match = pattern.pattern.exec(text)
    const isOfSomebody = isOfKnown(match, language, manner, person)
    if (pattern.onRequest === true && !manner.isRequested && !isOfSomebody) continue
    if (pattern.ofSomebody === true && !isOfSomebody) continue
    if (match === null || (pattern.impliesSpeaker === true && (person !== null || manner.hasOthers))) continue
    const { groups = {} } = match
    const read =
      groups['relation'] === undefined
        ? readPattern({ text, pattern, groups, person }, language)
        : readRelative(text, groups, language, manner)
    if (read === 'vague' && manner.isRequested) continue
    if (read !== null) return read
  }
  return null
}

/** Of somebody known to be a person, more is taken for a fact. */
function isOfKnown(
  match: RegExpExecArray | null,
  { pronoun }: Language,
  { known }: Manner,
  person: string | null,
): boolean {
  const name = match?.groups?.['name']
  return name !== undefined && (pronoun.test(name) ? person !== null : known.has(slug(name)))
}

type Groups = Readonly<Record<string, string | undefined>>

/** “My sister Ana lives in Faro” says two things of Ana. */
function readRelative(
  text: string,
  { relation = '', name = '', rest = '' }: Groups,
  language: Language,
  manner: Manner,
): ReadClause | null {
  if (language.noName.test(name.split(' ')[0] ?? '') || language.together.test(relation)) return null
  const said = readByPatterns(
    language.ellipsis.carry(language.standIn ?? name, rest),
    language,
    { ...manner, isRequested: true, known: new Set([...manner.known, slug(name)]) },
    name,
  )
  const [path, people] = [`people/${slug(name)}.md`, [name]]
  const relative = factIn(path, name, { line: capitalise(language.relation(relation)), people })
  if (said !== null && said !== 'vague') {
    const isAllOfThem = said.readings.every((reading) => reading.kind === 'fact' && reading.fact.path === path)
    return isAllOfThem
      ? { readings: [...relative.readings, ...said.readings], people: [...people, ...(said.people ?? [])] }
      : null
  }
  if (!manner.isRequested) return { readings: [{ kind: 'unsure', sentence: text }], people }
  return {
    readings: [...relative.readings, ...factIn(path, name, { line: capitalise(rest), people }).readings],
    people,
  }
}

interface Matched {
  readonly text: string
  readonly pattern: FactPattern
  readonly groups: Groups
  readonly person: string | null
}

function readPattern({ text, pattern, groups, person }: Matched, language: Language): ReadClause | 'vague' | null {
  const { name, label = pattern.label, value, rest, topic } = groups
  const { headings, vague, speaker, several } = language
  const said = value ?? rest ?? text.replace(speaker, '')
  if (vague.test(said) || (pattern.isName === true && (!looksLikeName(said) || language.noName.test(said))))
    return 'vague'
  if (topic !== undefined) return factIn(`${slug(topic)}.md`, capitalise(topic.trim()), { line: capitalise(said) })
  const isPronoun = name !== undefined && language.pronoun.test(name)
  if (isPronoun && person === null) return { readings: [{ kind: 'who', sentence: text }] }
  const who = isPronoun ? (person ?? '') : name
  if (who !== undefined && language.noName.test(who.split(' ')[0] ?? '')) return null
  const [path, heading] = who === undefined ? ['about-me.md', headings.aboutMe] : [`people/${slug(who)}.md`, who]
  const people = who === undefined ? calledIn(said) : [who, ...othersIn(said), ...calledIn(said)]
  if (label === undefined || value === undefined)
    return factIn(path, heading, { line: capitalise(who === undefined ? text : said), people })
  const chosen = language.contrasts.map((contrast) => contrast.exec(value)?.groups?.['value']).find(Boolean) ?? value
  // “My sister is a nurse” is not her name.
  if (who === undefined && several.test(label.trim()) && !isName(chosen))
    return factIn(path, heading, { line: capitalise(text) })
  return factIn(path, heading, {
    line: `${capitalise(label.trim())}: ${chosen.trim()}`,
    people: who === undefined && several.test(label.trim()) ? [chosen.trim()] : people,
  })
}

/** “I have a daughter called Mia” */
function calledIn(said: string): readonly string[] {
  const called =
    /(?:called|named|namens|qui s['’]appelle|appelée?|llamad[oa]|que se llama|chamad[oa]|que se chama) (\p{Lu}\p{Ll}+)$/u
  return called.exec(said)?.slice(1) ?? []
}

/** “Is married to Tom”: a pronoun after it may mean Tom. */
function othersIn(said: string): readonly string[] {
  return [
    ...said.matchAll(
      /(?:^|\s)(?:(?<=married |engaged |related )to|of|with|mit|von|avec|con|com)\s(?:[oa] )?(\p{Lu}\p{Ll}+)(?!\p{L})/gu,
    ),
  ].flatMap(([, name]) => name ?? [])
}

function factIn(
  path: string,
  heading: string,
  { line, people }: { readonly line: string; readonly people?: readonly string[] },
): ReadClause {
  return { readings: [{ kind: 'fact', fact: { path, heading, line, key: keyOf(line) } }], people }
}

/** What is remembered only because the user asked; nobody knows later who “she” was. */
function anything(text: string, language: Language, person: string | null): ReadClause {
  const { firstPerson, headings, impersonal, pronoun, subjectPronoun } = language
  const [first = ''] = text.split(/[\s'’]/)
  if (impersonal?.test(text) !== true && (subjectPronoun.test(text) || pronoun.test(first))) {
    if (person === null) return { readings: [{ kind: 'who', sentence: text }] }
    const line = capitalise(text.replace(subjectPronoun, ''))
    return factIn(`people/${slug(person)}.md`, person, { line, people: [person] })
  }
  const [path, heading] = firstPerson.test(text) ? ['about-me.md', headings.aboutMe] : ['notes.md', headings.notes]
  return factIn(path, heading, { line: capitalise(text) })
}

function isName(value: string): boolean {
  return isUnspaced(value)
    ? value.length <= 6 && !/[師师員员者家士生人医]$/u.test(value)
    : /^\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?$/u.test(value)
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
