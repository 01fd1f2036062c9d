import { t } from '@lingui/core/macro'
import { PRESETS, type PresetId } from '../../shared/presets.ts'
import type { ProviderId } from '../../shared/settings.ts'

export function providerName(id: ProviderId): string {
  return { demo: t`Demo model`, anthropic: 'Anthropic', compatible: t`Compatible server` }[id]
}

export const serverName = (id: PresetId): string => (id === 'other' ? t`Another server` : PRESETS[id].name)
