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
import { say } from '../shared/messages/say.ts'
import { ClientName } from '../shared/origin.ts'
import { JsonFile } from './disk/json-file.ts'

const RIGHTS = { name: 'clients.json', refusal: say('clients-unreadable') }
const TOKENS = { name: 'clients-tokens.json', refusal: say('client-tokens-unreadable') }

/** What is kept of a token: its hash, in hexadecimal. */
const KeptToken = z.string().regex(/^[0-9a-f]{64}$/)

/** As it is, every name with it: of what z.record reads, one named "__proto__" is missing. */
const Table = z.custom<object>((it) => typeof it === 'object' && it !== null && !Array.isArray(it))

type ByName<T> = Readonly<Record<string, T>>

const byName =
  <T>(kept: z.ZodType<T>) =>
  (stored: unknown): ByName<T> => {
    return Object.fromEntries(
      Object.entries(Table.parse(stored)).map(([name, each]) => [ClientName.parse(name), kept.parse(each)]),
    )
  }

/** An agent may be named like what every object has. */
const of = <T>(all: ByName<T>, name: string): T | undefined => (Object.hasOwn(all, name) ? all[name] : undefined)

/** The agents of others: what the user lets them do, and what they did. Shared by all processes of this account. */
export class Clients {
  readonly #rights: JsonFile<ByName<ClientRights>>
  readonly #use: JsonFile<ByName<ClientUse>>
  readonly #tokens: JsonFile<ByName<string>>
  readonly #onChanged: (name: string, rights: ClientRights) => void

  /** @param home the folder of the app's own data */
  constructor(home: string, onChanged: (name: string, rights: ClientRights) => void) {
    this.#onChanged = onChanged
    this.#rights = new JsonFile(home, RIGHTS, byName(KeptClientRights), {})
    this.#tokens = new JsonFile(home, TOKENS, byName(KeptToken), {})
    this.#use = new JsonFile(home, 'clients-use.json', byName(ClientUse), {})
  }

  /** As the user last said, in whichever window. @throws AppError when that can't be read: nothing is permitted then */
  async rightsOf(name: string): Promise<ClientRights> {
    return of(await this.#rights.read(), name) ?? USUAL_RIGHTS
  }

  async change(name: string, change: ClientRightsChange): Promise<ClientRights> {
    const all = await this.#rights.change((now) => ({
      ...now,
      [name]: { ...(of(now, name) ?? USUAL_RIGHTS), ...change },
    }))
    const rights = of(all, name) ?? USUAL_RIGHTS
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

  /** Counts what an agent did. */
  async note(name: string, { label, reads, writes, refusals }: Omit<ClientUse, 'lastSeen'>): Promise<void> {
    await this.#use.change((now) => {
      const before = of(now, name)
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

  /** All that were seen, or of which the user said something, by name. @throws AppError when that can't be read */
  async list(): Promise<readonly KnownClient[]> {
    const [rights, use, tokens] = await Promise.all([this.#rights.read(), this.#use.read(), this.#tokens.read()])
    const names = [...new Set([rights, use, tokens].flatMap((each) => Object.keys(each)))]
    return names
      .toSorted((one, other) => one.localeCompare(other))
      .map((name) => {
        return {
          name,
          ...(of(rights, name) ?? USUAL_RIGHTS),
          hasToken: of(tokens, name) !== undefined,
          use: of(use, name) ?? null,
        }
      })
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
