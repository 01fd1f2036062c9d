import { isDeepStrictEqual } from 'node:util'
import type { ObjectId } from '../../../shared/change.ts'
import { AppError } from '../../../shared/errors.ts'
import { byUser } from '../../../shared/origin.ts'
import { publicKeyOf } from '../git/ssh-signature.ts'
import { type DeviceKeys, deviceIdOf, keyOf } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import type { Unwritten } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { firstParents } from './ancestry.ts'
import { type DeviceRecord, recordPath, vouchFor, writeRecord } from './device-record.ts'
import { recordAt } from './vouching.ts'

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
  const vouches = stored.said === null ? (isFirst ? await vouchForAll(repo) : null) : stored.said.vouches
  const outcome = await writer.write<{ readonly kind: 'there' } | Unwritten>(async ({ tree }) => {
    const now = recordAt(repo, tree, path)
    const wanted = { name: stored.name, admits: stored.admitted, vouches }
    if (now !== null && isDeepStrictEqual({ name: now.name, admits: now.admits, vouches: now.vouches }, wanted))
      return { kind: 'answer', answer: { kind: 'there' } }
    const revision = Math.max(stored.said?.revision ?? 0, now?.revision ?? 0) + 1
    await devices.change((known) => ({ ...known, said: { revision, vouches } }))
    const bytes = writeRecord({ ...wanted, revision }, keyOf(stored))
    const before = repo.trees.file(tree, path)?.id ?? null
    const origin = byUser(before === null ? 'create' : 'edit')
    const subject = now === null ? `added the device ${stored.name}` : `changed the devices that ${stored.name} knows`
    const drafts = [{ path, before, after: { bytes, mode: '100644' as const } }]
    return { kind: 'plan', plan: { kind: 'exact', drafts, origin, subject } }
  })
  if (outcome.kind === 'refused') throw new AppError('disk', outcome.reason)
}

async function vouchForAll(repo: Repository): Promise<DeviceRecord['vouches']> {
  const { commit: tip } = await repo.readHead()
  if (tip === null) return null
  const isOwn = repo.ownership()
  const strangers: ObjectId[] = []
  for await (const id of firstParents((each) => repo.objects.readCommit(each), tip)) if (!isOwn(id)) strangers.push(id)
  return vouchFor(tip, strangers)
}
