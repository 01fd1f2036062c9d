import { factIn, type Files, type FoundLine } from './edits.ts'
import { canBeSeveral, PEOPLE } from './facts.ts'
import { contentWords, isUnspaced, slug } from './words.ts'

/**
 * Lines that answer a question: those with all its words. What something is called may be said without a word for that:
 * “our cat Mika”.
 */
export function search(files: Files, about: string): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about))]
  const found = searchFor(wanted, files)
  const things = wanted.filter((word) => word !== '=name')
  return found.length > 0 || things.length === 0 ? found : searchFor(things, files)
}

/**
 * What is known of a person is in one file, so there the other lines count too, and the lines with most of the words are
 * the answer.
 */
function searchFor(wanted: readonly string[], files: Files): readonly FoundLine[] {
  return [...files].flatMap(([path, lines]) => {
    const isPerson = path.startsWith(PEOPLE)
    const found = matched(path, lines, wanted, isPerson ? relationOf(nameOf(path), files) : '')
    const has = (words: readonly string[]) => wanted.every((word) => words.includes(word))
    const whole = found.filter(({ inLine, inName }) => has([...inLine, ...inName]))
    if (whole.length > 0 || !isPerson || !has(found.flatMap(({ inLine, inName }) => [...inLine, ...inName])))
      return whole
    const most = Math.max(0, ...found.map(({ inLine }) => inLine.length))
    return found.filter(({ inLine }) => inLine.length === most)
  })
}

/** Lines with all the words, counting those of their file's name. */
export function searchAll(files: Files, about: string): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about))]
  return [...files]
    .flatMap(([path, lines]) => matched(path, lines, wanted))
    .filter(({ inLine, inName }) => inLine.length > 0 && wanted.every((word) => [...inLine, ...inName].includes(word)))
}

/** “Boyfriend”, of Marek, where it is said elsewhere that the boyfriend is called so. */
function relationOf(person: string, files: Files): string {
  const labelled = [...files.values()].flat().map((line) => /^([^:：]{1,60})[:：]\s(.+)$/u.exec(factIn(line) ?? ''))
  return labelled
    .flatMap((match) => (match !== null && canBeSeveral(match[0]) && slug(match[2] ?? '') === person ? match[1] : []))
    .join(' ')
}

interface Match extends FoundLine {
  readonly inLine: readonly string[]
  readonly inName: readonly string[]
}

function matched(path: string, lines: readonly string[], wanted: readonly string[], relation = ''): readonly Match[] {
  const inName = among(wanted, `${nameOf(path)} ${relation}`)
  return lines.flatMap((line, index) => {
    const text = factIn(line)
    return text === null ? [] : [{ path, index, text, inName, inLine: among(wanted, text) }]
  })
}

/** Those of the words that a text has. Text without spaces cannot always be split, so there it is looked through. */
function among(wanted: readonly string[], text: string): readonly string[] {
  const words = new Set(contentWords(text))
  return wanted.filter((word) => words.has(word) || (isUnspaced(word) && text.includes(word)))
}

/** The name of a file without folders and ending. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')

/** Files whose name consists of these words: "Ana" is people/ana.md. */
export function filesNamed(paths: readonly string[], about: string): readonly string[] {
  const wanted = contentWords(about).join(' ')
  return wanted === '' ? [] : paths.filter((path) => contentWords(nameOf(path)).join(' ') === wanted)
}

/** The file or directory that a person means: by its path, its name, or its name without the extension. */
export function findPath(paths: readonly string[], name: string): string | null {
  const wanted = name.replace(/^\/?(?:memories\/)?|\/$/g, '').toLowerCase()
  const is = (path: string): boolean => path.toLowerCase() === wanted
  const ends = (path: string): boolean => `/${path.toLowerCase()}`.endsWith(`/${wanted}`)
  const isNamed = (path: string): boolean => nameOf(path).toLowerCase() === wanted
  return paths.find(is) ?? paths.find(ends) ?? paths.find(isNamed) ?? filesNamed(paths, wanted)[0] ?? null
}
