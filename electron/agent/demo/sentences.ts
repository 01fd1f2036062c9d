// A message as sentences, and a sentence as clauses. The rules are for English; other languages have phrases only.

/** No point ends a sentence after one of these titles, or after a single letter or a day ("3. Mai"). */
const SENTENCE_ENDS =
  /(?<=[!?…]["”»)]*)\s+|(?<=[。！？])|(?<=(?:[\p{L}\p{M}]{2}|\d{3}|[)"”»])\.["”»)]*)(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs)\.)\s+(?=["“«¿¡(]?[\p{Lu}\p{N}\p{Lo}])/u

export interface Sentence {
  /** Without its final mark and what politeness puts around it. */
  readonly text: string
  readonly isQuestion: boolean
  /** “Can you …?”: it asks for something to be done. */
  readonly isAsked: boolean
  readonly endsWithColon: boolean
}

/** Emoji say nothing that could be kept. */
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D})+/gu

export function sentencesOf(message: string): readonly Sentence[] {
  return message
    .split(/\n+/)
    .flatMap((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '').split(SENTENCE_ENDS))
    .map(sentenceOf)
    .filter(({ text }) => /[\p{L}\p{N}?]/u.test(text))
}

const ASKING = /^(?:can|could|would|will) you (?:please |maybe |just |also )*(?=\p{L})/iu
const QUESTION =
  /[,\s](?:right|correct|isn't it|don't you|do you|is it|huh)$|^(?:do )?you (?:still )?(?:know|remember) (?:what|where|when|who|which|how|my|if)\b|^(?:what|who|where|when|which|whose|how|why|did|does|do (?:i|you|we|they)|is (?:it|that|this|there|my|he|she|\p{Lu})|are (?:you|there|we|they|my)|am i|can (?:i|you|we)|could|would|will|should|have (?:i|you|we)|has|was|were)\b/iu

