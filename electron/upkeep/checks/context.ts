import { stemOf } from '../../../shared/note-files.ts'
import { type Note, type NoteLine, wordsOf } from './note.ts'

// What surrounds a line and decides what it means: its file, its headings, a date. Pure.

const DATE_IN_NAME =
  /(?:^|\D)(?:19|20)\d{2}[-_.]?(?:0[1-9]|1[0-2]|w\d)(?:\D|$)|(?:19|20)\d{2}[-_.]?(?:0[1-9]|1[0-2])[-_.]?\d{2}/i
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DATE_IN_TEXT = new RegExp(
  String.raw`\b(?:19|20)\d{2}-\d{1,2}(?:-\d{1,2})?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d{2}\b|\b\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH})\b|\b(?:${MONTH})\.?\s+\d{1,4}\b`,
  'i',
)
/** Files and sections that tell what happened, one time after the other, or that are kept as they were. */
const RECORD =
  /\b(?:log|logs|logbook|journal|diary|changelog|history|minutes|meetings?|retro(?:spective)?|archived?|standups?|stand-ups?|transcripts?|progress|timeline|daily|weekly|sessions?|drafts?|templates?|quotes?|lyrics|poems?|recipes?|examples?|samples?|experiments?|options|alternatives|comparison|candidates|ideas|questions?|former|previous(?:ly)?|past|old|superseded|deprecated|obsolete|rejected|before)\b/i

export const hasDate = (text: string): boolean => DATE_IN_TEXT.test(text) || DATE_IN_NAME.test(text)

/** Whether a line is part of a record, where saying something twice, or otherwise than before, is no mistake. */
export function isRecord(path: string, { headings }: Pick<NoteLine, 'headings'>, title: string | null): boolean {
  const about = [...path.replace(/\.[A-Za-z]+$/, '').split('/'), ...headings, ...(title === null ? [] : [title])]
  return about.some(
    (name) => RECORD.test(name.replaceAll(/[_-]/g, ' ')) || DATE_IN_NAME.test(name) || DATE_IN_TEXT.test(name),
  )
}

/** Words that say a line tells of the past, of a plan, of somebody's words, or of a case. */
const NOT_NOW =
  /\b(?:was|were|had|did|used to|formerly|previously|former|ex-|(?<!years )old|earlier|originally|back then|at the time|until|till|once|before|instead of|rather than|no longer|not any ?more|if|when|whenever|unless|while|might|maybe|perhaps|could|would|should|asked|said|says|wrote|thinks?|thought|believes?|considering|planning|plans|proposed|suggested|option|example|e\.g|during|part-time|volunteers?|freelance|also|on weekdays|in (?:summer|winter|spring|autumn)|sometimes|often|usually|either|or)\b|~~|\?|\b(?:vs|versus)\b/i

/** The month has a capital letter. */
const MAY = /\bmay\b/

export const saysNow = (words: string): boolean => !NOT_NOW.test(words) && !MAY.test(words)

/** Headings that only divide what is said about the file's subject. */
const DIVIDING =
  /^(?:basics?|profile|personal|about(?: me)?|facts?|details?|contact(?: details)?|general|overview|summary|info(?:rmation)?|background|key facts|at a glance|notes?|current(?:ly)?|now)$/i
const THE_USER =
  /^(?:user|user profile|user info|me|myself|about|about me|profile|my profile|i|owner|the user|personal|preferences|basics|facts|identity|bio)$/i
/** File names that say nothing about what is in them. */
const GENERAL =
  /^(?:notes?|misc(?:ellaneous)?|general|memory|memories|index|readme|todo|inbox|scratch|things|stuff|other|various|facts|summary|people|contacts|family|team|friends|projects?|work|home|travel|health)$/i

export const USER = 'the user'

/** Who or what a line without a subject of its own is about. */
export function subjectOfContext(
  path: string,
  { title }: Pick<Note, 'title'>,
  { headings }: Pick<NoteLine, 'headings'>,
): string {
  const last = headings.filter((heading) => !DIVIDING.test(heading.trim())).at(-1)
  if (last !== undefined) return `${subjectOfFile(path, title)} › ${plainName(last)}`
  return subjectOfFile(path, title)
}

function subjectOfFile(path: string, title: string | null): string {
  const stem = plainName(stemOf(path))
  if (THE_USER.test(stem)) return USER
  if (!GENERAL.test(stem)) return stem
  return title === null || GENERAL.test(plainName(title)) ? `in ${path}` : plainName(title)
}

/** "people/Ana_Silva.md" and "Ana Silva" name the same. */
export function plainName(name: string): string {
  const plain = wordsOf(name)
    .replace(/\[\[|\]\]|^@/g, '')
    .replaceAll(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  return /^(?:i|me|my|we|our|the user|user|users)$/.test(plain) ? USER : plain.replace(/^the /, '')
}
