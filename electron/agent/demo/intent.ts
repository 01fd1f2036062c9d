import { type Fact, type Reading, readClauses, toDo } from './facts.ts'
import { type Language, REQUEST_KINDS, type RequestKind } from './languages/language.ts'
import { type Sentence, sentencesOf, unquote } from './sentences.ts'
import { allWords, contentWords, isUnspaced, plain } from './words.ts'

/** What a sentence asks for, as the demo model understands it. */
export type Intent =
  | { readonly kind: 'remember'; readonly facts: readonly Fact[]; readonly isCorrection: boolean }
  | { readonly kind: 'replace'; readonly old: string; readonly new: string }
  | { readonly kind: 'forget' | 'forget-topic' | 'forget-file' | 'ask'; readonly about: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
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
      | 'to-do'
      | 'correct'
      | 'ask-about'
    >
  | 'what-to-save'
  | 'too-long'
  | 'unknown'

/** The rules are made for sentences; of longer messages nothing is read. */
export const MAX_MESSAGE_CHARACTERS = 4000

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
 */
export function intentsOf(message: string, language: Language, before = ''): readonly Intent[] {
  if (message.length > MAX_MESSAGE_CHARACTERS) return [{ kind: 'too-long' }]
  const reader = new MessageReader(message, language, before)
  const intents = sentencesOf(message, language).flatMap((sentence) => reader.next(sentence))
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

/** Reads sentence by sentence, as a later one may lean on those before it. */
class MessageReader {
  readonly #language: Language
  readonly #isFiction: boolean
  /** What was said before the present sentence. */
  #said: string
  /** “Remember:” was said, and what follows is meant. */
  #isList = false
  #keepsNothing = false
  #isCorrection = false
  #person: string | null = null
  #lastStatement: string | null = null

  constructor(message: string, language: Language, before: string) {
    this.#language = language
    this.#said = before
    this.#isFiction = language.fiction.test(message)
  }

  next(sentence: Sentence): readonly Intent[] {
    const intents = this.#read(sentence)
    this.#said += `\n${sentence.text}`
    return intents
  }

  #read(sentence: Sentence): readonly Intent[] {
    const { text, isQuestion } = sentence
    for (const kind of REQUEST_KINDS) {
      if (isQuestion && (kind === 'remember' || kind === 'forget' || kind === 'to-do') && !sentence.isAsked) continue
      const match = this.#language.requests[kind].map((pattern) => pattern.exec(text)).find((found) => found !== null)
      const intents = match === undefined ? null : this.#request(kind, match.groups ?? {}, sentence)
      if (intents !== null) return intents
    }
    this.#lastStatement = isQuestion ? null : text
    if (this.#isList && !isQuestion) return this.#state(text, true)
    if (isQuestion) return [this.#question(text)]
    if (this.#keepsNothing) return []
    return this.#state(text, false)
  }

  #question(text: string): Intent {
    return contentWords(text, this.#language).length > 0 || this.#language.firstPerson.test(text)
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
        return about === undefined ? null : this.#read({ ...sentence, text: about })
      case 'set':
        this.#isCorrection = true
        return this.#set(what ?? '', value ?? '')
      case 'replace':
        return [{ kind, old: unquote(old ?? ''), new: unquote(replacement ?? '') }]
      case 'rename':
        return [{ kind, from: unquote(from ?? ''), to: unquote(to ?? '') }]
      case 'to-do':
        return [{ kind: 'remember', facts: [toDo(about ?? '', this.#language)], isCorrection: false }]
      case 'ask-about':
        return [{ kind: 'ask', about: unquote(about ?? '') }]
      case 'forget':
      case 'forget-topic':
      case 'forget-file':
        return [{ kind, about: unquote(about ?? '') }]
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
    const manner = {
      isRequested,
      isFiction: this.#isFiction && !isRequested,
      hasOthers: this.#language.others?.test(this.#said) === true,
    }
    const { readings, person } = readClauses(text, this.#language, manner, this.#person)
    this.#person = person
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
