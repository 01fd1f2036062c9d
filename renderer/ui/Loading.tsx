import { t } from '@lingui/core/macro'
import { CircleAlert } from 'lucide-react'
import { Notice } from './Notice.tsx'
import { Skeleton } from './Skeleton.tsx'

/** In the place of what is loaded. @param problem why it cannot be; `null` while it is on its way */
export function Loading({ rows, problem }: { readonly rows: number; readonly problem: string | null }) {
  if (problem === null) return <Skeleton rows={rows} />
  return (
    <div className="col-sk">
      <Notice icon={CircleAlert} variant="danger" head={t`This couldn’t be loaded.`}>
        {problem}
      </Notice>
    </div>
  )
}
