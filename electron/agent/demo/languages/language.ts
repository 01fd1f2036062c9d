import { DE } from './de.ts'
import { EN, type Replies } from './en.ts'
import { ES } from './es.ts'
import { ZH } from './zh.ts'

/** What the demo model says, and where it writes. */
export interface Voice {
  readonly code: string
  readonly headings: { readonly aboutMe: string; readonly notes: string }
  readonly replies: Replies
}

/** In the order in which they are tried. */
export const PHRASE_KINDS = ['greet', 'thank', 'help', 'undo', 'list', 'ask', 'forget', 'remember', 'correct'] as const
type PhraseKind = (typeof PHRASE_KINDS)[number]

/**
 * A language of which the demo model knows a few phrases. English alone has rules for whole sentences, and its replies
 * are those to what no phrase says.
 */
export interface Phrasebook extends Voice {
  /** Words or signs that tell it from the others. */
  readonly marks: RegExp
  /** On a sentence without its final mark; `about` names what is meant. */
  readonly phrases: { readonly [kind in PhraseKind]: RegExp }
  /** Whom a statement is about: the user (`me`), or somebody with a `name` of whom the `rest` is said. */
  readonly subject: RegExp
  /** A clause in the order of words of a sentence. */
  readonly asSentence: (clause: string) => string
}

export type Language = Voice | Phrasebook

export const PHRASEBOOKS: readonly Phrasebook[] = [DE, ES, ZH]
export const LANGUAGES: readonly Language[] = [EN, ...PHRASEBOOKS]

export function hasPhrases(language: Language): language is Phrasebook {
  return 'phrases' in language
}

/** Long texts are told by their beginning. */
const MAX_CHARACTERS = 2000

/** The language of a message; where it does not show, that of the latest message before it that shows one. */
export function languageOf(message: string, earlier: readonly string[]): Language {
  return (
    shownIn(message) ??
    earlier
      .toReversed()
      .map(shownIn)
      .find((found) => found !== null) ??
    EN
  )
}

const ENGLISH =
  /(?<![\p{L}'])(?:i|i'm|my|me|is|are|was|the|that|this|it|you|your|and|of|to|with|we|our|she|he|her|his|what|who|where|when|why|how|do|does|did|has|have|not|remember|forget|undo|hello|hi|thanks|yes|please|actually|live|works?|likes?|called?|about)(?![\p{L}'])/giu

function shownIn(message: string): Language | null {
  const text = message.slice(0, MAX_CHARACTERS).replaceAll('’', "'")
  const countOf = (marks: RegExp): number => text.match(marks)?.length ?? 0
  const [best] = PHRASEBOOKS.map((language) => ({ language, count: countOf(language.marks) })).toSorted(
    (one, other) => other.count - one.count,
  )
  const english = countOf(ENGLISH)
  // One word of many may be a name, or a word of yet another language.
  if (best !== undefined && best.count > english && (best.count > 1 || /^\S+(?:\s\S+)?$/.test(text.trim())))
    return best.language
  return english > 0 ? EN : null
}
