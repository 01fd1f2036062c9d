import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SecretPlace } from '../../shared/export.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { exportAnyway, exportNothing, useExport } from '../state/export-store.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button } from '../ui/Button.tsx'
import { SheetActions } from '../ui/SheetActions.tsx'

const MAX_SHOWN = 100

/** Asks before what looks like a secret leaves the memory. It says where it is, never what. */
export function ExportKeptBack() {
  const keptBack = useExport((state) => state.keptBack)
  if (keptBack === null) return null
  const { places } = keptBack
  return (
    <AskSheet isAlert title={t`Export what looks like a secret?`} onClose={exportNothing}>
      <p>
        {plural(places.length, {
          one: 'The rules of this memory find something in # place of what would be exported. Nothing was exported yet.',
          other:
            'The rules of this memory find something in # places of what would be exported. Nothing was exported yet.',
        })}
      </p>
      <ul className="uncommitted scroll" aria-label={t`Where it looks like a secret`}>
        {places.slice(0, MAX_SHOWN).map((place) => (
          <Place key={JSON.stringify(place)} place={place} />
        ))}
      </ul>
      <SheetActions onCancel={exportNothing}>
        <Button variant="red" onClick={exportAnyway}>
          <Trans>Export anyway</Trans>
        </Button>
      </SheetActions>
    </AskSheet>
  )
}

function Place({ place: { path, line, rule, commit } }: { readonly place: SecretPlace }) {
  return (
    <li className="row">
      <span className="cut grow">
        <PathText path={path} />
      </span>
      {line !== null && <span className="num ink3">{t`line ${line}`}</span>}
      {commit !== null && <span className="ink3">{t`in the history`}</span>}
      <span className="ink3">{rule}</span>
    </li>
  )
}
