import { safeStorage } from 'electron'
import { z } from 'zod'
import type { KeyChain } from '../agent/keys.ts'
import { createEmitter } from '../disk/emitter.ts'
import { JsonFile } from '../disk/json-file.ts'
import { Queue } from '../disk/queue.ts'

/** Encrypted by the system's key chain, in base64, by slot. */
const Stored = z
  .object({ version: z.literal(1), keys: z.record(z.string().max(2_100), z.base64()).readonly() })
  .readonly()

/** What became of a slot's key. */
type Kept =
  | { readonly kind: 'opening' }
  | { readonly kind: 'in-chain'; readonly key: string }
  /** There is no key chain, or it refused: forgotten with the process. */
  | { readonly kind: 'in-memory'; readonly key: string }
  /** Kept, but it cannot be had. */
  | { readonly kind: 'lost'; readonly why: string }

const OPENING =
  "The key is in the system's key chain, which is being opened. Unlock it if the system asks, and try again in a moment."
const NOT_OPENED =
  'The key chain cannot open the key that was kept (it was reset, or belongs to another account). Nothing is sent without it. Enter the key again in Settings.'
const NOT_THERE =
  "The system's key chain, which keeps your key, is not available now. Nothing is sent without it. Unlock it and start Variorum again, or enter the key again in Settings."

/**
 * Keys in the system's key chain: encrypted by it, and kept as such in `$VARIORUM_HOME/keys.json`. It opens in its own
 * time, and may ask the user first: until then nothing waits for it. To be called once Electron is ready.
 */
export function openKeyChain(home: string): KeyChain {
  // Unreadable: the keys have to be entered again, and Settings says that there are none.
  const file = new JsonFile<z.infer<typeof Stored>>(home, 'keys.json', (stored) => Stored.parse(stored), {
    version: 1,
    keys: {},
  })
  const slots = new Map<string, Kept>()
  const opened = createEmitter<void>()
  const queue = new Queue()
  void queue.run(begin)

  async function begin(): Promise<void> {
    const kept = Object.entries((await file.read()).keys)
    if (kept.length === 0) return
    for (const [slot] of kept) slots.set(slot, { kind: 'opening' })
    const available = await isAvailable()
    for (const [slot, encrypted] of kept)
      slots.set(slot, available ? await decrypt(slot, encrypted) : { kind: 'lost', why: NOT_THERE })
    opened.emit()
  }

  async function decrypt(slot: string, encrypted: string): Promise<Kept> {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'))
      if (shouldReEncrypt) await write(slot, await safeStorage.encryptStringAsync(result))
      return { kind: 'in-chain', key: result }
    } catch {
      return { kind: 'lost', why: NOT_OPENED }
    }
  }

  /** @param encrypted null takes the slot's key away */
  async function write(slot: string, encrypted: Buffer | null): Promise<void> {
    if (encrypted === null && (await file.read()).keys[slot] === undefined) return
    await file.change(({ version, keys: { [slot]: _replaced, ...others } }) => ({
      version,
      keys: encrypted === null ? others : { ...others, [slot]: encrypted.toString('base64') },
    }))
  }

  async function keep(slot: string, key: string): Promise<Kept> {
    try {
      const encrypted = (await isAvailable()) ? await safeStorage.encryptStringAsync(key) : null
      // An older key must not come back at the next start.
      await write(slot, encrypted)
      return { kind: encrypted === null ? 'in-memory' : 'in-chain', key }
    } catch {
      return { kind: 'in-memory', key }
    }
  }

  return {
    get(slot) {
      const kept = slots.get(slot)
      return kept?.kind === 'in-chain' || kept?.kind === 'in-memory' ? kept.key : undefined
    },
    set: (slot, key) => queue.run(async () => void slots.set(slot, await keep(slot, key))),
    clear: (slot) =>
      queue.run(async () => {
        await write(slot, null)
        slots.delete(slot)
      }),
    where(slot) {
      const kept = slots.get(slot)
      if (kept?.kind === 'in-chain') return `Kept in ${nameOfChain()}`
      return kept?.kind === 'in-memory' ? `Kept in memory until Variorum is closed: ${whyNoChain()}` : null
    },
    trouble(slot) {
      const kept = slots.get(slot)
      return kept?.kind === 'opening' ? OPENING : kept?.kind === 'lost' ? kept.why : null
    },
    onChange: (listener) => void opened.on(listener),
  }
}

/** On Linux without a key ring Electron encrypts with a password that everybody knows: that is none. */
function isPlain(): boolean {
  return process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

export async function isAvailable(): Promise<boolean> {
  return (await safeStorage.isAsyncEncryptionAvailable()) && !isPlain()
}

function nameOfChain(): string {
  if (process.platform === 'darwin') return 'the Keychain of macOS'
  if (process.platform === 'win32') return "Windows' data protection, for your account"
  return safeStorage.getSelectedStorageBackend().startsWith('kwallet')
    ? 'KWallet'
    : "the system's key ring (Secret Service)"
}

function whyNoChain(): string {
  return isPlain()
    ? 'no key ring (Secret Service or KWallet) runs here, and a file alone would keep no secret'
    : "the system's key chain would not take it"
}
