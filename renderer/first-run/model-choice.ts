import { api, sentence } from '../state/api.ts'
import { appQuery, type AppState, changeSettings, useApp } from '../state/app-store.ts'
import type { LocalServers } from '../state/models-store.ts'

/** Which model is to answer, as far as it is chosen. */
export type ModelChoice =
  | { readonly kind: 'claude'; readonly key: string }
  | { readonly kind: 'local'; readonly server: LocalServers[number] }
  | { readonly kind: 'demo' }

/** Claude where its key is there already, else what needs nothing. */
export function firstChoice({ providers }: AppState): ModelChoice {
  const hasKey = providers.some(({ id, ready }) => id === 'anthropic' && ready)
  return hasKey ? { kind: 'claude', key: '' } : { kind: 'demo' }
}

/** Keeps the choice, and the key. @returns why that was not possible, or `null` */
export async function keepModel(choice: ModelChoice): Promise<string | null> {
  try {
    if (choice.kind === 'claude' && choice.key.trim() !== '') {
      await api.models.setKey.mutate({ provider: 'anthropic', key: choice.key.trim() })
      await appQuery.now()
    }
    await choose(choice)
    return null
  } catch (error) {
    return sentence(error)
  }
}

async function choose(choice: ModelChoice): Promise<unknown> {
  if (choice.kind === 'claude') return changeSettings({ provider: 'anthropic' })
  const compatible = useApp.getState().app?.settings.compatible
  if (choice.kind === 'demo' || compatible === undefined) return changeSettings({ provider: 'demo' })
  const { preset, format, baseUrl, models } = choice.server
  const server = { ...compatible, preset, format, baseUrl, model: models[0] ?? '' }
  return changeSettings({ provider: 'compatible', compatible: server })
}
