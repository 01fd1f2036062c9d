import type { AppEvent } from '../../shared/events.ts'
import type { FoundServer, ModelList, ModelTest } from '../../shared/models.ts'
import type { ProviderId, ProviderState, Settings } from '../../shared/settings.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import { checkKey, createMemoryKeys, type KeyChain } from './keys.ts'
import type { Tuning } from './provider.ts'
import { type Access, accessTo, type Wish } from './providers/access.ts'
import { chooseProvider, type Chosen, providerStates } from './providers/choose.ts'
import { DEMO_MODEL } from './providers/demo.ts'
import { findServers } from './providers/find-servers.ts'
import { listModels } from './providers/list-models.ts'
import { testModel } from './providers/test-model.ts'

/** Which models there are, whether they answer, and the keys to them. No answer and no error ever holds a key. */
export interface Models {
  states(): readonly ProviderState[]
  setKey(provider: ProviderId, key: string): Promise<void>
  clearKey(provider: ProviderId): Promise<void>
  test(provider: ProviderId): Promise<ModelTest>
  /** The list kept from earlier, when it is not older than a day and nobody asks for a fresh one. */
  list(provider: ProviderId, isFresh?: boolean): Promise<ModelList>
  /** Compatible servers on this computer, at their usual ports; nobody else is asked. */
  findLocal(): Promise<readonly FoundServer[]>
}

export interface ModelsInside extends Models {
  choose(wish: Wish): Chosen
  tuningFor(chosen: Chosen): Promise<Tuning>
}

export interface ModelsOptions {
  readonly home: string
  readonly settings: () => Settings
  readonly emit: (event: AppEvent) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys?: KeyChain | undefined
}

/** A service's name in the list of models. */
function serviceOf({ id, baseUrl }: Access): string {
  return `${id} ${baseUrl}`
}

const DAY_MS = 86_400_000

export function createModels({ home, settings, emit, env, keys = createMemoryKeys() }: ModelsOptions): ModelsInside {
  const catalogue = openCatalogue(home)
  /** By service and model: a new key, another model or another address has not been tried. */
  const tried = new Map<string, NonNullable<ProviderState['tried']>>()
  const access = (provider: Access['id']): Access => accessTo(provider, {}, settings(), env, keys)
  return {
    states: () =>
      providerStates(settings(), env, keys).map((state) => ({
        ...state,
        tried: state.id === 'demo' ? null : (tried.get(triedOf(access(state.id))) ?? null),
      })),
    async setKey(provider, typed) {
      if (provider === 'demo') return
      await keys.set(access(provider).slot, checkKey(typed))
      emit({ type: 'settings.changed' })
    },
    async clearKey(provider) {
      if (provider === 'demo') return
      await keys.clear(access(provider).slot)
      emit({ type: 'settings.changed' })
    },
    async test(provider) {
      if (provider === 'demo')
        return { problem: null, words: 'The demo model always answers. It follows rules and sends nothing.' }
      const asked = access(provider)
      if (asked.obstacle !== null) return asked.obstacle
      const result = await testModel(asked)
      tried.set(triedOf(asked), { at: new Date().toISOString(), works: result.problem === null, words: result.words })
      emit({ type: 'settings.changed' })
      return result
    },
    async list(provider, isFresh = true) {
      if (provider !== 'demo') {
        const kept = isFresh ? null : await catalogue.read(serviceOf(access(provider)))
        if (kept !== null && Date.now() - Date.parse(kept.asOf) < DAY_MS) return { ...kept, problem: null }
        return listAndKeep(access(provider), catalogue)
      }
      const demo = {
        id: DEMO_MODEL,
        name: 'Demo model',
        lifecycle: 'active',
        retiresAt: null,
        maxInput: null,
        maxOutput: null,
        abilities: null,
      } as const
      return { models: [demo], asOf: null, problem: null }
    },
    findLocal: () => findServers(),
    choose: (wish) => chooseProvider(wish, settings(), env, keys),
    async tuningFor({ access, model }) {
      const { thinking, effort, contextEditing, compaction } = settings()
      const known = access === null ? null : await catalogue.find(serviceOf(access), model)
      return {
        thinking,
        effort,
        contextEditing,
        compaction,
        abilities: known?.abilities ?? null,
        maxOutput: known?.maxOutput ?? null,
      }
    },
  }
}

function triedOf(asked: Access): string {
  return JSON.stringify([serviceOf(asked), asked.model, asked.key ?? null])
}

/** The newest list, or the one kept from last time with the reason why. */
async function listAndKeep(access: Access, catalogue: Catalogue): Promise<ModelList> {
  const service = serviceOf(access)
  const told = await listModels(access)
  if (told.kind === 'listed') return { ...(await catalogue.write(service, told.models)), problem: null }
  const kept = await catalogue.read(service)
  return { models: kept?.models ?? [], asOf: kept?.asOf ?? null, problem: told.words }
}
