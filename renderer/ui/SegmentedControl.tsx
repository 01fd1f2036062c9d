interface SegmentedControlProps<T extends string> {
  readonly name: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** A choice among a few options. */
export function SegmentedControl<T extends string>({ name, value, options, onChange }: SegmentedControlProps<T>) {
  return (
    <div className="seg" role="group" aria-label={name}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
