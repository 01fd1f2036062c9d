import { FICTION } from './fact-patterns.ts'
import { type Fact, factsIn, type Groups, type People, peopleIn } from './facts.ts'
import { type Language, PHRASE_KINDS, type Phrasebook } from './languages/language.ts'
import { type RequestKind, REQUESTS } from './requests.ts'
import { contrastIn, type Sentence, sentencesOf, unquote, withoutTail } from './sentences.ts'
import { allWords, contentWords, isUnspaced, plain } from './words.ts'

/** What a sentence asks for, as the demo model understands it. */
export type Intent =
  | { readonly kind: 'remember'; readonly facts: readonly Fact[]; readonly isCorrection: boolean }
  | { readonly kind: 'replace' | 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'forget' | 'ask' | 'why'; readonly about: string }
  /** The last change (`null`), or the last one that took something away: whatever that was (''), or this. */
  | { readonly kind: 'undo'; readonly about: string | null }
  /** Puts right what was said before; where nothing fits, it means something else. */
  | { readonly kind: 'amend'; readonly said: string; readonly otherwise: readonly Intent[] }
  | { readonly kind: 'unsure' | 'who'; readonly sentence: string }
  | { readonly [kind in SimpleKind]: { readonly kind: kind } }[SimpleKind]

type Rich = 'remember' | 'replace' | 'rename' | 'rename-person' | 'forget' | 'ask' | 'why' | 'undo' | 'correct' | 'set'
type SimpleKind = Exclude<RequestKind, Rich> | 'what-to-save' | 'too-long' | 'unknown'

/** The rules are made for sentences; of longer messages nothing is read. */
export const MAX_MESSAGE_CHARACTERS = 4000

/** They count only where nothing else is said. */
const SMALL_TALK: readonly Intent['kind'][] = ['greet', 'thank', 'leave', 'agree', 'deny', 'unknown']

/**
 * What each sentence of a message asks for.
 * @param before the message before it
 * @param known the people of whom there is a file, by the names of those
 */
export function intentsOf(message: string, language: Language, before = '', known?: People): readonly Intent[] {
  if (message.length > MAX_MESSAGE_CHARACTERS) return [{ kind: 'too-long' }]
  if (message.trim() !== '' && !/[\p{L}\p{N}?？]/u.test(message)) return [{ kind: 'agree' }]
  const heard = new MessageReader(before.slice(0, MAX_MESSAGE_CHARACTERS), language)
  heard.readAll()
  const intents = new MessageReader(message, language, heard.people, known).readAll()
  const kept = intents.flatMap((intent) =>
    intent.kind === 'remember' ? intent.facts.map(({ line }) => plain(line)) : [],
  )
  const weighty = intents.filter(
    (intent) =>
      !SMALL_TALK.includes(intent.kind) && !(intent.kind === 'unsure' && kept.includes(plain(intent.sentence))),
  )
  return weighty.length > 0 ? weighty : [intents.findLast(({ kind }) => kind !== 'unknown') ?? { kind: 'unknown' }]
}

/** Reads sentence by sentence, as a later one may lean on those before it. */
class MessageReader {
  /** Those who were named. */
  readonly people = new Set<string>()
  /** “Remember:” was said, and what follows is meant. */
  #isList = false
  #keepsNothing = false
  #isCorrection = false
  #lastStatement: string | null = null
  readonly #message: string
  readonly #language: Language
  readonly #before: People
  readonly #known: People

  constructor(message: string, language: Language, before: People = new Set(), known: People = new Set()) {
    this.#message = message
    this.#language = language
    this.#before = before
    this.#known = known
  }

  readAll(): readonly Intent[] {
    return sentencesOf(this.#message).flatMap((sentence) => this.#read(sentence))
  }

  #read(sentence: Sentence): readonly Intent[] {
    const { text, isQuestion } = sentence
    const { phrasebook } = this.#language
    const requested = phrasebook === null ? this.#requested(sentence) : this.#phrase(text, phrasebook)
    if (requested !== null) return requested
    const isVague = contentWords(text).length === 0 && allWords(text).length < 3
    if (isQuestion) return [isVague ? { kind: 'unknown' } : { kind: 'ask', about: text }]
    this.#lastStatement = text
    return this.#keepsNothing ? [] : this.#state(text, this.#isList)
  }

