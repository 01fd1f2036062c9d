import { introduced } from './introduction.ts'
import type { Language } from './languages/language.ts'
import { spelled, withoutPictures } from './spelling.ts'
import { capitalise, isUnspaced } from './words.ts'

/** No point ends a sentence after a day ("3. Mai") or one of these. */
const SENTENCE_ENDS =
  /(?<=[!?…]["”’»)]*)\s+|(?<=[。！？])|(?<=(?:[\p{L}\p{M}]{2}|\d{3}|[)"”»])\.["”»)]*)(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Nr|No|vs|bzw|ca|Mme|Mlle)\.)\s+(?=["“«¿¡(]?[\p{Lu}\p{N}\p{Lo}])/u

export interface Sentence {
  /** Without its final mark. */
  readonly text: string
  /** With what politeness puts around it. */
  readonly whole: string
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
  const spaced = spelled(withoutPictures(raw).replace(/\s+/g, ' ').trim(), language)
  const bare = withoutManners(withoutEnd(spaced), language)
  const text = withoutManners(bare.replace(language.asking, ''), language)
  return {
    text: /^\?+$/.test(spaced) ? '?' : text,
    whole: withoutEnd(spaced),
    isQuestion: /[?？]["”’»)」]*$/.test(spaced) || language.question.test(text),
    isAsked: bare.search(language.asking) >= 0,
    endsWithColon: /[:：]$/.test(spaced),
  }
}

export function withoutEnd(text: string): string {
  return text
    .trim()
    .replace(/^[¿¡\s]+/, '')
    .replace(/[\s.!?…。！？，、,；;~～〜^]+$/u, '')
}

export function withoutManners(text: string, language: Pick<Language, 'manners'>): string {
  const next = language.manners.reduce((rest, manner) => {
    const shorter = withoutEnd(rest.replace(manner, ''))
    return shorter === '' ? rest : shorter
  }, text)
  return next === text ? text : withoutManners(next, language)
}

/** “My brother”, cut off from “and I share a car”. */
const ONLY_A_RELATIVE =
  /^(?:that |dass? |que )?(?:my|our|meine?|unsere?|mon|ma|notre|mi|nuestr[oa]|(?:[oa] )?(?:meu|minha|noss[oa])) \p{L}+(?: \p{L}+)?$/iu

/** “…, but …”: what follows can be taken away without the rest. */
const CONTRADICTION =
  /(?:,\s+(?:but|although|aber|mais|pero|mas)|\s+but)\s+|[，,]\s*(?:但是?|不过|可是)|(?<=です|ます|だ|る|た)(?:けれど|けど|が)、/u

/** A line with all clauses but those that are not wanted; `null` where it does not have both kinds. */
export function lineWithout(line: string, isUnwanted: (clause: string) => boolean, language: Language): string | null {
  const clauses = clausesOf(line, language).flatMap((clause) => clause.split(CONTRADICTION).map(withoutEnd))
  const left = clauses.filter((clause) => !isUnwanted(clause))
  return left.length === 0 || left.length === clauses.length
    ? null
    : capitalise(left.join(isUnspaced(line) ? '，' : ', '))
}

/** The clauses of a sentence, each with a subject. */
export function clausesOf(sentence: string, language: Language): readonly string[] {
  const { joints, ellipsis, inOrder } = language
  const cut = joints.reduce<readonly string[]>(
    (pieces, joint) => pieces.flatMap((piece) => piece.split(joint)),
    introduced(withoutAsides(sentence), language)
      .split('; ')
      .map((piece) => inOrder?.(piece) ?? piece),
  )
  if (ONLY_A_RELATIVE.test(cut[0] ?? '')) return [withoutEnd(sentence)]
  return cut.flatMap((piece) => {
    const clause = withoutEnd(piece)
    const subject = ellipsis.subject.exec(clause)?.[1]
    if (subject === undefined) return clause
    const [first = '', ...others] = clause.split(ellipsis.verb)
    return [first, ...others.map((other) => ellipsis.carry(subject, other))].map(withoutEnd)
  })
}

const ASIDE =
  /[,，、]?\s*(?:(?<!\p{L})(?:by the way|btw|fyi|mind you|übrigens|au fait|por cierto|aliás|a propósito)|顺便说一[句下]|ちなみに)(?=$|[,，、]|\s)/giu

/** What is said “by the way” is said all the same. */
function withoutAsides(sentence: string): string {
  return sentence.replace(ASIDE, '')
}

/** A name or a value without what is said about it: “Anna, I spelled it wrong”. */
export function withoutTail(text: string): string {
  const [first = text] = text.split(/\s*(?:[,;(，；（、]|\s[–—-]\s)/u)
  return first.trim() === '' ? text : first.trim()
}

export function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["'“‘`«「『„]+(.+?)["'”’`»」』“]+$/su, '$1')
    .trim()
}
