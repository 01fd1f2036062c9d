import { AppError, type RemoteFailure } from '../../../shared/errors.ts'
import type { Message, MessageId } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { RemoteAddress } from './remote-address.ts'

/** Whoever says nothing for so long is given up. */
export const SILENCE_MS = 60_000
/** The most that is fetched at once. */
export const MAX_PACK_BYTES = 4_000_000_000

/** What a failure is about, beyond the remote. */
interface About extends ErrorOptions {
  readonly branch?: string
  readonly maxBytes?: number
}

/** A remote could not be reached, read or written. Once it has crossed a thread, only `data.remote` says why. */
export class RemoteError extends AppError {
  readonly why: RemoteFailure

  constructor(why: RemoteFailure, { name }: RemoteAddress, { branch = '', maxBytes, ...options }: About = {}) {
    super('remote', sentence(why, name, branch, maxBytes ?? MAX_PACK_BYTES), { ...options, data: { remote: why } })
    this.why = why
  }
}

const SENTENCES = {
  offline: 'remote-offline',
  cancelled: 'remote-cancelled',
  'not-found': 'remote-not-found',
  'not-a-repository': 'remote-not-a-repository',
  'sign-in': 'remote-sign-in',
  'host-key': 'remote-host-key',
  'host-key-changed': 'remote-host-key-changed',
  certificate: 'remote-certificate',
  refused: 'remote-refused',
  'checked-out': 'remote-checked-out',
  locked: 'remote-locked',
  full: 'remote-full',
  damaged: 'remote-damaged',
  sha256: 'remote-sha256',
  shallow: 'remote-shallow',
  ownership: 'remote-ownership',
  unsupported: 'remote-unsupported',
  moved: 'remote-moved',
  'needs-git': 'remote-needs-git',
  other: 'remote-other',
} as const satisfies Partial<Record<RemoteFailure, MessageId>>

function sentence(why: RemoteFailure, remote: string, branch: string, bytes: number): Message {
  switch (why) {
    case 'timeout':
      return say('remote-timeout', { remote, seconds: SILENCE_MS / 1_000 })
    case 'no-branch':
      return say('remote-no-branch', { remote, branch: branch.replace(/^refs\/heads\//, '') })
    case 'too-large':
      return say('remote-too-large', { remote, size: { bytes } })
    case 'disk-full':
      return say('remote-disk-full')
    default:
      return say(SENTENCES[why], { remote })
  }
}
