import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { ExportWhat } from '../../shared/export.ts'
import { beginExport, useExport } from '../state/export-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'

/** Copies of the open store: its files, or its history. */
export function ExportLines() {
  return (
    <>
      <FormLine
        label={t`Export the files`}
        hint={t`as the agent sees them, in a new folder; without history, policies or withheld text`}
      >
        <ExportButton what={{ kind: 'folder' }} name={t`Export the files…`} />
      </FormLine>
      <FormLine
        label={t`Export the history`}
        hint={t`a git bundle with every version of every file, including deleted ones; open it with “git clone”`}
      >
        <ExportButton what={{ kind: 'bundle' }} name={t`Export the history…`} />
      </FormLine>
    </>
  )
}

function ExportButton({ what, name }: { readonly what: ExportWhat; readonly name: string }) {
  const running = useExport((state) => state.running)
  return (
    <Button
      small
      icon={Download}
      busy={running?.kind === what.kind}
      disabled={running !== null}
      aria-label={name}
      onClick={() => beginExport(what)}
    >
      <Trans>Export…</Trans>
    </Button>
  )
}
