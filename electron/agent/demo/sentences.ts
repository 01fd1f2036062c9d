import type { Language } from './languages/language.ts'

/** No point ends a sentence after a day ("3. Mai") or one of these. */
const SENTENCE_ENDS =
  /(?<=[!?…]["”’»)]*)\s+|(?<=[。！？])|(?<=(?:[\p{L}\p{M}]{2}|\d{3}|[)"”»])\.["”»)]*)(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Nr|No|vs|bzw|ca|Mme|Mlle)\.)\s+(?=["“«¿¡(]?[\p{Lu}\p{N}\p{Lo}])/u

export interface Sentence {
  /** Without its final mark. */
  readonly text: string
  readonly isQuestion: boolean
  /** “Can you …?”: it asks for something to be done. */
  readonly isAsked: boolean
  readonly endsWithColon: boolean
}

/** A message as sentences, without what politeness puts around them. */
export function sentencesOf(message: string, language: Language): readonly Sentence[] {
  return message
    .split(/\n+/)
    .flatMap((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '').split(SENTENCE_ENDS))
    .map((text) => sentenceOf(text, language))
    .filter(({ text }) => /[\p{L}\p{N}?]/u.test(text))
}

function sentenceOf(raw: string, language: Language): Sentence {
  const spaced = raw.replace(/\s+/g, ' ').trim()
  const bare = withoutManners(withoutEnd(spaced), language)
  const text = withoutManners(bare.replace(language.asking, ''), language)
  return {
    text: /^\?+$/.test(spaced) ? '?' : text,
    isQuestion: /[?？]["”’»)」]*$/.test(spaced) || language.question.test(text),
    isAsked: bare.search(language.asking) >= 0,
    endsWithColon: /[:：]$/.test(spaced),
  }
}

export function withoutEnd(text: string): string {
  return text
    .trim()
    .replace(/^[¿¡\s]+/, '')
    .replace(/[\s.!?…。！？，,;；~～]+$/u, '')
}

function withoutManners(text: string, language: Pick<Language, 'manners'>): string {
  const next = language.manners.reduce((rest, manner) => {
    const shorter = withoutEnd(rest.replace(manner, ''))
    return shorter === '' ? rest : shorter
  }, text)
  return next === text ? text : withoutManners(next, language)
}

/** The clauses of a sentence, each with a subject. */
export function clausesOf(sentence: string, language: Language): readonly string[] {
  const { joints, ellipsis } = language
  const cut = joints.reduce<readonly string[]>(
    (pieces, joint) => pieces.flatMap((piece) => piece.split(joint)),
    [sentence],
  )
  return cut.flatMap((piece) => {
    const clause = withoutEnd(piece)
    const subject = ellipsis.subject.exec(clause)?.[1]
    if (subject === undefined) return clause
    const [first = '', ...others] = clause.split(ellipsis.verb)
    return [first, ...others.map((other) => ellipsis.carry(subject, other))].map(withoutEnd)
  })
}

export function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["'“‘`«「『„]+(.+?)["'”’`»」』“]+$/su, '$1')
    .trim()
}
