import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'

const MAX_CHARACTERS = 2000

interface FeatureFormProps {
  readonly name: string
  /** What the button says. */
  readonly action: string
  readonly what: string
  readonly check: string
  readonly onSave: (what: string, check: string) => Promise<unknown>
  readonly onClose: () => void
}

/** What a feature is, and how it is checked. */
export function FeatureForm({ name, action, onSave, onClose, ...before }: FeatureFormProps) {
  const [what, setWhat] = useState(before.what)
  const [check, setCheck] = useState(before.check)
  const id = useId()
  return (
    <SmallForm
      name={name}
      action={action}
      isReady={what.trim() !== ''}
      onSave={() => onSave(what.trim(), check.trim())}
      onClose={onClose}
    >
      <label htmlFor={`${id}-what`}>
        <Trans>Step</Trans>
      </label>
      <textarea
        id={`${id}-what`}
        className="area serif"
        rows={2}
        maxLength={MAX_CHARACTERS}
        autoFocus
        value={what}
        onChange={(event) => setWhat(event.target.value)}
      />
      <label htmlFor={`${id}-check`}>
        <Trans>How to check it</Trans>
      </label>
      <textarea
        id={`${id}-check`}
        className="area serif"
        rows={2}
        maxLength={MAX_CHARACTERS}
        value={check}
        onChange={(event) => setCheck(event.target.value)}
      />
    </SmallForm>
  )
}

interface TickFormProps {
  readonly name: string
  readonly onTick: (evidence: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks what shows that a feature is done. */
export function TickForm({ name, onTick, onClose }: TickFormProps) {
  const [evidence, setEvidence] = useState('')
  const id = useId()
  return (
    <SmallForm
      name={name}
      action={t`Tick`}
      isReady={evidence.trim() !== ''}
      onSave={() => onTick(evidence.trim())}
      onClose={onClose}
    >
      <label htmlFor={id}>
        <Trans>What shows that this step is done?</Trans>
      </label>
      <textarea
        id={id}
        className="area serif"
        rows={2}
        maxLength={MAX_CHARACTERS}
        autoFocus
        placeholder={t`What you did and what you saw, and the files that show it`}
        value={evidence}
        onChange={(event) => setEvidence(event.target.value)}
      />
    </SmallForm>
  )
}

interface SmallFormProps {
  readonly name: string
  readonly action: string
  readonly isReady: boolean
  readonly onSave: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** A form in the place of what it changes: Enter saves, Esc leaves. */
function SmallForm({ name, action, isReady, onSave, onClose, children }: SmallFormProps) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (!isReady || busy) return
    setBusy(true)
    await onSave()
    setBusy(false)
  }
  const onKey = (event: React.KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault()
      void save()
    }
  }
  return (
    <form
      className="job-form"
      aria-label={name}
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {children}
      <div className="row">
        <Button type="submit" variant="pri" small keys="enter" busy={busy} disabled={!isReady}>
          {action}
        </Button>
        <Button variant="q" small keys="esc" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
