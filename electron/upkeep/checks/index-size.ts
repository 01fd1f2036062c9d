import {
  CLAUDE_CODE,
  INDEX_MAX_BYTES,
  INDEX_MAX_LINES,
  INDEX_PATH,
  isIndexOfClaude,
  linesLoaded,
  type StoreLayout,
} from '../../../shared/layout.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Fix } from '../../../shared/upkeep.ts'
import type { Examined } from './examine.ts'
import type { Found } from './finding.ts'
import { shortened, whyTooLarge } from './index-file.ts'

/** Indexes of which not all is read: the store's own, and those of Claude Code's own memory. Pure. */
export function* indexSizes(
  files: ReadonlyMap<string, Examined>,
  layout: StoreLayout,
  program: string,
): Generator<Found> {
  for (const index of files.values()) {
    const isOfClaude = isIndexOfClaude(index.path, program)
    if (!isOfClaude && (layout === 'plain' || index.path !== INDEX_PATH)) continue
    const lines = index.note.lines.map(({ text }) => text)
    const why = isOfClaude ? whyNotLoaded(lines) : whyTooLarge({ lines: lines.length, bytes: index.bytes })
    if (why !== null) yield { kind: 'index-too-large', file: index, line: null, what: why, fixes: shorterIndex(index) }
  }
}

/** From where on Claude Code loads nothing at its start; `null` if it loads everything. */
function whyNotLoaded(lines: readonly string[]): Message | null {
  const loaded = linesLoaded(lines, Buffer.byteLength)
  if (loaded === lines.length) return null
  return loaded === INDEX_MAX_LINES
    ? say('index-lines-not-loaded', { program: CLAUDE_CODE, most: INDEX_MAX_LINES, from: loaded + 1 })
    : say('index-bytes-not-loaded', { program: CLAUDE_CODE, most: INDEX_MAX_BYTES / 1000, from: loaded + 1 })
}

/** Long lines cut, and empty ones left out, if that is enough. */
function shorterIndex(index: Examined): readonly Fix[] {
  const old = index.note.lines.map(({ text }) => text)
  const isSpare = (text: string, at: number): boolean => text.trim() === '' && (old[at + 1] ?? '').trim() === ''
  const now = old.filter((text, at) => !isSpare(text, at)).map(shortened)
  const size = { lines: now.length, bytes: Buffer.byteLength(now.join('\n')) + 1 }
  if (whyTooLarge(size) !== null) return []
  return [{ name: 'shorten', edits: [{ path: index.path, before: index.blob, at: 1, removed: old, added: now }] }]
}
