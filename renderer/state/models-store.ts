import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelEntry, ModelList } from '../../shared/models.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import { api, sentence } from './api.ts'
import { type AppState, useApp } from './app-store.ts'

interface Models {
  /** What services tell of their models, by service. */
  readonly lists: ReadonlyMap<string, ModelList>
  readonly asking: ReadonlySet<string>
}

export const useModels = create<Models>(() => ({ lists: new Map(), asking: new Set() }))

/** One service at one address; what it tells also depends on whether it has a key. */
function serviceOf(app: AppState, provider: ProviderId): string {
  const key = app.providers.find(({ id }) => id === provider)?.key ?? ''
  return JSON.stringify(provider === 'compatible' ? [provider, app.settings.compatible.baseUrl, key] : [provider, key])
}

export async function loadModels(app: AppState, provider: ProviderId, isFresh: boolean): Promise<void> {
  const service = serviceOf(app, provider)
  if (useModels.getState().asking.has(service)) return
  const ask = (on: boolean): void =>
    useModels.setState(({ asking }) => ({
      asking: new Set(on ? [...asking, service] : [...asking].filter((other) => other !== service)),
    }))
  ask(true)
  try {
    const list = await api.models.list.query({ provider, isFresh })
    useModels.setState(({ lists }) => ({ lists: new Map(lists).set(service, list) }))
  } catch (error) {
    useModels.setState(({ lists }) => ({
      lists: new Map(lists).set(service, {
        models: lists.get(service)?.models ?? [],
        asOf: lists.get(service)?.asOf ?? null,
        problem: sentence(error),
      }),
    }))
  }
  ask(false)
}

/** The chosen service's models, asked for once; `undefined` until it answered. */
export function useModelList(app: AppState | null): { readonly list: ModelList | undefined; readonly asking: boolean } {
  const provider = app?.settings.provider ?? 'demo'
  const service = app === null ? '' : serviceOf(app, provider)
  const list = useModels((state) => state.lists.get(service))
  const asking = useModels((state) => state.asking.has(service))
  useEffect(() => {
    const now = useApp.getState().app
    if (now !== null && service !== '' && !useModels.getState().lists.has(service))
      void loadModels(now, provider, false)
  }, [service, provider])
  return { list, asking }
}

/** The id of the model that answers next. */
export function chosenModel(settings: Settings): string {
  if (settings.provider === 'demo') return 'demo'
  return settings.provider === 'anthropic' ? settings.model : settings.compatible.model
}

/** What is known of the model that answers next; `null` where its service does not tell of it. */
export function useChosenModel(app: AppState | null): ModelEntry | null {
  const { list } = useModelList(app)
  const id = app === null ? '' : chosenModel(app.settings)
  return list?.models.find((model) => model.id === id) ?? null
}
