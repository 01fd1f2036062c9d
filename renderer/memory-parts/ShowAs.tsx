import { t } from '@lingui/core/macro'
import { CodeXml } from 'lucide-react'
import { toggleShowAs, useWindow } from '../state/window-store.ts'
import { IconButton } from '../ui/Button.tsx'

/** Shows the source in place of the rendered text, in every view of a file. @param keys where there is a key for it */
export function ShowAs({ keys }: { readonly keys?: 's' }) {
  const showAs = useWindow((state) => state.showAs)
  return (
    <IconButton
      icon={CodeXml}
      small
      name={t`Source`}
      {...(keys !== undefined && { keys })}
      on={showAs === 'source'}
      onClick={toggleShowAs}
    />
  )
}
