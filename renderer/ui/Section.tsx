import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly name: string
  readonly about?: string
  readonly children: ReactNode
  readonly effect?: ReactNode
}

/** A section of a form: its purpose, the form, and the effect in the margin. */
export function Section({ id, name, about, children, effect }: SectionProps) {
  return (
    <section className="sect" aria-labelledby={id}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {name}
        </h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      <div className="frm">{children}</div>
      {effect}
    </section>
  )
}
