import type { BringBack, CommitRef, PointRef, UndoNextOutcome, WriteOutcome } from '../shared/commit.ts'
import type { AppEvent } from '../shared/events.ts'
import type { MoveOutcome, RemoveOutcome } from './memory/store-interface.ts'
import { byUser } from './origins.ts'
import type { OpenedStore } from './stores/opened-store.ts'

/** What the user does to the open store, with the user as its origin. */
export interface UserCommands {
  saveFile(path: string, before: string | null, text: string): Promise<WriteOutcome>
  removeFile(path: string): Promise<RemoveOutcome>
  renameFile(from: string, to: string): Promise<MoveOutcome>
  /** Restoring the whole store with its policies also puts those policies in force. */
  restore(ref: PointRef, path: string, how?: BringBack): Promise<WriteOutcome>
  makePoint(name: string, ref?: PointRef): Promise<void>
  removePoint(name: string): Promise<void>
  undo(ref: CommitRef, how?: BringBack): Promise<WriteOutcome>
  undoNext(how?: BringBack): Promise<UndoNextOutcome>
  redoNext(how?: BringBack): Promise<UndoNextOutcome>
  undoTurn(conversation: string, turn: number, how?: BringBack): Promise<WriteOutcome>
}

/** @param opened the store that is open when a command runs */
export function createUserCommands(
  opened: () => Pick<OpenedStore, 'store' | 'policies'>,
  emit: (event: AppEvent) => void,
): UserCommands {
  return {
    saveFile: (path, before, text) =>
      opened().store.put(
        path,
        before,
        Buffer.from(text.toWellFormed(), 'utf8'),
        byUser(before === null ? 'create' : 'edit'),
      ),
    removeFile: (path) => opened().store.remove(path, byUser('delete')),
    renameFile: (from, to) => opened().store.move(from, to, byUser('rename')),
    async restore(ref, path, how) {
      const { store, policies } = opened()
      const outcome = await store.restore(ref, path, byUser('restore'), how)
      if (outcome.kind === 'committed' && path === '' && how?.withPolicies === true) await policies.accept()
      return outcome
    },
    async makePoint(name, ref) {
      await opened().store.makePoint(name, ref)
      emit({ type: 'store.changed' })
    },
    async removePoint(name) {
      await opened().store.removePoint(name)
      emit({ type: 'store.changed' })
    },
    undo: (ref, how) => opened().store.undo([ref], byUser('undo'), how),
    undoNext: (how) => opened().store.undoNext(byUser('undo'), how),
    redoNext: (how) => opened().store.redoNext(byUser('undo'), how),
    async undoTurn(conversation, turn, how) {
      const { store } = opened()
      const commits = (await store.commitsOfTurn(conversation, turn)).filter(({ undoneBy }) => undoneBy === null)
      if (commits.length === 0) return { kind: 'refused', reason: 'This turn left nothing to undo.' }
      const ids = commits.map(({ id }) => id)
      return store.undo(ids, byUser('undo'), how)
    },
  }
}
