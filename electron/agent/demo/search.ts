import { factIn, type Files } from './memory-edits.ts'
import { contentWords } from './words.ts'

export interface FoundLine {
  readonly path: string
  readonly index: number
  readonly text: string
}

/** Lines about the given words: those with all of them, else those with the most. */
export function search(files: Files, about: string): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about))]
  const hits = [...files].flatMap(([path, lines]) => scored(path, lines, wanted))
  const best = Math.max(0, ...hits.map((hit) => hit.score))
  return best === 0 ? [] : hits.filter((hit) => hit.score === best)
}

/** Lines with all the words, counting those of their file's name. */
export function searchAll(files: Files, about: string): readonly FoundLine[] {
  const wanted = [...new Set(contentWords(about))]
  if (wanted.length === 0) return []
  return [...files].flatMap(([path, lines]) => scored(path, lines, wanted)).filter((hit) => hit.score === wanted.length)
}

function scored(
  path: string,
  lines: readonly string[],
  wanted: readonly string[],
): readonly (FoundLine & { readonly score: number })[] {
  const named = contentWords(path.replace(/\.\w+$/, ''))
  return lines.flatMap((line, index) => {
    const text = factIn(line)
    if (text === null) return []
    const words = new Set([...contentWords(text), ...named])
    return { path, index, text, score: wanted.filter((word) => words.has(word)).length }
  })
}

/** Files whose name consists of these words: "Ana" is people/ana.md. */
export function filesNamed(paths: readonly string[], about: string): readonly string[] {
  const wanted = contentWords(about).join(' ')
  return paths.filter(
    (path) => wanted !== '' && contentWords(baseName(path).replace(/\.\w+$/, '')).join(' ') === wanted,
  )
}

/** The file or directory that a person means: by its path, its name, or its name without the extension. */
export function findPath(paths: readonly string[], name: string): string | null {
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
  return found ?? filesNamed(paths, wanted)[0] ?? null
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Files whose names share a word with the question. */
export function searchNames(paths: readonly string[], about: string): readonly string[] {
  const wanted = contentWords(about)
  return paths.filter((path) => contentWords(path.replace(/\.\w+$/, '')).some((word) => wanted.includes(word)))
}
