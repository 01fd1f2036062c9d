import { t } from '@lingui/core/macro'
import { navigate } from 'wouter/use-hash-location'
import type { ModelEntry } from '../../shared/models.ts'
import { CompatibleServer, type ProviderId, type ProviderState, type Settings } from '../../shared/settings.ts'
import { providerName } from '../format/provider-names.ts'
import { worded } from '../format/worded.ts'
import { type AppState, changeSettings, useApp } from './app-store.ts'
import { useModelList } from './models-store.ts'
import { settingsPath } from './routes.ts'

/** A model that can be asked, or a service that cannot answer yet. */
export interface ModelChoice {
  readonly provider: ProviderId
  /** Its id there; '' for the one that the service has by itself. */
  readonly model: string
  readonly name: string
  /** "Anthropic · Claude Sonnet 5.5", or "Anthropic · no key". */
  readonly label: string
  readonly isReady: boolean
  /** Why it cannot answer. */
  readonly reason: string | null
  readonly isChosen: boolean
}

/** More are in Settings, where they can be searched. */
const MAX_MODELS = 8
const NO_MODELS: readonly ModelEntry[] = []

/** The models of the chosen service, and the one chosen for each other service. Asks no other service. */
export function useModelChoices(): readonly ModelChoice[] {
  const app = useApp((state) => state.app)
  const models = useModelList(app).list?.models ?? NO_MODELS
  return app === null ? [] : app.providers.flatMap((provider) => choicesOf(app, provider, models))
}

function choicesOf(
  { settings }: AppState,
  provider: ProviderState,
  listed: readonly ModelEntry[],
): readonly ModelChoice[] {
  const { id, ready: isReady, reason } = provider
  const [own, service] = [modelOf(settings, id), serviceName(settings, provider)]
  const choice = (model: string, name: string, state = name): ModelChoice => ({
    provider: id,
    model,
    name: name === '' ? service : name,
    label: [...new Set([service, state])].filter(Boolean).join(' · '),
    isReady,
    reason: reason === null ? null : worded(reason),
    isChosen: id === settings.provider && model === own,
  })
  if (!isReady) return [choice(own, own, notReady(provider))]
  if (id === 'demo' || id !== settings.provider) return [choice(own, own)]
  const usable = listed.filter(({ id: model, lifecycle }) => model === own || lifecycle !== 'retired')
  const first = usable.filter((model, at) => at < MAX_MODELS || model.id === own)
  return first.some(({ id: model }) => model === own)
    ? first.map((model) => choice(model.id, model.name))
    : [choice(own, own), ...first.map((model) => choice(model.id, model.name))]
}

/** What keeps a service from answering, in two words. */
export const notReady = ({ id }: ProviderState): string => (id === 'anthropic' ? t`no key` : t`not ready`)

const serviceName = ({ compatible }: Settings, { id }: ProviderState): string => providerName(id, compatible)

function modelOf({ model, compatible }: Settings, provider: ProviderId): string {
  if (provider === 'demo') return ''
  return provider === 'anthropic' ? model : compatible.model
}

/** Chooses a service that cannot answer yet, and leads to what it lacks. */
export async function openService(choice: ModelChoice): Promise<void> {
  await chooseModel(choice)
  const provider = useApp.getState().app?.providers.find(({ id }) => id === choice.provider)
  navigate(settingsPath(provider?.reason?.id === 'no-model-chosen' ? 'model' : 'key'))
}

/** Lets a model answer from now on. */
export async function chooseModel({ provider, model }: Pick<ModelChoice, 'provider' | 'model'>): Promise<void> {
  const compatible = useApp.getState().app?.settings.compatible
  await changeSettings({
    provider,
    ...(provider === 'anthropic' && { model }),
    ...(provider === 'compatible' &&
      compatible !== undefined && { compatible: CompatibleServer.parse({ ...compatible, model }) }),
  })
}
