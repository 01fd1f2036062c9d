import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Fix } from '../../../shared/upkeep.ts'
import { isRecord } from './context.ts'
import type { Examined } from './examine.ts'
import { type Found, placed, textAt, withoutLine } from './finding.ts'
import { wordsOf } from './note.ts'
import { namedAfter, type Said } from './repeated.ts'
import type { Statement } from './statements.ts'
import { areCompatible } from './values.ts'

// Lines that say the same twice, or the opposite, and lines that are over. Pure.

interface At<What> {
  readonly file: Examined
  readonly what: What
}

export function lineFindings(files: readonly Examined[]): readonly Found[] {
  const copies = fileCopies(files)
  const copied = new Set(copies.map(({ file }) => file.path))
  const others = files.filter(({ path }) => !copied.has(path))
  return [...copies, ...repeatedLines(others), ...contradictions(others), ...files.flatMap(pastLines)]
}

function pastLines(file: Examined): readonly Found[] {
  return file.past.map(({ line, words, day }) => ({
    kind: 'past',
    file,
    line,
    what: say(day === null ? 'was-written-longer-ago' : 'has-passed', { words }),
    fixes: [{ name: 'remove-line', edits: [withoutLine(file, line)] }],
  }))
}

function* saidBy(files: readonly Examined[]): Generator<At<Said>> {
  for (const file of files) for (const what of file.said) yield { file, what }
}

/** Lines that say the same, and lines of which one negates the other. */
function repeatedLines(files: readonly Examined[]): readonly Found[] {
  const found: Found[] = []
  const byForm = new Map<string, At<Said>>()
  const names = new Set(files.flatMap(({ names }) => [...names]))
  for (const here of saidBy(files)) {
    const known = byForm.get(here.what.positive)
    if (known === undefined) {
      byForm.set(here.what.positive, here)
      continue
    }
    const isNamed = here.what.name === null || names.has(here.what.name)
    if (known.file !== here.file && !isNamed) continue
    const other = placed(known.file, known.what.line)
    if (known.what.form === here.what.form) {
      const fixes = [{ name: 'remove-line', edits: [withoutLine(here.file, here.what.line)] }] as const
      found.push({
        kind: 'same-line',
        file: here.file,
        line: here.what.line,
        what: say('says-the-same', { path: other.path, line: other.line }),
        other,
        fixes,
      })
    } else if ((known.what.negations + here.what.negations) % 2 === 1)
      found.push(contradicting(here, known, say('the-opposite')))
  }
  return found
}

/** More values than this are a list. */
const MAX_VALUES = 3

function contradictions(files: readonly Examined[]): readonly Found[] {
  const bySubject = new Map<string, At<Statement>[]>()
  for (const file of files)
    for (const what of file.statements) {
      const key = `${what.subject}\n${what.attribute}`
      const known = bySubject.get(key)
      if (known === undefined) bySubject.set(key, [{ file, what }])
      else known.push({ file, what })
    }
  const found: Found[] = []
  for (const all of bySubject.values()) {
    if (all.length < 2 || new Set(all.map(({ what }) => what.value)).size > MAX_VALUES) continue
    for (const [at, here] of all.entries()) {
      const against = all.slice(0, at).find(({ what }) => !areCompatible(what.attribute, what.value, here.what.value))
      if (against !== undefined) found.push(contradicting(here, against, `“${against.what.shown}”`))
    }
  }
  return found
}

function contradicting(
  here: At<{ readonly line: number }>,
  known: At<{ readonly line: number }>,
  says: string | Message,
): Found {
  const other = placed(known.file, known.what.line)
  const keep = (name: Fix['name'], gone: At<{ readonly line: number }>): Fix => ({
    name,
    edits: [withoutLine(gone.file, gone.what.line)],
  })
  return {
    kind: 'contradiction',
    file: here.file,
    line: here.what.line,
    what: say('says-otherwise', { path: other.path, line: other.line, says }),
    other,
    fixes: [keep('keep-this', known), keep('keep-other', here)],
  }
}

/** A shorter file is too easily like another one. */
const MIN_LINES = 3
/** Of the lines of the shorter of two files. */
const MIN_SHARED = 0.9

/** Files that are copies: they say the same, and are named like one thing. */
function fileCopies(files: readonly Examined[]): readonly Found[] {
  const found: Found[] = []
  const known = new Map<string, Content[]>()
  for (const file of files) {
    const lines = linesSaid(file)
    const name = namedAfter(file.path)
    if (name === '' || lines.size < MIN_LINES || isRecord(file.path, { headings: [] }, file.note.title)) continue
    const others = known.get(name) ?? []
    const other = others.find((each) => areCopies(each.lines, lines))
    if (other !== undefined) found.push(copyOf(file, other.file))
    known.set(name, [...others, { file, lines }])
  }
  return found
}

interface Content {
  readonly file: Examined
  readonly lines: ReadonlySet<string>
}

function areCopies(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const line of small) if (large.has(line)) shared += 1
  return shared / small.size >= MIN_SHARED
}

function linesSaid({ note }: Examined): ReadonlySet<string> {
  const words = note.lines.filter(({ isPlain }) => isPlain).map(({ text }) => wordsOf(text).toLowerCase())
  return new Set(words.filter((line) => /\p{L}/u.test(line)))
}

function copyOf(file: Examined, other: Examined): Found {
  const [less, more] = linesSaid(file).size > linesSaid(other).size ? [other, file] : [file, other]
  return {
    kind: 'same-file',
    file: less,
    line: null,
    what: say('nearly-all-elsewhere', { path: more.path }),
    other: { path: more.path, line: 1, text: textAt(more, 1) },
    fixes: [{ name: 'delete-file', edits: [{ path: less.path, before: less.blob, isRemoved: true }] }],
  }
}
