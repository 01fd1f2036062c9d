import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { useState } from 'react'
import { redactFile } from '../state/policy-store.ts'
import { Button } from '../ui/Button.tsx'
import { tooltip } from '../ui/Tooltip.tsx'

/** Takes the secrets out of a file. Cannot be undone, and says so: they are kept nowhere. */
export function RedactButton({ path }: { readonly path: string }) {
  const [busy, setBusy] = useState(false)
  const redact = async (): Promise<void> => {
    setBusy(true)
    await redactFile(path)
    setBusy(false)
  }
  return (
    <Button
      small
      icon={RectangleEllipsis}
      busy={busy}
      aria-label={t`Redact the file ${path}`}
      {...tooltip(t`Removes the secrets from the file on disk. No copy is kept.`)}
      onClick={() => void redact()}
    >
      <Trans>Redact the file</Trans>
    </Button>
  )
}
