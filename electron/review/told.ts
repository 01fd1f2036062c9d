import { plainLine, tellingLine } from '../../shared/plain-line.ts'
import type { KeptWaiting, Waiting, WaitingWrite } from '../../shared/waiting.ts'
import { withWrites } from './stopped.ts'

/** What the list says of it, if the user is to decide it. */
export function told(entry: KeptWaiting, entries: readonly KeptWaiting[]): Waiting | readonly [] {
  const { id, at } = entry
  switch (entry.kind) {
    case 'undo':
    case 'import':
      return entry
    case 'tidy':
      return { kind: 'tidy', id, at, files: entry.files.length }
    case 'write':
      return {
        kind: 'write',
        id,
        at,
        origin: entry.origin,
        paths: entry.files.map(({ path }) => path),
        says: saysOf(entry),
        ...(entry.conflict === undefined ? {} : { conflict: entry.conflict }),
      }
    case 'stopped': {
      const { releasedAt, ...stopped } = withWrites(entry, entries)
      return releasedAt === null ? stopped : []
    }
    case 'refused':
    case 'expiring':
      return []
  }
}

/** The first line that it would add, as far as is known without reading the files. */
function saysOf({ files: [first] }: WaitingWrite): string | null {
  const text = first?.after != null && 'text' in first.after ? first.after.text : null
  const line = text === null ? undefined : tellingLine(text.split('\n'))
  return line === undefined ? null : plainLine(line)
}
