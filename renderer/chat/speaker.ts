import { t } from '@lingui/core/macro'

/** Who answers, by the provider. */
export function speaker(provider: string): string {
  if (provider === 'compatible') return t`Model`
  if (provider === 'chatgpt') return 'ChatGPT'
  return provider === 'demo' ? t`Demo` : 'Claude'
}
