import { z } from 'zod'

export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

export const ProviderId = z.enum(['demo', 'anthropic'])
export type ProviderId = z.infer<typeof ProviderId>

/** The user's settings, kept in `$VARIORUM_HOME/settings.json`. A field that is missing there has its default. */
export const Settings = z
  .object({
    theme: Theme,
    locale: z.enum(['en', 'pseudo']),
    /** Base text size in px. */
    textSize: z.number().int().min(12).max(20),
    /** Single-letter shortcuts act when no field has the focus. */
    letterKeys: z.boolean(),
    provider: ProviderId,
    /** The Anthropic model's id. */
    model: z.string().min(1).max(200),
  })
  .readonly()
export type Settings = z.infer<typeof Settings>
export const SettingsChange = Settings.unwrap().partial().readonly()
export type SettingsChange = z.infer<typeof SettingsChange>
export const DEFAULT_SETTINGS: Settings = {
  theme: 'system', locale: 'en', textSize: 14, letterKeys: true, provider: 'demo', model: 'claude-sonnet-4-5',
}

/** Settings of one store; they travel with a copied folder (`.git/variorum/settings.json`). */
export const StoreSettings = z
  .object({
    /** The older memory tool let `create` overwrite an existing file. */
    createOverwrites: z.boolean(),
    /** A `view` becomes an empty commit instead of a line in the access log. */
    recordReads: z.boolean(),
  })
  .readonly()
export type StoreSettings = z.infer<typeof StoreSettings>
export const StoreSettingsChange = StoreSettings.unwrap().partial().readonly()
export type StoreSettingsChange = z.infer<typeof StoreSettingsChange>
export const DEFAULT_STORE_SETTINGS: StoreSettings = { createOverwrites: false, recordReads: false }

export interface ProviderState {
  readonly id: ProviderId
  readonly name: string
  /** Can it answer now? When not, `reason` says what is missing and what to do. */
  readonly ready: boolean
  readonly reason: string | null
  /** Where the key comes from, in words; `null` when none is needed or none is there. */
  readonly key: string | null
}
