import { t } from '@lingui/core/macro'
import type { StoreLayout } from '../../shared/layout.ts'

/** The layouts of a store, to choose from. */
export function layouts(): readonly { readonly value: StoreLayout; readonly label: string }[] {
  return [
    { value: 'plain', label: t`Plain notes` },
    { value: 'index', label: t`Index and topics` },
  ]
}
