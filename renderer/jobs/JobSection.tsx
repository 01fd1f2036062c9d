import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { PathText } from '../memory-parts/PathText.tsx'
import { filePath } from '../state/routes.ts'
import { tooltip } from '../ui/Tooltip.tsx'

interface JobSectionProps {
  readonly id: string
  readonly name: string
  /** The file that it shows. */
  readonly path?: string
  readonly children: ReactNode
}

/** A part of a job's page, with a link to its file. */
export function JobSection({ id, name, path, children }: JobSectionProps) {
  const base = path?.slice(path.lastIndexOf('/') + 1)
  return (
    <section className="job-part" aria-labelledby={id}>
      <div className="job-part-head">
        <h2 id={id}>{name}</h2>
        {path !== undefined && base !== undefined && (
          <a href={`#${filePath(path)}`} {...tooltip(path)} aria-label={t`Open ${path}`}>
            <PathText path={base} />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
