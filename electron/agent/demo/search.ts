import { canBeSeveral } from './facts.ts'
import type { Language } from './languages/language.ts'
import { factIn, type Files } from './memory-edits.ts'
import { contentWords, isUnspaced, slug } from './words.ts'

export interface FoundLine {
  readonly path: string
  readonly index: number
  readonly text: string
}

/**
 * Lines that answer a question: those with all its words. What something is called may be said without a word for that:
 * “our cat Mika”.
 */
export function search(files: Files, about: string, language: Language): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about, language))]
  const found = searchFor(wanted, files, language)
  const things = wanted.filter((word) => word !== NAME)
  return found.length > 0 || things.length === 0 ? found : searchFor(things, files, language)
}

const NAME = '=name'

/**
 * What is known of a person is in one file, so there the other lines count too, and the lines with most of the words are
 * the answer.
 */
function searchFor(wanted: readonly string[], files: Files, language: Language): readonly FoundLine[] {
  return [...files].flatMap(([path, lines]) => {
    const found = matched({ path, lines, relation: relationOf(path, files) }, wanted, language)
    const whole = found.filter(({ inLine, inName }) => wanted.every((word) => inLine.has(word) || inName.has(word)))
    if (whole.length > 0 || !path.startsWith('people/')) return whole
    const isAbout = wanted.every((word) => found.some(({ inLine, inName }) => inLine.has(word) || inName.has(word)))
    const most = Math.max(0, ...found.map(({ inLine }) => inLine.size))
    return isAbout ? found.filter(({ inLine }) => inLine.size === most) : []
  })
}

/** Lines with all the words, counting those of their file's name. */
export function searchAll(files: Files, about: string, language: Language): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about, language))]
  if (wanted.length === 0) return []
  return [...files]
    .flatMap(([path, lines]) => matched({ path, lines }, wanted, language))
    .filter(({ inLine, inName }) => inLine.size > 0 && wanted.every((word) => inLine.has(word) || inName.has(word)))
}

/** “Boyfriend”, of the file of Marek, where it is said elsewhere that the boyfriend is called so. */
function relationOf(path: string, files: Files): string {
  if (!path.startsWith('people/')) return ''
  const person = path.slice('people/'.length).replace(/\.\w+$/, '')
  const labels = [...files.values()].flat().flatMap((line) => {
    const [, label = '', name] = /^([^:：]{1,60})[:：]\s(.+)$/u.exec(factIn(line) ?? '') ?? []
    return name !== undefined && canBeSeveral(`${label}: `) && slug(name) === person ? label : []
  })
  return labels.join(' ')
}

interface Match extends FoundLine {
  readonly inLine: ReadonlySet<string>
  readonly inName: ReadonlySet<string>
}

interface SearchedFile {
  readonly path: string
  readonly lines: readonly string[]
  /** What the person it is about is to the user. */
  readonly relation?: string
}

function matched(
  { path, lines, relation = '' }: SearchedFile,
  wanted: readonly string[],
  language: Language,
): readonly Match[] {
  const inName = among(wanted, `${path.replace(/\.\w+$/, '')} ${relation}`, language)
  return lines.flatMap((line, index) => {
    const text = factIn(line)
    return text === null ? [] : [{ path, index, text, inName, inLine: among(wanted, text, language) }]
  })
}

/** Those of the words that a text has. Text without spaces cannot always be split, so there it is looked through. */
function among(wanted: readonly string[], text: string, language: Language): ReadonlySet<string> {
  const words = new Set(contentWords(text, language))
  return new Set(wanted.filter((word) => words.has(word) || (isUnspaced(word) && text.includes(word))))
}

/** Files whose name consists of these words: "Ana" is people/ana.md. */
export function filesNamed(paths: readonly string[], about: string, language: Language): readonly string[] {
  const wanted = contentWords(about, language).join(' ')
  return paths.filter(
    (path) => wanted !== '' && contentWords(baseName(path).replace(/\.\w+$/, ''), language).join(' ') === wanted,
  )
}

/** The file or directory that a person means: by its path, its name, or its name without the extension. */
export function findPath(paths: readonly string[], name: string, language: Language): string | null {
  const wanted = name
    .replace(/^\/?memories\//, '')
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
  const fits: readonly ((path: string) => boolean)[] = [
    (path) => path.toLowerCase() === wanted,
    (path) => path.toLowerCase().replace(/\.\w+$/, '') === wanted,
    (path) => baseName(path).toLowerCase() === wanted,
    (path) =>
      baseName(path)
        .toLowerCase()
        .replace(/\.\w+$/, '') === wanted,
  ]
  const found = fits.map((fit) => paths.find(fit)).find((path) => path !== undefined)
  return found ?? filesNamed(paths, wanted, language)[0] ?? null
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Files whose names share a word with the question. */
export function searchNames(paths: readonly string[], about: string, language: Language): readonly string[] {
  const wanted = contentWords(about, language)
  return paths.filter((path) =>
    contentWords(path.replace(/\.\w+$/, ''), language).some((word) => wanted.includes(word)),
  )
}
