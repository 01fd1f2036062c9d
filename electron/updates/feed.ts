import { Buffer } from 'node:buffer'
import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

// The file that says which version is the newest: a payload and its Ed25519 signature, both in base64. Whoever serves
// the file, or stands between, cannot name another version without the key.

const SignedFeed = z.object({ payload: z.base64(), signature: z.base64() })

export const Release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** ISO time. */
  published: z.iso.datetime(),
  /** Where people read about it and download it. */
  page: z.url({ protocol: /^https$/ }),
  /** The SHA-512 of each of its packages, in base64. Nothing else is installed. */
  packages: z.array(z.base64()).readonly().default([]),
})
export type Release = z.infer<typeof Release>

/** `replayed`: older than one that this device has seen, and so served by somebody who hides the newest. */
export type FeedVerdict =
  | { readonly kind: 'newer'; readonly release: Release }
  | { readonly kind: 'current'; readonly release: Release }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'signature' | 'replayed' }

interface Known {
  /** The version that runs. */
  readonly version: string
  /** When the newest release that this device has seen was published; `null` for none. */
  readonly seen: string | null
  /** In base64, as SPKI DER. */
  readonly publicKey: string
}

/** Judges the text of a feed. Pure. */
export function judgeFeed(text: string, { version, seen, publicKey }: Known): FeedVerdict {
  const feed = parsed(text, SignedFeed)
  if (feed === null) return { kind: 'refused', reason: 'unreadable' }
  const payload = Buffer.from(feed.payload, 'base64')
  const key = keyOf(publicKey)
  if (key === null || !verify(null, payload, key, Buffer.from(feed.signature, 'base64')))
    return { kind: 'refused', reason: 'signature' }
  const release = parsed(payload.toString('utf8'), Release)
  if (release === null) return { kind: 'refused', reason: 'unreadable' }
  if (seen !== null && Date.parse(release.published) < Date.parse(seen)) return { kind: 'refused', reason: 'replayed' }
  return isNewer(release.version, version) ? { kind: 'newer', release } : { kind: 'current', release }
}

/** The text of a feed. Used by whoever publishes. */
export function signFeed(release: Release, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(Release.parse(release)))
  const signature = sign(null, payload, privateKey)
  return JSON.stringify({ payload: payload.toString('base64'), signature: signature.toString('base64') })
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function keyOf(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** A package as its server describes it, whom nobody has to believe. */
export interface Package {
  readonly sha512: string
}

/** Whether the publisher signed each of these, and there are any. */
export function areSigned(named: readonly Package[], { packages }: Release): boolean {
  return named.length > 0 && named.every(({ sha512 }) => packages.includes(sha512))
}

export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part])
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
