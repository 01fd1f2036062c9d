import { DOUBT, type FactPattern, FACTS, FIRST_PERSON, NO_NAME, PRONOUN, VAGUE } from './fact-patterns.ts'
import type { Language } from './languages/language.ts'
import { clausesOf, KIN, NAME, PET } from './sentences.ts'
import { allWords, capitalise, contentWords, plain, slug } from './words.ts'

/** One thing to remember: its line, and the file it belongs to. */
export interface Fact {
  readonly path: string
  readonly heading: string
  readonly line: string
}

/** What became of a clause: a fact, or why there is none. */
export type Reading =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'unsure' | 'who'; readonly sentence: string }

export type People = ReadonlySet<string>

export interface Manner {
  /** The user asked to remember it, so it is kept in any case. */
  readonly isRequested: boolean
  /** The message is a story, or asks for a translation: nothing in it is a fact. */
  readonly isFiction: boolean
  /** The people of whom there is a file, by its name. */
  readonly known: People
  /** Those who were named before the sentence, nearest first: in the message, in the message before. */
  readonly named: readonly People[]
  readonly language: Language
}

/** A fact takes no more than a few lines; what is longer is kept as it is, if at all. */
const MAX_FACT_CHARACTERS = 400

/** The facts in a sentence. */
export function factsIn(sentence: string, manner: Manner): readonly Reading[] {
  const { language, isRequested } = manner
  if (language.phrasebook !== null) return isRequested ? fact(ofPhrase(sentence, language)) : unsure(sentence)
  if (!isRequested && DOUBT.test(sentence)) return unsure(sentence)
  return clausesOf(sentence).reduce<readonly Reading[]>((before, clause, at) => {
    if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(clause)) return before
    // “…, it keeps her awake” says nothing by itself.
    if (at > 0 && /^it\b/i.test(clause)) return [...before, ...unsure(clause)]
    return [...before, ...ofClause(clause, { ...manner, named: [peopleIn(before), ...manner.named] })]
  }, [])
}

/** Those who were named: also in “a daughter called Mia”, “is married to Tom”, “Cat: Mika”. */
export function peopleIn(readings: readonly Reading[]): People {
  const facts = readings.flatMap((reading) => (reading.kind === 'fact' ? reading.fact : []))
  const said = /(?:called|named|(?:married|engaged|related) to|(?:brother|sister) of) (\p{Lu}\p{Ll}+)(?!\p{L})/gu
  return new Set(
    facts.flatMap(({ path, heading, line }) => [
      ...(path.startsWith(PEOPLE) ? [heading] : canBeSeveral(line) ? [line.slice(line.indexOf(':') + 2)] : []),
      ...[...line.matchAll(said)].flatMap(([, name]) => name ?? []),
    ]),
  )
}

const unsure = (sentence: string): readonly Reading[] => [{ kind: 'unsure', sentence }]
const fact = (...facts: readonly Fact[]): readonly Reading[] => facts.map((each) => ({ kind: 'fact', fact: each }))

export const PEOPLE = 'people/'
export const personPath = (name: string): string => `${PEOPLE}${slug(name)}.md`
const ofPerson = (name: string, line: string): Fact => ({
  path: personPath(name),
  heading: name,
  line: capitalise(line),
})

