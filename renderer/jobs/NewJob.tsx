import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type Budget, NO_BUDGET } from '../../shared/budget.ts'
import { JobTemplate } from '../../shared/jobs/job.ts'
import { BeforeSending } from '../memory-parts/BeforeSending.tsx'
import { useSecretsQuestion } from '../memory-parts/use-secrets-question.ts'
import { useApp } from '../state/app-store.ts'
import { createJob, useJobs } from '../state/jobs-store.ts'
import { BudgetFields } from '../ui/BudgetFields.tsx'
import { Button } from '../ui/Button.tsx'
import { firstInvalid } from '../ui/first-invalid.ts'
import { Fold } from '../ui/Fold.tsx'
import { templateWords } from './job-words.ts'

const MAX_GOAL_CHARACTERS = 20_000

/** What a job is to reach, what kind of work it is, and how much it may use. */
export function NewJob({ onClose }: { readonly onClose: () => void }) {
  const usual = useApp((state) => state.app?.settings.budget)
  const goal = useJobs((state) => state.goal)
  const [template, setTemplate] = useState<JobTemplate>('general')
  const [budget, setBudget] = useState<Budget | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const cancel = useCancel(onClose)
  const { sending, found, back, submit } = useSecretsQuestion({
    text: goal.trim(),
    field,
    send: async (secrets) => {
      await createJob({ goal: goal.trim(), template, budget: budget ?? usual ?? NO_BUDGET, secrets })
    },
  })
  return (
    <form
      className="job-new"
      aria-label={t`New job`}
      onSubmit={(event) => {
        event.preventDefault()
        const invalid = firstInvalid(event.currentTarget)
        if (invalid === null) void submit()
        else invalid.focus()
      }}
      onKeyDown={(event) => event.key === 'Escape' && found === null && cancel()}
    >
      <h2>
        <Trans>New job</Trans>
      </h2>
      <GoalField field={field} />
      <Fold name={t`Kind of work and budget`}>
        <Templates template={template} onChange={setTemplate} />
        <div className="frm">
          <BudgetFields budget={budget ?? usual ?? NO_BUDGET} onChange={setBudget} />
        </div>
        <p className="meta">
          <Trans>Shared by all its sessions. You and the agent are notified at 80%.</Trans>
        </p>
      </Fold>
      {found !== null ? (
        <BeforeSending check={found} onSend={(secrets) => void submit(secrets)} onBack={back} />
      ) : (
        <div className="row">
          <Button type="submit" variant="pri" busy={sending} disabled={goal.trim() === ''}>
            <Trans>Begin</Trans>
          </Button>
          <Button variant="q" keys="esc" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}

/** The goal counts as something the user means to do while the form is open, and not once it was cancelled. */
function useCancel(onClose: () => void): () => void {
  useEffect(() => useJobs.setState({ isGoalCancelled: false }), [])
  return () => {
    useJobs.setState({ isGoalCancelled: true })
    onClose()
  }
}

function GoalField({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const goal = useJobs((state) => state.goal)
  const id = useId()
  return (
    <>
      <label htmlFor={id}>
        <Trans>What’s the goal?</Trans>
      </label>
      <small id={`${id}-hint`}>
        <Trans>The first session splits it into steps, and you can change the plan before work begins.</Trans>
      </small>
      <textarea
        ref={field}
        id={id}
        aria-describedby={`${id}-hint`}
        className="area serif"
        rows={5}
        maxLength={MAX_GOAL_CHARACTERS}
        autoFocus
        placeholder={t`A guide to composting for beginners, with sources, in five parts.`}
        value={goal}
        onChange={(event) => useJobs.setState({ goal: event.target.value })}
      />
    </>
  )
}

function Templates({
  template,
  onChange,
}: {
  readonly template: JobTemplate
  readonly onChange: (template: JobTemplate) => void
}) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend>
        <Trans>What kind of work is it?</Trans>
      </legend>
      <div>
        {JobTemplate.options.map((option) => (
          <div key={option} className="choice">
            <input
              type="radio"
              name={name}
              id={name + option}
              aria-describedby={`${name}${option}-hint`}
              checked={option === template}
              onChange={() => onChange(option)}
            />
            <span className="grow">
              <label htmlFor={name + option}>{templateWords(option).name}</label>
              <small id={`${name}${option}-hint`}>{templateWords(option).hint}</small>
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
