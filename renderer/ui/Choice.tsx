import { useId } from 'react'

/** A box or a round choice, with what it means. */
export function Choice({
  type,
  name,
  hint,
  disabled = false,
  checked,
  onChange,
}: {
  readonly type: 'checkbox' | 'radio'
  readonly name: string
  readonly hint: string
  readonly disabled?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="choice">
      <input
        type={type}
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="grow">
        <label htmlFor={id}>{name}</label>
        <small id={`${id}-hint`}>{hint}</small>
      </span>
    </div>
  )
}
