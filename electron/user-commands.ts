import type { StoreAuditEvent } from '../shared/audit.ts'
import {
  type BringBack,
  type CommitName,
  nameOf,
  type PointRef,
  type UndoOutcome,
  type WriteOutcome,
} from '../shared/commit.ts'
import { AppError } from '../shared/errors.ts'
import type { AppEvent } from '../shared/events.ts'
import type { ImportedFile, Move } from '../shared/file-commands.ts'
import { say } from '../shared/messages/say.ts'
import { byImport, byUser, type Client, type Origin, type Verb } from '../shared/origin.ts'
import { outermost } from '../shared/several-files.ts'
import type { UndoHow, UndoNext, UndoWhat } from '../shared/undoing.ts'
import type { Acceptance } from '../shared/waiting.ts'
import type { MoveOutcome, Store } from './memory/store-interface.ts'
import { saveWrite } from './review/fitted-write.ts'
import type { OpenedStore } from './stores/opened-store.ts'

/** What the user does to the open store, with the user as its origin. */
export interface UserCommands {
  saveFile(path: string, before: string | null, text: string): Promise<WriteOutcome>
  /** Each of these makes one commit, or none. Files and folders. */
  removeFiles(paths: readonly string[]): Promise<WriteOutcome>
  moveFiles(moves: readonly Move[]): Promise<MoveOutcome>
  importFiles(files: readonly ImportedFile[]): Promise<WriteOutcome>
  /**
   * Files, folders or ('') everything. Policies that it brings back are in force at once if they were before; see
   * PoliciesWriter.follow.
   */
  restore(ref: PointRef, paths: readonly string[], how?: BringBack): Promise<WriteOutcome>
  makePoint(name: string, ref?: PointRef): Promise<void>
  removePoint(name: string): Promise<void>
  undo(what: UndoWhat | UndoNext, how?: UndoHow): Promise<UndoOutcome>
  /**
   * Undoes what a turn of a conversation and all after it wrote, so that it can be asked again. The user rejects nothing
   * of it: the agent may write it again.
   * @returns `null` if all of it was undone before
   */
  putBack(conversation: string, turn: number, how?: UndoHow): Promise<WriteOutcome | null>
  /** Does what waits for the user: see Acceptance. Done, it waits no more. */
  accept(acceptance: Acceptance): Promise<UndoOutcome>
  /** The user does not want it: see Reviewing.refuse. */
  refuse(id: string, reason?: string): Promise<void>
}

type Opened = Pick<OpenedStore, 'store' | 'policies' | 'review' | 'upkeep' | 'imports' | 'audit'>

/**
 * @param opened the store that is open when a command runs
 * @param client the program that runs them, if it is not the app
 */
export function createUserCommands(
  opened: () => Opened,
  emit: (event: AppEvent) => void,
  client: Client = {},
): UserCommands {
  const by = (verb: Verb): Origin => byUser(verb, client)
  return {
    saveFile(path, before, text) {
      const bytes = Buffer.from(text.toWellFormed(), 'utf8')
      return opened().store.put([{ path, before, bytes }], by(before === null ? 'create' : 'edit'))
    },
    async removeFiles(paths) {
      const outcome = await opened().store.remove(outermost(paths), by('delete'), 'present')
      return outcome.kind === 'missing' ? { kind: 'refused', reason: say('files-gone') } : outcome
    },
    moveFiles(moves) {
      const { store, policies } = opened()
      return policies.movePinned(moves, () => store.move(moves, by('rename')))
    },
    async importFiles(files) {
      const outcome = await opened().store.put(
        files.map(({ path, before, bytes }) => ({ path, before, bytes: Buffer.from(bytes, 'base64') })),
        byImport(client),
        { word: 'imported' },
      )
      if (outcome.kind !== 'refused' || files.length === 1) return outcome
      // The reason speaks of one file, and none of the others was written either.
      return { ...outcome, reason: say('import-refused', { count: files.length, why: outcome.reason }) }
    },
    restore: (ref, paths, how) =>
      bringBack(opened(), 'restore', how, (store) => store.restore(ref, paths, by('restore'), how)),
    async makePoint(name, ref) {
      await opened().store.makePoint(name, ref)
      emit({ type: 'store.changed' })
    },
    async removePoint(name) {
      await opened().store.removePoint(name)
      emit({ type: 'store.changed' })
    },
    undo: (what, how) =>
      bringBack(opened(), 'next' in what ? what.next : 'undo', how, (store) => store.undo(what, by('undo'), how)),
    async putBack(conversation, turn, how) {
      const { store, audit } = opened()
      const what = { conversation, turn, andLater: true }
      const { changeCount, conflicts } = await store.previewUndo(what, how?.choices)
      if (changeCount === 0 && conflicts.length === 0) return null
      const outcome = await store.undo(what, by('undo'), how)
      auditOverride(audit, 'undo', how, outcome)
      return outcome.kind === 'nothing' ? null : outcome
    },
    accept: (acceptance) => accept(opened(), by('undo'), acceptance),
    async refuse(id, reason) {
      const { review, imports } = opened()
      return (await imports.proposal(id)) === null ? review.refuse(id, reason) : imports.refuse(id)
    },
  }
}

