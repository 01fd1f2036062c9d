import { type Fact, type People, type Reading, readClauses, toDo } from './facts.ts'
import { type Language, type Pattern, REQUEST_KINDS, type RequestKind } from './languages/language.ts'
import { type Sentence, sentencesOf, unquote, withoutManners, withoutTail } from './sentences.ts'
import { withoutPictures } from './spelling.ts'
import { contrastIn } from './values.ts'
import { allWords, contentWords, isUnspaced, plain } from './words.ts'

/** What a sentence asks for, as the demo model understands it. */
export type Intent =
  | { readonly kind: 'remember'; readonly facts: readonly Fact[]; readonly isCorrection: boolean }
  | { readonly kind: 'replace'; readonly old: string; readonly new: string }
  | { readonly kind: 'forget' | 'forget-topic' | 'forget-file' | 'ask' | 'why'; readonly about: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  /** Puts right what was said before; where nothing fits, it means something else. */
  | { readonly kind: 'amend'; readonly said: string; readonly otherwise: readonly Intent[] }
  | { readonly kind: 'spell'; readonly to: string }
  | { readonly kind: 'unsure' | 'who'; readonly sentence: string }
  | { readonly kind: SimpleKind }

type SimpleKind =
  | Exclude<
      RequestKind,
      | 'remember'
      | 'replace'
      | 'set'
      | 'forget'
      | 'forget-topic'
      | 'forget-file'
      | 'rename'
      | 'spell'
      | 'to-do'
      | 'correct'
      | 'ask-about'
      | 'why'
    >
  | 'what-to-save'
  | 'too-long'
  | 'unknown'

/** The rules are made for sentences; of longer messages nothing is read. */
export const MAX_MESSAGE_CHARACTERS = 4000

/** What is said off the cuff is short. */
const MAX_CUE_CHARACTERS = 200

/** They count only where nothing else is said. */
const SMALL_TALK: readonly Intent['kind'][] = [
  'greet',
  'how-are-you',
  'thank',
  'leave',
  'agree',
  'deny',
  'unknown',
  'never-mind',
]

/**
 * What each sentence of a message asks for.
 * @param before the message before it
 * @param known the people of whom there is a file, by the names of those
 */
export function intentsOf(
  message: string,
  language: Language,
  before = '',
  known: People = new Set(),
): readonly Intent[] {
  if (message.length > MAX_MESSAGE_CHARACTERS) return [{ kind: 'too-long' }]
  if (message.trim() !== '' && withoutPictures(message).trim() === '') return [{ kind: 'agree' }]
  const reader = new MessageReader(message, language, { ...heardIn(before, language), known })
  const intents = reader.readAll()
  const isKept = (sentence: string): boolean =>
    intents.some((intent) => intent.kind === 'remember' && intent.facts.some(({ line }) => sameWords(line, sentence)))
  const weighty = intents.filter(
    (intent) => !SMALL_TALK.includes(intent.kind) && !(intent.kind === 'unsure' && isKept(intent.sentence)),
  )
  if (weighty.length > 0) return weighty
  const last = intents.findLast(({ kind }) => kind !== 'unknown') ?? { kind: 'unknown' }
  return [last]
}

function sameWords(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

/** What a message said, on which the next one may lean. */
interface Heard {
  readonly message: string
  readonly people: People
  readonly known: People
}

const NOTHING: Heard = { message: '', people: new Set(), known: new Set() }

function heardIn(message: string, language: Language): Heard {
  if (message === '' || message.length > MAX_MESSAGE_CHARACTERS) return NOTHING
  const reader = new MessageReader(message, language, NOTHING)
  reader.readAll()
  return { ...NOTHING, message, people: reader.people }
}

/** What is said with a laugh may be a joke. */
const LAUGHTER =
  /(?<!\p{L})(?:lo+l|lmf?ao|rofl|j\/?k|(?:ha){2,}h?|(?:he){2,}|k{3,}|(?:rs){2,}|(?:ja|je){2,}j?|mdr+|ptdr|xd+)(?!\p{L})|哈哈|嘿嘿|呵呵|笑死|(?:笑|ｗ|w{2,})[。！!]*$/iu

type Patterns = Language['cues']

/** Reads sentence by sentence, as a later one may lean on those before it. */
class MessageReader {
  readonly #message: string
  readonly #language: Language
  readonly #isFiction: boolean
  readonly #before: Heard
  readonly #people = new Set<string>()
  /** What was said before the present sentence. */
  #said: string
  /** “Remember:” was said, and what follows is meant. */
  #isList = false
  #keepsNothing = false
  #isCorrection = false
  #lastStatement: string | null = null

  constructor(message: string, language: Language, before: Heard) {
    this.#message = message
    this.#language = language
    this.#before = before
    this.#said = before.message
    this.#isFiction = language.fiction.test(message) || LAUGHTER.test(message)
  }

  /** Those who were named. */
  get people(): People {
    return this.#people
  }

  readAll(): readonly Intent[] {
    return sentencesOf(this.#message, this.#language).flatMap((sentence) => {
      const intents = this.#read(sentence)
      this.#said += `\n${sentence.text}`
      return intents
    })
  }

  #read(sentence: Sentence): readonly Intent[] {
    const { text, isQuestion } = sentence
    if (this.#isOnlyThanks(sentence.whole)) return [{ kind: 'thank' }]
    const { requests, cues } = this.#language
    const isShort = text.length <= MAX_CUE_CHARACTERS
    const requested = this.#requestIn(requests, sentence) ?? (isShort ? this.#requestIn(cues, sentence) : null)
    if (requested !== null) return requested
    this.#lastStatement = isQuestion ? null : text
    if (this.#isList && !isQuestion) return this.#state(text, true)
    if (isQuestion) return [this.#question(text)]
    if (this.#keepsNothing) return []
    return this.#state(text, false)
  }

  #requestIn(patterns: Patterns, sentence: Sentence): readonly Intent[] | null {
    for (const kind of REQUEST_KINDS) {
      const isStated = kind === 'remember' || kind === 'forget' || kind === 'to-do'
      if (sentence.isQuestion && isStated && !sentence.isAsked) continue
      const match = this.#match(kind, patterns[kind] ?? [], sentence)
      const intents = match === undefined ? null : this.#request(kind, match.groups ?? {}, sentence)
      if (intents !== null) return intents
    }
    return null
  }

  #isOnlyThanks(text: string): boolean {
    const { requests, gratitude } = this.#language
    return (
      requests.thank?.some((pattern) => pattern.test(text)) === true ||
      (gratitude.test(text) && !this.#state(text.replace(gratitude, ''), false).some(({ kind }) => kind === 'remember'))
    )
  }

  #match(kind: RequestKind, patterns: readonly Pattern[], { text, whole }: Sentence): RegExpExecArray | undefined {
    const find = (said: string): RegExpExecArray | undefined =>
      patterns.map((pattern) => pattern.exec(said)).find((found) => found !== null) ?? undefined
    if (kind === 'replace' || kind === 'rename' || kind === 'forget') return find(text) ?? find(withoutTail(text))
    if (patterns === this.#language.cues[kind] && (kind === 'greet' || kind === 'thank' || kind === 'leave'))
      return find(text) ?? find(whole)
    if (kind !== 'undo') return find(text)
    const plainly = withoutManners(text.replace(this.#language.hesitation, ''), this.#language)
    return find(plainly) ?? find(withoutTail(plainly))
  }

  #question(text: string): Intent {
    const { firstPerson } = this.#language
    const words = text.split(/\s/)
    const speaksOfSelf = firstPerson.test(text) || (words.length > 3 && words.some((word) => firstPerson.test(word)))
    return contentWords(text, this.#language).length > 0 || speaksOfSelf
      ? { kind: 'ask', about: text }
      : { kind: 'unknown' }
  }

  #request(
    kind: RequestKind,
    { about, old, new: replacement, what, value, from, to, list }: Readonly<Record<string, string | undefined>>,
    sentence: Sentence,
  ): readonly Intent[] | null {
    switch (kind) {
      case 'remember':
        this.#isList = list !== undefined || (about === undefined && sentence.endsWithColon)
        return this.#remember(about)
      case 'correct':
        this.#isCorrection = true
        return about === undefined ? null : this.#correct({ ...sentence, text: about, whole: about })
      case 'set':
        this.#isCorrection = true
        return this.#set(what ?? '', value ?? '')
      case 'replace':
        return [{ kind, old: unquote(old ?? ''), new: unquote(withoutTail(replacement ?? '')) }]
      case 'rename':
        return [{ kind, from: unquote(from ?? ''), to: unquote(withoutTail(to ?? '')) }]
      case 'spell':
        return [{ kind, to: unquote(to ?? '') }]
      case 'to-do':
        return [{ kind: 'remember', facts: [toDo(about ?? '', this.#language)], isCorrection: false }]
      case 'ask-about':
        return [{ kind: 'ask', about: unquote(about ?? '') }]
      case 'forget':
      case 'forget-topic':
      case 'forget-file':
        return [{ kind, about: unquote(about ?? '') }]
      case 'undo':
        return [{ kind }, ...this.#notUndone(sentence.text)]
      case 'why':
        return [{ kind, about: sentence.text }]
      case 'deny':
        this.#isCorrection = true
        return [{ kind }]
      case 'keep-nothing':
        this.#keepsNothing = true
        return [{ kind }]
      default:
        return [{ kind }]
    }
  }

  /** “Undo that, my name is Eva”: one thing at a time. */
  #notUndone(text: string): readonly Intent[] {
    const tail = text.slice(withoutTail(text).length).replace(/^[\s,;，、]+/u, '')
    const isFact = tail !== '' && this.#state(tail, false).some(({ kind }) => kind === 'remember')
    return isFact ? [{ kind: 'unsure', sentence: tail }] : []
  }

  /** A correction may name only the value that is right. */
  #correct(sentence: Sentence): readonly Intent[] {
    const intents = this.#read(sentence)
    const isUnderstood = intents.some(({ kind }) => !['unsure', 'who', 'unknown', 'agree'].includes(kind))
    return isUnderstood ? intents : [{ kind: 'amend', said: sentence.text, otherwise: intents }]
  }

  /** “My flat is in Graça. Remember that.” means what was said before. */
  #remember(about: string | undefined): readonly Intent[] {
    if (about !== undefined) return this.#state(about, true)
    if (this.#isList) return []
    return this.#lastStatement === null ? [{ kind: 'what-to-save' }] : this.#state(this.#lastStatement, true)
  }

  /** “Change my city to Lisbon” states “my city” and “Lisbon”. */
  #set(what: string, value: string): readonly Intent[] {
    return this.#state(this.#language.setting(what, value), true)
  }

  #state(text: string, isRequested: boolean): readonly Intent[] {
    const intents = this.#factsIn(text, isRequested)
    const contrast = isRequested ? null : contrastIn(text, this.#language)
    const facts = intents.flatMap((intent) => (intent.kind === 'remember' ? intent.facts : []))
    // “My favourite colour is blue, not green” says by itself what it is about.
    const isResolved = facts.length > 0 && !facts.some(({ line }) => line.includes(contrast?.old ?? ''))
    return contrast !== null && !isResolved ? [{ kind: 'amend', said: text, otherwise: intents }] : intents
  }

  #factsIn(text: string, isRequested: boolean): readonly Intent[] {
    const manner = {
      isRequested,
      isFiction: this.#isFiction && !isRequested,
      hasOthers: this.#language.others?.test(this.#said) === true,
      isIntroduction: this.#language.introduction?.test(this.#message) === true,
      known: this.#before.known,
    }
    const { readings, people } = readClauses(text, this.#language, manner, [this.#people, this.#before.people])
    for (const person of people) this.#people.add(person)
    const facts = readings.flatMap((reading) => (reading.kind === 'fact' ? reading.fact : []))
    const rest = readings.flatMap((reading) => this.#notKept(reading, text, facts.length > 0))
    return facts.length === 0 ? rest : [{ kind: 'remember', facts, isCorrection: this.#isCorrection }, ...rest]
  }

  #notKept(reading: Reading, text: string, hasFacts: boolean): readonly Intent[] {
    if (reading.kind === 'fact') return []
    const sentence = hasFacts ? reading.sentence : text
    const isStatement = isUnspaced(sentence) ? sentence.length > 3 : allWords(sentence, this.#language).length > 2
    return isStatement || reading.kind === 'who' ? [{ kind: reading.kind, sentence }] : [{ kind: 'unknown' }]
  }
}
