import type { AuditEvent } from '../../shared/audit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import type { FoundServer, ModelEntry, ModelList, ModelTest } from '../../shared/models.ts'
import type { ProviderId, ProviderState, Settings } from '../../shared/settings.ts'
import { checkKey, createMemoryKeys, type KeyChain } from './keys.ts'
import { createKnownModels } from './known-models.ts'
import { withAnnouncedEnds } from './model-ends.ts'
import type { Tuning } from './provider.ts'
import { type Access, accessTo, type Configuration, type Wish } from './providers/access.ts'
import { chooseProvider, type Chosen, providerStates } from './providers/choose.ts'
import { DEMO_MODEL } from './providers/demo.ts'
import { findServers } from './providers/find-servers.ts'
import { type Contacted, type Fetch, guardedFetch } from './providers/guarded-fetch.ts'
import { testModel } from './providers/test-model.ts'

/** The models available, whether they answer, and their keys. No result and no error ever contains a key. */
export interface Models {
  states(): readonly ProviderState[]
  setKey(provider: ProviderId, key: string): Promise<void>
  clearKey(provider: ProviderId): Promise<void>
  test(provider: ProviderId): Promise<ModelTest>
  /** The cached list if it is at most a day old and no fresh one is wanted. */
  list(provider: ProviderId, isFresh?: boolean): Promise<ModelList>
  /** Compatible servers at their usual ports on this computer; nothing else is contacted. */
  findLocal(): Promise<readonly FoundServer[]>
}

export interface ModelsInside extends Models {
  choose(wish: Wish): Chosen
  /** What is sent besides the conversation. A service that never listed its models is asked for them first. */
  tuningFor(chosen: Chosen, signal?: AbortSignal): Promise<Tuning>
  /** Ends every request, those that nobody waits for too: a list that is asked for in the background. */
  close(): void
}

export interface ModelsOptions {
  readonly home: string
  readonly settings: () => Settings
  readonly emit: (event: AppEvent) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys?: KeyChain | undefined
  readonly network?: Network | undefined
  /** Keeps what happened to a key, and that servers were looked for. */
  readonly audit?: ((event: AuditEvent) => void) | undefined
}

export interface Network {
  /** How requests leave this computer; defaults to Node's way. */
  readonly fetch?: Fetch | undefined
  readonly contacted?: Contacted | undefined
  /** How long a conversation waits for an answer to begin, and for each piece of it. */
  readonly timeoutMs?: number | undefined
}

export function createModels(options: ModelsOptions): ModelsInside {
  const { home, settings, emit, env, keys = createMemoryKeys(), network = {}, audit = () => undefined } = options
  const known = createKnownModels(home)
  const { fetch, look, close } = openNetwork(env, network)
  /** By service, model and key: a change of any of them has not been tried. */
  const tried = new Map<string, NonNullable<ProviderState['tried']>>()
  const configuration = (): Configuration => ({
    settings: settings(),
    env,
    keys,
    fetch,
    timeoutMs: network.timeoutMs,
  })
  const access = (provider: Access['id']): Access => accessTo(provider, {}, configuration())
  return {
    states: () =>
      providerStates(configuration()).map((state) => ({
        ...state,
        tried: state.id === 'demo' ? null : (tried.get(trialKeyOf(access(state.id))) ?? null),
      })),
    async setKey(provider, typed) {
      if (provider === 'demo') return
      const { slot, obstacle } = access(provider)
      if (slot === null) throw new AppError('bad-request', obstacle?.words ?? say('key-needs-address'))
      await keys.set(slot, checkKey(typed))
      audit({ type: 'key.set', host: hostOf(slot) })
      emit({ type: 'settings.changed' })
    },
    async clearKey(provider) {
      const slot = provider === 'demo' ? null : access(provider).slot
      if (slot === null) return
      if (await removeKey(keys, slot)) audit({ type: 'key.removed', host: hostOf(slot) })
      emit({ type: 'settings.changed' })
    },
    async test(provider) {
      if (provider === 'demo') return { problem: null, words: say('demo-always-answers') }
      const service = access(provider)
      if (service.obstacle !== null) return service.obstacle
      const result = await testModel(service)
      tried.set(trialKeyOf(service), {
        at: new Date().toISOString(),
        works: result.problem === null,
        words: result.words,
      })
      emit({ type: 'settings.changed' })
      return result
    },
    async list(provider, isFresh = true) {
      if (provider === 'demo') return { models: [DEMO_ENTRY], asOf: null, problem: null }
      const list = await known.list(access(provider), isFresh)
      if (provider !== 'anthropic') return list
      return { ...list, models: withAnnouncedEnds(list.models, settings().model, new Date()) }
    },
    findLocal: () => lookForServers(look, audit),
    choose: (wish) => chooseProvider(wish, configuration()),
    tuningFor: async ({ access: service, model }, signal) =>
      tuningOf(service, settings(), service === null ? null : await known.find(service, model, signal)),
    close,
  }
}

/** @returns whether there was one */
async function removeKey(keys: KeyChain, slot: string): Promise<boolean> {
  const isThere = keys.where(slot) !== null || (keys.trouble?.(slot) ?? null) !== null
  await keys.clear(slot)
  return isThere
}

const hostOf = (slot: string): string => URL.parse(slot)?.host ?? slot

function tuningOf(service: Access | null, settings: Settings, known: ModelEntry | null): Tuning {
  const { thinking, effort, contextEditing, compaction, cacheFor } = settings
  return {
    thinking,
    effort,
    // The demo model costs nothing and has no limit: it always gets everything.
    contextEditing: { ...contextEditing, on: contextEditing.on && service !== null },
    compaction,
    cacheFor,
    abilities: known?.abilities ?? null,
    maxInput: known?.maxInput ?? null,
    maxOutput: known?.maxOutput ?? null,
    serviceClears: service?.id === 'anthropic' && known?.abilities?.clearToolUses !== false,
  }
}

function trialKeyOf(service: Access): string {
  return JSON.stringify([service.id, service.baseUrl, service.model, service.key ?? null])
}

const DEMO_ENTRY: ModelEntry = {
  id: DEMO_MODEL,
  name: 'Demo model',
  lifecycle: 'active',
  retiresAt: null,
  maxInput: null,
  maxOutput: null,
  abilities: null,
}

function lookForServers(look: Fetch, audit: (event: AuditEvent) => void): Promise<readonly FoundServer[]> {
  audit({ type: 'servers.looked-for' })
  return findServers(look)
}

/** Every request ends when it is closed. `look` is for the ports of this computer, which are noted as one. */
function openNetwork(
  env: ModelsOptions['env'],
  { fetch, contacted = () => undefined }: Network,
): { readonly fetch: Fetch; readonly look: Fetch; readonly close: () => void } {
  const closing = new AbortController()
  async function send(url: string, init: RequestInit): Promise<Response> {
    const signals = [closing.signal, ...(init.signal ? [init.signal] : [])]
    // Loaded by the first request: a start does not wait for it.
    const open = fetch ?? (await import('./providers/node-fetch.ts')).nodeFetch(env)
    return open(url, { ...init, signal: AbortSignal.any(signals) })
  }
  const uncounted = (): void => undefined
  return {
    fetch: guardedFetch(send, contacted),
    look: guardedFetch(send, uncounted),
    close: () => closing.abort(),
  }
}
