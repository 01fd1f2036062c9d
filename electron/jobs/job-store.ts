import type { ObjectId } from '../../shared/change.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { editChecklist } from '../../shared/jobs/checklist-edit.ts'
import type { FeatureEdit } from '../../shared/jobs/features.ts'
import type { JobFileText } from '../../shared/jobs/job.ts'
import { jobFile, jobFileAt, type JobFileName, type JobName } from '../../shared/jobs/names.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import type { Store } from '../memory/store-interface.ts'
import type { JobFiles } from './read-job.ts'

/** The jobs that have files in the memory. */
export async function jobNames(store: Store): Promise<readonly JobName[]> {
  const { files } = await store.tree()
  return [...new Set(files.flatMap(({ path }) => jobFileAt(path)?.name ?? []))]
}

export async function readFiles(store: Store, name: JobName): Promise<JobFiles> {
  const read = async (file: JobFileName): Promise<JobFileText> => {
    const path = jobFile(name, file)
    const content = await store.file(path)
    return { path, id: content?.blob.id ?? null, text: content?.text ?? null }
  }
  const [progress, features, start, decisions] = await Promise.all([
    read('progress'),
    read('features'),
    read('start'),
    read('decisions'),
  ])
  return { progress, features, start, decisions }
}

/**
 * One edit of the checklist by the user, as one commit.
 * @param before the version that the user saw
 */
export async function editFeatures(
  store: Store,
  { name, before, edit }: { readonly name: JobName; readonly before: ObjectId; readonly edit: FeatureEdit },
): Promise<WriteOutcome> {
  const text = await store.text(before)
  if (text === null) throw unreadable(name)
  const edited = editChecklist(text, edit)
  if (edited === null) throw new AppError('bad-request', say('feature-gone-unchanged'))
  return store.put([{ path: jobFile(name, 'features'), before, bytes: Buffer.from(edited, 'utf8') }], byUser('edit'))
}

export function unreadable(name: JobName): AppError {
  return new AppError('bad-request', say('checklist-unreadable', { path: jobFile(name, 'features') }))
}
