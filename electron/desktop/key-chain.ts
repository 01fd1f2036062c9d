import { safeStorage } from 'electron'
import type { KeyChain } from '../agent/keys.ts'
import { createEmitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import { EncryptedKeys } from './encrypted-keys.ts'
import { isAvailable, nameOfChain, whyNoChain } from './system-key-chain.ts'

/** The state of a slot's key. */
type Slot =
  | { readonly kind: 'opening' }
  | { readonly kind: 'in-chain'; readonly key: string }
  /** There is no key chain, or it refused: the key is kept until the process ends. */
  | { readonly kind: 'in-memory'; readonly key: string }
  /** Stored, but it cannot be decrypted. */
  | { readonly kind: 'lost'; readonly why: string }

const OPENING =
  "The key is in the system's key chain, which is being opened. Unlock it if the system asks, and try again in a moment."
const NOT_OPENED =
  'The key chain cannot open the stored key (it was reset, or belongs to another account). Nothing is sent without it. Enter the key again in Settings.'
const NOT_THERE =
  "The system's key chain, which keeps your key, is not available now. Nothing is sent without it. Unlock it and start Variorum again, or enter the key again in Settings."

/**
 * Keys in the system's key chain: encrypted by it, and stored encrypted in `$VARIORUM_HOME/keys.json`. It opens in the
 * background and may ask the user first; nothing waits for it. Call this once Electron is ready.
 */
export function openKeyChain(home: string): KeyChain {
  const stored = new EncryptedKeys(home)
  const slots = new Map<string, Slot>()
  const opened = createEmitter<void>()
  const queue = new Queue()
  void queue.run(async () => {
    const keys = await stored.all()
    if (keys.length === 0) return
    for (const [slot] of keys) slots.set(slot, { kind: 'opening' })
    const available = await isAvailable()
    for (const [slot, encrypted] of keys)
      slots.set(slot, available ? await decrypt(stored, slot, encrypted) : { kind: 'lost', why: NOT_THERE })
    opened.emit()
  })
  return {
    get(slot) {
      const state = slots.get(slot)
      return state?.kind === 'in-chain' || state?.kind === 'in-memory' ? state.key : undefined
    },
    set: (slot, key) => queue.run(async () => void slots.set(slot, await encrypt(stored, slot, key))),
    clear: (slot) =>
      queue.run(async () => {
        await stored.remove(slot)
        slots.delete(slot)
      }),
    where(slot) {
      const state = slots.get(slot)
      if (state?.kind === 'in-chain') return `Kept in ${nameOfChain()}`
      return state?.kind === 'in-memory' ? `Kept in memory until Variorum is closed: ${whyNoChain()}` : null
    },
    trouble(slot) {
      const state = slots.get(slot)
      return state?.kind === 'opening' ? OPENING : state?.kind === 'lost' ? state.why : null
    },
    onChange: (listener) => void opened.on(listener),
  }
}

async function decrypt(stored: EncryptedKeys, slot: string, encrypted: Buffer): Promise<Slot> {
  try {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted)
    if (shouldReEncrypt) await stored.put(slot, await safeStorage.encryptStringAsync(result))
    return { kind: 'in-chain', key: result }
  } catch {
    return { kind: 'lost', why: NOT_OPENED }
  }
}

async function encrypt(stored: EncryptedKeys, slot: string, key: string): Promise<Slot> {
  try {
    if (await isAvailable()) {
      await stored.put(slot, await safeStorage.encryptStringAsync(key))
      return { kind: 'in-chain', key }
    }
    // Otherwise an older key would come back at the next start.
    await stored.remove(slot)
    return { kind: 'in-memory', key }
  } catch {
    return { kind: 'in-memory', key }
  }
}
