import { exampleList } from '../../../shared/examples.ts'
import type { Language } from './languages/language.ts'
import { LANGUAGES } from './languages/languages.ts'
import { factIn, type Files } from './memory-edits.ts'
import { search } from './search.ts'
import { leavesOf, type Situation } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'
import { contentWords } from './words.ts'

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
  const mine = factsIn(files.get('about-me.md') ?? []).map((text) => ({ path: 'about-me.md', text }))
  const found = isAboutMe ? mine : search(files, about, language)
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

export function countedIn({ files, listed }: Situation, { replies }: Language): string {
  const paths = leavesOf(listed ?? [])
  if (paths.length === 0) return replies.empty
  const facts = [...files.values()].flatMap((lines) => factsIn(lines)).length
  return paths.every((path) => files.has(path)) ? replies.counted(paths.length, facts) : replies.manyFiles(paths.length)
}

/** The last change of the conversation that is in effect, and the words that led to it. */
export function whyIn({ earlier }: Situation, { replies }: Language): readonly string[] {
  const turn = turnsInEffect(earlier).at(-1)
  if (turn === undefined) return [replies.noChangeYet]
  const paths = changesOf(turn).map(({ path, new_path: target }) => (target ?? path).replace(/^\/memories\//, ''))
  const names = [...new Set(paths)].map((path) => `\`${path}\``).join(', ')
  return [replies.because(names, turn.message.replace(/\s+/g, ' ').trim())]
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
