import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { DEFAULT_DROP_SHARE, DEFAULT_TIDY_REQUESTS, TidyOptions, type TidyRun } from '../../shared/tidy.ts'
import { costOf } from '../../shared/usage.ts'
import { costText } from '../format/money.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { cancelTidy, startTidy, useTidy } from '../state/tidy-store.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Percent } from './percent.ts'
import { ProposalPane } from './ProposalPane.tsx'

/** The agent reorganises a copy of the memory; what comes of it waits here until the user accepts or drops it. */
export function TidyPane() {
  const state = useTidy()
  if (state !== null && state.running === null && state.proposal !== null)
    return <ProposalPane key={`${state.proposal.id} ${state.proposal.base}`} proposal={state.proposal} />
  return (
    <div className="deck one">
      <main className="tidy scroll" aria-label={t`Tidy`} data-pane tabIndex={-1}>
        {state === null ? (
          <Skeleton rows={6} />
        ) : state.running === null ? (
          <TidyForm problem={state.problem === null ? null : worded(state.problem)} />
        ) : (
          <Running run={state.running} />
        )}
      </main>
    </div>
  )
}

function TidyForm({ problem }: { readonly problem: string | null }) {
  const [options, setOptions] = useState<TidyOptions>({
    dropShare: DEFAULT_DROP_SHARE,
    requests: DEFAULT_TIDY_REQUESTS,
  })
  const settings = useApp((state) => state.app?.settings)
  const isEmpty = useMemory((state) => state.tree?.files.length === 0)
  const isDemo = settings?.provider === 'demo'
  return (
    <div className="tidy-form">
      <h2>
        <Trans>Tidy the memory</Trans>
      </h2>
      <WhatItDoes />
      {problem !== null && (
        <Notice icon={CircleAlert} variant="wait" head={t`There is no proposal.`}>
          {problem}
        </Notice>
      )}
      <div className="frm">
        <FormLine
          label={t`Lines that may be dropped (%)`}
          hint={t`the agent is told this limit; a proposal that drops more can’t be accepted in full`}
        >
          <AmountField
            name={t`Lines that may be dropped, as a percentage`}
            value={options.dropShare * 100}
            schema={Percent}
            expected={t`Enter a number from 0 to 100.`}
            onChange={(percent) => setOptions({ ...options, dropShare: percent / 100 })}
          />
        </FormLine>
        <FormLine label={t`Maximum requests`} hint={t`once all are used, the agent proposes what it has finished`}>
          <AmountField
            name={t`Maximum requests`}
            value={options.requests}
            schema={TidyOptions.unwrap().shape.requests}
            expected={t`Enter a whole number from 1 to 1,000.`}
            onChange={(requests) => setOptions({ ...options, requests })}
          />
        </FormLine>
      </div>
      <p className="ink3">
        {isDemo
          ? t`The demo model only removes duplicate lines. Choose another model in Settings for more.`
          : t`The whole memory is sent to the model chosen in Settings.`}
      </p>
      <div className="row">
        <Button variant="pri" disabled={isEmpty} onClick={() => void startTidy(options)}>
          <Trans>Tidy a copy</Trans>
        </Button>
      </div>
    </div>
  )
}

function WhatItDoes() {
  return (
    <p className="why">
      <Trans>
        The agent groups related notes, merges duplicates and names files after their contents. It works on a copy:
        nothing in the memory changes until you have reviewed and accepted its proposal. Only notes change: data, code
        and job files stay as they are.
      </Trans>
    </p>
  )
}

function Running({ run: { requests, most, views, changes, usage, model } }: { readonly run: TidyRun }) {
  const prices = useApp((state) => state.app?.settings.prices)
  const provider = useApp((state) => state.app?.settings.provider)
  const cost = prices === undefined || provider === 'demo' ? null : costText(costOf(usage, model, prices))
  const looked = plural(views, { one: 'viewed files once', other: 'viewed files # times' })
  const changed = plural(changes, { one: 'made # change', other: 'made # changes' })
  return (
    <div className="tidy-form" aria-live="polite">
      <h2>
        <Trans>The agent is tidying a copy</Trans>
      </h2>
      <p className="why">
        {t`So far, the agent has ${looked} and ${changed}.`} {cost !== null && t`Cost: ${cost}.`}
      </p>
      <Progress
        text={plural(most, { one: `${requests} of at most # request`, other: `${requests} of at most # requests` })}
        done={requests}
        total={most}
        onCancel={() => void cancelTidy()}
      />
    </div>
  )
}
