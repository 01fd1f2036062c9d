import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { share, syncNow } from '../../state/devices-store.ts'
import { Button } from '../../ui/Button.tsx'
import { FormLine } from '../../ui/FormLine.tsx'

interface RemoteFormProps {
  /** The one that is in use; '' for none. */
  readonly address: string
  /** The store has this remote now. */
  readonly onShared: () => void
  /** Left out where there is nothing to go back to. */
  readonly onCancel?: () => void
}

/** The address of the remote. One that cannot be used stays in the field, with the reason. */
export function RemoteForm({ address, onShared, onCancel }: RemoteFormProps) {
  const id = useId()
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const go = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed.trim() === '' || busy) return
    // It is shown without its password, which stays as long as the address does.
    if (typed.trim() === address) return onShared()
    setBusy(true)
    const why = await share({ address: typed.trim() })
    setProblem(why)
    setBusy(false)
    if (why !== null) return
    onShared()
    await syncNow()
  }
  return (
    <FormLine
      label={t`Remote`}
      hint={t`an empty git repository, or the one that your other devices use: https://…, git@host:path, or a folder`}
      htmlFor={id}
    >
      <form
        className="wide"
        onSubmit={(event) => void go(event)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}
      >
        <span className="in mono">
          <input
            id={id}
            autoComplete="off"
            autoFocus={onCancel !== undefined}
            spellCheck={false}
            value={typed}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : `${id}-why`}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <Button small type="submit" busy={busy} disabled={typed.trim() === ''}>
          {onCancel === undefined ? <Trans>Share</Trans> : <Trans>Use this address</Trans>}
        </Button>
        {onCancel !== undefined && (
          <Button small variant="q" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        {problem !== null && (
          <p id={`${id}-why`} role="alert" className="bad">
            {problem}
          </p>
        )}
      </form>
    </FormLine>
  )
}
