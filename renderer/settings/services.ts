import { t } from '@lingui/core/macro'
import { PRESETS } from '../../shared/presets.ts'
import { CompatibleServer, type Settings, type SettingsChange } from '../../shared/settings.ts'

// The services by the names that people look for. Three of them are presets of a compatible server.

const NAMED = ['openai', 'gemini', 'ollama'] as const
type Named = (typeof NAMED)[number]
export type ServiceId = 'anthropic' | Named | 'others' | 'demo'

export interface Service {
  readonly id: ServiceId
  readonly name: string
  readonly about: string
}

export const services = (): readonly Service[] => [
  { id: 'anthropic', name: 'Claude', about: t`With your own Anthropic key` },
  { id: 'openai', name: 'ChatGPT (OpenAI)', about: t`With your own OpenAI key` },
  { id: 'gemini', name: 'Gemini', about: t`With your own Google key` },
  { id: 'ollama', name: t`Ollama (this computer)`, about: t`Runs here, without a key` },
  { id: 'others', name: t`Other servers`, about: t`LM Studio, OpenRouter, Mistral, Azure and more` },
  { id: 'demo', name: t`Demo model`, about: t`Works offline without a key, for trying things out` },
]

export const isNamed = (preset: string): preset is Named => NAMED.some((id) => id === preset)

export function serviceOf({ provider, compatible: { preset } }: Settings): ServiceId {
  if (provider !== 'compatible') return provider
  return isNamed(preset) ? preset : 'others'
}

/** What choosing a service changes; `null` if nothing. */
export function settingsFor(service: ServiceId, settings: Settings): SettingsChange | null {
  if (service === serviceOf(settings)) return null
  if (service === 'anthropic' || service === 'demo') return { provider: service }
  const { preset: now } = settings.compatible
  if (service === 'others' ? !isNamed(now) : service === now) return { provider: 'compatible' }
  const preset = service === 'others' ? 'other' : service
  const server = { preset, baseUrl: PRESETS[preset].baseUrl, model: '' }
  return { provider: 'compatible', compatible: CompatibleServer.parse(server) }
}
