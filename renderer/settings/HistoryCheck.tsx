import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CheckReport } from '../../shared/check.ts'
import { Button } from '../parts/Button.tsx'
import { api } from '../state/api.ts'
import { useFoot } from '../state/foot-store.ts'
import { useWork } from '../state/work-store.ts'

type Doing = 'check' | 'repair' | 'reindex' | null

/** Whether the history is whole, and what can be done when it is not. */
export function HistoryCheck() {
  const [doing, setDoing] = useState<Doing>(null)
  const [report, setReport] = useState<CheckReport | null>(null)
  const checked = useWork((work) => work.check?.done)
  const read = useWork((work) => work.history?.done)
  const act = async (what: Exclude<Doing, null>): Promise<void> => {
    setDoing(what)
    try {
      if (what === 'reindex') await api.store.reindex.mutate()
      else setReport(await api.store.check.mutate({ repair: what === 'repair' }))
      if (what === 'reindex') useFoot.getState().say(t`The index of the history was made anew.`)
    } catch (error) {
      useFoot.getState().warn(error instanceof Error ? error.message : t`That did not work. Try again.`)
    } finally {
      setDoing(null)
    }
  }
  const open = report?.findings.filter(({ done }) => done === null) ?? []
  return (
    <>
      <div className="ln1">
        <span className="lab"><Trans>History</Trans><small>{doing === 'check' || doing === 'repair' ? plural(checked ?? 0, { one: '# commit looked at', other: '# commits looked at' }) : <Trans>every object is read and compared with its name</Trans>}</small></span>
        <Button small busy={doing === 'check'} disabled={doing !== null} onClick={() => void act('check')}><Trans>Check</Trans></Button>
      </div>
      <div className="found" role="status" aria-label={t`What the check found`}>
        {report !== null && report.findings.length === 0 && <p>{t`Everything is right: ${plural(report.commits, { one: '# commit', other: '# commits' })}, ${plural(report.objects, { one: '# object', other: '# objects' })}.`}</p>}
        {report !== null && report.findings.length > 0 && (
          <ul className="findings">
            {report.findings.map(({ what, means, done, canRepair }) => (
              <li key={what}><span><b>{what}</b> {means} <span className="ink2">{done ?? (canRepair ? t`It can be repaired.` : t`It cannot be repaired from what is here.`)}</span></span></li>
            ))}
          </ul>
        )}
        {open.some(({ canRepair }) => canRepair) && <Button look="pri" small busy={doing === 'repair'} disabled={doing !== null} onClick={() => void act('repair')}><Trans>Repair</Trans></Button>}
      </div>
      <div className="ln1">
        <span className="lab"><Trans>Index of the history</Trans><small>{read === undefined ? <Trans>made from git, to find what was asked for at once; nothing is lost with it</Trans> : plural(read, { one: '# commit read', other: '# commits read' })}</small></span>
        <Button small busy={doing === 'reindex'} disabled={doing !== null} onClick={() => void act('reindex')}><Trans>Make anew</Trans></Button>
      </div>
    </>
  )
}
