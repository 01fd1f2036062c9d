import { AppError } from '../../shared/errors.ts'

export const OFFICIAL_ORIGIN = 'https://api.anthropic.com'

/**
 * Where keys are kept. A slot is the origin that its key belongs to, and is sent to: no other. The desktop keeps them in
 * the system's key chain; every other door keeps them for this run only.
 */
export interface KeyChain {
  get(slot: string): string | undefined
  set(slot: string, key: string): Promise<void>
  clear(slot: string): Promise<void>
  /** Where the slot's key is kept, as a message for the user; `null` when there is none. */
  where(slot: string): string | null
  /** Why a stored key cannot be used, as a message; `null` when nothing is wrong. */
  trouble?(slot: string): string | null
  /** Subscribes to changes made elsewhere, such as a key chain that finishes opening. */
  onChange?(listener: () => void): void
}

/** Keeps keys until the process ends. */
export function createMemoryKeys(): KeyChain {
  const keys = new Map<string, string>()
  return {
    get: (slot) => keys.get(slot),
    async set(slot, key) {
      keys.set(slot, key)
    },
    async clear(slot) {
      keys.delete(slot)
    },
    where: (slot) => (keys.has(slot) ? 'Kept in memory until Variorum is closed' : null),
  }
}

/** @throws an AppError that does not contain the input */
export function checkKey(typed: string): string {
  const key = typed.trim()
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key
  throw new AppError(
    'bad-request',
    'This is not a key: a key has no spaces, line breaks or accented letters. Nothing was saved. Copy it again from where the service shows it.',
  )
}
