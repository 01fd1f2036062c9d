import { merge, mergedText, type MergePiece, type Versions } from './merge.ts'
import { mergeSentence } from './property-words.ts'
import { mergeProperty } from './property.ts'

// The properties at the top of a note, merged by key. Each keeps its text as it was written.

interface Split {
  /** With the lines around it; '' for none. */
  readonly properties: string
  readonly body: string
}

const PROPERTIES = /^---[ \t]*\r?\n(?:[^]*?\n)??---[ \t]*(?:\r?\n|$)/

export function splitFrontmatter(text: string): Split {
  const properties = PROPERTIES.exec(text)?.[0] ?? ''
  return { properties, body: text.slice(properties.length) }
}

interface Block {
  readonly opening: string
  /** Each with the lines that belong to it, by its key; what is before the first one by ''. */
  readonly fields: ReadonlyMap<string, string>
  readonly closing: string
}

const KEY = /^((?:"[^"\n]*"|'[^'\n]*'|[^\s#:"'[{\-&*!|>%@`][^:\n]*?))[ \t]*:(?=\s|$)/

/** To look for the end of a key in a long line would take quadratic time. */
const MAX_KEY_CHARACTERS = 200

/** The key that a line begins with; quotes around it say nothing. */
function keyIn(line: string): string | null {
  const [, key] = KEY.exec(line.slice(0, MAX_KEY_CHARACTERS)) ?? []
  return key?.replace(/^(["'])(.*)\1$/, '$2') ?? null
}

/** Null for what is not understood: then its lines are merged as any others. */
function blockOf(text: string): Block | null {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const [opening = '', closing = ''] = [lines[0], lines.at(-1)]
  const fields = new Map<string, string>()
  let key = ''
  for (const line of lines.slice(1, -1)) {
    const next = keyIn(line)
    if (next !== null) {
      if (fields.has(next)) return null
      key = next
    } else if (!/^(?:\s|#|-\s|-$|[\]}])/.test(line) && line.trim() !== '') return null
    fields.set(key, (fields.get(key) ?? '') + line)
  }
  return { opening, fields, closing }
}

export function mergeFrontmatter({ base, ours, theirs }: Versions): readonly MergePiece[] {
  if (ours === theirs || theirs === base) return [{ kind: 'merged', text: ours }]
  if (ours === base) return [{ kind: 'merged', text: theirs }]
  // One side took all of it away, and the other went on with it.
  if (ours === '' || theirs === '') return [{ kind: 'conflict', base, ours, theirs }]
  const [was, mine, other] = [blockOf(base), blockOf(ours), blockOf(theirs)]
  if (was === null || mine === null || other === null) return byLines({ base, ours, theirs })
  const [before, left, right] = [was.fields, mine.fields, other.fields]
  const fields = orderOf(before, left, right).map((key) =>
    mergeField(key, { base: before.get(key) ?? null, ours: left.get(key) ?? null, theirs: right.get(key) ?? null }),
  )
  return [{ kind: 'merged', text: mine.opening }, ...fields, { kind: 'merged', text: mine.closing }]
}

/** As any other text, if nothing can come apart or be there twice by that. */
function byLines(versions: Versions): readonly MergePiece[] {
  const text = mergedText(merge(versions))
  const keys = text?.match(/[^\n]+/g)?.flatMap((line) => keyIn(line) ?? []) ?? []
  const hasBlocks = [versions.base, versions.ours, versions.theirs].some((each) => /:[ \t]+[|>]/.test(each))
  return text === null || hasBlocks || new Set(keys).size < keys.length
    ? [{ kind: 'conflict', ...versions }]
    : [{ kind: 'merged', text }]
}

type Fields = ReadonlyMap<string, string>

/** All keys: in the order of the side that changed the order, each other one behind what it followed. */
function orderOf(base: Fields, ours: Fields, theirs: Fields): readonly string[] {
  const inBase = [...base.keys()].filter((key) => ours.has(key))
  const isReordered = [...ours.keys()].filter((key) => base.has(key)).join('\n') !== inBase.join('\n')
  const [first, second] = isReordered ? [ours, theirs] : [theirs, ours]
  const order = [...first.keys()]
  let previous = ''
  for (const key of second.keys()) {
    if (!first.has(key)) {
      const at = order.indexOf(previous) + 1
      // Behind what both added at the same place.
      let place = at
      while (place < order.length && !base.has(order[place] ?? '') && !second.has(order[place] ?? '')) place += 1
      order.splice(place, 0, key)
    }
    previous = key
  }
  return order
}

interface Field {
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
}

function mergeField(key: string, { base, ours, theirs }: Field): MergePiece {
  if (ours === theirs || theirs === base) return { kind: 'merged', text: ours ?? '' }
  if (ours === base) return { kind: 'merged', text: theirs ?? '' }
  const conflict: MergePiece = { kind: 'conflict', base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' }
  if (ours === null || theirs === null) return conflict
  const merged =
    mergeProperty(key, { base: base ?? '', ours, theirs }) ?? mergeSentence({ base: base ?? '', ours, theirs })
  return merged === null ? conflict : { kind: 'merged', text: merged }
}
