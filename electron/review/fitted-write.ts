import type { UndoOutcome } from '../../shared/commit.ts'
import { merge, mergedText } from '../../shared/merge/merge.ts'
import { say } from '../../shared/messages/say.ts'
import type { Acceptance, FittedFile, HeldFile, WaitingWrite } from '../../shared/waiting.ts'
import type { FilePut, PutHow, StoreMethods } from '../memory/store-interface.ts'

type Reading = Pick<StoreMethods, 'file' | 'text' | 'bytes'>

/** A file of a write that waits, as it would be saved now. */
interface Fitted extends FittedFile {
  /** Null where it is decided by nobody yet. */
  readonly put: FilePut | null
}

async function fit(store: Reading, { path, before, after }: HeldFile): Promise<Fitted> {
  const file = await store.file(path)
  const [now, version] = [file?.text ?? null, file?.blob.id ?? null]
  if (after === null) {
    // What was written since would go unseen.
    const isConflict = version !== before && version !== null
    const put = isConflict ? null : { path, before: version, bytes: null }
    return { path, version, now, saved: null, isConflict, put }
  }
  if ('id' in after) {
    const [bytes, text] = await Promise.all([store.bytes(after.id), store.text(after.id)])
    const isConflict = version !== before || bytes === null
    return { path, version, now, saved: text, isConflict, put: isConflict ? null : { path, before, bytes } }
  }
  const base = before === null ? '' : await store.text(before)
  const text =
    version === before
      ? after.text
      : base === null || now === null
        ? null
        : mergedText(merge({ base, ours: now, theirs: after.text }))
  const isConflict = text === null
  const saved = text ?? after.text
  const put = isConflict ? null : { path, before: version, bytes: Buffer.from(saved) }
  return { path, version, now, saved, isConflict, put }
}

const fitAll = (store: Reading, files: readonly HeldFile[]): Promise<readonly Fitted[]> =>
  Promise.all(files.map((file) => fit(store, file)))

/** What a write that waits would make of the files as they are now. */
export async function fittedWrite(store: Reading, write: WaitingWrite): Promise<readonly FittedFile[]> {
  const fitted = await fitAll(store, write.files)
  return fitted.map(({ path, version, now, saved, isConflict }) => ({ path, version, now, saved, isConflict }))
}

/** Writes it as the agent's commit, as the user edited it if it changes one file, with what was written since. */
export async function saveWrite(
  store: Reading & Pick<StoreMethods, 'put'>,
  write: WaitingWrite,
  edited: Pick<Acceptance, 'text' | 'on'> = {},
  how: Pick<PutHow, 'word'> = {},
): Promise<UndoOutcome> {
  const fitted = await fitAll(store, await filesOf(store, write, edited))
  // A kill may have come between saving it and taking it off the list.
  const isSaved = fitted.every(({ put, now, saved }) => put !== null && now === saved)
  if (isSaved) return { kind: 'nothing' }
  const paths = fitted.filter(({ isConflict }) => isConflict).map(({ path }) => path)
  const [path] = paths
  if (path !== undefined) return { kind: 'conflict', paths, reason: say('held-no-longer-fits', { path }) }
  return store.put(
    fitted.flatMap(({ put }) => put ?? []),
    write.origin,
    { ...how, isApproved: true },
  )
}

async function filesOf(
  store: Reading,
  { files }: WaitingWrite,
  { text, on }: Pick<Acceptance, 'text' | 'on'>,
): Promise<readonly HeldFile[]> {
  const [only, ...more] = files
  if (text === undefined || only === undefined || more.length > 0) return files
  const before = on === undefined ? ((await store.file(only.path))?.blob.id ?? null) : on
  return [{ path: only.path, before, after: { text } }]
}
