import type { ModelProblem } from '../../../shared/models.ts'
import { PRESETS } from '../../../shared/presets.ts'
import type { ProviderId, Settings } from '../../../shared/settings.ts'
import type { KeyChain } from '../keys.ts'

/** What a request may override of the settings. */
export interface Wish {
  readonly provider?: ProviderId | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
}

export interface Obstacle {
  readonly problem: ModelProblem
  readonly words: string
}

/** Everything needed to use one service, and why it cannot be used yet. */
export interface Access {
  readonly id: Exclude<ProviderId, 'demo'>
  readonly model: string
  readonly baseUrl: string
  readonly isOfficial: boolean
  /** What people call the model. */
  readonly who: string
  readonly slot: string
  readonly key: string | undefined
  /** Where the key is kept, as a message. */
  readonly where: string | null
  /** `null` when it can be used. */
  readonly obstacle: Obstacle | null
}

export const OFFICIAL_URL = 'https://api.anthropic.com'

/** What decides which services can be used. */
export interface Configuration {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys: KeyChain
}

export function accessTo(id: Access['id'], wish: Wish, { settings, env, keys }: Configuration): Access {
  const named = id === 'anthropic' ? anthropic(wish, settings, env) : compatible(wish, settings)
  const address = readAddress(named.baseUrl)
  const baseUrl = typeof address === 'string' ? address : named.baseUrl
  const slot =
    id === 'anthropic' ? 'anthropic' : `compatible ${typeof address === 'string' ? new URL(address).origin : ''}`
  const given = keys.get(slot)
  const fromEnv = env[named.variable]?.trim() || undefined
  const key = given ?? fromEnv
  const where =
    given === undefined
      ? fromEnv === undefined
        ? null
        : `From the environment variable ${named.variable}`
      : keys.where(slot)
  const isOfficial = baseUrl === OFFICIAL_URL
  const who = isOfficial
    ? 'Claude'
    : `The model at ${typeof address === 'string' ? new URL(address).host : 'this address'}`
  const obstacle =
    typeof address === 'string' ? missing({ ...named, needsKey: keys.trouble?.(slot) ?? named.needsKey }, key) : address
  return { id, model: named.model, baseUrl, isOfficial, who, slot, key, where, obstacle }
}

interface Named {
  readonly model: string
  readonly baseUrl: string
  readonly variable: string
  readonly needsKey: string | null
}

const NEEDS_KEY =
  'Claude needs a key. None was entered, and the environment variable ANTHROPIC_API_KEY is not set. Enter it in Settings, or use the demo model.'

function anthropic(wish: Wish, settings: Settings, env: Configuration['env']): Named {
  const own = wish.baseUrl ?? (env['ANTHROPIC_BASE_URL']?.trim() || undefined)
  // A self-hosted server may need no key.
  return {
    model: wish.model ?? settings.model,
    baseUrl: own ?? OFFICIAL_URL,
    variable: 'ANTHROPIC_API_KEY',
    needsKey: own === undefined ? NEEDS_KEY : null,
  }
}

export const COMPATIBLE_KEY_VARIABLE = 'VARIORUM_MODEL_KEY'

function compatible(wish: Wish, { compatible: chosen }: Settings): Named {
  const preset = PRESETS[chosen.preset]
  const isOther = wish.baseUrl !== undefined && wish.baseUrl !== chosen.baseUrl
  // llama.cpp has one model and ignores its name.
  const model = wish.model ?? (chosen.model || (preset.id === 'llama-cpp' ? 'default' : ''))
  const needsKey =
    preset.needsKey && !isOther
      ? `${preset.name} needs a key. None was entered, and the environment variable ${COMPATIBLE_KEY_VARIABLE} is not set. Enter it in Settings, or choose another model.`
      : null
  return {
    model,
    baseUrl: wish.baseUrl ?? (chosen.baseUrl.trim() || preset.baseUrl),
    variable: COMPATIBLE_KEY_VARIABLE,
    needsKey,
  }
}

function missing({ model, needsKey }: Named, key: string | undefined): Obstacle | null {
  if (needsKey !== null && key === undefined) return { problem: 'no-key', words: needsKey }
  if (model.trim() === '')
    return {
      problem: 'no-model',
      words:
        'No model is chosen for this server, so it does not know which one should answer. Choose one of its models in Settings.',
    }
  return null
}

/** The address without the suffix that the Messages format adds; people copy it both ways. */
function readAddress(typed: string): string | Obstacle {
  const wrong = (words: string): Obstacle => ({ problem: 'wrong-address', words })
  const url = URL.parse(typed.trim())
  if (url === null || !/^https?:$/.test(url.protocol))
    return wrong(
      'The address of the model is not a web address, so it cannot be used. Write it like http://localhost:8080.',
    )
  if (url.username !== '' || url.password !== '')
    return wrong(
      'The address of the model contains a name or a password. Addresses are kept in plain text. Remove it, and enter it as the key.',
    )
  return `${url.origin}${url.pathname.replace(/(?:\/v1(?:\/messages)?)?\/*$/, '')}`
}
