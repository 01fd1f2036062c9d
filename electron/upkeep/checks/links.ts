import { isMarkdown } from '../../../shared/note-files.ts'
import { type Note, withoutCode } from './note.ts'

// Links between the files of a memory: [[file]], [[file|alias]], [[file#heading]] and [text](file). Pure.

export interface Link {
  /** From 1. */
  readonly line: number
  /** As it is written. */
  readonly raw: string
  readonly target: string
  /** What the reader sees. */
  readonly shown: string
  readonly heading: string | null
  readonly isWiki: boolean
}

const WIKI = /(?<!\\)!?\[\[([^[\]\n]+?)\]\]/g
const MARKDOWN =
  /(?<![\w\]\\])!?\[((?:[^[\]\n]|\\[[\]])*)\]\(\s*(?:<([^<>\n]+)>|([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+["'][^"'\n]*["'])?\s*\)/g
/** What links lead to; anything else in brackets is more likely something else. */
const KNOWN_ENDING = /\.(?:md|markdown|mdx|txt|json|ya?ml|csv|tsv|toml|png|jpe?g|gif|svg|webp|pdf|html?|sh|py|ts|js)$/i

export function linksIn(path: string, { lines }: Pick<Note, 'lines'>): readonly Link[] {
  if (!isMarkdown(path)) return []
  const links: Link[] = []
  for (const { number, text, isPlain } of lines) {
    if (!isPlain || !text.includes('[')) continue
    const prose = withoutCode(text)
    for (const [raw, inside = ''] of prose.matchAll(WIKI)) {
      const link = wikiLink(inside)
      if (link !== null) links.push({ line: number, raw, ...link, isWiki: true })
    }
    for (const [raw, shown = '', angled, plain] of prose.matchAll(MARKDOWN)) {
      const link = markdownLink(angled ?? plain ?? '')
      if (link !== null) links.push({ line: number, raw, shown, ...link, isWiki: false })
    }
  }
  return links
}

/** Conditions of a shell, sections of TOML and classes of characters look alike. */
function wikiLink(inside: string): Pick<Link, 'target' | 'shown' | 'heading'> | null {
  if (/^[\s\-:!]|^[\d\s.,;:-]+$|^[a-z][\w+.-]*:|[$={}<>*"\\]/i.test(inside)) return null
  const [place = '', alias] = inside.replace(/\\\|/, '|').split('|', 2)
  const [target = '', ...fragments] = place.split('#')
  const heading = fragments.join('#').trim()
  if (target.trim() === '' && heading === '') return null
  return {
    target: target.trim(),
    shown: alias?.trim() ?? (target.trim() === '' ? heading : target.trim()),
    heading: heading === '' || heading.startsWith('^') ? null : heading,
  }
}

function markdownLink(target: string): Pick<Link, 'target' | 'heading'> | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#|^\?|[\\{}$*]/i.test(target)) return null
  const [place = '', fragment = ''] = target.split('#', 2).map(decoded)
  if (!place.endsWith('/') && !KNOWN_ENDING.test(place)) return null
  // What begins with ":~:" names words of a page to a browser.
  return { target: place, heading: fragment === '' || fragment.startsWith(':~:') ? null : fragment }
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The files of a memory, by all the names that links use. */
export class Places {
  readonly #files: ReadonlySet<string>
  readonly #byName = new Map<string, string[]>()
  readonly #folders = new Set<string>()

  constructor(paths: Iterable<string>) {
    this.#files = new Set(paths)
    for (const path of this.#files) {
      const parts = path.split('/')
      for (let depth = 1; depth < parts.length; depth += 1) this.#folders.add(parts.slice(0, depth).join('/'))
      for (const name of namesOf(path)) {
        const known = this.#byName.get(name)
        if (known === undefined) this.#byName.set(name, [path])
        else known.push(path)
      }
    }
  }

  /** The file that a link leads to; '' for a folder, or for what is not in the memory at all; `null` for a dead link. */
  follow(from: string, { target, isWiki }: Pick<Link, 'target' | 'isWiki'>): string | null {
    if (target === '') return from
    for (const path of candidates(from, target, isWiki)) {
      if (path === null) return ''
      if (this.#files.has(path)) return path
      if (this.#files.has(`${path}.md`)) return `${path}.md`
      if (this.#folders.has(path)) return ''
    }
    const named = this.#byName.get(nameOf(target)) ?? []
    const fitting = named.filter((path) => isWiki && endsLike(path, target))
    return fitting[0] ?? null
  }

  /** Where the file of a dead link may be now: the only other one of its name. */
  moved({ target }: Pick<Link, 'target'>): string | null {
    const [only, ...more] = new Set(this.#byName.get(nameOf(target)))
    return more.length === 0 ? (only ?? null) : null
  }
}

/** Where a link may point, relative to its file first; `null` if it leaves the memory. */
function* candidates(from: string, target: string, isWiki: boolean): Generator<string | null> {
  const rooted = target.replace(/^\/memories(?=\/|$)/, '')
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : ''
  const relative = target.startsWith('/') ? null : joined(folder, target)
  if (!target.startsWith('/')) {
    if (relative === null) {
      yield null
      return
    }
    yield relative
  }
  const absolute = joined('', rooted.replace(/^\/+/, ''))
  if (absolute !== null && (isWiki || absolute !== relative)) yield absolute
}

function joined(folder: string, target: string): string | null {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}

const nameOf = (path: string): string =>
  path
    .slice(path.replace(/\/$/, '').lastIndexOf('/') + 1)
    .replace(/\.(?:md|markdown|mdx)$/i, '')
    .toLowerCase()

function namesOf(path: string): readonly string[] {
  return [nameOf(path)]
}

/** Whether a path ends with the folders and the name that a link gives, ignoring case. */
function endsLike(path: string, target: string): boolean {
  const plain = (text: string): string => text.replace(/\.(?:md|markdown|mdx)$/i, '').toLowerCase()
  return `/${plain(path)}`.endsWith(`/${plain(target).replace(/^\/+/, '')}`)
}

/**
 * Whether a file has what the fragment of a link names: a heading, as it is written, as it is read or as GitHub's anchor;
 * or an HTML element. Signs and case don't count, since programs differ in what they do with them.
 */
export function hasHeading({ headings, lines }: Pick<Note, 'headings' | 'lines'>, fragment: string): boolean {
  const wanted = plain(fragment.split('#').at(-1) ?? '')
  const seen = new Map<string, number>()
  for (const heading of headings) {
    const shown = plain(readable(heading))
    const earlier = seen.get(shown) ?? 0
    seen.set(shown, earlier + 1)
    // GitHub numbers the headings that are the same as an earlier one.
    if ([plain(heading), shown, ...(earlier === 0 ? [] : [`${shown}${earlier}`])].includes(wanted)) return true
    const [, named] = /\{#([^\s{}]+)\}\s*$/.exec(heading) ?? []
    if (named !== undefined && plain(named) === wanted) return true
  }
  return lines.some(({ text }) => [...text.matchAll(HTML_ANCHOR)].some((found) => plain(found[1] ?? '') === wanted))
}

const HTML_ANCHOR = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)/gi

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A heading without the targets of its links, HTML, signs written by name ("&amp;") and an id of its own. */
function readable(heading: string): string {
  return heading
    .replace(/!?\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/!?\[((?:[^[\]]|\\[[\]])*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^<>]*>|<!--.*?-->|&(?:amp|lt|gt|quot|apos|nbsp|[mn]dash|hellip);|\{#[^\s{}]+\}\s*$/gi, '')
}
