import type { Buffer } from 'node:buffer'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { byUser } from '../../../shared/origin.ts'
import { TimeSlice } from '../../disk/yield.ts'
import { publicKeyOf } from '../git/ssh-signature.ts'
import { type DeviceKeys, deviceIdOf, keyOf } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import type { Unwritten } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { type DeviceRecord, readRecord, recordPath, vouchFor, writeRecord } from './device-record.ts'

interface Parts {
  readonly repo: Repository
  readonly writer: Writer
  readonly devices: DeviceKeys
}

/**
 * Sees to it that this device's record is in the store, and says what is true now: a commit, unless it does already.
 * @param isFirst the history begins on this device, which vouches for what it has of it so far
 */
export async function introduce(
  { repo, writer, devices }: Parts,
  { isFirst }: { readonly isFirst: boolean },
): Promise<void> {
  const stored = await devices.load()
  if (stored === null) return
  const path = recordPath(deviceIdOf(publicKeyOf(keyOf(stored))))
  const isNew = (await ownRecord(repo, path)) === null
  const vouches = isNew && isFirst ? await vouchForAll(repo) : null
  const outcome = await writer.write<{ readonly kind: 'there' } | Unwritten>(async ({ tree }) => {
    const now = await ownRecord(repo, path)
    const bytes = writeRecord(
      { name: stored.name, admits: stored.admitted, vouches: now?.record.vouches ?? vouches },
      keyOf(stored),
    )
    if (now?.bytes.equals(bytes) === true) return { kind: 'answer', answer: { kind: 'there' } }
    const before = repo.trees.file(tree, path)?.id ?? null
    const origin = byUser(before === null ? 'create' : 'edit')
    const subject = isNew ? `added the device ${stored.name}` : `changed the devices that ${stored.name} knows`
    const drafts = [{ path, before, after: { bytes, mode: '100644' as const } }]
    return { kind: 'plan', plan: { kind: 'exact', drafts, origin, subject } }
  })
  if (outcome.kind === 'refused') throw new AppError('disk', outcome.reason)
}

async function ownRecord(
  repo: Repository,
  path: string,
): Promise<{ readonly record: DeviceRecord; readonly bytes: Buffer } | null> {
  const { commit } = await repo.readHead()
  const file = commit === null ? null : repo.trees.file(repo.objects.readCommit(commit).tree, path)
  const bytes = file === null ? null : repo.objects.readIfThere(file.id)
  const record = bytes === null ? null : readRecord(path.slice(path.lastIndexOf('/') + 1), bytes)
  return record === null || bytes === null ? null : { record, bytes }
}

async function vouchForAll(repo: Repository): Promise<DeviceRecord['vouches']> {
  const { commit: tip } = await repo.readHead()
  if (tip === null) return null
  const isOwn = repo.ownership()
  const strangers: ObjectId[] = []
  const slice = new TimeSlice()
  for (let id: ObjectId | undefined = tip; id !== undefined; id = repo.objects.readCommit(id).parents[0]) {
    if (!isOwn(id)) strangers.push(id)
    if (slice.isOver) await slice.yield()
  }
  return vouchFor(tip, strangers)
}
