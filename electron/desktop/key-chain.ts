import { safeStorage } from 'electron'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { KeyChain } from '../agent/keys.ts'
import { createEmitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import { chainOf } from './chain-of.ts'
import { EncryptedKeys } from './encrypted-keys.ts'

/** The state of a slot's key. */
type Slot =
  | { readonly kind: 'opening' }
  | { readonly kind: 'in-chain'; readonly key: string; readonly chain: Message }
  /** There is no key chain, or it refused: the key is kept until the process ends. */
  | { readonly kind: 'in-memory'; readonly key: string; readonly why: Message }
  /** Stored, but it cannot be decrypted. */
  | { readonly kind: 'lost'; readonly why: Message }

const NO_CHAIN = say('no-key-ring')
const REFUSED = say('key-chain-refused')
const OPENING = say('key-chain-opening')
const NOT_OPENED = say('key-not-decrypted')
const NOT_THERE = say('key-chain-not-there')

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
    for (const [slot, encrypted] of keys) slots.set(slot, await decrypt(stored, slot, encrypted))
    opened.emit()
  })
  return {
    get(slot) {
      const state = slots.get(slot)
      return state?.kind === 'in-chain' || state?.kind === 'in-memory' ? state.key : undefined
    },
    set: (slot, key) => queue.run(async () => void slots.set(slot, await keep(stored, slot, key))),
    clear: (slot) =>
      queue.run(async () => {
        await stored.remove(slot)
        slots.delete(slot)
      }),
    where(slot) {
      const state = slots.get(slot)
      if (state?.kind === 'in-chain') return say('key-in-chain', { chain: state.chain })
      return state?.kind === 'in-memory' ? say('key-in-memory-because', { why: state.why }) : null
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
    const chain = chainOf(encrypted)
    // What no key chain encrypted is kept as if it were entered now: not on disk, unless there is one by now.
    if (chain === null || shouldReEncrypt) return await keep(stored, slot, result)
    return { kind: 'in-chain', key: result, chain }
  } catch {
    return { kind: 'lost', why: (await isAvailable()) ? NOT_OPENED : NOT_THERE }
  }
}

/** Stores the key if a key chain encrypts it. Otherwise nothing stays on disk, where an older key would come back. */
async function keep(stored: EncryptedKeys, slot: string, key: string): Promise<Slot> {
  const encrypted = await encrypt(key)
  const chain = encrypted === null ? null : chainOf(encrypted)
  if (encrypted === null || chain === null) {
    await stored.remove(slot)
    return { kind: 'in-memory', key, why: encrypted === null ? REFUSED : NO_CHAIN }
  }
  await stored.put(slot, encrypted)
  return { kind: 'in-chain', key, chain }
}

/** Whether the system's key chain can keep a secret now. */
export async function isAvailable(): Promise<boolean> {
  const encrypted = await encrypt('Is this safe?')
  return encrypted !== null && chainOf(encrypted) !== null
}

/** `null` when the key chain refuses. */
async function encrypt(key: string): Promise<Buffer | null> {
  try {
    return (await safeStorage.isAsyncEncryptionAvailable()) ? await safeStorage.encryptStringAsync(key) : null
  } catch {
    return null
  }
}
