import { isTidied } from '../../../shared/tidy.ts'
import { doublesIn } from './doubles.ts'
import type { Language } from './languages/language.ts'
import { factIn, type MemoryEdits } from './memory-edits.ts'
import { recentLines } from './recent.ts'
import { filesNamed, findPath, searchAll } from './search.ts'
import { lineWithout, withoutTail } from './sentences.ts'
import { leavesOf, type Situation } from './situation.ts'
import { type Amendment, amendmentOf, contrasted, isNameIn, otherSpelling, placeOf } from './values.ts'
import { isUnspaced, slug } from './words.ts'

// What the user asks to have changed in the memory, as edits. Facts are added by MemoryEdits itself.

export interface Planning {
  readonly edits: MemoryEdits
  readonly situation: Situation
  readonly language: Language
}

const ABOUT_ME = 'about-me.md'
const PEOPLE = 'people/'

/** Replaces words in the one line that has them, and a name wherever it stands. */
export function replace(planning: Planning, old: string, replacement: string): void {
  const { edits, language } = planning
  const { replies } = language
  const places = [...edits.files].flatMap(([path, lines]) =>
    lines.flatMap((line, index) => {
      const at = factIn(line) === null ? -1 : placeOf(line, old)
      return at < 0 ? [] : [{ path, index, line, at }]
    }),
  )
  if (old !== '' && isNameIn(old, { files: edits.files }, language)) return renameEverywhere(planning, old, replacement)
  const [place] = places
  if (place === undefined || old === '') return replaceCore(planning, old, replacement)
  if (places.length > 1) return edits.remark(replies.severalLines(old))
  const { path, index, line, at } = place
  const before = line.slice(0, at)
  edits.replaceLine(path, index, before + withoutOverlap(before, replacement) + line.slice(at + old.length))
}

/** “In Braga” for “Faro” in “lives in Faro” */
function withoutOverlap(before: string, replacement: string): string {
  const longest = Math.min(before.length, replacement.length - 1)
  for (let length = longest; length > 0; length -= 1) {
    const said = replacement.slice(0, length)
    const isWhole = isUnspaced(said) || (said.endsWith(' ') && /(?:^|\s)$/.test(before.slice(0, -length)))
    if (isWhole && before.toLowerCase().endsWith(said.toLowerCase())) return replacement.slice(length)
  }
  return replacement
}

/** “The 15th, not the 14th” in “14 June” */
function replaceCore(planning: Planning, old: string, replacement: string): void {
  const amendment = old === '' ? null : contrasted({ value: replacement, old }, memoryOf(planning), planning.language)
  if (amendment === null) planning.edits.remark(planning.language.replies.noLine(old))
  else apply(planning, amendment)
}

/** Puts right what was said before; whether anything fitted. */
export function amend(planning: Planning, said: string): boolean {
  const amendment = amendmentOf(said, memoryOf(planning), planning.language)
  if (amendment !== null) apply(planning, amendment)
  return amendment !== null
}

function memoryOf({ edits, situation }: Planning): Parameters<typeof amendmentOf>[1] {
  return { files: edits.files, recent: recentLines(situation, edits.files) }
}

function apply(planning: Planning, amendment: Amendment): void {
  if (amendment.kind === 'name') return renameEverywhere(planning, amendment.from, amendment.to)
  const { path, index } = amendment.at
  const line = planning.edits.files.get(path)?.[index] ?? ''
  planning.edits.replaceLine(
    path,
    index,
    line.replace(amendment.at.text, () => amendment.line),
  )
}

export function forget(planning: Planning, about: string): void {
  const { edits, situation, language } = planning
  const leaves = leavesOf(situation.listed ?? [])
  const named = [about, withoutTail(about)].find((name) => filesNamed(leaves, name, language).length > 0)
  if (named !== undefined) return forgetTopic(planning, named)
  if (!removeLines(planning, about) && !removeLines(planning, withoutTail(about)))
    edits.remark(language.replies.nothingToForget(withoutTail(about)))
}

export function forgetTopic(planning: Planning, about: string): void {
  const { edits, situation, language } = planning
  const paths = leavesOf(situation.listed ?? [])
  const isAboutMe = language.firstPerson.test(about) && !/\s/.test(about.trim())
  const named = isAboutMe ? paths.filter((path) => path === ABOUT_ME) : filesNamed(paths, about, language)
  for (const path of named) edits.removeFile(path)
  const hasRemoved = isAboutMe ? false : removeLines(planning, about)
  if (named.length === 0 && !hasRemoved) edits.remark(language.replies.nothingToForget(about))
}

