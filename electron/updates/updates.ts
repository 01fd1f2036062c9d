import { z } from 'zod'
import type { UpdateState } from '../../shared/app-state.ts'
import { PUBLISHER, placeholders } from '../../shared/publisher.ts'
import { JsonFile } from '../disk/json-file.ts'
import { Queue } from '../disk/queue.ts'
import { areSigned, isNewer, judgeFeed, type Package, Release } from './feed.ts'

const Stored = z.object({
  /** The newest release that this device has seen. */
  release: Release.nullable(),
  /** The version that the user has read about and set aside. */
  dismissed: z.string().nullable(),
  checkedAt: z.number(),
})

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MAX_FEED_BYTES = 20_000

/** As PUBLISHER has it. */
export interface Publisher {
  readonly feed: string
  readonly publicKey: string
  readonly arePackagesSigned: boolean
}

export interface UpdateOptions {
  readonly home: string
  /** The version that runs. */
  readonly version: string
  /** Whether the user wants to be told. */
  readonly isOn: () => boolean
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  /** Downloads the newest version and restarts into it, if the packages that the server names are signed. */
  readonly install: (areSigned: (packages: readonly Package[]) => boolean) => Promise<void>
  /** Called when there is something new to tell. */
  readonly onChange: () => void
  readonly publisher?: Publisher
}

export interface Updates {
  state(): Promise<UpdateState>
  /** The user has read about the newest version: it is not announced again. */
  dismiss(): Promise<void>
  /** Only where packages are signed; elsewhere the page says where the newest version is. */
  install(): Promise<void>
  /** Asks now, if the user and the publisher let it. Throws what the network throws. */
  check(): Promise<void>
  stop(): void
}

/**
 * Asks once a day whether there is a newer version. Sends nothing but the request for one fixed address, believes only
 * what the publisher's key has signed, and downloads nothing.
 */
export function createUpdates(options: UpdateOptions): Updates {
  const { home, version, isOn, onChange, publisher = PUBLISHER.updates } = options
  const isPublished = placeholders(publisher).length === 0
  const file = new JsonFile(home, 'updates.json', (stored) => Stored.parse(stored), {
    release: null,
    dismissed: null,
    checkedAt: 0,
  })
  const checks = new Queue()
  const ask = async (): Promise<void> => {
    if (!isPublished || !isOn()) return
    const text = await download(options.fetch, publisher.feed)
    const seen = (await file.read()).release
    const verdict = judgeFeed(text, { version, seen: seen?.published ?? null, publicKey: publisher.publicKey })
    const release = verdict.kind === 'refused' ? null : verdict.release
    await file.change((now) => ({ ...now, checkedAt: Date.now(), release: release ?? now.release }))
    if (verdict.kind === 'newer' && verdict.release.version !== seen?.version) onChange()
  }
  const askIfDue = async (): Promise<void> => {
    if (Date.now() - (await file.read()).checkedAt > DAY_MS) await ask()
  }
  // Being told of a new version is never worth an error.
  const quietly = (): void => void checks.run(askIfDue).catch(() => undefined)
  const timer = setInterval(quietly, HOUR_MS)
  timer.unref()
  quietly()
  return {
    async state() {
      const { release, dismissed } = await file.read()
      const isShown = isPublished && isOn() && release !== null && isNewer(release.version, version)
      return {
        isPublished,
        canInstall: publisher.arePackagesSigned,
        newer: isShown ? { version: release.version, page: release.page, isNews: release.version !== dismissed } : null,
      }
    },
    async dismiss() {
      await file.change((now) => ({ ...now, dismissed: now.release?.version ?? null }))
      onChange()
    },
    async install() {
      const { release } = await file.read()
      if (publisher.arePackagesSigned && release !== null)
        await options.install((packages) => areSigned(packages, release))
    },
    check: () => checks.run(ask),
    stop: () => clearInterval(timer),
  }
}

/** The text at the address; it must be small, and be there, not elsewhere. */
async function download(get: UpdateOptions['fetch'], address: string): Promise<string> {
  const response = await get(address, { redirect: 'error', credentials: 'omit', signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`The feed answered ${response.status}.`)
  const text = await response.text()
  if (text.length > MAX_FEED_BYTES) throw new Error('The feed is too long.')
  return text
}
