import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LoaderCircle } from 'lucide-react'
import { countText } from '../format/counts.ts'
import { useExport } from '../state/export-store.ts'

/** In the status bar: how far an export is, and Cancel. */
export function ExportProgress() {
  const running = useExport((state) => state.running)
  if (running === null || !running.isSlow) return null
  const { kind, done, total, cancel } = running
  // The system's dialog is open.
  if (done === 0 && total === 0) return null
  const most = countText(total)
  const text =
    kind !== 'bundle'
      ? t`exporting files: ${done} of ${most}`
      : total > 0
        ? t`exporting commits: ${done} of ${most}`
        : plural(done, { one: 'exporting commits: # read', other: 'exporting commits: # read' })
  return (
    <span className="it">
      <LoaderCircle className="i s spin" aria-hidden />
      <progress className="vh" aria-label={t`Export`} {...(total > 0 && { max: total, value: done })} />
      <span className="num">{text}</span>
      <button type="button" onClick={cancel}>
        <Trans>Cancel</Trans>
      </button>
    </span>
  )
}
