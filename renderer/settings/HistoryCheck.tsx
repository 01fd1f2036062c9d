import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CheckReport } from '../../shared/check.ts'
import { worded } from '../format/worded.ts'
import { api } from '../state/api.ts'
import { statusQuery, useApp } from '../state/app-store.ts'
import { warnOf } from '../state/attempt.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { cancelWork, useWork } from '../state/work-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Progress } from '../ui/Progress.tsx'

async function warnOnError(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    warnOf(error)
  }
}

/** Checks the integrity of the history, and offers to repair what can be repaired. */
export function HistoryCheck() {
  const [running, setRunning] = useState<'check' | 'repair' | null>(null)
  const [report, setReport] = useState<CheckReport | null>(null)
  const work = useWork(({ check }) => check)
  const runCheck = async (what: 'check' | 'repair'): Promise<void> => {
    setRunning(what)
    await warnOnError(async () => setReport(await api.store.check.mutate({ repair: what === 'repair' })))
    setRunning(null)
  }
  const isBusy = running !== null || work !== undefined
  return (
    <>
      <FormLine label={t`History`} hint={t`verify every git object`}>
        <Button small busy={running === 'check'} disabled={isBusy} onClick={() => void runCheck('check')}>
          <Trans>Verify history</Trans>
        </Button>
      </FormLine>
      {work !== undefined && (
        <Progress
          text={plural(work.done, { one: '# commit checked', other: '# commits checked' })}
          {...work}
          onCancel={() => void cancelWork('check')}
        />
      )}
      <div className="found" role="status" aria-label={t`What the check found`}>
        {report !== null && <Found report={report} />}
        {report?.findings.some(({ done, canRepair }) => done === null && canRepair) === true && (
          <Button
            variant="pri"
            small
            busy={running === 'repair'}
            disabled={isBusy}
            onClick={() => void runCheck('repair')}
          >
            <Trans>Repair</Trans>
          </Button>
        )}
      </div>
      <HistoryIndex />
    </>
  )
}

function Found({ report: { commits, objects, findings, cancelled } }: { readonly report: CheckReport }) {
  const looked = plural(commits, { one: '# commit', other: '# commits' })
  return (
    <>
      {cancelled && (
        <p>
          {findings.some(({ done }) => done !== null)
            ? t`Cancelled after ${looked}. Only the repairs listed here were made.`
            : t`Cancelled after ${looked}. Nothing was changed.`}
        </p>
      )}
      {!cancelled && findings.length === 0 && (
        <p>{t`No problems found in ${looked} and ${plural(objects, { one: '# object', other: '# objects' })}.`}</p>
      )}
      {findings.length > 0 && (
        <ul className="findings">
          {findings.map(({ what, means, done, canRepair }) => (
            <li key={worded(what)}>
              <span>
                <b>{worded(what)}</b> {worded(means)}{' '}
                <span className="ink2">
                  {done !== null
                    ? worded(done)
                    : canRepair
                      ? t`This can be repaired.`
                      : t`This can’t be repaired with the data in this folder.`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The index answers queries about the history; until it is complete, git is searched directly. */
function HistoryIndex() {
  const [isRequested, setRequested] = useState(false)
  const indexed = useApp((state) => state.app?.store.indexed ?? true)
  const work = useWork(({ history }) => history)
  const reindex = async (resume: boolean): Promise<void> => {
    setRequested(true)
    await warnOnError(async () => {
      const done = await api.store.reindex.mutate({ resume })
      await statusQuery.now()
      if (!done)
        useStatusBar
          .getState()
          .say(t`Cancelled. Searches read git directly for now; indexing resumes the next time Variorum starts.`)
      else useStatusBar.getState().say(resume ? t`The history index is complete.` : t`History index rebuilt.`)
    })
    setRequested(false)
  }
  const isBusy = isRequested || work !== undefined
  return (
    <>
      <FormLine
        label={t`History index`}
        hint={
          indexed || isBusy
            ? t`a search index built from git; safe to rebuild`
            : t`incomplete: searches read git directly, which takes longer`
        }
      >
        {indexed || isBusy ? (
          <Button small busy={isRequested} disabled={isBusy} onClick={() => void reindex(false)}>
            <Trans>Rebuild</Trans>
          </Button>
        ) : (
          <Button small onClick={() => void reindex(true)}>
            <Trans>Continue</Trans>
          </Button>
        )}
      </FormLine>
      {work !== undefined && (
        <Progress
          text={
            work.done === 0
              ? t`Reading the files`
              : plural(work.done, { one: '# commit read', other: '# commits read' })
          }
          {...work}
          onCancel={() => void cancelWork('history')}
        />
      )}
    </>
  )
}
