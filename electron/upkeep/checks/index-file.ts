import { INDEX_MAX_BYTES, INDEX_MAX_LINES, INDEX_PATH } from '../../../shared/layout.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { isNote, stemOf } from '../../../shared/note-files.ts'
import { linksIn } from './links.ts'
import { type Note, wordsOf } from './note.ts'

// The index of a memory that is laid out as index and topics. Pure.

const MAX_LINE_CHARACTERS = 120
export const MAX_ABOUT_CHARACTERS = 80

/** Files that the index must name: the topics. A job's files are found through the job. */
export function isTopic(path: string): boolean {
  return path !== INDEX_PATH && isNote(path) && !path.startsWith('jobs/')
}

/** What a file is called, and its first words, unless it says itself what it is about. */
export function aboutFile(path: string, note: Note): { readonly title: string; readonly about: string } {
  return {
    title: note.frontmatter.get('name') ?? note.title ?? titleOf(path),
    about: note.frontmatter.get('description') ?? firstWords(note),
  }
}

/** A link to a file, in Markdown. */
export function linkTo(path: string, title: string): string {
  const target = /[\s()<>]/.test(path) ? `<${path.replaceAll(/[<>]/g, '')}>` : path
  return `[${title.replaceAll(/[[\]]/g, '')}](${target})`
}

/** The line of the index for a topic. */
export function indexLine(path: string, note: Note): string {
  const { title, about } = aboutFile(path, note)
  const line = `- ${linkTo(path, title)}`
  return about === '' || about === title ? line : `${line}: ${cut(about, MAX_ABOUT_CHARACTERS)}`
}

function titleOf(path: string): string {
  const words = stemOf(path).replaceAll(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function firstWords({ lines }: Note): string {
  const line = lines.find(({ isPlain, text }) => isPlain && /\p{L}/u.test(text))
  return line === undefined ? '' : wordsOf(line.text)
}

/** At a word's end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const short = text.slice(0, length)
  const end = short.lastIndexOf(' ')
  return `${short.slice(0, end > length / 2 ? end : length).trimEnd()} …`
}

/** A new index for these topics, as far as it has room. */
export function newIndex(topics: readonly (readonly [path: string, note: Note])[]): string {
  const lines = topics
    .filter(([path]) => isTopic(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, note]) => indexLine(path, note))
  const head = ['# Memory', '']
  const text = (count: number): string => [...head, ...lines.slice(0, count), ''].join('\n')
  let count = Math.min(lines.length, INDEX_MAX_LINES - head.length)
  while (count > 0 && Buffer.byteLength(text(count)) > INDEX_MAX_BYTES) count -= 1
  return text(count)
}

/** Before which line of the index a topic's line belongs: after the last one of its folder, else at the end. */
export function placeInIndex(path: string, index: Note): number {
  const folder = folderOf(path)
  const links = linksIn(INDEX_PATH, index)
  const last = links.findLast(({ target, isWiki }) => !isWiki && folderOf(target) === folder) ?? links.at(-1)
  return (last?.line ?? index.lines.length) + 1
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

export interface IndexSize {
  readonly lines: number
  readonly bytes: number
}

/** `null` while the index is within its limits. */
export function whyTooLarge({ lines, bytes }: IndexSize): Message | null {
  if (lines > INDEX_MAX_LINES) return say('index-too-long', { lines, most: INDEX_MAX_LINES })
  if (bytes > INDEX_MAX_BYTES)
    return say('index-too-large', { size: Math.ceil(bytes / 1000), most: INDEX_MAX_BYTES / 1000 })
  return null
}

/** A shorter version of a long line; the same if there is nothing to leave out. */
export function shortened(line: string): string {
  const [, start, about] = /^(\s*[-*+]\s+(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\s*[:–—-]?\s*)(.*)$/.exec(line) ?? []
  if (start === undefined || about === undefined || line.length <= MAX_LINE_CHARACTERS) return line
  return start + cut(about, Math.max(20, MAX_LINE_CHARACTERS - start.length))
}
