import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { AppEvent } from '../../../shared/events.ts'
import type { Gate } from '../../../shared/policy.ts'
import { DEFAULT_SETTINGS, DEFAULT_STORE_SETTINGS, type Settings } from '../../../shared/settings.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../../memory/open-store.ts'
import type { Store } from '../../memory/store-interface.ts'
import { type Agent, createAgent } from '../agent.ts'
import { PATIENCE, type Patience } from '../ask.ts'
import type { KeyChain } from '../keys.ts'
import type { Network } from '../models.ts'
import { newPrompt, type Prompt } from '../prompt.ts'
import type { Tuning } from '../provider.ts'
import { type Redactor, NO_REDACTION } from '../redactor.ts'

export async function newStore(dir: string, gate: Gate = () => ({ kind: 'allow' })): Promise<Store> {
  const store = await openStore({ dir, device: deviceOf(dir), gate, watch: false })
  onTestFinished(() => store.close())
  return store
}

/** The store with some of its methods replaced. */
export function withChanges(store: Store, changes: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(changes, key) ?? Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Default settings, for a model about which nothing is known. */
export const PLAIN_TUNING: Tuning = {
  ...DEFAULT_SETTINGS,
  abilities: null,
  maxInput: null,
  maxOutput: null,
  serviceClears: false,
}

/** What a request of a new conversation begins with. */
export const PLAIN_PROMPT: Prompt = newPrompt(DEFAULT_STORE_SETTINGS, {
  at: null,
  temporary: false,
  guidance: '',
  isStrict: false,
  noteTag: 'note',
})

export interface Scene {
  readonly home: string
  readonly dir: string
  readonly store: Store
  readonly agent: Agent
  readonly events: readonly AppEvent[]
  /** Resolves with the first matching event, past or future. */
  heard(fits: (event: AppEvent) => boolean): Promise<AppEvent>
  /** Sends a message and waits for the turn's end. */
  say(text: string, id?: string): Promise<string>
}

export interface SceneOptions {
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  readonly settings?: Partial<Settings>
  readonly keys?: KeyChain
  readonly network?: Network
  readonly redactor?: Redactor
  readonly now?: () => Date
  readonly patience?: Patience
}

/** An agent over a real store in a new folder. */
export async function setScene({
  home,
  env = {},
  settings = {},
  keys,
  network,
  redactor = NO_REDACTION,
  now,
  patience = PATIENCE,
}: SceneOptions = {}): Promise<Scene> {
  const folder = home ?? (await newFolder())
  const dir = path.join(folder, 'memory')
  const store = await newStore(dir)
  const events: AppEvent[] = []
  const waiting = new Set<() => void>()
  const emit = (event: AppEvent): void => {
    events.push(event)
    for (const look of waiting) look()
  }
  const agent = createAgent({
    home: folder,
    store,
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    emit,
    env,
    keys,
    network,
    redactor,
    patience,
    ...(now === undefined ? {} : { now }),
  })
  onTestFinished(() => agent.close())
  return {
    home: folder,
    dir,
    store,
    agent,
    events,
    heard: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const event = events.find(fits)
          if (event === undefined) return
          waiting.delete(look)
          resolve(event)
        }
        waiting.add(look)
        look()
      }),
    async say(text, id) {
      const sent = await agent.send({ text, id })
      await agent.finished(sent.id)
      return sent.id
    },
  }
}
