import type { ObjectId } from '../../../shared/change.ts'
import { signedCommit } from '../git/objects.ts'
import { type PublicKey, signerOf } from '../git/ssh-signature.ts'
import { deviceIdOf, type KnownDevices } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import { firstParents } from './ancestry.ts'
import { DEVICES_FOLDER, type DeviceRecord, readRecord, recordPath } from './device-record.ts'
import type { SyncParts } from './sync-parts.ts'

/** So many devices that are not admitted are shown: anybody who can push can add any number. */
const MAX_UNKNOWN = 8
/** Of the files where their records should be, so many are looked at. */
const MAX_LOOKED_AT = 30
const MAX_TRUSTED = 500

/** The keys that count, and the records of the devices that have them. */
export interface Trust {
  readonly keys: ReadonlySet<PublicKey>
  readonly records: readonly DeviceRecord[]
}

/** Trusted are the devices that the user admitted here, and those that such a device admitted, but no removed ones. */
export function trustIn(
  repo: Repository,
  tree: ObjectId | null,
  { admitted, removed, seen }: Pick<KnownDevices, 'admitted' | 'removed' | 'seen'>,
): Trust {
  const keys = new Set(admitted.filter((key) => !removed.includes(key)))
  const records: DeviceRecord[] = []
  // What is added while it goes on is visited, too.
  for (const key of keys) {
    const id = deviceIdOf(key)
    const record = recordAt(repo, tree, recordPath(id))
    // Somebody brought back an older one, in which the device may say what it has taken back.
    if (record === null || record.revision < (seen[id]?.revision ?? 0)) continue
    records.push(record)
    for (const each of record.admits) if (!removed.includes(each) && keys.size < MAX_TRUSTED) keys.add(each)
  }
  return { keys, records }
}

/** What is remembered of those that count. */
export const seenOf = ({ records }: Trust): KnownDevices['seen'] =>
  Object.fromEntries(records.map(({ key, name, revision }) => [deviceIdOf(key), { name, revision }]))

/** The records of other devices, as many as are shown. */
export function unknownIn(repo: Repository, tree: ObjectId | null, { keys }: Trust): readonly DeviceRecord[] {
  const found: DeviceRecord[] = []
  for (const { path } of repo.trees.files(tree, DEVICES_FOLDER).slice(0, MAX_LOOKED_AT)) {
    const record = recordAt(repo, tree, path)
    if (record !== null && !keys.has(record.key)) found.push(record)
    if (found.length === MAX_UNKNOWN) break
  }
  return found
}

/** The record in a file; null if there is no valid one. */
export function recordAt({ trees, objects }: Repository, tree: ObjectId | null, path: string): DeviceRecord | null {
  const file = trees.file(tree, path)
  const bytes = file === null ? null : objects.readIfThere(file.id)
  return bytes === null ? null : readRecord(path.slice(DEVICES_FOLDER.length + 1), bytes)
}

/**
 * Finds the commits of a line that a trusted device made, from the newest one on: it signed them, or vouches for them
 * from the time before it had a key.
 * @param until not looked at any more, nor what is before it; null for the whole line
 */
export async function vouchedCommits(
  { objects }: Repository,
  { from, until }: { readonly from: ObjectId; readonly until: ObjectId | null },
  { keys, records }: Trust,
): Promise<readonly ObjectId[]> {
  const found: ObjectId[] = []
  /** Those whose word is about the present commit and all before it. */
  const strangers: ReadonlySet<ObjectId>[] = []
  for await (const commit of firstParents((id) => objects.readCommit(id), from, until)) {
    for (const { vouches } of records) if (vouches?.tip === commit) strangers.push(new Set(vouches.strangers))
    const { bytes } = objects.read(commit)
    const signature = signedCommit(bytes)
    const signer = signature === null ? null : signerOf(signature.payload, signature.signature)
    const isVouchedFor = signature === null && strangers.some((excepted) => !excepted.has(commit))
    if ((signer !== null && keys.has(signer)) || isVouchedFor) found.push(commit)
  }
  return found
}

/** Of what git committed here by the user's address, nobody can tell later that it was here. */
export function noteOwn({ repo, devices }: Pick<SyncParts, 'repo' | 'devices'>, commits: readonly ObjectId[]): void {
  const isOwn = repo.ownership()
  const fetched = devices.fetched.ids()
  devices.vouched.add(commits.filter((commit) => !isOwn(commit) && !fetched.has(commit) && hasAddress(repo, commit)))
}

/** Notes of what comes from the remote that nobody may take it for the user's because of its address. */
export async function noteFetched(
  { repo, devices }: Pick<SyncParts, 'repo' | 'devices'>,
  { from, until }: { readonly from: ObjectId; readonly until: ObjectId | null },
): Promise<void> {
  const isOwn = repo.ownership()
  const known = devices.fetched.ids()
  const found: ObjectId[] = []
  for await (const id of firstParents((each) => repo.objects.readCommit(each), from, until))
    if (!known.has(id) && !isOwn(id) && hasAddress(repo, id)) found.push(id)
  devices.fetched.add(found)
}

/** Whether git made a commit, by an address of the user. */
function hasAddress(repo: Repository, commit: ObjectId): boolean {
  const { id, origin } = repo.messageOf(repo.objects.readCommit(commit))
  return id === null && origin.actor === 'user'
}
