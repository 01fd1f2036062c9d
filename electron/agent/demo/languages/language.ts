import type { Introductions } from '../introduction.ts'
import type { Replies } from './replies/replies.ts'

export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'zh' | 'ja'

/** What a sentence can ask for, in the order in which it is tried. */
export const REQUEST_KINDS = [
  'keep-nothing',
  'never-mind',
  'undo',
  'redo',
  'why',
  'count',
  'forget-everything',
  'forget-topic',
  'remind',
  'set',
  'rename',
  'spell',
  'forget-file',
  'tidy',
  'ask-about',
  'list',
  'replace',
  'to-do',
  'remember',
  'forget',
  'greet',
  'how-are-you',
  'thank',
  'leave',
  'deny',
  'agree',
  'help',
  'impossible',
  'correct',
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/**
 * How a clause states a fact, by its named groups: `label` and `value` of something; `name` of a person (or a pronoun
 * for the one named before) and the `rest` that is said of them, or of a `topic`; with `relation`, what the person is to
 * the user (“my sister Ana lives in Faro”). Without groups, the clause is kept as it is said.
 */
export interface FactPattern {
  readonly pattern: Pattern
  /** Used where the clause names no `label`. */
  readonly label?: string
  /** The value is a name, and no more than that. */
  readonly isName?: boolean
  /** Kept only after “Remember that …”. */
  readonly onRequest?: boolean
  /** Kept only of those known to be a person. */
  readonly ofSomebody?: boolean
  /** Names nobody, and so means the user, but only where nobody else was named. */
  readonly impliesSpeaker?: boolean
  /** Only where the user introduces themselves in the same message. */
  readonly introduces?: boolean
}

type Carry = (subject: string, clause: string) => string

/** All that the demo model knows of a language. The engine is the same for all. */
export interface Language {
  readonly code: LanguageCode
  /** Tells it from the others: its script, or frequent words. */
  readonly script?: RegExp
  readonly marks: ReadonlySet<string>
  /** Letters and endings that count as much as a word. */
  readonly signs?: RegExp
  /** Words of commands, which may be mistyped; and words that only look like them. */
  readonly commands: ReadonlySet<string>
  /** What is often mistyped, and how it is right. */
  readonly spelling: readonly (readonly [wrong: RegExp, right: string])[]
  /** Removed around a sentence until none is left. */
  readonly manners: readonly RegExp[]
  /** “Can you”: what is asked so is wanted, though it is a question. */
  readonly asking: RegExp
  readonly question: RegExp
  readonly requests: { readonly [kind in RequestKind]?: readonly Pattern[] }
  /** “Write down”, in its forms: of what is asked about, it says nothing. */
  readonly saving: RegExp
  /** How they are said off the cuff. Tried where none of the requests fits. */
  readonly cues: { readonly [kind in RequestKind]?: readonly Pattern[] }
  /** “On second thought”: said before an undo. */
  readonly hesitation: RegExp
  /** Begins a sentence that is only thanks, whatever follows. */
  readonly gratitude: RegExp
  /** “Nice to meet you”: the message says who the user is. */
  readonly introduction?: RegExp
  /** Makes a plain statement too uncertain to keep. */
  readonly doubt: RegExp
  /** Makes all plain statements of a message material for something else: a story, a translation. */
  readonly fiction: RegExp
  /** Values that say nothing by themselves: “My favourite is that one”. */
  readonly vague: RegExp
  /** “blue, not green”: the `value` that is meant, and the `old` one that is not. */
  readonly contrasts: readonly Pattern[]
  /** “It’s”, at the beginning of what is right. */
  readonly copula: RegExp
  /** A sentence in the order of words that the patterns know. */
  readonly inOrder?: (sentence: string) => string
  readonly introductions?: Introductions
  /** Where a sentence is cut into clauses. */
  readonly joints: readonly RegExp[]
  /** “I live in Porto and work at Volvo”: the verb that lacks its subject, and where to find that. */
  readonly ellipsis: { readonly verb: RegExp; readonly subject: RegExp; readonly carry: Carry }
  /** Makes a sentence of a clause: without “that”, in the order of words of a sentence. */
  readonly asSentence: (clause: string) => string
  /** “Change my city to Lisbon” as a statement. */
  readonly setting: (what: string, value: string) => string
  readonly facts: readonly FactPattern[]
  /** Whether a clause is about the user, however it is said. */
  readonly firstPerson: RegExp
  /** “I”, at the beginning of a clause. */
  readonly speaker: RegExp
  /** People other than the user, where a sentence about them may look as if it were about the user. */
  readonly others?: RegExp
  readonly pronoun: RegExp
  /** “He ”, at the beginning of a clause. */
  readonly subjectPronoun: RegExp
  /** A pronoun for a name that the patterns may not know as one. */
  readonly standIn?: string
  /** “It rains”: begins like a pronoun, and means nobody. */
  readonly impersonal?: RegExp
  /** “my sister” as what is known of her: “Is my sister”. */
  readonly relation: (relative: string) => string
  /** “my parents”: they are several, so no name belongs to them all. */
  readonly together: RegExp
  /** Words that look like a name and are none. */
  readonly noName: RegExp
  /** Facts of which there is one: a line with the same key is replaced. */
  readonly keys: readonly (readonly [key: string, pattern: RegExp])[]
  /** Labels of which there can be several: sisters, cats. */
  readonly several: RegExp
  readonly emptyWords: ReadonlySet<string>
  /** Words that mean the same in a question and in a line. */
  readonly concepts: readonly (readonly [concept: string, pattern: RegExp])[]
  readonly endings: RegExp
  readonly headings: { readonly aboutMe: string; readonly notes: string; readonly toDo: string }
  readonly replies: Replies
}

/** What a sentence is compared with. */
export type Pattern = Pick<RegExp, 'exec' | 'test'>

/**
 * Made when it is first used. Seven languages have thousands, and an expression with classes such as `\p{L}` takes V8
 * up to a millisecond.
 */
class LatePattern implements Pattern {
  readonly #source: string
  readonly #flags: string
  #made: RegExp | null = null

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  exec(text: string): RegExpExecArray | null {
    return this.#expression().exec(text)
  }

  test(text: string): boolean {
    return this.#expression().test(text)
  }

  #expression(): RegExp {
    return (this.#made ??= new RegExp(this.#source, this.#flags))
  }
}

/** A pattern for a whole sentence. */
export function whole(source: string): Pattern {
  return new LatePattern(String.raw`^(?:${source})$`, 'isu')
}

/** A sentence of nothing but these words, at least one of which is telling. They begin and end with letters. */
export function onlyWords(telling: string, others: string): Pattern {
  const between = String.raw`[\s,.!?¿¡;:()~'’-]`
  const isTold = `(?=(?:.*${between})?(?:${telling})(?:${between}|$))`
  return new LatePattern(`^${isTold}(?:(?:${telling}|${others})(?:${between}+|$))+$`, 'isu')
}

/** The same where words are not set apart. */
export function onlyPieces(telling: string, others: string): Pattern {
  return new LatePattern(
    String.raw`^(?=.*(?:${telling}))(?:(?:${telling}|${others})[\s，。、,.！!？?～〜ー~…]*)+$`,
    'isu',
  )
}

/** One that tells a name by its capital letter. */
export function wholeWithCapitals(source: string): Pattern {
  return new LatePattern(String.raw`^(?:${source})$`, 'su')
}

/** “Jan, who lives in Kiel, is a teacher” as two sentences, and “I’m Lena, 31” too. */
export function apart(subject: string, who: string, me: readonly [RegExp, string][]): (sentence: string) => string {
  const expressions = (): readonly [both: RegExp, one: RegExp] => [
    new RegExp(String.raw`^(${subject}),? ${who} ([^,]+), (.+)$`, 'u'),
    new RegExp(String.raw`^(${subject}), ${who} ([^,]+)$`, 'u'),
  ]
  let made: ReturnType<typeof expressions> | null = null
  return (sentence) => {
    const [both, one] = (made ??= expressions())
    return me.reduce(
      (rest, [pattern, sentences]) => rest.replace(pattern, sentences),
      sentence.replace(both, '$1 $2; $1 $3').replace(one, '$1 $2'),
    )
  }
}

export function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

export function withSpace(subject: string, clause: string): string {
  return `${subject} ${clause}`
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

/** A first name, or a first and a last one. */
export const NAME = String.raw`\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?`
