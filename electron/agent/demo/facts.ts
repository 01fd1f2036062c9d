import { capitalise, plain, slug } from './words.ts'

/** One thing to remember: its line, and the file it belongs to. */
export interface Fact {
  readonly path: string
  readonly heading: string
  readonly line: string
  /** How the one line about the same thing begins; `null` if there may be several. */
  readonly key: string | null
}

const ABOUT_ME = { path: 'about-me.md', heading: 'About me' } as const
const NOTES = { path: 'notes.md', heading: 'Notes' } as const
const TO_DO = { path: 'to-do.md', heading: 'To do' } as const

/** Verbs after "I", as the file about the user writes them. */
const VERBS: Readonly<Record<string, string>> = {
  am: 'Is',
  "'m": 'Is',
  have: 'Has',
  "'ve": 'Has',
  was: 'Was',
  do: 'Does',
  "don't": 'Does not',
  "can't": 'Cannot',
  live: 'Lives',
  work: 'Works',
  like: 'Likes',
  love: 'Loves',
  hate: 'Hates',
  dislike: 'Dislikes',
  prefer: 'Prefers',
  need: 'Needs',
  want: 'Wants',
  use: 'Uses',
  speak: 'Speaks',
  study: 'Studies',
  play: 'Plays',
  own: 'Owns',
  drive: 'Drives',
  drink: 'Drinks',
  eat: 'Eats',
  write: 'Writes',
  read: 'Reads',
  enjoy: 'Enjoys',
  avoid: 'Avoids',
  teach: 'Teaches',
  run: 'Runs',
  sleep: 'Sleeps',
}

/** Facts of which a person has only one. */
const SINGLE = /^(?:lives in|lives at|works at|works for|works as|was born in|was born on|is called)\b/i

const NOT_A_NAME =
  /^(?:I|My|We|Our|The|A|An|It|This|That|These|There|He|She|They|You|Your|In|On|At|When|If|Every|All|No|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)$/
const NAME = /^(\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?)(['’]s)?\s+(.+)$/su
const PERSONAL =
  /^(?:lives|works|likes|loves|hates|prefers|speaks|plays|studies|wants|needs|was born|moved|enjoys|has|is (?:my|our|his|her|their|allergic|vegetarian|vegan|married|called|\d+ years))\b/

/**
 * Files a sentence as a fact. "my cat is Tom" goes to about-me.md, "Ana likes tea" to people/ana.md, anything else to
 * notes.md.
 */
export function toFact(sentence: string): Fact | null {
  const text = tidy(sentence)
  if (text === '') return null
  return toDo(text) ?? onTopic(text) ?? aboutMe(text) ?? aboutPerson(text) ?? note(text)
}

function toDo(text: string): Fact | null {
  const task = /^(?:i (?:have|need) )?to\s+(.+)$/is.exec(text)?.[1]
  return task === undefined ? null : { ...TO_DO, line: capitalise(task), key: null }
}

function onTopic(text: string): Fact | null {
  const [, topic, rest] = /^(?:for|about|under)\s+([^:]{2,40}):\s*(.+)$/is.exec(text) ?? []
  if (topic === undefined || rest === undefined) return null
  return {
    path: `${slug(topic)}.md`,
    heading: capitalise(topic.trim()),
    line: capitalise(rest),
    key: keyOf(capitalise(rest)),
  }
}

function aboutMe(text: string): Fact | null {
  const mine = /^my\s+(.+?)\s+(?:is|are|was)\s+(?:now\s+|actually\s+)?(.+)$/is.exec(text)
  if (mine?.[1] !== undefined && mine[2] !== undefined) return valueOf(ABOUT_ME, mine[1], mine[2])
  const name = /^(?:call me|i am called|i['’]m called)\s+(.+)$/is.exec(text)?.[1]
  if (name !== undefined) return valueOf(ABOUT_ME, 'name', name)
  const [, verb = '', rest = ''] = /^i(?:\s+|(?=['’]))(['’]?[\p{L}'’]+)\s+(.+)$/isu.exec(text) ?? []
  const third = VERBS[verb.toLowerCase().replace('’', "'")]
  if (third !== undefined) return { ...ABOUT_ME, ...lineWithKey(`${third} ${rest}`) }
  return /^(?:i|my|me)\b/i.test(text) ? { ...ABOUT_ME, line: capitalise(text), key: null } : null
}

function aboutPerson(text: string): Fact | null {
  const [, name, possessive, rest] = NAME.exec(text) ?? []
  if (name === undefined || rest === undefined || NOT_A_NAME.test(name.split(' ')[0] ?? '')) return null
  const file = { path: `people/${slug(name)}.md`, heading: name }
  if (possessive !== undefined) {
    const [, subject, value] = /^(.+?)\s+(?:is|are|was)\s+(?:now\s+|actually\s+)?(.+)$/is.exec(rest) ?? []
    return subject === undefined || value === undefined ? null : valueOf(file, subject, value)
  }
  return PERSONAL.test(rest) ? { ...file, ...lineWithKey(capitalise(rest)) } : null
}

function note(text: string): Fact {
  const line = capitalise(text)
  return { ...NOTES, line, key: keyOf(line) }
}

function valueOf(file: Pick<Fact, 'path' | 'heading'>, subject: string, value: string): Fact {
  const name = capitalise(subject.trim())
  return { ...file, line: `${name}: ${lastCorrection(value)}`, key: `${plain(name)} ` }
}

/** "blue, not green" and "not green but blue" both mean blue. */
function lastCorrection(value: string): string {
  const but = /^not\s+.+?(?:,\s*|\s+)but\s+(.+)$/is.exec(value)?.[1]
  return (but ?? value.replace(/,\s*not\s+.+$/is, '')).trim()
}

function lineWithKey(line: string): Pick<Fact, 'line' | 'key'> {
  const single = SINGLE.exec(line)?.[0]
  return { line, key: single === undefined ? null : `${plain(single)} ` }
}

/** "The deadline is Friday": there is one deadline. */
function keyOf(line: string): string | null {
  const subject = /^((?:the|our)\s+.+?\s+(?:is|are))\s/i.exec(line)?.[1]
  return subject === undefined ? null : `${plain(subject)} `
}

function tidy(sentence: string): string {
  return sentence
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:that|this|down)\b[:,]?\s*/i, '')
    .replace(/[.!?\s]+$/, '')
}

/** The facts of a message, one per sentence. */
export function toFacts(text: string): readonly Fact[] {
  return text
    .split(/\n+|;\s*|(?<=[\p{L}\p{N}][.!])\s+(?=\p{Lu})|,?\s+and\s+(?=(?:that\s+)?(?:my|i|i['’]m)\b)/iu)
    .flatMap((sentence) => toFact(sentence.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')) ?? [])
}
