import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { Policies } from '../../shared/policy.ts'
import { savePolicies } from '../state/policy-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { Button } from '../ui/Button.tsx'
import { firstInvalid } from '../ui/first-invalid.ts'
import { inField, useKeys } from '../ui/keys.ts'
import { differences } from './policy-edits.ts'

interface SaveBarProps {
  /** As they are, or are about to be. */
  readonly saved: Policies
  /** `null` while all of it is being saved. */
  readonly unsaved: Policies | null
  readonly isSaving: boolean
  /** How many fields cannot be saved as they are. */
  readonly invalid: number
  readonly onDiscard: () => void
}

/** What is not saved, with Save and Discard. */
export function SaveBar({ saved, unsaved, isSaving, invalid, onDiscard }: SaveBarProps) {
  const canDiscard = unsaved !== null || invalid > 0
  const save = async (): Promise<void> => {
    const field = firstInvalid(document.querySelector('.pol'))
    if (field !== null) {
      field.focus()
      useStatusBar.getState().warn(t`Not saved: at least one field isn’t valid. Correct it, then save again.`)
      return
    }
    await savePolicies()
  }
  // In a field, Esc only leaves the field.
  const leave = (): void => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && inField(activeElement)) activeElement.blur()
    else if (canDiscard) onDiscard()
  }
  useKeys({ 'mod+s': () => void save(), esc: leave })
  return (
    <div className="savebar" role="region" aria-label={t`Not saved`}>
      <CircleAlert className="i s" aria-hidden />
      <span className="cut" role="status">
        <b>{unsavedText(saved, unsaved, invalid)}</b>{' '}
        <span className="ink2">
          <Trans>Limits and redaction apply to new writes only. Earlier versions aren’t changed.</Trans>
        </span>
      </span>
      {isSaving && <progress aria-label={t`Saving the policies`} />}
      <span className="grow" />
      <Button variant="q" keys="esc" disabled={!canDiscard} onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
      <Button variant="pri" keys="mod+s" busy={isSaving} disabled={invalid > 0} onClick={() => void save()}>
        <Trans>Save</Trans>
      </Button>
    </div>
  )
}

function unsavedText(saved: Policies, unsaved: Policies | null, invalid: number): string {
  if (invalid > 0) return plural(invalid, { one: '# field isn’t valid.', other: '# fields aren’t valid.' })
  if (unsaved === null) return t`Saving…`
  const changes = differences(saved, unsaved)
  const count = changes.length
  return changes.every(({ rule }) => rule !== null)
    ? plural(count, { one: '# unsaved change to the rules', other: '# unsaved changes to the rules' })
    : plural(count, { one: '# unsaved change', other: '# unsaved changes' })
}