function sentenceOf(raw: string): Sentence {
  const typed = raw.replace(PICTURES, ' ').replaceAll('’', "'").replace(/\s+/g, ' ').trim()
  const spaced = replaced(typed, SPELLINGS)
  const bare = withoutManners(withoutEnd(spaced))
  return {
    text: /^\?+$/.test(spaced) ? '?' : withoutManners(bare.replace(ASKING, '')),
    isQuestion: /[?？]["”»)」]*$/.test(spaced) || QUESTION.test(withoutManners(bare)),
    isAsked: ASKING.test(bare),
    endsWithColon: /[:：]$/.test(spaced),
  }
}

type Replacements = readonly (readonly [RegExp, string])[]
const replaced = (text: string, all: Replacements): string =>
  all.reduce((rest, [from, to]) => rest.replace(from, to), text)

/** What is often typed in haste, and how the rules know it. */
const SPELLINGS: Replacements = [
  [/((?![kw])\p{Ll})\1{2,}/gu, '$1'],
  [/^(\W*(?:\w+ ){0,3})re?m[em]+b?e?m?b?e?r\b/iu, '$1remember'],
  [/\b(that|what|it|there)s\b(?= (?:a|an|my|the|wrong|right|not|is)\b)/giu, "$1's"],
  [/\b(do|does|ca|is|did|wo)nt\b/giu, "$1n't"],
  [/\bim\b/giu, "I'm"],
  [/\bive\b/giu, "I've"],
  [
    /\b(my (?:\p{L}+ ){0,2}\p{L}+|he|she|(?!(?:What|Where|Who|When|How|That|There|It|Let)\b)\p{Lu}\p{L}+)'s (?=(?:an?|the|my|our|from|in|on|turning|called|named|now|not|allergic|vegan|vegetarian|married|engaged|divorced|retired|pregnant|moving|afraid|scared|\d)\b)/gu,
    '$1 is ',
  ],
  [/\b(she|he)'s (?=(?:just |recently )?(?:moved|gone|got|started|become|been)\b)/giu, '$1 has '],
]

export const withoutEnd = (text: string): string => text.replace(/^[¿¡\s]+|[\s.!?…。！？，、,；;~^]+$/gu, '')

const MANNERS = [
  /[\s,]*\bby the way\b,?/iu,
  /^(?:(?:hi|hello|hey|ok(?:ay)?|so|well|and|please|also|oh|ah|hm+|yeah|by the way|btw|fyi|just so you know|plz|pls|quick note|good (?:morning|evening|afternoon))\b(?: there\b)?[\s,!.:–—-]*)+(?=\S)/iu,
  /^(?:i want you to|i(?:'d| would) like you to|i need you to|you should|would you mind|let's|go ahead and)\s+/iu,
  /[\s,]*\b(?:please|thanks|thank you|ok(?:ay)?|if you can|btw|lol|haha|again|(?:nice|pleased|good|great) to meet you|fyi|just so you know)$/iu,
]

/** Without what politeness puts around a sentence; that it is only manners is not taken from it. */
export function withoutManners(text: string): string {
  const next = MANNERS.reduce((rest, manner) => withoutEnd(rest.replace(manner, '')) || rest, text)
  return next === text ? text : withoutManners(next)
}

export const KIN =
  'sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|girlfriend|boyfriend|cousin|aunt|auntie|uncle|niece|nephew|grandmother|grandfather|grandma|grandpa|gran|friend|boss|manager|colleague|coworker|co-worker|teammate|client|assistant|landlord|landlady|therapist|coach|trainer|neighbou?r|doctor|dentist|teacher|kid|child|baby|roommate|flatmate|housemate|fianc[ée]e?|mate|buddy|ex|stepmum|stepdad|stepson|stepdaughter|grandson|granddaughter|mother-in-law|father-in-law|brother-in-law|sister-in-law'
export const PET =
  'dog|puppy|cat|kitten|parrot|hamster|rabbit|horse|bird|snake|tortoise|turtle|goldfish|guinea pig|pony|pet'
/** A first name, or a first and a last one. */
export const NAME = String.raw`\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?`
const SIZED = String.raw`(?:(?:old|eld|young)(?:er|est) |little |big |best |new |twin )?`
export const RELATIVE = String.raw`(?:[Mm]y|[Oo]ur) ${SIZED}(?:${KIN})`
export const THIRD = String.raw`(?:is|was|has|lives|works|likes|loves|hates|drives|speaks|studies|plays|prefers|drinks|eats|does|goes|runs|collects|teaches|needs|wants|moved|got|can't|doesn't|isn't|turns|turned)`
const FIRST = String.raw`(?:live|work|am|have|like|love|hate|drive|speak|study|play|prefer|drink|eat|run|go|do|don't|can't|collect|teach|need|enjoy)`

/** Where a sentence is cut: before a clause with a subject of its own. */
const JOINTS = [
  /;\s*/u,
  /,?\s+so\s+(?=(?:i|he|she|they|we)(?:'|\s))/iu,
  /,\s*(?:but\s+|and\s+)?(?=(?:everybody|everyone|people|most|it's|it|that's|that is|don't|do not)\s)/iu,
  /(?:,\s*(?:and|but|plus)?\s*|\s+(?:and|but|plus)\s+)(?=(?:also\s+)?(?:that\s+)?(?:i|i'm|i've|my|our|we|he|she|his|her|they|their)\b)/iu,
  new RegExp(
    String.raw`(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+)(?=(?:that\s+)?${NAME}(?:'s [\p{L} ]+ (?:is|are)|\s+${THIRD})\b)`,
    'u',
  ),
]
const ELLIPSIS = new RegExp(
  String.raw`(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+)(?=(?:${FIRST}|${THIRD}|originally from)\s)`,
  'iu',
)
const SUBJECT = new RegExp(
  String.raw`^(I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|(?:[Mm]y|[Oo]ur) ${SIZED}(?:${KIN}|${PET})(?: ${NAME})?|(?!My |The |Our |We )${NAME})(?=\s|'m\b)`,
  'u',
)

/** What is said in one breath, as sentences of their own. */
const APART: Replacements = [
  [new RegExp(String.raw`^((?:${RELATIVE} )?${NAME}),? who ([^,]+)(?:, |$)`, 'u'), '$1 $2; $1 '],
  [new RegExp(String.raw`^(that )?(${NAME}), (${RELATIVE}),? `, 'u'), '$1$3 $2 '],
  [
    new RegExp(
      String.raw`^(${NAME}) (from \p{L}[\p{L} ]*?|in (?:finance|sales|hr|support|marketing|legal|design|engineering)) (?=(?:now )?${THIRD}\b|\p{Ll}+s the\b)`,
      'u',
    ),
    '$1 is $2; $1 ',
  ],
  [
    new RegExp(
      String.raw`^(.+?) (doesn't|don't|isn't|can't) (.+?),? and neither (?:does|do|is|can) (${NAME}|my .+)$`,
      'u',
    ),
    '$1 $2 $3; $4 $2 $3',
  ],
  [new RegExp(String.raw`^(.+?) (${THIRD}) (.+?),? and so (?:does|do|is) (${NAME}|my .+)$`, 'u'), '$1 $2 $3; $4 $2 $3'],
  [
    /^(?:that )?((?:I'm|I am|My name is|My name's|Name's|This is) \p{L}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?), (?:aged? |I'm )?(\d{1,3})(?: years old| yrs old)?(?=,| and |$)/iu,
    "$1; I'm $2",
  ],
  [
    /^(.*\b(?:I'm|I am|My name is) \p{L}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?(?:; I'm \d+)?),? (?:and )?(?=an? \p{Ll}|from \p{Lu})/iu,
    "$1; I'm ",
  ],
]

/** “My brother”, cut off from “and I share a car”. */
const ONLY_A_RELATIVE = new RegExp(String.raw`^(?:that )?(?:${RELATIVE})(?: ${NAME})?$`, 'iu')

/** The clauses of a sentence, each with a subject. */
export function clausesOf(sentence: string): readonly string[] {
  const apart = replaced(sentence, APART)
  const cut = JOINTS.reduce<readonly string[]>(
    (pieces, joint) => pieces.flatMap((piece) => piece.split(joint)),
    [apart],
  )
  if (ONLY_A_RELATIVE.test(cut[0] ?? '')) return [withoutEnd(sentence)]
  return cut.flatMap((piece) => {
    const clause = withoutEnd(piece).replace(/^(?:also )?(?:that )?/i, '')
    const subject = SUBJECT.exec(clause)?.[1]
    if (subject === undefined) return clause
    const [first = '', ...others] = clause.split(ELLIPSIS)
    return [withoutEnd(first), ...others.map((other) => withoutEnd(`${subject} ${other}`))]
  })
}

/** A name or a value without what is said about it: “Anna, I spelled it wrong”. */
export function withoutTail(text: string): string {
  const [first = text] = text.split(/\s*(?:[,;(，；（、]|\s[–—-]\s)/u)
  return first.trim() === '' ? text : first.trim()
}

export const unquote = (text: string): string => text.trim().replace(/^["'“‘`«「『„]+(.+?)["'”’`»」』“]+$/su, '$1')

const CONTRASTS = [
  /^(?:it's |it is |that's |no )?not (?<old>[^,]{1,40}?)(?:, (?:but |it's )?| but | rather )(?<value>[^,]{1,60})$/isu,
  /^(?<value>[^,].{0,160}?)(?<!\b(?:am|is|are|was|were|do|does|did|have|has|had|will|would|can|could|should)|'(?:m|s|re|ve|d|ll)),?(?: and)? not (?<old>(?!an?\b|my\b|really|very|so|that|too|sure|always|any|because|in the mood)[^,]{1,60}?)(?:,? (?:as i (?:said|wrote)|sorry|my bad))?$/isu,
]

/** “The 15th, not the 14th”: the value that is meant, and the old one. */
export function contrastIn(said: string): { readonly value: string; readonly old: string } | null {
  const { value, old } = CONTRASTS.map((contrast) => contrast.exec(said)?.groups).find(Boolean) ?? {}
  return value === undefined || old === undefined ? null : { value: value.trim(), old: old.trim() }
}
