interface FindFieldProps {
  readonly name: string
  readonly value: string
  readonly field?: React.RefObject<HTMLInputElement | null>
  readonly onChange: (value: string) => void
  readonly onEnter: (back: boolean) => void
}

/** A field of a find bar; Enter goes on, Shift Enter back. */
export function FindField({ name, value, field, onChange, onEnter }: FindFieldProps) {
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter(event.shiftKey)
  }
  return (
    <label className="in soft">
      <input
        ref={field}
        aria-label={name}
        placeholder={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  )
}
