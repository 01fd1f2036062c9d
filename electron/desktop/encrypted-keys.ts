import { z } from 'zod'
import { OFFICIAL_ORIGIN } from '../agent/keys.ts'
import { JsonFile } from '../disk/json-file.ts'

/** Encrypted by the system's key chain, in base64, by slot: the origin that the key belongs to. */
const Stored = z
  .object({ version: z.literal(1), keys: z.record(z.string().max(2_100), z.base64()).transform(byOrigin).readonly() })
  .readonly()

/** An earlier version named the slots "anthropic" and "compatible ORIGIN". Such a key is used for its own origin only. */
function byOrigin(keys: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { anthropic, ...others } = keys
  const former = Object.entries(others).flatMap(([slot, key]) => {
    const [, origin] = /^compatible (.+)$/.exec(slot) ?? []
    return origin === undefined ? [] : [[origin, key] as const]
  })
  const current = Object.entries(others).filter(([slot]) => !slot.startsWith('compatible '))
  return {
    ...(anthropic === undefined ? {} : { [OFFICIAL_ORIGIN]: anthropic }),
    ...Object.fromEntries([...former, ...current]),
  }
}

/** `$VARIORUM_HOME/keys.json`. If it is unreadable, Settings shows no keys and they must be entered again. */
export class EncryptedKeys {
  readonly #file: JsonFile<z.infer<typeof Stored>>

  constructor(home: string) {
    this.#file = new JsonFile(home, 'keys.json', (stored) => Stored.parse(stored), { version: 1, keys: {} })
  }

  async all(): Promise<readonly (readonly [slot: string, encrypted: Buffer])[]> {
    return Object.entries((await this.#file.read()).keys).map(([slot, key]) => [slot, Buffer.from(key, 'base64')])
  }

  async put(slot: string, encrypted: Buffer): Promise<void> {
    await this.#file.change(({ version, keys }) => ({
      version,
      keys: { ...keys, [slot]: encrypted.toString('base64') },
    }))
  }

  async remove(slot: string): Promise<void> {
    if ((await this.#file.read()).keys[slot] === undefined) return
    await this.#file.change(({ version, keys: { [slot]: _removed, ...keys } }) => ({ version, keys }))
  }
}
