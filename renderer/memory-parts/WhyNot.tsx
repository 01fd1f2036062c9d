import { t } from '@lingui/core/macro'

interface WhyNotProps {
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly refuse: () => void
  /** The user has just asked for it. */
  readonly focused?: boolean
}

/** What the agent is told if its change is not saved. Enter in the field refuses it. */
export function WhyNot({ reason, setReason, refuse, focused = false }: WhyNotProps) {
  const label = t`Why not? The agent is told if you don’t save it`
  return (
    <form
      className="in"
      onSubmit={(event) => {
        event.preventDefault()
        refuse()
      }}
    >
      <input
        autoFocus={focused}
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </form>
  )
}
