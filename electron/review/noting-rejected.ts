import { nameOf } from '../../shared/commit.ts'
import { decodeUtf8 } from '../disk/utf8.ts'
import { addedLines, linesBetween, removedLines } from './rejected-lines.ts'
import type { Rejected } from './rejected.ts'
import type { Reviewing, ReviewOptions } from './review.ts'

/** Of an undo of more commits, the lines of the others are not remembered. */
const MAX_NOTED_COMMITS = 200

interface Noting extends Pick<ReviewOptions, 'store' | 'remembersRejected'> {
  readonly rejected: Rejected
  readonly changed: () => void
}

/** The lines that the user removes, and agents write again. */
export function notingRejected({
  store,
  rejected,
  remembersRejected,
  changed,
}: Noting): Pick<Reviewing, 'noteUndo' | 'noteWrite' | 'wasRejected'> {
  return {
    async wasRejected(files) {
      const find = remembersRejected() ? await rejected.finder() : null
      if (find === null) return false
      for (const { path, before, bytes } of files) {
        const old = before === null ? '' : ((await store.text(before)) ?? '')
        const now = bytes === null ? '' : (decodeUtf8(bytes) ?? '')
        if (find(path, linesBetween(old, now, 'added')).length > 0) return true
      }
      return false
    },
    async noteUndo(undo) {
      if (!remembersRejected()) return
      const { undoes = [], undoesPart = [] } = undo.origin
      const byAgent = new Set<string>()
      let isRedo = false
      for (const id of [...undoes, ...undoesPart].slice(0, MAX_NOTED_COMMITS)) {
        const undone = await store.commit(id)
        isRedo ||= undone.origin.verb === 'undo'
        if (undone.origin.actor !== 'agent') continue
        for (const { change } of undone.changes) for (const line of await addedLines(store, change)) byAgent.add(line)
      }
      for (const { change } of undo.changes) {
        const gone = (await removedLines(store, change)).filter((line) => byAgent.has(line))
        if (gone.length > 0) await rejected.add(change.path, gone, undo.time)
        if (isRedo) await rejected.remove(change.path, await addedLines(store, change))
      }
    },
    async noteWrite(commit) {
      const find = remembersRejected() && commit.origin.actor === 'agent' ? await rejected.finder() : null
      if (find === null) return []
      const found: { readonly text: string; readonly rejectedAt: string }[] = []
      for (const { change } of commit.changes) found.push(...find(change.path, await addedLines(store, change)))
      const [first] = found
      if (first !== undefined) {
        await rejected.noteReturned(nameOf(commit), first.rejectedAt)
        changed()
      }
      return found
    },
  }
}
