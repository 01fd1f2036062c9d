import type { Viewed } from './handlers.ts'
import type { MemoryStore } from './memory-store.ts'

/** The answer to a command that would write in a temporary conversation. The model and the user see it. */
export const TEMPORARY =
  'This is a temporary conversation: it reads the memory and writes nothing. Nothing in it is saved.'

/** The present memory as `view` sees it. Reading it leaves no trace: no commit and no line in the access log. */
export function untracedMemory(
  store: Pick<MemoryStore, 'look' | 'list' | 'lineageOfLines' | 'lineageOfNames'>,
): Viewed['store'] {
  return {
    look: (path) => store.look(path),
    list: (path) => store.list(path),
    viewed: async () => null,
    // The conversation may be kept, and then what it writes is no more trusted than what it has read.
    lineageOfLines: (version, lines) => store.lineageOfLines(version, lines),
    lineageOfNames: (paths) => store.lineageOfNames(paths),
  }
}