async function accept(opened: Opened, origin: Origin, acceptance: Acceptance): Promise<UndoOutcome> {
  const { id, choices, selection = [], text, on, override } = acceptance
  const entry = await opened.review.kept(id)
  if (entry === null || entry.kind === 'refused' || entry.kind === 'expiring')
    throw new AppError('bad-request', say('waits-no-more'))
  if (entry.kind === 'stopped') return keepStopped(opened, id)
  if (entry.kind === 'import') return acceptImport(opened, acceptance)
  if (entry.kind === 'tidy') return opened.upkeep.tidy.accept({ id, selection, choices })
  if (entry.kind === 'write') {
    const outcome = await saveWrite(opened.store, entry, { text, on })
    if (outcome.kind === 'committed' || outcome.kind === 'nothing') await opened.review.drop(id)
    if (outcome.kind === 'committed') await opened.review.keepOf([nameOf(outcome.commit)])
    return outcome
  }
  const how = { choices: choices ?? entry.choices, override }
  const verb = entry.isRedo ? 'redo' : 'undo'
  const outcome = await bringBack(opened, verb, how, (store) => store.undo(entry.what, origin, how))
  if (outcome.kind === 'committed') await opened.review.drop(id)
  return outcome
}

/** What the user has just chosen to bring in is no news to them. */
async function acceptImport({ imports, review }: Opened, { id, imported }: Acceptance): Promise<UndoOutcome> {
  const outcome = await imports.accept(id, imported)
  if (outcome.kind === 'committed') await review.keepOf([nameOf(outcome.commit)])
  return outcome
}

/**
 * Keeps what somebody did before they were stopped, and saves what they want to write besides; they may go on.
 * @returns the last commit; or why something is not saved, which waits on
 */
async function keepStopped({ store, review }: Opened, id: string): Promise<UndoOutcome> {
  const stopped = await review.stopped(id)
  if (stopped === null) throw new AppError('bad-request', say('waits-no-more'))
  const kept: CommitName[] = [...stopped.commits]
  let [last, failed]: readonly (UndoOutcome | null)[] = [null, null]
  for (const each of stopped.writes) {
    const write = await review.kept(each)
    if (write?.kind !== 'write') continue
    last = await saveWrite(store, write)
    if (last.kind === 'committed') kept.push(nameOf(last.commit))
    if (last.kind === 'committed' || last.kind === 'nothing') await review.drop(each)
    else failed = last
  }
  await review.keepOf(kept)
  await review.release(stopped)
  return failed ?? last ?? { kind: 'nothing' }
}

type Overridden = Extract<StoreAuditEvent, { readonly type: 'refusal.overridden' }>['what']

/** Runs an undo or a restore, and what follows from it. It is done, and does not fail because of that. */
async function bringBack<Outcome extends UndoOutcome>(
  { store, policies, review, audit }: Opened,
  what: Overridden,
  how: BringBack | undefined,
  run: (store: Store) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await run(store)
  auditOverride(audit, what, how, outcome)
  if ('commit' in outcome) {
    await policies.follow(outcome.commit)
    await review.noteUndo(outcome.commit).catch(() => undefined)
  }
  return outcome
}

function auditOverride(
  audit: OpenedStore['audit'],
  what: Overridden,
  how: BringBack | undefined,
  { kind }: { readonly kind: string },
): void {
  if (how?.override === true && kind === 'committed') audit({ type: 'refusal.overridden', what })
}
