import type { ReactNode } from 'react'

interface FormLineProps {
  readonly label: string
  readonly hint?: string
  /** The id of the control, for one that takes a label; the others name themselves. */
  readonly htmlFor?: string
  readonly children: ReactNode
}

/** One line of a form: the label with an optional hint, and the control. */
export function FormLine({ label, hint, htmlFor, children }: FormLineProps) {
  const text = (
    <>
      {label}
      {hint !== undefined && <small>{hint}</small>}
    </>
  )
  return (
    <div className="ln1">
      {htmlFor === undefined ? (
        <span className="lab">{text}</span>
      ) : (
        <label className="lab" htmlFor={htmlFor}>
          {text}
        </label>
      )}
      {children}
    </div>
  )
}
