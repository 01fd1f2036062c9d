export function Switch({
  name,
  on,
  onChange,
}: {
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      className="sw"
      role="switch"
      aria-checked={on}
      aria-label={name}
      onClick={() => onChange(!on)}
    />
  )
}
