import type { UndoOutcome } from '../../shared/commit.ts'
import { merge, mergedText } from '../../shared/merge/merge.ts'
import { say } from '../../shared/messages/say.ts'
import type { FittedFile, HeldFile, WaitingWrite } from '../../shared/waiting.ts'
import type { FilePut, StoreMethods } from '../memory/store-interface.ts'

type Reading = Pick<StoreMethods, 'file' | 'text' | 'bytes'>

/** A file of a write that waits, as it would be saved now. */
interface Fitted extends FittedFile {
  /** Null where it is decided by nobody yet. */
  readonly put: FilePut | null
}

async function fit(store: Reading, { path, before, after }: HeldFile): Promise<Fitted> {
  const file = await store.file(path)
  const [now, current] = [file?.text ?? null, file?.blob.id ?? null]
  if (after === null) {
    // What was written since would go unseen.
    const isConflict = current !== before && current !== null
    return { path, now, saved: null, isConflict, put: isConflict ? null : { path, before: current, bytes: null } }
  }
  if ('id' in after) {
    const [bytes, text] = await Promise.all([store.bytes(after.id), store.text(after.id)])
    const isConflict = current !== null || bytes === null
    return { path, now, saved: text, isConflict, put: isConflict ? null : { path, before: null, bytes } }
  }
  const base = before === null ? '' : await store.text(before)
  const text =
    current === before
      ? after.text
      : base === null || now === null
        ? null
        : mergedText(merge({ base, ours: now, theirs: after.text }))
  const isConflict = text === null
  const saved = text ?? after.text
  return { path, now, saved, isConflict, put: isConflict ? null : { path, before: current, bytes: Buffer.from(saved) } }
}

const fitAll = (store: Reading, { files }: WaitingWrite): Promise<readonly Fitted[]> =>
  Promise.all(files.map((file) => fit(store, file)))

/** What a write that waits would make of the files as they are now. */
export async function fittedWrite(store: Reading, write: WaitingWrite): Promise<readonly FittedFile[]> {
  return (await fitAll(store, write)).map(({ path, now, saved, isConflict }) => ({ path, now, saved, isConflict }))
}

/**
 * Writes it as the agent's commit, with what was written since.
 * @param text as the user edited it, if it changes one file
 */
export async function saveWrite(
  store: Reading & Pick<StoreMethods, 'put'>,
  write: WaitingWrite,
  text?: string,
): Promise<UndoOutcome> {
  const fitted = await fitAll(store, write)
  const [only] = fitted
  if (text !== undefined && only !== undefined && fitted.length === 1) {
    const before = (await store.file(only.path))?.blob.id ?? null
    return store.put([{ path: only.path, before, bytes: Buffer.from(text) }], write.origin, { isApproved: true })
  }
  // A kill may have come between saving it and taking it off the list.
  const isSaved = fitted.every(({ put, now, saved }) => put !== null && now === saved)
  if (isSaved) return { kind: 'nothing' }
  const paths = fitted.filter(({ isConflict }) => isConflict).map(({ path }) => path)
  const [path] = paths
  if (path !== undefined) return { kind: 'conflict', paths, reason: say('held-no-longer-fits', { path }) }
  return store.put(
    fitted.flatMap(({ put }) => put ?? []),
    write.origin,
    { isApproved: true },
  )
}
