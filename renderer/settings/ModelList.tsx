import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '../../shared/messages/message.ts'
import type { ModelEntry } from '../../shared/models.ts'
import { shortCount } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { dayOf, when } from '../format/time.ts'
import type { AppState } from '../state/app-store.ts'
import { chosenModel, loadModels, useModelList } from '../state/models-store.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from './Field.tsx'
import { whyNotReady } from './provider-words.ts'

/** At or above this many models there is a search field. */
const SEARCH_THRESHOLD_MODELS = 8

/** The token limits of a model, as far as its service says. */
export function limitsOf({ maxInput, maxOutput }: ModelEntry): string {
  const [takes, gives] = [shortCount(maxInput ?? 0), shortCount(maxOutput ?? 0)]
  return factsText([maxInput !== null && t`input up to ${takes}`, maxOutput !== null && t`output up to ${gives}`])
}

/** "deprecated, retires on 1 January 2027"; '' for any other model. */
export function lifecycleOf({ lifecycle, retiresAt }: ModelEntry): string {
  if (lifecycle === 'retired') return t`retired: no longer answers`
  if (lifecycle !== 'deprecated') return ''
  const day = retiresAt === null ? null : dayOf(retiresAt)
  return day === null ? t`deprecated` : t`deprecated, retires on ${day}`
}

/** A problem that the margin does not tell already. */
function unsaid(problem: Message | null, { providers, settings }: AppState): Message | null {
  const reason = providers.find(({ id }) => id === settings.provider)?.reason ?? null
  return problem !== null && reason !== null && whyNotReady(reason) === whyNotReady(problem) ? null : problem
}

/** The models the service offers, with their limits and lifecycle, and the age of the list. */
export function ModelList({ app, choose }: { readonly app: AppState; readonly choose: (model: string) => void }) {
  const { list, isLoading } = useModelList(app)
  const [words, setWords] = useState('')
  const [isTyping, setTyping] = useState(false)
  const { provider } = app.settings
  const chosen = chosenModel(app.settings)
  const models = list?.models ?? []
  const problem = unsaid(list?.problem ?? null, app)
  // One that is not listed is shown as it was written.
  const shownAsText = !models.some(({ id }) => id === chosen)
  const wanted = words.trim().toLowerCase()
  const shown = models.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
  const age = list?.asOf == null ? null : when(list.asOf)
  return (
    <div className="models">
      {(shownAsText || isTyping) && (
        <Field
          name={t`Model`}
          hint={t`the service’s name for it`}
          value={chosen}
          required={provider === 'anthropic'}
          save={choose}
        />
      )}
      <div className="row">
        <span className="meta grow" role="status">
          {age === null ? t`Model list not loaded.` : t`As listed by the service ${age}.`}
        </span>
        {!shownAsText && !isTyping && (
          <Button variant="q" small onClick={() => setTyping(true)}>
            <Trans>Another model…</Trans>
          </Button>
        )}
        <Button variant="q" small busy={isLoading} onClick={() => void loadModels(app, provider, true)}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      {problem !== null && <p className="ink2">{whyNotReady(problem)}</p>}
      {models.length >= SEARCH_THRESHOLD_MODELS && (
        <span className="in">
          <input
            type="search"
            aria-label={t`Search models`}
            placeholder={t`Search models`}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </span>
      )}
      {shown.length > 0 && <ModelOptions models={shown} chosen={chosen} choose={choose} />}
    </div>
  )
}

interface ModelOptionsProps {
  readonly models: readonly ModelEntry[]
  readonly chosen: string
  readonly choose: (model: string) => void
}

function ModelOptions({ models, chosen, choose }: ModelOptionsProps) {
  return (
    <div className="opts scroll" role="group" aria-label={t`Models from this service`}>
      {models.map((model) => (
        <button
          key={model.id}
          type="button"
          aria-pressed={model.id === chosen}
          disabled={model.lifecycle === 'retired'}
          onClick={() => choose(model.id)}
        >
          <span className="rd" />
          <span>
            <b>{model.name}</b>
            <small>{[model.name === model.id ? '' : model.id, limitsOf(model)].filter(Boolean).join(' · ')}</small>
          </span>
          {lifecycleOf(model) !== '' && (
            <span className={model.lifecycle === 'retired' ? 'badge bad' : 'badge wait'}>{lifecycleOf(model)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
