import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type ClientRights,
  type ClientRightsChange,
  ClientUse,
  KeptClientRights,
  type KnownClient,
  USUAL_RIGHTS,
} from '../shared/clients.ts'
import { ClientName } from '../shared/origin.ts'
import { JsonFile } from './disk/json-file.ts'

const Rights = z.record(ClientName, KeptClientRights)
const Use = z.record(ClientName, ClientUse)
/** What is kept of a token: its hash, in hexadecimal. */
const Tokens = z.record(ClientName, z.string().regex(/^[0-9a-f]{64}$/))

/** The agents of others: what the user lets them do, and what they did. Shared by all processes of this account. */
export class Clients {
  readonly #rights: JsonFile<z.infer<typeof Rights>>
  readonly #use: JsonFile<z.infer<typeof Use>>

  readonly #tokens: JsonFile<z.infer<typeof Tokens>>
  readonly #onChanged: (name: string, rights: ClientRights) => void

  /** @param home the folder of the app's own data */
  constructor(home: string, onChanged: (name: string, rights: ClientRights) => void) {
    this.#onChanged = onChanged
    this.#rights = new JsonFile(home, 'clients.json', (stored) => Rights.parse(stored), {})
    this.#tokens = new JsonFile(home, 'clients-tokens.json', (stored) => Tokens.parse(stored), {})
    this.#use = new JsonFile(home, 'clients-use.json', (stored) => Use.parse(stored), {})
  }

  /** As the user last said, in whichever window. */
  async rightsOf(name: string): Promise<ClientRights> {
    return (await this.#rights.read())[name] ?? USUAL_RIGHTS
  }

  async change(name: string, change: ClientRightsChange): Promise<ClientRights> {
    const all = await this.#rights.change((now) => ({ ...now, [name]: { ...(now[name] ?? USUAL_RIGHTS), ...change } }))
    const rights = all[name] ?? USUAL_RIGHTS
    this.#onChanged(name, rights)
    return rights
  }

  /** A new token for an agent that comes over HTTP. An earlier one is no longer valid. */
  async newToken(name: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await this.#tokens.change((now) => ({ ...now, [name]: hashOf(token) }))
    return token
  }

  async revokeToken(name: string): Promise<void> {
    await this.#tokens.change((now) => Object.fromEntries(Object.entries(now).filter(([each]) => each !== name)))
  }

  /** Whose token it is; `null` if it is nobody's. */
  async nameOfToken(token: string): Promise<string | null> {
    const hash = Buffer.from(hashOf(token))
    const tokens = Object.entries(await this.#tokens.read())
    return tokens.find(([, known]) => timingSafeEqual(hash, Buffer.from(known)))?.[0] ?? null
  }

  /** Counts what an agent did. Of two processes that count in the same moment, one may be lost. */
  async note(name: string, { label, reads, writes, refusals }: Omit<ClientUse, 'lastSeen'>): Promise<void> {
    await this.#use.change((now) => {
      const before = now[name]
      return {
        ...now,
        [name]: {
          lastSeen: new Date().toISOString(),
          label: label ?? before?.label ?? null,
          reads: (before?.reads ?? 0) + reads,
          writes: (before?.writes ?? 0) + writes,
          refusals: (before?.refusals ?? 0) + refusals,
        },
      }
    })
  }

  /** All that were seen, or of which the user said something, by name. */
  async list(): Promise<readonly KnownClient[]> {
    const [rights, use, tokens] = await Promise.all([this.#rights.read(), this.#use.read(), this.#tokens.read()])
    const names = [...new Set([rights, use, tokens].flatMap((each) => Object.keys(each)))]
    return names
      .toSorted((one, other) => one.localeCompare(other))
      .map((name) => {
        return { name, ...(rights[name] ?? USUAL_RIGHTS), hasToken: name in tokens, use: use[name] ?? null }
      })
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
