import { assertNever } from '../../../shared/assert-never.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { ProviderId, ProviderState } from '../../../shared/settings.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { type Access, accessTo, type Configuration, type Wish } from './access.ts'
import { createDemoProvider, DEMO_MODEL } from './demo.ts'
import { speakAnthropic, speakCompatibly } from './dialects.ts'
import { isLocalUrl } from './hosts.ts'
import { createMessagesProvider } from './messages.ts'
import { createOpenAIProvider } from './openai/provider.ts'

export interface Chosen {
  readonly provider: Provider
  readonly model: string
  /** `null` for the demo model. */
  readonly access: Access | null
}

/** The provider and model that answer. One that is not ready fails when it is asked, after the message was saved. */
export function chooseProvider(wish: Wish, configuration: Configuration): Chosen {
  const id = wish.provider ?? configuration.settings.provider
  switch (id) {
    case 'demo':
      return { provider: createDemoProvider(), model: DEMO_MODEL, access: null }
    case 'anthropic':
    case 'compatible': {
      const access = accessTo(id, wish, configuration)
      // An address given with this request is rejected with it, before anything is saved.
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
  if (access.format === 'openai') return createOpenAIProvider(access)
  return createMessagesProvider({ ...access, speak: access.id === 'anthropic' ? speakAnthropic : speakCompatibly })
}

/** Whether a provider is configured, tried or not. */
type Readiness = Omit<ProviderState, 'tried'>

export function providerStates(configuration: Configuration): readonly Readiness[] {
  const stateOf = (id: Access['id']): Readiness => {
    const { obstacle, where, baseUrl, host, addressFrom } = accessTo(id, {}, configuration)
    return {
      id,
      ready: obstacle === null,
      reason: obstacle?.words ?? null,
      key: where,
      baseUrl,
      host,
      addressFrom,
      isLocal: isLocalUrl(baseUrl),
    }
  }
  return [
    {
      id: 'demo',
      ready: true,
      reason: null,
      key: null,
      baseUrl: '',
      host: null,
      addressFrom: null,
      isLocal: true,
    },
    stateOf('anthropic'),
    stateOf('compatible'),
  ]
}

function unready(id: ProviderId, reason: Message): Provider {
  return {
    id,
    // oxlint-disable-next-line require-yield
    async *stream() {
      throw new ProviderError({ words: say('unready', { why: reason }), next: ['settings', 'retry'] })
    },
  }
}