function ofClause(clause: string, manner: Manner): readonly Reading[] {
  if (manner.isFiction || (!manner.isRequested && /^["'“‘«「『„(]/.test(clause))) return unsure(clause)
  const found = clause.length > MAX_FACT_CHARACTERS ? null : byPattern(clause, manner)
  return found ?? (manner.isRequested ? anything(clause, manner) : unsure(clause))
}

/** Whom a name or a pronoun means: for a pronoun the one person named nearest before it; `null` where it is not clear. */
function meant(name: string, { named }: Manner): string | null {
  if (!PRONOUN.test(name)) return name
  const [person, other] = named.find(({ size }) => size > 0) ?? []
  return other === undefined ? (person ?? null) : null
}

function byPattern(clause: string, manner: Manner): readonly Reading[] | null {
  for (const pattern of FACTS) {
    const match = pattern.pattern.exec(clause)
    if (match === null) continue
    const { name = '', relation } = match.groups ?? {}
    const person = name === '' ? null : meant(name, manner)
    const isPerson =
      person !== null &&
      (person !== name || manner.known.has(slug(name)) || manner.named.some((people) => people.has(name)))
    if (pattern.only === 'requested' && !manner.isRequested && !isPerson) continue
    if (pattern.only === 'of-somebody' && !isPerson) continue
    const read =
      relation === undefined
        ? ofPattern(clause, pattern, match.groups ?? {}, manner)
        : ofRelative(match.groups ?? {}, manner)
    if (read !== null) return read
  }
  return null
}

export type Groups = Readonly<Record<string, string | undefined>>

/** “My sister Ana lives in Faro” says two things of Ana. */
function ofRelative({ relation = '', name = '', rest = '' }: Groups, manner: Manner): readonly Reading[] | null {
  if (NO_NAME.test(name.split(' ')[0] ?? '')) return null
  const relative = ofPerson(name, `is ${relation.toLowerCase()}`)
  const said = byPattern(`${name} ${rest}`, { ...manner, known: new Set([...manner.known, slug(name)]) })
  if (said?.every((reading) => reading.kind === 'fact' && reading.fact.path === relative.path) === true)
    return [...fact(relative), ...said]
  return manner.isRequested ? fact(relative, ofPerson(name, rest)) : null
}

function ofPattern(clause: string, pattern: FactPattern, groups: Groups, manner: Manner): readonly Reading[] | null {
  const { name, label = pattern.label, value, rest, topic } = groups
  const { headings } = manner.language
  const said = value ?? rest ?? clause.replace(/^i\s+/i, '')
  const isVague = VAGUE.test(said) || (pattern.label === 'Name' && (!looksLikeName(said) || NO_NAME.test(said)))
  if (isVague) return manner.isRequested ? null : unsure(clause)
  if (topic !== undefined)
    return fact({ path: `${slug(topic)}.md`, heading: capitalise(topic.trim()), line: capitalise(said) })
  const who = name === undefined ? undefined : meant(name, manner)
  if (who === null) return [{ kind: 'who', sentence: clause }]
  if (who !== undefined && NO_NAME.test(who.split(' ')[0] ?? '')) return null
  const notes = { path: 'notes.md', heading: headings.notes }
  const place = pattern.isNote === true ? notes : { path: 'about-me.md', heading: headings.aboutMe }
  // “My favourite colour is blue, not green”
  const chosen = value?.replace(/,? (?:and )?not [^,]+$/i, '').trim() ?? ''
  const labelled = `${capitalise(label?.trim() ?? '')}: ${chosen}`
  if (who !== undefined) return fact(ofPerson(who, label === undefined ? said : labelled))
  // “My sister is a nurse” is not her name.
  const isWhole =
    label === undefined || value === undefined || (canBeSeveral(labelled) && !new RegExp(`^${NAME}$`, 'u').test(chosen))
  return fact({ ...place, line: isWhole ? capitalise(clause) : labelled })
}

/** What is remembered only because the user asked; nobody knows later who “she” was. */
function anything(clause: string, manner: Manner): readonly Reading[] {
  const { headings } = manner.language
  const [first = ''] = clause.split(/[\s']/)
  if (PRONOUN.test(first) && !/^it/i.test(first)) {
    const person = meant(first, manner)
    return person === null
      ? [{ kind: 'who', sentence: clause }]
      : fact(ofPerson(person, clause.replace(/^(?:he|she|they)\s+/i, '')))
  }
  const isOfUser = FIRST_PERSON.test(clause)
  const [path, heading] = isOfUser ? ['about-me.md', headings.aboutMe] : ['notes.md', headings.notes]
  return fact({ path, heading, line: capitalise(clause) })
}

/** In a language of which only phrases are known. */
function ofPhrase(said: string, { phrasebook, headings }: Language): Fact {
  const { order = [], subject = '' } = phrasebook ?? {}
  const sentence = order.reduce((rest, [from, to]) => rest.replace(new RegExp(from, 'u'), to), said)
  const { me, name, rest = sentence } = new RegExp(subject, 'u').exec(sentence)?.groups ?? {}
  if (me !== undefined) return { path: 'about-me.md', heading: headings.aboutMe, line: capitalise(sentence) }
  return name === undefined
    ? { path: 'notes.md', heading: headings.notes, line: capitalise(sentence) }
    : ofPerson(name, rest)
}

/** One word, or several with capitals: “Bob in the game” is none. */
function looksLikeName(value: string): boolean {
  const words = value.trim().split(/\s+/)
  return words.length === 1 || words.every((word) => /^(?:\p{Lu}|(?:de|da|do|van|von|der|den|la|le|bin)$)/u.test(word))
}

/** Facts of which there is one: a line with the same key is replaced. */
const KEYS: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['home', /^(?:i |we )?(?:(?:now |no longer |don't )?lives? (?:in|at)|moved (?:from .+ )?to)\b/iu],
  ['job', /^(?:i )?(?:no longer |don't )?works? (?:at|for|as)\b/iu],
  ['born', /^(?:i )?was born\b/iu],
  ['age', /^(?:is |turns |turned |i am |i'm )?\d{1,3}(?: years old| next \p{L}+| this \p{L}+| on .+| in .+)?$/iu],
]

/** Labels of which there can be several, as of two sisters both are true: sisters, cats. */
const SEVERAL = new RegExp(
  String.raw`^(?:[\p{L}]+ )?(?:${KIN}|${PET}|hobby|allergy|language|car|bike)s?(?:'s name)?[:：]`,
  'iu',
)

export const canBeSeveral = (line: string): boolean => SEVERAL.test(line)

/** What a line is about: two lines with the same key contradict each other, or are alike; `null` if that is not known. */
export function keyOf(line: string): string | null {
  const label = /^([^:：]{1,60})[:：]\s/u.exec(line)?.[1]
  const words = contentWords(label ?? '')
  if (label !== undefined) return `${(words.length > 0 ? words : allWords(label)).toSorted().join(' ')}:`
  const key = KEYS.find(([, pattern]) => pattern.test(line))?.[0]
  const subject = /^((?:the|our)\s+.+?\s+(?:is|are))\s/i.exec(line)?.[1]
  return key ?? (subject === undefined ? null : plain(subject))
}
