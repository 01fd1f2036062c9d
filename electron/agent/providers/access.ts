import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { type Format, type KeyHeader, type PresetId, PRESETS } from '../../../shared/presets.ts'
import type { ProviderId, Settings } from '../../../shared/settings.ts'
import { type KeyChain, OFFICIAL_ORIGIN } from '../keys.ts'
import { kindOfServer, type Obstacle, readAddress } from './address.ts'
import type { Who } from './failures.ts'
import type { Fetch } from './guarded-fetch.ts'
import { isLoopback } from './hosts.ts'

/** What a request may override of the settings. */
export interface Wish {
  readonly provider?: ProviderId | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly format?: Format | undefined
  readonly keyHeader?: KeyHeader | undefined
}

/** Everything needed to use one service, and why it cannot be used yet. */
export interface Access {
  readonly id: Exclude<ProviderId, 'demo'>
  readonly format: Format
  /** The kind of server, as its address or Settings say. */
  readonly preset: PresetId
  readonly model: string
  /** Without the paths of the format. */
  readonly baseUrl: string
  readonly isOfficial: boolean
  /** What people call the model. */
  readonly who: Who
  /** The key's slot: the address's origin. `null` when this is no address. */
  readonly slot: string | null
  /** The server's host. `null` when this is no address. */
  readonly host: string | null
  /** The environment variable that names the address; `null` if Settings or the request does. */
  readonly addressFrom: string | null
  readonly key: string | undefined
  readonly keyHeader: KeyHeader
  /** Where the key is kept, as a message. */
  readonly where: Message | null
  /** `null` when it can be used. */
  readonly obstacle: Obstacle | null
  readonly fetch: Fetch
  readonly timeoutMs?: number | undefined
}

/** What decides which services can be used. */
export interface Configuration {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys: KeyChain
  readonly fetch: Fetch
  readonly timeoutMs?: number | undefined
}

/**
 * A key belongs to one origin. One that was entered is kept for the origin it was entered for; one in the environment
 * belongs to the origin that the environment or the same command line names, never to an address typed in Settings.
 */
export function accessTo(id: Access['id'], wish: Wish, configuration: Configuration): Access {
  const { settings, env, keys, fetch, timeoutMs } = configuration
  const named = id === 'anthropic' ? anthropic(wish, settings, env) : compatible(wish, settings, env)
  const address = readAddress(named.baseUrl, named.format, named.preset)
  if (typeof address !== 'string')
    return { ...EMPTY, ...named, id, who: say('model-at-this-address'), obstacle: address, fetch }
  const { origin, host } = new URL(address)
  const given = keys.get(origin)
  const fromEnv = originOf(named.keyUrl) === origin ? variable(env, named.keyVariable) : undefined
  const key = named.keyHeader === 'none' ? undefined : (given ?? fromEnv)
  const isOfficial = address === OFFICIAL_ORIGIN
  const needsKey = keys.trouble?.(origin) ?? named.needsKey
  return {
    ...named,
    id,
    baseUrl: address,
    isOfficial,
    who: isOfficial ? 'Claude' : say('model-at', { host }),
    slot: origin,
    host,
    key,
    where: key === undefined ? null : given === undefined ? fromVariable(named.keyVariable) : keys.where(origin),
    obstacle: exposed(address, key) ?? missing({ ...named, needsKey }, key),
    fetch,
    timeoutMs,
  }
}

const EMPTY = { isOfficial: false, slot: null, host: null, key: undefined, where: null }
const fromVariable = (name: string): Message => say('key-from-environment', { name })
const originOf = (address: string | undefined): string | null => URL.parse(address ?? '')?.origin ?? null

function variable(env: Configuration['env'], name: string): string | undefined {
  return env[name]?.trim() || undefined
}

interface Named extends Pick<Access, 'format' | 'preset' | 'keyHeader' | 'model' | 'baseUrl' | 'addressFrom'> {
  readonly keyVariable: string
  /** The address that the variable's key belongs to. */
  readonly keyUrl: string | undefined
  readonly needsKey: Message | null
}

const NEEDS_KEY = say('claude-needs-key')

function anthropic(wish: Wish, settings: Settings, env: Configuration['env']): Named {
  const fromEnv = variable(env, 'ANTHROPIC_BASE_URL')
  const own = wish.baseUrl ?? fromEnv
  return {
    format: 'messages',
    preset: 'other',
    keyHeader: 'bearer',
    model: wish.model ?? settings.model,
    baseUrl: own ?? OFFICIAL_ORIGIN,
    addressFrom: wish.baseUrl === undefined && fromEnv !== undefined ? 'ANTHROPIC_BASE_URL' : null,
    keyVariable: 'ANTHROPIC_API_KEY',
    keyUrl: fromEnv ?? OFFICIAL_ORIGIN,
    // A self-hosted server may need no key.
    needsKey: own === undefined ? NEEDS_KEY : null,
  }
}

function compatible(wish: Wish, { compatible: chosen }: Settings, env: Configuration['env']): Named {
  const preset = PRESETS[chosen.preset]
  const fromEnv = variable(env, 'VARIORUM_MODEL_URL')
  const other = wish.baseUrl ?? fromEnv
  // llama.cpp has one model and ignores its name.
  const model = wish.model ?? (chosen.model || (preset.id === 'llama-cpp' ? 'default' : ''))
  const isOther = other !== undefined && other !== chosen.baseUrl
  const baseUrl = other ?? (chosen.baseUrl.trim() || preset.baseUrl)
  const format = wish.format ?? chosen.format
  return {
    format,
    preset: kindOfServer(baseUrl, format, chosen.preset),
    keyHeader: wish.keyHeader ?? chosen.keyHeader,
    model,
    baseUrl,
    addressFrom: wish.baseUrl === undefined && fromEnv !== undefined ? 'VARIORUM_MODEL_URL' : null,
    keyVariable: 'VARIORUM_MODEL_KEY',
    keyUrl: fromEnv ?? wish.baseUrl,
    needsKey: preset.needsKey && !isOther ? say('preset-needs-key', { name: preset.name }) : null,
  }
}

/** What is sent over plain http can be read on the way, and the key with it. */
function exposed(address: string, key: string | undefined): Obstacle | null {
  const { protocol, host } = new URL(address)
  if (key === undefined || protocol === 'https:' || isLoopback(address)) return null
  return {
    problem: 'wrong-address',
    words: say('key-over-http', { host }),
  }
}

function missing({ model, needsKey }: Pick<Named, 'model' | 'needsKey'>, key: string | undefined): Obstacle | null {
  if (needsKey !== null && key === undefined) return { problem: 'no-key', words: needsKey }
  if (model.trim() === '')
    return {
      problem: 'no-model',
      words: say('no-model-chosen'),
    }
  return null
}
