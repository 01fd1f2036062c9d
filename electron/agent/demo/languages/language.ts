import { z } from 'zod'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/** In the order in which they are tried. */
export const PHRASE_KINDS = [
  'greet',
  'thank',
  'help',
  'undo',
  'contents',
  'list',
  'ask',
  'forget',
  'remember',
  'correct',
] as const

/** What the demo model knows of a language, as its file has it: words, and the sources of expressions. */
const Source = z.object({
  code: z.string(),
  /** Words or signs that tell it from the others. */
  marks: z.string(),
  headings: z.object({ aboutMe: z.string(), notes: z.string() }),
  /** In an order that makes sense. */
  examples: z.array(z.string()),
  /** With {0}, {1} … for values. What a language has no reply for is said in English. */
  replies: z.record(z.string(), z.string()),
  /** What is known of a language that has no rules: only English has. */
  phrasebook: z
    .object({
      /** On a sentence without its final mark; `about` names what is meant. */
      phrases: z.record(z.enum(PHRASE_KINDS), z.string()),
      /** Whom a statement is about: the user (`me`), or somebody with a `name` of whom the `rest` is said. */
      subject: z.string(),
      /** What makes a clause a sentence, in its order of words. */
      order: z.array(z.tuple([z.string(), z.string()])),
    })
    .nullable(),
})

export type ReplyKey = keyof typeof en.replies

export interface Language extends Omit<z.infer<typeof Source>, 'replies'> {
  /** Paths and lines come in as they are; Markdown is in the reply. */
  readonly say: (key: ReplyKey, ...values: readonly (string | number)[]) => string
}
export type Phrasebook = NonNullable<Language['phrasebook']>

function languageFrom(json: unknown): Language {
  const { replies, ...language } = Source.parse(json)
  const textOf = (value: string | number): string =>
    typeof value === 'string' ? value : value.toLocaleString(language.code)
  return {
    ...language,
    say: (key, ...values) =>
      (replies[key] ?? en.replies[key]).replace(/\{(\d)\}/g, (_, at) => textOf(values[Number(at)] ?? '')),
  }
}

const EN = languageFrom(en)
export const LANGUAGES: readonly Language[] = [EN, ...[de, es, zh].map(languageFrom)]

/** How much of a long text is looked at to tell its language. */
const MAX_CHARACTERS = 2000

/** The language of a message; where it does not show, that of the latest message before it that shows one. */
export function languageOf(message: string, earlier: readonly string[]): Language {
  return [...earlier, message].flatMap((each) => shownIn(each) ?? []).at(-1) ?? EN
}

function shownIn(message: string): Language | null {
  const text = message.slice(0, MAX_CHARACTERS).replaceAll('’', "'")
  const counts = LANGUAGES.map(({ marks }) => text.match(new RegExp(marks, 'giu'))?.length ?? 0)
  const most = Math.max(...counts)
  const language = LANGUAGES[counts.indexOf(most)] ?? EN
  // One word of many may be a name, or a word of yet another language.
  const isClear = language === EN || most > 1 || /^\S+(?:\s\S+)?$/.test(text.trim())
  return most > 0 && isClear ? language : null
}
