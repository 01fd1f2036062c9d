import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PathText } from '../../memory-parts/PathText.tsx'
import { cancelImport, type PendingImport, runImport } from '../../state/import-store.ts'
import type { OnTaken } from '../../state/placed-files.ts'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'

const MAX_PATHS_SHOWN = 100

/** Asks what happens to files that are added and exist already. */
export function ImportSheet({ pending }: { readonly pending: PendingImport }) {
  const { files, taken } = pending
  const total = files.length
  const choose = (onTaken: OnTaken) => (): void => void runImport(pending, onTaken)
  return (
    <AskSheet
      title={plural(taken.length, { one: '# file already exists', other: '# files already exist' })}
      onClose={cancelImport}
    >
      <p>
        <Trans>The files are added as a single change, which you can undo.</Trans>
      </p>
      <ul className="uncommitted scroll" aria-label={t`Files that already exist`}>
        {taken.slice(0, MAX_PATHS_SHOWN).map((path) => (
          <li key={path} className="cut">
            <PathText path={path} />
          </li>
        ))}
      </ul>
      <div className="row sheet-acts">
        <span className="grow" />
        <Button keys="esc" onClick={cancelImport}>
          <Trans>Cancel</Trans>
        </Button>
        {taken.length < total && (
          <Button onClick={choose('skip')}>
            <Trans>Skip these</Trans>
          </Button>
        )}
        <Button onClick={choose('replace')}>
          <Trans>Replace</Trans>
        </Button>
        <Button variant="pri" onClick={choose('keep-both')}>
          <Trans>Keep both</Trans>
        </Button>
      </div>
    </AskSheet>
  )
}
