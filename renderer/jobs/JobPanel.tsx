import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, ChevronDown, Circle, Trash2 } from 'lucide-react'
import { measuresOf } from '../../shared/budget.ts'
import type { Job, JobSession, Judge } from '../../shared/jobs/job.ts'
import { jobFolder } from '../../shared/jobs/names.ts'
import { measureText } from '../format/budget-words.ts'
import { changes } from '../format/counts.ts'
import { costText } from '../format/money.ts'
import { providerName } from '../format/provider-names.ts'
import { stamp } from '../format/time.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { useApp } from '../state/app-store.ts'
import { deleteJob, setJobBudget, setJudge } from '../state/jobs-store.ts'
import { chatPath, filePath } from '../state/routes.ts'
import { wrapUp } from '../state/turn-actions.ts'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { Button } from '../ui/Button.tsx'
import { Fold } from '../ui/Fold.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Meter } from '../ui/Meter.tsx'
import { Switch } from '../ui/Switch.tsx'
import { explained, tooltip } from '../ui/Tooltip.tsx'
import { endWords } from './job-words.ts'

/** The sessions of a job, what they may use, who checks ticks, and its files. */
export function JobPanel({ job }: { readonly job: Job }) {
  return (
    <aside className="panel job-side" aria-label={t`Sessions and budget`} data-pane tabIndex={-1}>
      <div className="scroll grow">
        <Sessions sessions={job.sessions} />
        <Fold name={t`Budget`} isOpen={Object.values(job.budget).some((limit) => limit !== null)}>
          <BudgetOf job={job} />
        </Fold>
        <Fold name={t`Judge`} isOpen={job.judge.on}>
          <JudgeOf job={job} />
        </Fold>
        <Fold name={t`Files`}>
          <Files job={job} />
        </Fold>
      </div>
    </aside>
  )
}

function Sessions({ sessions }: { readonly sessions: readonly JobSession[] }) {
  return (
    <section aria-labelledby="job-sessions">
      <h2 id="job-sessions">
        <Trans>Sessions</Trans>
      </h2>
      {sessions.length === 0 && (
        <p className="meta">
          <Trans>No sessions on this device.</Trans>
        </p>
      )}
      <ul>
        {sessions.toReversed().map((session, index) => (
          <SessionRow key={session.conversation} session={session} isNewest={index === 0} />
        ))}
      </ul>
    </section>
  )
}

interface SessionRowProps {
  readonly session: JobSession
  /** A later session goes on from what an earlier one left, wrapped up or not. */
  readonly isNewest: boolean
}

function SessionRow({ session, isNewest }: SessionRowProps) {
  const { conversation, session: number, title, updatedAt, running, isWrappedUp, spent } = session
  const cost = spent.dollars.known > 0 || !spent.isPriced ? ` · ${costText(spent.dollars)}` : ''
  return (
    <li>
      <a href={`#${chatPath(conversation)}`} {...explained(title)}>
        <b>
          <Trans>Session {number}</Trans>
        </b>
        {running && <span className="badge agent">{t`answering`}</span>}
        <span className="meta">
          {stamp(updatedAt)} · {changes(session.changes)}
          {cost} · {endWords(session)}
        </span>
      </a>
      {!running && !isWrappedUp && isNewest && (
        <span className="row">
          <span className="badge wait">
            <Trans>not wrapped up</Trans>
          </span>
          <Button variant="q" small onClick={() => void wrapUp(conversation)}>
            <Trans>Wrap up</Trans>
          </Button>
        </span>
      )}
    </li>
  )
}

const WARN_AT_SHARE = 0.8

function BudgetOf({ job: { name, budget, spent } }: { readonly job: Job }) {
  const isMoneyUnknown = budget.dollars !== null && !spent.isPriced
  return (
    <section>
      {measuresOf(budget, spent).map(({ limit, used, most }) => (
        <div key={limit} className="job-meter">
          <Meter
            name={t`Budget used`}
            meter={{ used, limit: most }}
            warnAt={WARN_AT_SHARE}
            text={measureText({ limit, used, most })}
          />
          <span className="meta num">{measureText({ limit, used, most })}</span>
        </div>
      ))}
      <div className="frm">
        <BudgetFields budget={budget} onChange={(changed) => void setJobBudget(name, changed)} />
      </div>
      {isMoneyUnknown && (
        <p className="meta">
          <Trans>
            The dollar limit can’t be enforced: part of this job’s cost is unknown. If a model has no price, set one
            under Prices in Settings.
          </Trans>
        </p>
      )}
    </section>
  )
}

function JudgeOf({ job: { name, judge } }: { readonly job: Job }) {
  return (
    <section>
      <div className="frm">
        <FormLine label={t`Check every tick`} hint={t`against the evidence, after each turn`}>
          <Switch name={t`Check every tick`} on={judge.on} onChange={(on) => void setJudge(name, { ...judge, on })} />
        </FormLine>
        <FormLine label={t`Model`}>
          <JudgeModel judge={judge} onChange={(model) => void setJudge(name, { ...judge, model })} />
        </FormLine>
      </div>
      <p className="meta">
        <Trans>It reads the memory in a conversation of its own, at the job’s cost, and never removes a tick.</Trans>
      </p>
    </section>
  )
}

interface JudgeModelProps {
  readonly judge: Judge
  readonly onChange: (model: Judge['model']) => void
}

function JudgeModel({ judge: { model }, onChange }: JudgeModelProps) {
  const app = useApp((state) => state.app)
  if (app === null) return null
  const usual = t`Same as in Settings`
  const { settings, providers } = app
  const named = { anthropic: settings.model, compatible: settings.compatible.model, demo: 'demo' }
  const offered = providers
    .filter(({ id, ready }) => ready && named[id] !== '')
    .map(({ id }) => ({
      provider: id,
      model: named[id],
      label: [providerName(id, settings.compatible), id === 'demo' ? '' : named[id]].filter(Boolean).join(' · '),
    }))
  const chosen = model === null ? usual : model.provider === 'demo' ? t`Demo model` : model.model
  return (
    <Menu
      trigger={
        <button type="button" className="pick" aria-label={t`Judge: ${chosen}`}>
          <span className="cut">{chosen}</span>
          <ChevronDown className="i xs" aria-hidden />
        </button>
      }
      items={[
        { label: usual, icon: model === null ? Check : Circle, run: () => onChange(null) },
        ...offered.map(({ label, ...one }) => ({
          label,
          icon: model?.provider === one.provider && model.model === one.model ? Check : Circle,
          run: () => onChange(one),
        })),
      ]}
    />
  )
}

function Files({ job: { name, files } }: { readonly job: Job }) {
  const all = [files.features, files.progress, files.start, files.decisions]
  return (
    <section>
      <p className="meta path">{jobFolder(name)}/</p>
      <ul>
        {all.map(({ path, id }) => {
          const base = path.slice(jobFolder(name).length + 1)
          return (
            <li key={path}>
              {id === null ? (
                <span className="meta">{t`${base} is missing`}</span>
              ) : (
                <a href={`#${filePath(path)}`} {...tooltip(path)}>
                  <PathText path={base} />
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <p>
        <Button variant="q" small icon={Trash2} onClick={() => void deleteJob(name)}>
          <Trans>Delete job</Trans>
        </Button>
      </p>
    </section>
  )
}
