import { shownName } from '../../shared/invisible.ts'
import { INDEX_PATH, INDEX_MAX_BYTES, INDEX_MAX_LINES, linesLoaded, type TOPIC_TYPES } from '../../shared/layout.ts'
import { isMarkdown, stemOf } from '../../shared/note-files.ts'
import { aboutFile, cut, isTopic, linkTo, MAX_ABOUT_CHARACTERS } from '../upkeep/checks/index-file.ts'
import { linksIn } from '../upkeep/checks/links.ts'
import { readNote } from '../upkeep/checks/note.ts'
import { MARK } from './from-outside.ts'
import type { NoteText } from './notes.ts'

// The memory as Claude Code keeps its own: MEMORY.md, which alone it loads at its start, names the notes; each note says in
// its properties what it is called and what it is about. Pure.

export interface ClaudeFile {
  readonly path: string
  readonly text: string
}

/**
 * The notes with an index. What does not fit into the index, as far as it is loaded, goes into a second file that the index
 * ends with.
 * @param taken every path of the memory, so that no file gets the name of another
 */
export function asClaudeMemory(notes: readonly NoteText[], taken: ReadonlySet<string>): readonly ClaudeFile[] {
  const own = notes.find(({ path }) => path === INDEX_PATH)?.text ?? '# Memory\n'
  const others = notes.filter(({ path }) => path !== INDEX_PATH)
  const topics = others.filter(({ path }) => isTopic(path))
  const named = new Set(
    linksIn(INDEX_PATH, readNote(INDEX_PATH, own)).flatMap(({ target }) => [target, target.replace(/\.md$/, '')]),
  )
  const isNamed = ({ path }: NoteText): boolean =>
    [path, path.replace(/\.md$/, ''), stemOf(path)].some((each) => named.has(each))
  const rename = renamer(taken)
  const added = topics.filter((topic) => !isNamed(topic)).map((topic) => indexLineOf(topic, rename(topic.path)))
  const names = slugs(topics.map(({ path }) => path))
  const files = others.map((note) =>
    isTopic(note.path)
      ? { path: rename(note.path), text: withProperties(note, names.get(note.path) ?? stemOf(note.path)) }
      : note,
  )
  return [...indexOf([...own.trimEnd().split('\n'), ...added], freeName('more-notes.md', taken)), ...files]
}

/**
 * Claude Code reads Markdown; another note keeps its name in front of that ending. Where the system ignores case, only the
 * index may have its name.
 */
const renamer =
  (taken: ReadonlySet<string>) =>
  (path: string): string => {
    if (path.toLowerCase() === INDEX_PATH.toLowerCase()) return freeName('memory-notes.md', taken)
    return isMarkdown(path) || taken.has(`${path}.md`) ? path : `${path}.md`
  }

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`more-${name}`, taken) : name
}

function indexLineOf({ path, text, isNameMarked }: NoteText, target: string): string {
  const { title, about } = aboutFile(path, readNote(path, text))
  const named = isNameMarked && !title.endsWith(MARK) ? `${title} ${MARK}` : title
  // No name makes a line of its own.
  const line = `- ${linkTo(shownName(target), shownName(named))}`
  return about === '' || about === title ? line : `${line} — ${shownName(shortened(about))}`
}

/** However short, it still says that it is from outside. */
function shortened(about: string): string {
  const bare = about.replace(MARK, '').trimEnd()
  const short = cut(bare, MAX_ABOUT_CHARACTERS)
  return bare === about.trimEnd() ? short : `${short} ${MARK}`
}

function indexOf(lines: readonly string[], more: string): readonly ClaudeFile[] {
  const textOf = (each: readonly string[]): string => `${each.join('\n')}\n`
  if (linesLoaded(lines, Buffer.byteLength) === lines.length) return [{ path: INDEX_PATH, text: textOf(lines) }]
  const last = `- ${linkTo(more, 'More notes')} — what did not fit here`
  let bytes = Buffer.byteLength(last) + 1
  const over = lines.findIndex((line, at) => {
    bytes += Buffer.byteLength(line) + 1
    return at >= INDEX_MAX_LINES - 1 || bytes > INDEX_MAX_BYTES
  })
  return [
    { path: INDEX_PATH, text: textOf([...lines.slice(0, over), last]) },
    { path: more, text: textOf(['# More notes', '', ...lines.slice(over)]) },
  ]
}

/** Names as Claude Code gives them: the file's, or its whole path where that is another's, too. */
function slugs(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = paths.map((path) => slugOf(stemOf(path)))
  return new Map(
    paths.map((path, at) => {
      const slug = all[at] ?? ''
      return [path, all.indexOf(slug) === all.lastIndexOf(slug) ? slug : slugOf(path.replace(/\.[A-Za-z]+$/, ''))]
    }),
  )
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'note'

/** A note that says what it is called and what it is about. What it says of itself already stays as it is. */
function withProperties({ path, text, isNameMarked }: NoteText, name: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const note = readNote(path, text)
  const rows = note.lines.slice(1, Math.max(1, note.frontmatterEnd - 1)).map((line) => line.text)
  const has = (key: string): boolean => rows.some((row) => row.startsWith(`${key}:`))
  const { title, about } = aboutFile(path, note)
  const described = about === '' ? title : about
  const description = isNameMarked && !described.endsWith(MARK) ? `${described} ${MARK}` : described
  const added = [
    ...(has('name') ? [] : [`name: ${yamlText(name)}`]),
    ...(has('description') ? [] : [`description: ${JSON.stringify(shortened(description))}`]),
    ...(has('metadata') || has('type') ? [] : ['metadata:', '  node_type: memory', `  type: ${typeOf(path)}`]),
  ]
  if (note.frontmatterEnd > 0)
    return text.replace(/^---\r?\n/, (edge) => edge + added.map((line) => line + eol).join(''))
  return ['---', ...added, '---', '', text.replace(/^\ufeff/, '')].join(eol)
}

/** What YAML might take for something other than a text is quoted. */
const yamlText = (text: string): string =>
  /^[a-z][a-z-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(text) ? text : JSON.stringify(text)

const BY_NAME: readonly (readonly [(typeof TOPIC_TYPES)[number], RegExp])[] = [
  ['user', /^(?:user|profile|about|me|people|family|health)\b/i],
  ['feedback', /^(?:feedback|preferences?|style|instructions?|corrections?)\b/i],
  ['project', /^(?:projects?|work|jobs?)\b/i],
]

/** Which of Claude Code's four kinds a note is, as far as its path tells. */
function typeOf(path: string): (typeof TOPIC_TYPES)[number] {
  return BY_NAME.find(([, names]) => names.test(path))?.[0] ?? 'reference'
}
