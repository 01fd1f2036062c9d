import { Buffer } from 'node:buffer'
import type { Change, ObjectId } from '../../shared/change.ts'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import type { ChangedFile, ChangedLines, UndoNext, UndoPreview, UndoWhat } from '../../shared/undoing.ts'
import type { PlacedCommit } from './history/undo-history.ts'
import type { Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'
import { write } from './store-writes.ts'
import { changesOf, planUndo, readUndone, type Undoable } from './write/plan-undo.ts'
import type { Unwritten } from './write/plan.ts'

/** Undo and redo, and what they would do. */
export function undoCommands(parts: StoreParts) {
  const { repo, history } = parts
  const undoable = (ids: readonly ObjectId[], lines?: ChangedLines): Promise<Undoable> =>
    history.undoing(async (undoing) => toUndoable(await undoing.placed(ids), lines))
  const resolved = async (what: UndoWhat): Promise<Undoable> => {
    if ('commits' in what) {
      const ids = await Promise.all(what.commits.map((ref) => history.resolve(ref)))
      if ('file' in what) return betweenStates(parts, ids, what.file)
      if (!('lines' in what)) return undoable(ids)
      const { between } = what.lines
      if (between === undefined && new Set(ids).size > 1) throw new AppError('bad-request', say('lines-of-several'))
      return between === undefined
        ? undoable(ids, what.lines)
        : betweenStates(parts, ids, { path: what.lines.path, between }, what.lines)
    }
    if ('parts' in what) return together(await Promise.all(what.parts.map(resolved)))
    const ids = await history.undoing((undoing) => undoing.inEffect(what))
    // A commit of elsewhere only claims to be an agent's.
    return undoable('client' in what ? ids.filter(repo.ownership()) : ids)
  }
  const isMoot = async (placed: readonly PlacedCommit[]): Promise<boolean> => {
    const undone = await readUndone(repo, toUndoable(placed, undefined).steps)
    return undone.conflicts.length === 0 && changesOf(undone).changes.length === 0
  }
  const chosen = async ({ next }: UndoNext): Promise<Undoable | null> => {
    const entry = await history.undoing((undoing) => (next === 'undo' ? undoing.nextUndo(isMoot) : undoing.nextRedo()))
    return entry === null ? null : undoable([entry.commit])
  }
  return {
    async undo(what, origin, how = {}) {
      // A name that means nothing is told before anybody waits for the queue.
      if (!('next' in what)) await resolved(what)
      return write<Unwritten | { readonly kind: 'nothing' }>(parts, async () => {
        // The next one is chosen in the queue, so that two requests in a row never choose the same one.
        const undone = await ('next' in what ? chosen(what) : resolved(what))
        if (undone === null) return { kind: 'answer', answer: { kind: 'nothing' } }
        return planUndo(repo, undone, origin, how)
      })
    },
    async previewUndo(what, choices) {
      const head = await history.head()
      if (head === null) throw new AppError('unknown-commit', say('no-history'))
      const { commits, steps } = await resolved(what)
      const undone = await readUndone(repo, steps, choices)
      const { changes, texts } = changesOf(undone)
      for (const text of texts.values()) repo.proposed.add(Buffer.from(text, 'utf8'))
      const preview: UndoPreview = {
        ...history.preview(head, changes),
        commits: commits.length,
        conflicts: undone.conflicts,
        keeps: [...undone.keeps],
      }
      return preview
    },
    nextSteps: () => history.undoing((undoing) => undoing.nextSteps(isMoot)),
  } satisfies Partial<Store>
}

/** Several undos as one. Of what is undone in part only, the commits stay in effect. */
function together(parts: readonly Undoable[]): Undoable {
  const commits = new Map(parts.flatMap((part) => part.commits.map((each) => [each.variorumId, each])))
  const isPart = parts.some((part) => part.isPart)
  return { commits: [...commits.values()], steps: parts.flatMap(({ steps }) => steps), isPart }
}

/** A file, or lines of it, that changed between two states, whatever commits did so in between. */
async function betweenStates(
  { repo, history }: StoreParts,
  writers: readonly ObjectId[],
  { path, between, what = 'content' }: Partial<ChangedFile> & Pick<ChangedFile, 'path' | 'between'>,
  lines?: ChangedLines,
): Promise<Undoable> {
  const { since, until, from = path } = between
  const blobAt = (commit: ObjectId | null, path: string): Change['after'] => {
    const entry = commit === null ? null : repo.trees.file(history.treeOf(commit), path)
    return entry === null ? null : { id: entry.id, mode: entry.mode, size: 0 }
  }
  const after = blobAt(until, path)
  const change = what === 'name' ? { path, before: after, after, from } : { path, before: blobAt(since, from), after }
  const head = await history.head()
  return history.undoing(async (undoing) => {
    const { commits } = toUndoable(await undoing.placed(writers), lines)
    const place = undoing.placeSince({ path, isGone: after === null }, until, head)
    return { commits, steps: [{ change, place, ...(lines !== undefined && { lines }) }], isPart: true }
  })
}

function toUndoable(placed: readonly PlacedCommit[], lines: ChangedLines | undefined): Undoable {
  return {
    commits: placed.map(({ entry: { id, subject, origin } }) => ({ variorumId: id, subject, origin })),
    steps: placed
      .toReversed()
      .flatMap(({ changes }) => changes.filter(({ change }) => lines === undefined || change.path === lines.path))
      .map((each) => (lines === undefined ? each : { ...each, lines })),
    isPart: lines !== undefined,
  }
}