/** From last line to first, so that earlier line numbers stay valid. */
function removeLines({ edits, language }: Planning, about: string): boolean {
  const isMeant = filesMeant(about, language)
  const found = searchAll(edits.files, about, language)
    .filter(({ path }) => isMeant(path))
    .toReversed()
  for (const { path, index, text } of found) {
    if (!edits.files.has(path)) continue
    const left = lineWithout(
      text,
      (clause) => searchAll(new Map([[path, [clause]]]), about, language).length > 0,
      language,
    )
    const line = edits.files.get(path)?.[index] ?? ''
    if (left === null) edits.removeLine(path, index)
    else
      edits.replaceLine(
        path,
        index,
        line.replace(text, () => left),
      )
  }
  return found.length > 0
}

/** What is forgotten about “me” or “her” is not forgotten about others. */
function filesMeant(about: string, language: Language): (path: string) => boolean {
  const [first = ''] = about.split(/[\s'’]/)
  if (language.subjectPronoun.test(about) || language.pronoun.test(first)) return isPersonal
  return language.firstPerson.test(about) ? (path) => !isPersonal(path) : () => true
}

function isPersonal(path: string): boolean {
  return path.startsWith(PEOPLE)
}

export function forgetFile({ edits, situation, language }: Planning, name: string): void {
  const path = findPath(situation.listed ?? [], name, language)
  if (path === null) edits.remark(language.replies.noFile(name))
  else edits.removeFile(path)
}

export function forgetEverything({ edits, situation: { listed }, language: { replies } }: Planning): void {
  const paths = (listed ?? []).filter((path) => !path.includes('/'))
  if (paths.length === 0) edits.remark(replies.empty)
  for (const path of paths) edits.removeFile(path)
}

export function rename(planning: Planning, from: string, to: string): void {
  const { edits, situation, language } = planning
  const isName = /^\p{L}[\p{L}\p{M} '’-]*$/u.test(to)
  if (isName && isPerson(planning, from)) return renameEverywhere(planning, from, to)
  const paths = situation.listed ?? []
  const path = findPath(paths, from, language)
  if (path !== null) {
    const target = renamed(path, to)
    return edits.rename(path, target.endsWith('/') ? target + path.slice(path.lastIndexOf('/') + 1) : target)
  }
  const isKnown = [...edits.files.values()].flat().some((line) => placeOf(line, from) >= 0)
  if (isName && isKnown) renameEverywhere(planning, from, to)
  else edits.remark(/[/.]/.test(from) ? language.replies.noFile(from) : language.replies.noLine(from))
}

/** “It’s Sara, without the h”: which name that is, shows in the memory. */
export function spell(planning: Planning, to: string): void {
  const { edits, language } = planning
  const amendment = otherSpelling(to, memoryOf(planning))
  if (amendment === null) edits.remark(language.replies.nothingToCorrect(to))
  else apply(planning, amendment)
}

/** Whether there is a file about a person of this name. */
function isPerson({ situation: { listed } }: Planning, name: string): boolean {
  return !/[/.]/.test(name) && (listed ?? []).includes(`${PEOPLE}${slug(name)}.md`)
}

/** In the lines, and in the heading and the name of the file. */
function renameEverywhere(planning: Planning, from: string, to: string): void {
  const { edits } = planning
  const [path, target] = [`${PEOPLE}${slug(from)}.md`, `${PEOPLE}${slug(to)}.md`]
  const report = planning.language.replies.renamed(path, target)
  const isTaken = edits.files.has(target) && path !== target
  for (const [file, lines] of edits.files)
    for (const [index, line] of lines.entries()) {
      const renamed = withName(line, from, to)
      if (renamed !== line) edits.replaceLine(file, index, renamed, factIn(line) === null ? report : undefined)
    }
  if (edits.files.has(path) && path !== target && !isTaken) edits.rename(path, target)
}

function withName(line: string, from: string, to: string): string {
  const at = placeOf(line, from)
  if (at < 0) return line
  const end = at + from.length
  return line.slice(0, at) + to + withName(line.slice(end), from, to)
}

/** A bare name keeps the folder and the ending, and is written like the names of other files. */
function renamed(path: string, to: string): string {
  const name = to.replace(/^\/?memories\//, '').replace(/^\//, '')
  const folder = path.includes('/') && !name.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const ending = /\.\w+$/.exec(path)?.[0] ?? ''
  if (name.endsWith('/')) return name
  return folder + (/\.\w+$/.test(name) ? name : name.toLowerCase().replace(/\s+/g, '-') + ending)
}

/** Removes from notes the items that their list has twice, and empty files. */
export function tidy({ edits, language: { replies } }: Planning): void {
  let hasEdited = false
  for (const [path, lines] of new Map(edits.files)) {
    if (!isTidied(path)) continue
    const doubles = doublesIn(lines)
    const isEmpty = lines.every((line) => line.trim() === '')
    if (isEmpty) edits.removeFile(path, replies.removedEmpty(path))
    for (const index of doubles.toReversed()) edits.removeLine(path, index)
    hasEdited ||= isEmpty || doubles.length > 0
  }
  if (!hasEdited) edits.remark(replies.nothingToTidy)
}
