import type { WriteOutcome } from '../../shared/commit.ts'
import { Complaint } from './complaint.ts'
import { printable, storePath, withCore, type Place } from './place.ts'

export async function restore(place: Place, ref: string, path = ''): Promise<void> {
  await withCore(place, async (core) => report(await core.restore(ref, storePath(path))))
}

export async function undo(place: Place, ref: string): Promise<void> {
  await withCore(place, async (core) => report(await core.undo(ref)))
}

function report(outcome: WriteOutcome): void {
  if (outcome.kind !== 'committed') throw new Complaint(outcome.reason)
  const { commit } = outcome
  process.stdout.write(printable(`${commit.id}  ${commit.subject} (${commit.changeCount} ${commit.changeCount === 1 ? 'file' : 'files'})\n`))
}
