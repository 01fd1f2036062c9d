import type { ProviderId, ProviderState } from '../../../shared/settings.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { AgentError } from '../agent-error.ts'
import { type Provider, ProviderError } from '../provider.ts'
import { createMessagesProvider } from './anthropic.ts'
import { createDemoProvider, DEMO_MODEL } from './demo.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Choice {
  readonly provider: ProviderId
  readonly model: string
  /** The address of a server that speaks the Messages format; the official one when it is left out. */
  readonly baseUrl?: string | undefined
}

/** Who answers, and under which name. A provider that is not ready says so when it is asked: the message is kept first. */
export function chooseProvider(choice: Choice, env: Environment): { readonly provider: Provider; readonly model: string } {
  switch (choice.provider) {
    case 'demo':
      return { provider: createDemoProvider(), model: DEMO_MODEL }
    case 'anthropic':
      return { provider: anthropic(choice.baseUrl ?? addressIn(env), env), model: choice.model }
    default:
      return assertNever(choice.provider)
  }
}

export function providerStates(env: Environment): readonly ProviderState[] {
  const hasKey = keyIn(env) !== undefined
  const isReady = hasKey || addressIn(env) !== undefined
  return [
    { id: 'demo', name: 'Demo model', ready: true, reason: null, key: null },
    { id: 'anthropic', name: 'Anthropic', ready: isReady, reason: isReady ? null : NEEDS_KEY, key: hasKey ? 'From the environment variable ANTHROPIC_API_KEY' : null },
  ]
}

const NEEDS_KEY = 'Claude needs a key. The environment variable ANTHROPIC_API_KEY is not set. Set it and start Variorum again, or use the demo model.'

function anthropic(baseUrl: string | undefined, env: Environment): Provider {
  const key = keyIn(env)
  if (baseUrl === undefined) {
    return key === undefined ? unready('anthropic', NEEDS_KEY) : createMessagesProvider({ id: 'anthropic', key })
  }
  if (!isHttp(baseUrl)) throw new AgentError('bad-request', 'The address of the model is not a web address. Write it like http://localhost:8080.')
  // A server of one's own may want no key; the format wants one all the same.
  return createMessagesProvider({ id: 'anthropic', key: key ?? 'none', baseUrl })
}

function unready(id: ProviderId, reason: string): Provider {
  return {
    id,
    // oxlint-disable-next-line require-yield
    async *stream() {
      throw new ProviderError(`${reason} Your message is kept.`)
    },
  }
}

function keyIn(env: Environment): string | undefined {
  return env['ANTHROPIC_API_KEY']?.trim() || undefined
}

function addressIn(env: Environment): string | undefined {
  return env['ANTHROPIC_BASE_URL']?.trim() || undefined
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}
