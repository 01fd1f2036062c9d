import { z } from 'zod'
import { Budget, NO_BUDGET } from './budget.ts'
import { StoreLayout } from './layout.ts'
import type { Message } from './messages/message.ts'
import { ClientName } from './origin.ts'
import { Format, KeyHeader, PRESETS, PresetId } from './presets.ts'
import { Saving } from './saving.ts'
import { DEFAULT_PRICES, Prices } from './usage.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

export const ProviderId = z.enum(['demo', 'anthropic', 'compatible'])
export type ProviderId = z.infer<typeof ProviderId>

/** Any server of either format. Only a preset that leaves the choice has a format and key header of its own. */
export const CompatibleServer = z
  .object({
    preset: PresetId,
    /** As the user wrote it, with or without the path of the format. */
    baseUrl: z.string().max(2000),
    /** The model's id there. */
    model: z.string().max(200),
    format: Format.optional(),
    keyHeader: KeyHeader.optional(),
  })
  .transform(({ format, keyHeader, ...server }) => {
    const usual = PRESETS[server.preset]
    return usual.leavesChoice
      ? { ...server, format: format ?? usual.format, keyHeader: keyHeader ?? usual.keyHeader }
      : { ...server, format: usual.format, keyHeader: usual.keyHeader }
  })
  .readonly()
export type CompatibleServer = z.infer<typeof CompatibleServer>

const tokens = z.number().int().min(1000).max(10_000_000)

/** Old views of the memory are left out of requests once the context is this full; the transcript keeps them. */
export const ContextEditing = z
  .object({
    on: z.boolean(),
    trigger: tokens,
    /** How many of the latest stay. */
    keep: z.number().int().min(0).max(1000),
  })
  .readonly()
export type ContextEditing = z.infer<typeof ContextEditing>

/** The service summarises what came before once the context is this full. Only for models known to support it. */
export const Compaction = z.object({ on: z.boolean(), trigger: tokens.min(50_000) }).readonly()
export type Compaction = z.infer<typeof Compaction>

/** How long the service keeps what it has read, for a lower price; the longer time costs more to write. */
export const CacheFor = z.enum(['5m', '1h'])
export type CacheFor = z.infer<typeof CacheFor>

/** What agents are told, where they look, of a change that waits for the user: nothing, that one waits, or its text. */
export const ToldOfWaiting = z.enum(['nothing', 'note', 'text'])
export type ToldOfWaiting = z.infer<typeof ToldOfWaiting>

/** Whether the model thinks before it answers, if it can; "default" leaves it to the model. */
export const Thinking = z.enum(['default', 'off', 'on'])
export type Thinking = z.infer<typeof Thinking>
export const Effort = z.enum(['default', 'low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

/** The user's settings, kept in `$VARIORUM_HOME/settings.json`. A missing field has its default. */
export const Settings = z
  .object({
    theme: Theme,
    /** The first run is done, or was skipped: it is not shown again. */
    welcomed: z.boolean(),
    /** `system`: the system's, if the window has it. `pseudo` is for testing, and offered to nobody. */
    locale: z.enum(['system', 'en', 'de', 'es', 'zh-Hans', 'pseudo']),
    /** Base text size in px. */
    textSize: z.number().int().min(12).max(20),
    /** Single-letter shortcuts work when no field has the focus. */
    letterKeys: z.boolean(),
    /** What becomes of what the agent writes, unless a conversation says otherwise. */
    saving: Saving,
    toldOfWaiting: ToldOfWaiting,
    /** Lines that the user undoes are remembered, to tell when the agent writes them again. */
    rememberRejected: z.boolean(),
    /** Ask once a day whether there is a newer version, on the desktop. */
    checkForUpdates: z.boolean(),
    /** Where other agents reach the memory over HTTP while the app runs; null: nowhere. */
    httpPort: z.int().min(1024).max(65_535).nullable(),
    provider: ProviderId,
    /** The Anthropic model's id. */
    model: z.string().min(1).max(200),
    compatible: CompatibleServer,
    thinking: Thinking,
    effort: Effort,
    contextEditing: ContextEditing,
    compaction: Compaction,
    cacheFor: CacheFor,
    prices: Prices,
    /** For conversations that have none of their own. */
    budget: Budget,
  })
  .readonly()
export type Settings = z.infer<typeof Settings>
export const SettingsChange = Settings.unwrap().partial().readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  welcomed: false,
  locale: 'system',
  textSize: 14,
  letterKeys: true,
  saving: 'freely',
  toldOfWaiting: 'note',
  rememberRejected: true,
  checkForUpdates: true,
  httpPort: null,
  provider: 'demo',
  model: 'claude-sonnet-5-5',
  compatible: CompatibleServer.parse({ preset: 'ollama', baseUrl: PRESETS.ollama.baseUrl, model: '' }),
  thinking: 'default',
  effort: 'default',
  contextEditing: { on: true, trigger: 100_000, keep: 5 },
  compaction: { on: true, trigger: 150_000 },
  cacheFor: '5m',
  prices: DEFAULT_PRICES,
  budget: NO_BUDGET,
}

/** Settings of one store; they travel with a copied folder (`.git/variorum/settings.json`). */
export const StoreSettings = z
  .object({
    /** The older memory tool let `create` overwrite an existing file. */
    createOverwrites: z.boolean(),
    /** A `view` becomes an empty commit instead of a line in the access log. */
    recordReads: z.boolean(),
    /** The user's instructions to every model that works with this store. */
    systemPrompt: z.string().max(20_000),
    /** Asks the model to keep the folder up to date, coherent and organised. */
    keepOrganised: z.boolean(),
    /** Asks the model to write down only what is relevant to this topic; '' for no limit. */
    onlyAbout: z.string().max(200),
    /** How the model is asked to lay out the memory, and what is held against that. */
    layout: StoreLayout,
    /** The program whose memory the folder is: what is changed from outside counts as its doing. '' for none. */
    program: z.union([ClientName, z.literal('')]),
  })
  .readonly()
export type StoreSettings = z.infer<typeof StoreSettings>
export const StoreSettingsChange = StoreSettings.unwrap().partial().readonly()
export type StoreSettingsChange = z.infer<typeof StoreSettingsChange>
export const DEFAULT_STORE_SETTINGS: StoreSettings = {
  createOverwrites: false,
  recordReads: false,
  systemPrompt: '',
  keepOrganised: false,
  onlyAbout: '',
  layout: 'plain',
  program: '',
}

export interface ProviderState {
  readonly id: ProviderId
  /** Whether it can answer now. If not, `reason` says what is missing and what to do. */
  readonly ready: boolean
  readonly reason: Message | null
  /** Where the key comes from, as a message; `null` if none is needed or there is none. */
  readonly key: Message | null
  /** The address that requests go to, without the paths of the format; '' if there is none. */
  readonly baseUrl: string
  /** The host that requests and the key go to; `null` if there is none. */
  readonly host: string | null
  /** The environment variable that names the address, over the one in the settings. */
  readonly addressFrom: string | null
  /** The result of the last test of this model with this key since Variorum was opened; `null` if there was none. */
  readonly tried: { readonly at: string; readonly works: boolean; readonly words: Message } | null
  /** Whether it answers without a network. */
  readonly isLocal: boolean
}
