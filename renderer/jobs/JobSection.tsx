import type { ReactNode } from 'react'

interface JobSectionProps {
  readonly id: string
  readonly name: string
  readonly children: ReactNode
}

/** A part of a job's page. */
export function JobSection({ id, name, children }: JobSectionProps) {
  return (
    <section className="job-part" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
