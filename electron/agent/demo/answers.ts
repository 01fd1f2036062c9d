import { exampleList } from '../../../shared/examples.ts'
import { type Files, type FoundLine, linesIn } from './edits.ts'
import { FIRST_PERSON } from './fact-patterns.ts'
import { PEOPLE } from './facts.ts'
import { type Language, LANGUAGES } from './languages/language.ts'
import { nameOf, search } from './search.ts'
import { leavesOf, type Situation } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'
import { allWords, contentWords, isUnspaced } from './words.ts'

// What the demo model says of the memory without changing it: each answer is paragraphs in Markdown.

const MAX_NAMES = 5
function namesIn(paths: readonly string[], { say }: Language): string {
  const some = paths.slice(0, MAX_NAMES).map((path) => `\`${path}\``)
  return paths.length > MAX_NAMES ? say('and', some.join(', '), paths.length - MAX_NAMES) : some.join(', ')
}

export function everythingIn(situation: Situation, language: Language): readonly string[] {
  const { files, listed } = situation
  const { say } = language
  if ((listed ?? []).length === 0) return [say('empty')]
  return [say('remembered'), ...quoted(linesIn(files), language, [...files.keys()]), ...leftOut(situation, language)]
}

/** Files that are no text, that belong to jobs, or that there are too many of. */
function leftOut({ files, listed }: Situation, language: Language): readonly string[] {
  const unread = leavesOf(listed ?? []).filter((path) => !files.has(path))
  return unread.length === 0 ? [] : [language.say('notRead', namesIn(unread, language))]
}

export function answerTo(about: string, situation: Situation, language: Language): readonly string[] {
  const { files, listed } = situation
  const isAboutMe = contentWords(about).length === 0
  const found = isAboutMe ? aboutUser(files) : search(files, about)
  if (found.length === 0) return nothingAbout(isAboutMe ? null : about, situation, language)
  const all = leavesOf(listed ?? []).length
  const part = all > files.size ? [language.say('notAll', files.size, all)] : []
  return [language.say('remembered'), ...quoted(found, language), ...part]
}

/** What was looked at, too: the answer is no more than that. @param about null for the user */
export function nothingAbout(about: string | null, situation: Situation, language: Language): readonly string[] {
  const read = [...situation.files.keys()]
  if ((situation.listed ?? []).length === 0) return [language.say('empty')]
  const { say } = language
  const files = read.length === 1 ? say('file') : say('files', read.length)
  const where = read.length === 0 ? files : say('named', files, namesIn(read, language))
  const said = about === null ? say('nothingAboutYou', where) : say('foundNothing', where, about)
  return [said, ...leftOut(situation, language)]
}

/** With those who belong to the user: they are named there, or said to be “my sister”. */
function aboutUser(files: Files): readonly FoundLine[] {
  const all = linesIn(files)
  const mine = all.filter(({ path }) => path === 'about-me.md')
  const said = mine.map(({ text }) => text).join('\n')
  const isMine = (path: string): boolean => {
    const [first = ''] = allWords(nameOf(path))
    const isNamed = isUnspaced(first) ? said.includes(first) : allWords(said).includes(first)
    return isNamed || all.some((line) => line.path === path && MY.test(line.text))
  }
  return [...mine, ...all.filter(({ path }) => path.startsWith(PEOPLE) && isMine(path))]
}

const MY = new RegExp(String.raw`${FIRST_PERSON.source.replace('^', String.raw`(?<=^|\s)`)}|\bmeine?\b|我`, 'iu')

const MAX_FOLDERS = 12

/** The folders with the number of their files, the largest first, and the files that are in none. */
export function contentsIn({ listed }: Situation, language: Language): readonly string[] {
  const { say } = language
  const leaves = leavesOf(listed ?? [])
  if (leaves.length === 0) return [say('empty')]
  const count = (files: number): string => (files === 1 ? say('file') : say('files', files))
  const byFolder = Map.groupBy(leaves, (path) => path.slice(0, path.indexOf('/') + 1))
  const loose = byFolder.get('') ?? []
  const largest = [...byFolder]
    .filter(([name]) => name !== '')
    .toSorted(([, one], [, other]) => other.length - one.length)
  const rows = largest.slice(0, MAX_FOLDERS).map(([name, files]) => `- \`${name}\`: ${count(files.length)}`)
  const more = largest.length - rows.length
  const rest = more > 0 ? [`- ${say('moreFolders', more)}`] : []
  const names = loose.length === 0 ? [] : [`- ${namesIn(loose, language)}`]
  return [say('contents', count(leaves.length)), [...rows, ...rest, ...names].join('\n')]
}

export function countedIn({ files, listed }: Situation, { say }: Language): string {
  const [paths, lines] = [leavesOf(listed ?? []).length, linesIn(files).length]
  return say(
    'counted',
    paths === 1 ? say('file') : say('files', paths),
    lines === 1 ? say('line') : say('lines', lines),
  )
}

/** “Write down”, in its forms: of what is asked about, it says nothing. */
const SAVING =
  /\b(?:sav|stor|writ|wrote|not(?:e|ed|ing)\b|kept|keep|jot|add|record|put|chang|delet|hear|learn|find|come|end)\w*/giu

/** The change in effect that has most of the words asked about, else the last one; and the message that led to it. */
export function whyIn(about: string, { earlier }: Situation, { say }: Language): string {
  const wanted = contentWords(about.replace(SAVING, ' '))
  const turns = turnsInEffect(earlier).map((turn) => {
    const words = new Set(contentWords(`${turn.message}\n${JSON.stringify(changesOf(turn))}`))
    return { turn, score: wanted.filter((word) => words.has(word)).length }
  })
  const most = Math.max(0, ...turns.map(({ score }) => score))
  const turn = turns.findLast(({ score }) => score === most)?.turn
  if (turn === undefined || (most === 0 && wanted.length > 0)) return say('noChangeYet')
  const paths = changesOf(turn).map(({ path, new_path: target }) => (target ?? path).replace(/^\/memories\//, ''))
  const names = [...new Set(paths)].map((path) => `\`${path}\``).join(', ')
  return say('because', names, turn.message.replace(/\s+/g, ' ').trim())
}

/** At most once in a row. */
export function helpIn({ earlier }: Situation, { say, examples }: Language): string {
  const last = earlier.at(-1)?.answer ?? ''
  const wasShown = LANGUAGES.some(
    (other) => last.includes(other.say('help')) || last.includes(other.say('helpIsAbove')),
  )
  return wasShown ? say('helpIsAbove') : `${say('help')}\n\n${exampleList(examples)}`
}

/** @param paths named though nothing is in them */
function quoted(lines: readonly FoundLine[], { say }: Language, paths: readonly string[] = []): readonly string[] {
  const byPath = Map.groupBy(lines, ({ path }) => path)
  return [...new Set([...paths, ...byPath.keys()])].map((path) => {
    const items = byPath.get(path)?.map(({ text }) => text) ?? [`*${say('emptyFile')}*`]
    return [`\`${path}\``, '', ...items.map((item) => `- ${item}`)].join('\n')
  })
}
