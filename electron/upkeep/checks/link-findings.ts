import { INDEX_PATH, type StoreLayout } from '../../../shared/layout.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Fix } from '../../../shared/upkeep.ts'
import type { Examined } from './examine.ts'
import { type Found, textAt, withLine, withoutLine } from './finding.ts'
import { indexLine, isTopic, placeInIndex } from './index-file.ts'
import { hasHeading, type Link, type Places } from './links.ts'

/** Links that lead nowhere, and what is wrong with the index. Pure. */
export function linkFindings(
  files: ReadonlyMap<string, Examined>,
  places: Places,
  layout: StoreLayout,
): readonly Found[] {
  const found: Found[] = []
  for (const file of files.values()) found.push(...deadLinks(file, files, places))
  const index = files.get(INDEX_PATH)
  if (layout === 'index' && index !== undefined) found.push(...indexFindings(index, files, places))
  return found
}

function* deadLinks(file: Examined, files: ReadonlyMap<string, Examined>, places: Places): Generator<Found> {
  for (const link of file.links) {
    const target = places.follow(file.path, link)
    if (target === null) yield deadLink(file, link, places)
    else if (link.heading !== null && target !== '') {
      const there = files.get(target)
      if (there === undefined || there.note.headings.length === 0 || hasHeading(there.note, link.heading)) continue
      const what = say('link-no-heading', { path: target, heading: link.heading })
      yield { kind: 'dead-link', file, line: link.line, what, fixes: [relink(file, link, link.target)] }
    }
  }
}

function deadLink(file: Examined, link: Link, places: Places): Found {
  const moved = places.moved(link)
  const there: readonly Fix[] = moved === null ? [] : [relink(file, link, moved)]
  if (file.path === INDEX_PATH) {
    const isOnly = file.links.every((other) => other === link || other.line !== link.line)
    const remove: Fix = isOnly ? { name: 'remove-line', edits: [withoutLine(file, link.line)] } : unlink(file, link)
    const what = say('index-names-no-file', { index: INDEX_PATH, target: link.target })
    return { kind: 'gone-from-memory', file, line: link.line, what, fixes: [...there, remove] }
  }
  const what = say('link-to-no-file', { target: link.target })
  return { kind: 'dead-link', file, line: link.line, what, fixes: [...there, unlink(file, link)] }
}

/** Keeps the words of the link. */
function unlink(file: Examined, link: Link): Fix {
  const text = textAt(file, link.line)
  return {
    name: 'remove-link',
    edits: [
      withLine(
        file,
        link.line,
        text.replace(link.raw, () => link.shown),
      ),
    ],
  }
}

function relink(file: Examined, link: Link, target: string): Fix {
  const text = textAt(file, link.line)
  const spaced = /[\s()]/.test(target) ? `<${target}>` : target
  const alias = link.shown === link.target ? '' : `|${link.shown}`
  const raw = link.isWiki
    ? `[[${target.replace(/\.md$/, '')}${alias}]]`
    : `[${link.shown}](${relativeTo(file.path, spaced)})`
  return {
    name: 'link-there',
    edits: [
      withLine(
        file,
        link.line,
        text.replace(link.raw, () => raw),
      ),
    ],
  }
}

/** A target of the memory's root, as a file writes it. */
function relativeTo(from: string, target: string): string {
  return `${'../'.repeat(from.split('/').length - 1)}${target}`
}

function* indexFindings(index: Examined, files: ReadonlyMap<string, Examined>, places: Places): Generator<Found> {
  const named = new Set(index.links.map((link) => places.follow(INDEX_PATH, link)))
  for (const file of files.values()) {
    if (!isTopic(file.path) || named.has(file.path)) continue
    const added = [indexLine(file.path, file.note)]
    const at = placeInIndex(file.path, index.note)
    const edits = [{ path: INDEX_PATH, before: index.blob, at, removed: [], added }]
    const what = say('index-lacks-file', { index: INDEX_PATH })
    yield { kind: 'not-in-index', file, line: null, what, fixes: [{ name: 'add-line', edits }] }
  }
}
