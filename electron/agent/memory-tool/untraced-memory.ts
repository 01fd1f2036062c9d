import type { Store } from '../../memory/store-interface.ts'
import type { Viewed } from './handlers.ts'

/** The answer to a command that would write in a temporary conversation. The model and the user see it. */
export const TEMPORARY =
  'This is a temporary conversation: it reads the memory and writes nothing. Nothing in it is saved.'

/** The present memory as `view` sees it. Reading it leaves no trace: no commit and no line in the access log. */
export function untracedMemory(store: Pick<Store, 'look' | 'list'>): Viewed['store'] {
  return {
    look: (path) => store.look(path),
    list: (path) => store.list(path),
    viewed: async () => null,
    // Whoever cannot write taints nothing.
    lineageOfLines: async () => 'agent',
    lineageOfNames: async () => 'agent',
  }
}