  #phrase(text: string, { phrases }: Phrasebook): readonly Intent[] | null {
    const matches = PHRASE_KINDS.map((each) => ({ kind: each, match: new RegExp(phrases[each], 'iu').exec(text) }))
    const { kind, match } = matches.find((each) => each.match !== null) ?? {}
    const about = unquote(match?.groups?.['about'] ?? '')
    if (kind === 'remember') return this.#state(about, true)
    if (kind === 'undo') return [{ kind, about: null }]
    if (kind !== 'correct')
      return kind === undefined ? null : [kind === 'ask' || kind === 'forget' ? { kind, about } : { kind }]
    // “Nein, in Lübeck” names only the value, and changes the line said last; “Nein, Ana …” is a fact of its own.
    this.#isCorrection = true
    const facts = this.#state(about, true)
    const isWhole = facts.some((each) => each.kind === 'remember' && each.facts[0]?.path !== 'notes.md')
    return isWhole ? facts : [{ kind: 'amend', said: about, otherwise: [] }]
  }

  #requested(sentence: Sentence): readonly Intent[] | null {
    const { text, isQuestion, isAsked } = sentence
    for (const { kind, pattern } of REQUESTS) {
      // What is asked is no statement, unless it is asked for: “Can you note that …?”
      if (isQuestion && !isAsked && (kind === 'remember' || kind === 'forget')) continue
      const match = pattern.exec(text) ?? (TAILED.includes(kind) ? pattern.exec(withoutTail(text)) : null)
      if (match !== null) return this.#request(kind, match.groups ?? {}, sentence)
    }
    return null
  }

  #request(kind: RequestKind, { about, from = '', to = '', list }: Groups, sentence: Sentence): readonly Intent[] {
    switch (kind) {
      case 'remember':
        this.#isList = list !== undefined || (about === undefined && sentence.endsWithColon)
        if (about === undefined && this.#isList) return []
        // “My flat is in Graça. Remember that.” means what was said before.
        return this.#lastStatement === null && about === undefined
          ? [{ kind: 'what-to-save' }]
          : this.#state(about ?? this.#lastStatement ?? '', true)
      case 'correct':
        return this.#correct({ ...sentence, text: about ?? '' })
      case 'set':
        this.#isCorrection = true
        return this.#state(`${from} is ${to}`, true)
      case 'replace':
      case 'rename':
      case 'rename-person':
        return [{ kind: kind === 'replace' ? kind : 'rename', from: unquote(from), to: unquote(withoutTail(to)) }]
      case 'undo':
        if (about === undefined) return [{ kind, about: null }, ...this.#notUndone(sentence.text)]
        return [{ kind, about: /^(?:it|that|this|them)$/i.test(about) ? '' : unquote(about) }]
      case 'why':
        return [{ kind, about: sentence.text }]
      case 'ask':
      case 'forget':
        return [{ kind, about: unquote(about ?? '') }]
      default:
        this.#isCorrection ||= kind === 'deny'
        this.#keepsNothing ||= kind === 'keep-nothing'
        return [{ kind }]
    }
  }

  /** “Undo that, my name is Eva”: one thing at a time. */
  #notUndone(text: string): readonly Intent[] {
    const tail = text.slice(withoutTail(text).length).replace(/^[\s,;–—-]+/u, '')
    const isFact = tail !== '' && this.#state(tail, false).some(({ kind }) => kind === 'remember')
    return isFact ? [{ kind: 'unsure', sentence: tail }] : []
  }

  /** A correction may name only the value that is right. */
  #correct(sentence: Sentence): readonly Intent[] {
    this.#isCorrection = true
    const intents = this.#read(sentence)
    const isUnderstood = intents.some(({ kind }) => !['unsure', 'who', 'unknown', 'agree'].includes(kind))
    // “The launch is on the 28th” is a note of its own only where it puts nothing right.
    const isNote = intents.every(
      (each) => each.kind === 'remember' && each.facts.every(({ path }) => path === 'notes.md'),
    )
    return isUnderstood && !isNote ? intents : [{ kind: 'amend', said: sentence.text, otherwise: intents }]
  }

  #state(text: string, isRequested: boolean): readonly Intent[] {
    const [isFiction, named] = [!isRequested && FICTION.test(this.#message), [this.people, this.#before]]
    const readings = factsIn(text, { isRequested, isFiction, known: this.#known, named, language: this.#language })
    for (const person of peopleIn(readings)) this.people.add(person)
    const facts = readings.flatMap((reading) => (reading.kind === 'fact' ? reading.fact : []))
    const rest = readings.flatMap((reading): readonly Intent[] => {
      if (reading.kind === 'fact') return []
      const sentence = facts.length > 0 ? reading.sentence : text
      const isStatement = isUnspaced(sentence) ? sentence.length > 3 : allWords(sentence).length > 2
      return isStatement || reading.kind === 'who' ? [{ kind: reading.kind, sentence }] : [{ kind: 'unknown' }]
    })
    const remembered = { kind: 'remember', facts, isCorrection: this.#isCorrection } as const
    const intents: readonly Intent[] = facts.length === 0 ? rest : [remembered, ...rest]
    // “She moved to Cairns, not Perth” says by itself what was wrong; “we chose tea, not coffee” states a fact.
    const contrast = isRequested ? null : contrastIn(text)
    const hasOld = facts.some(({ line }) => line.includes(contrast?.old ?? ''))
    const isResolved = facts.length > 0 && !(this.#isCorrection && hasOld)
    return contrast === null || isResolved ? intents : [{ kind: 'amend', said: text, otherwise: intents }]
  }
}

/** Requests that may be followed by a reason: “Rename Ana to Anna, I spelled it wrong”. */
const TAILED: readonly RequestKind[] = ['replace', 'rename', 'forget', 'undo']
