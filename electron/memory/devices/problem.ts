import type { SyncProblem } from '../../../shared/devices.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { parseRemoteAddress } from '../git/remote-address.ts'
import type { KnownDevices } from '../repo/device-keys.ts'

const AWAY: readonly unknown[] = ['offline', 'timeout']

/** How a failed round is reported to the user. */
export function problemOf(error: unknown, remote: KnownDevices['remote']): SyncProblem {
  if (!(error instanceof AppError)) return { kind: 'failed', reason: say('sync-something-went-wrong') }
  const why = error.data.remote
  // A stick that is not plugged in, or a drive that is not mounted.
  const isUnplugged =
    why === 'not-found' &&
    remote !== null &&
    remote.syncedAt !== null &&
    parseRemoteAddress(remote.address).kind === 'folder'
  return { kind: AWAY.includes(why) || isUnplugged ? 'offline' : 'failed', reason: error.said }
}
