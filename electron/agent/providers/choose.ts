import { assertNever } from '../../../shared/assert-never.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ProviderId, ProviderState, Settings } from '../../../shared/settings.ts'
import type { KeyChain } from '../keys.ts'
import { type Provider, providerError } from '../provider.ts'
import { type Access, accessTo, type Wish } from './access.ts'
import { isLocalUrl } from './client.ts'
import { createDemoProvider, DEMO_MODEL } from './demo.ts'
import { speakAnthropic, speakCompatibly } from './dialects.ts'
import { createMessagesProvider } from './messages.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Chosen {
  readonly provider: Provider
  readonly model: string
  /** `null` for the demo model. */
  readonly access: Access | null
}

/** Who answers, and under which name. A provider that is not ready says so when it is asked: the message is kept first. */
export function chooseProvider(wish: Wish, settings: Settings, env: Environment, keys: KeyChain): Chosen {
  const id = wish.provider ?? settings.provider
  switch (id) {
    case 'demo':
      return { provider: createDemoProvider(), model: DEMO_MODEL, access: null }
    case 'anthropic':
    case 'compatible': {
      const access = accessTo(id, wish, settings, env, keys)
      // What was asked for by hand is told by hand, before anything is kept.
      if (access.obstacle?.problem === 'wrong-address' && wish.baseUrl !== undefined)
        throw new AppError('bad-request', access.obstacle.words)
      return { provider: providerFor(access), model: access.model === '' ? 'none' : access.model, access }
    }
    default:
      return assertNever(id)
  }
}

function providerFor(access: Access): Provider {
  if (access.obstacle !== null) return unready(access.id, access.obstacle.words)
  return createMessagesProvider({ ...access, speak: access.id === 'anthropic' ? speakAnthropic : speakCompatibly })
}

/** Whether each can be asked, before anybody tried. */
export type Standing = Omit<ProviderState, 'tried'>

export function providerStates(settings: Settings, env: Environment, keys: KeyChain): readonly Standing[] {
  const stateOf = (id: Access['id'], name: string): Standing => {
    const { obstacle, where, baseUrl } = accessTo(id, {}, settings, env, keys)
    return {
      id,
      name,
      ready: obstacle === null,
      reason: obstacle?.words ?? null,
      key: where,
      isLocal: isLocalUrl(baseUrl),
    }
  }
  return [
    { id: 'demo', name: 'Demo model', ready: true, reason: null, key: null, isLocal: true },
    stateOf('anthropic', 'Anthropic'),
    stateOf('compatible', 'Compatible server'),
  ]
}

function unready(id: ProviderId, reason: string): Provider {
  return {
    id,
    // oxlint-disable-next-line require-yield
    async *stream() {
      throw providerError({ words: `${reason} Your message is kept.`, next: ['settings', 'retry'] })
    },
  }
}
