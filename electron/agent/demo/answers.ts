import { exampleList } from '../../../shared/examples.ts'
import type { Language } from './languages/language.ts'
import { LANGUAGES } from './languages/languages.ts'
import { factIn, type Files } from './memory-edits.ts'
import { type FoundLine, search } from './search.ts'
import { type EarlierTurn, leavesOf, type Situation } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'
import { allWords, contentWords, isUnspaced } from './words.ts'

// What the demo model says of the memory without changing it: each answer is paragraphs in Markdown.

export function everythingIn({ files, listed }: Situation, { replies }: Language): readonly string[] {
  const paths = listed ?? []
  if (paths.length === 0) return [replies.empty]
  const quoted = [...files].map(([path, lines]) => quote(path, factsIn(lines), replies.emptyFile))
  const unread = leavesOf(paths).filter((path) => !files.has(path))
  return [
    replies.remembered,
    ...quoted,
    ...(unread.length === 0 ? [] : [replies.notRead(unread.map((path) => `\`${path}\``).join(', '))]),
  ]
}

export function answerTo(about: string, files: Files, language: Language): readonly string[] {
  const { replies } = language
  const isAboutMe = contentWords(about, language).length === 0
  const found = isAboutMe ? aboutUser(files, language) : search(files, about, language)
  if (found.length === 0) return [isAboutMe ? replies.nothingAboutYou : replies.nothingMatches]
  const byFile = Map.groupBy(found, (line) => line.path)
  return [
    replies.remembered,
    ...[...byFile].map(([path, lines]) =>
      quote(
        path,
        lines.map((line) => line.text),
        replies.emptyFile,
      ),
    ),
  ]
}

/** With those who belong to the user: they are named there, or said to be “my sister”. */
function aboutUser(files: Files, { firstPerson }: Language): readonly Pick<FoundLine, 'path' | 'text'>[] {
  const linesOf = (path: string) => factsIn(files.get(path) ?? []).map((text) => ({ path, text }))
  const mine = linesOf('about-me.md')
  const words = new Set(mine.flatMap(({ text }) => allWords(text)))
  const people = [...files.keys()].filter((path) => path.startsWith('people/'))
  const theirs = people.filter((path) => {
    const [first = ''] = allWords(path.slice('people/'.length).replace(/\.\w+$/, ''))
    const isMine = linesOf(path).some(({ text }) =>
      text.split(/(?:\s|(?=我|私))/u).some((word) => firstPerson.test(word)),
    )
    return words.has(first) || isMine || mine.some(({ text }) => isUnspaced(first) && text.includes(first))
  })
  return [...mine, ...theirs.flatMap(linesOf)]
}

export function countedIn({ files, listed }: Situation, { replies }: Language): string {
  const paths = leavesOf(listed ?? [])
  if (paths.length === 0) return `${replies.manyFiles(0)} ${replies.empty}`
  const facts = [...files.values()].flatMap((lines) => factsIn(lines)).length
  return paths.every((path) => files.has(path)) ? replies.counted(paths.length, facts) : replies.manyFiles(paths.length)
}

/** The change in effect that has most of the words asked about, else the last one; and the message that led to it. */
export function whyIn(about: string, { earlier }: Situation, language: Language): readonly string[] {
  const { replies } = language
  const wanted = new Set(contentWords(about.replace(language.saving, ' '), language))
  const turns = turnsInEffect(earlier).map((turn) => ({ turn, words: wordsIn(turn, wanted, language) }))
  const most = Math.max(0, ...turns.map(({ words }) => words))
  const turn = turns.findLast(({ words }) => words === most)?.turn
  if (turn === undefined) return [replies.noChangeYet]
  if (most === 0 && wanted.size > 0) return [replies.noChangeAbout]
  const paths = changesOf(turn).map(({ path, new_path: target }) => (target ?? path).replace(/^\/memories\//, ''))
  const names = [...new Set(paths)].map((path) => `\`${path}\``).join(', ')
  return [replies.because(names, turn.message.replace(/\s+/g, ' ').trim())]
}

function wordsIn({ message, calls }: EarlierTurn, wanted: ReadonlySet<string>, language: Language): number {
  const written = calls.flatMap(({ file_text: all, insert_text: added, new_str: now }) => [all, added, now])
  const text = [message, ...written].join('\n')
  const words = new Set(contentWords(text, language))
  return [...wanted].filter((word) => words.has(word) || (isUnspaced(word) && text.includes(word))).length
}

/** At most once in a row. */
export function helpIn({ earlier }: Situation, { replies }: Language): string {
  const last = earlier.at(-1)?.answer ?? ''
  if (LANGUAGES.some((language) => last.includes(language.replies.help) || last.includes(language.replies.helpIsAbove)))
    return replies.helpIsAbove
  return `${replies.help}\n\n${exampleList(replies.examples)}`
}

function factsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => factIn(line) ?? [])
}

function quote(path: string, facts: readonly string[], nothing: string): string {
  const items = facts.length === 0 ? [`*${nothing}*`] : facts
  return [`\`${path}\``, '', ...items.map((item) => `- ${item}`)].join('\n')
}
