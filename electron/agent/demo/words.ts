// How the demo model splits text into words.

/** Words without a meaning of their own, in questions and requests. */
const EMPTY = new Set(
  `a about down again all also am an and any anything are as ask at be been being bit but by can could day days did do does
  doing done else ever everything exactly fact facts fix for from get go got had has have having he her here him his
  how i if in into is it its just kind know known let ll made make many me meant mention mentioned more much my now
  of on one or our out part please re really s said save saved say should so some something sort still stuff t tell than
  that the their them then there they thing things this to told too u up us used ve was we were what when where which who
  whom whose why will with would yes you your yours
  ich du er sie es wir ihr der die das den dem ein eine einen und ist bin sind hat habe was wer wie wo wann über von mit
  dass mir mich dir mein meine weißt alles zu
  el la los las lo un una y o es soy está que qué de del en mi mis me yo tu tú quién dónde cuándo cómo sabes sobre a con
  的 了 吗 呢 是 我 你 他 她 在 什么 谁 哪里 怎么 请 把 和`.split(/\s+/),
)

/** Words that mean the same in a question and in a line. */
const CONCEPTS = new Map(
  [
    'doctor doctors gp',
    'sport sports training workout workouts dance dances dancing ballet',
    'name names called call nickname',
    'home live lives living reside resides moved moving',
    'job work works working employer profession occupation',
    'birthday birthdays born birth',
    'age years old',
    'like likes love loves enjoy enjoys',
    'colour colours color colors',
    'favourite favourites favorite favorites',
    'allergy allergies allergic',
    'launch launches launching ship ships shipping release releases releasing',
    'meeting meetings standup call appointment',
    'due deadline',
    'password passcode code',
    'alérgico alérgica alergia alérgicos alérgicas',
    'allergisch allergie allergien',
  ].flatMap((group) => {
    const [concept = '', ...others] = group.split(' ')
    return [concept, ...others].map((word) => [word, `=${concept}`] as const)
  }),
)

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export const isUnspaced = (text: string): boolean => HAN.test(text)

export function allWords(text: string): readonly string[] {
  const lower = text.toLowerCase()
  if (!isUnspaced(lower)) return lower.replace(/['’]/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu) ?? []
  return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(lower)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
}

export const isEmptyWord = (word: string): boolean => EMPTY.has(word.toLowerCase())

/** The words of a text that carry its meaning, without endings: "Ana's favourite tea bags" is ana, favourite, tea, bag. */
export function contentWords(text: string): readonly string[] {
  return allWords(text)
    .filter((word) => !EMPTY.has(word))
    .map(meaningOf)
}

function meaningOf(word: string): string {
  const concept = CONCEPTS.get(word)
  if (concept !== undefined) return concept
  if (isUnspaced(word)) return word
  const stem = word.length > 3 ? word.replace(/(?:ies|es|s|ing|ed|e|y)$/u, '') : word
  return (stem.length > 2 ? stem : word).normalize('NFD').replace(/\p{M}/gu, '')
}

/** A sentence without case, punctuation and double spaces, for comparison. */
export const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')

export const capitalise = (text: string): string => text.replace(/^./su, (first) => first.toUpperCase())

/** A file name for a topic: "Project Alpha" is project-alpha. */
export function slug(topic: string): string {
  const name = plain(topic.normalize('NFKC')).replaceAll(' ', '-')
  return [...name].slice(0, 60).join('') || 'notes'
}
