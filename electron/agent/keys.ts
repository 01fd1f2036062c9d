import { AppError } from '../../shared/errors.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'

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
  where(slot: string): Message | null
  /** Why a stored key cannot be used, as a message; `null` when nothing is wrong. */
  trouble?(slot: string): Message | null
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
    where: (slot) => (keys.has(slot) ? say('key-in-memory') : null),
  }
}

/** @throws an AppError that does not contain the input */
export function checkKey(typed: string): string {
  const key = typed.trim()
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key
  throw new AppError('bad-request', say('not-a-key'))
}
