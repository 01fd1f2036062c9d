import type { ObjectId } from '../../../shared/change.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { signedCommit } from '../git/objects.ts'
import { type PublicKey, signerOf } from '../git/ssh-signature.ts'
import type { Repository } from '../repo/repository.ts'
import { DEVICES_FOLDER, type DeviceRecord, readRecord } from './device-record.ts'

/** The records of devices in a tree. */
export function recordsIn({ trees, objects }: Repository, tree: ObjectId | null): readonly DeviceRecord[] {
  return trees.files(tree, DEVICES_FOLDER).flatMap(({ path, id }) => {
    const bytes = objects.readIfThere(id)
    return bytes === null ? [] : (readRecord(path.slice(DEVICES_FOLDER.length + 1), bytes) ?? [])
  })
}

interface Vouchers {
  readonly keys: ReadonlySet<PublicKey>
  /** Of the devices that have these keys, and perhaps others. */
  readonly records: readonly DeviceRecord[]
}

/**
 * Finds the commits of a line that a trusted device made, from the newest one on: it signed them, or vouches for them
 * from the time before it had a key.
 * @param until not looked at any more, nor what is before it; null for the whole line
 */
export async function vouchedCommits(
  { objects }: Repository,
  { from, until }: { readonly from: ObjectId; readonly until: ObjectId | null },
  { keys, records }: Vouchers,
): Promise<readonly ObjectId[]> {
  const vouchers = records.filter(({ key }) => keys.has(key))
  const found: ObjectId[] = []
  /** Those whose word is about the present commit and all before it. */
  const strangers: ReadonlySet<ObjectId>[] = []
  const slice = new TimeSlice()
  for (let id: ObjectId | undefined = from; id !== undefined && id !== until;) {
    const commit: ObjectId = id
    for (const { vouches } of vouchers) if (vouches?.tip === commit) strangers.push(new Set(vouches.strangers))
    const { bytes } = objects.read(commit)
    const signature = signedCommit(bytes)
    const signer = signature === null ? null : signerOf(signature.payload, signature.signature)
    const isVouchedFor = signature === null && strangers.some((excepted) => !excepted.has(commit))
    if ((signer !== null && keys.has(signer)) || isVouchedFor) found.push(commit)
    id = objects.readCommit(commit).parents[0]
    if (slice.isOver) await slice.yield()
  }
  return found
}
