import { t } from '@lingui/core/macro'
import { PRESETS, type PresetId } from '../../shared/presets.ts'
import type { CompatibleServer, ProviderId } from '../../shared/settings.ts'

/** @param compatible the server in Settings */
export function providerName(id: ProviderId, { preset }: Pick<CompatibleServer, 'preset'>): string {
  return { demo: t`Demo model`, anthropic: 'Anthropic', compatible: serverName(preset) }[id]
}

export const serverName = (id: PresetId): string => (id === 'other' ? t`Another server` : PRESETS[id].name)
