import { useEffect } from 'react'
import { create } from 'zustand'
import { verbatim } from '../../shared/messages/say.ts'
import type { ModelEntry, ModelList } from '../../shared/models.ts'
import type { ProviderId, Settings } from '../../shared/settings.ts'
import { api, sentence } from './api.ts'
import { type AppState, useApp } from './app-store.ts'
import { useLook } from './use-look.ts'

interface Models {
  /** The models each service offers, by service. */
  readonly lists: ReadonlyMap<string, ModelList>
  readonly loading: ReadonlySet<string>
}

const useModels = create<Models>(() => ({ lists: new Map(), loading: new Set() }))

/**
 * Identifies a service by its address, and by its key: the models it lists may depend on it. The address is the one in
 * force in the core, which answers; Settings may be a moment ahead.
 */
function serviceOf(app: AppState, provider: ProviderId): string {
  const { baseUrl = '', key = '' } = app.providers.find(({ id }) => id === provider) ?? {}
  return JSON.stringify([provider, baseUrl, key])
}

export async function loadModels(app: AppState, provider: ProviderId, isFresh: boolean): Promise<void> {
  const service = serviceOf(app, provider)
  if (useModels.getState().loading.has(service)) return
  const setLoading = (isLoading: boolean): void =>
    useModels.setState(({ loading }) => ({
      loading: new Set(isLoading ? [...loading, service] : [...loading].filter((other) => other !== service)),
    }))
  setLoading(true)
  try {
    const list = await api.models.list.query({ provider, isFresh })
    useModels.setState(({ lists }) => ({ lists: new Map(lists).set(service, list) }))
  } catch (error) {
    useModels.setState(({ lists }) => ({
      lists: new Map(lists).set(service, {
        models: lists.get(service)?.models ?? [],
        asOf: lists.get(service)?.asOf ?? null,
        problem: verbatim(sentence(error)),
      }),
    }))
  }
  setLoading(false)
}

/** The models of the chosen service, loaded once; `undefined` until it answered. */
export function useModelList(app: AppState | null): {
  readonly list: ModelList | undefined
  readonly isLoading: boolean
} {
  const provider = app?.settings.provider ?? 'demo'
  const service = app === null ? '' : serviceOf(app, provider)
  const list = useModels((state) => state.lists.get(service))
  const isLoading = useModels((state) => state.loading.has(service))
  useEffect(() => {
    const now = useApp.getState().app
    if (now !== null && service !== '' && !useModels.getState().lists.has(service))
      void loadModels(now, provider, false)
  }, [service, provider])
  return { list, isLoading }
}

/** The id of the model that answers next. */
export function chosenModel(settings: Settings): string {
  if (settings.provider === 'demo') return 'demo'
  return settings.provider === 'anthropic' ? settings.model : settings.compatible.model
}

/** What is known about the model that answers next; `null` if its service does not list it. */
export function useChosenModel(app: AppState | null): ModelEntry | null {
  const { list } = useModelList(app)
  const id = app === null ? '' : chosenModel(app.settings)
  return list?.models.find((model) => model.id === id) ?? null
}

export type LocalServers = Awaited<ReturnType<typeof api.models.findLocal.query>>

interface FoundServers {
  /** `null` until they were looked for. */
  readonly servers: LocalServers | null
  readonly isLooking: boolean
  readonly look: () => void
}

/** Model servers that answer at the usual ports of this computer. @param isAsked whether the user wants to see them already */
export function useLocalServers(isAsked: boolean): FoundServers {
  const { found, ...looking } = useLook(isAsked, 0, () => api.models.findLocal.query())
  return { servers: found, ...looking }
}
