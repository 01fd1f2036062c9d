import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { serverName } from '../format/provider-names.ts'
import { worded } from '../format/worded.ts'
import type { AppState } from '../state/app-store.ts'
import { useLocalServers } from '../state/models-store.ts'
import { Button } from '../ui/Button.tsx'
import type { ModelChoice } from './model-choice.ts'

interface ChooseModelProps {
  readonly app: AppState
  readonly choice: ModelChoice
  readonly choose: (choice: ModelChoice) => void
}

/** Claude, the demo model, and the servers on this computer, which are looked for only when the user asks for that. */
export function ChooseModel({ app, choice, choose }: ChooseModelProps) {
  const { servers, isLooking, look } = useLocalServers(false)
  return (
    <>
      <div className="opts" role="radiogroup" aria-label={t`Model`}>
        <Claude app={app} choice={choice} choose={choose} />
        {servers?.map((server) => (
          <Option
            key={server.baseUrl}
            name={serverName(server.preset)}
            about={t`Found on this computer at ${new URL(server.baseUrl).host}, ${plural(server.models.length, { one: '# model', other: '# models' })}`}
            checked={choice.kind === 'local' && choice.server.baseUrl === server.baseUrl}
            choose={() => choose({ kind: 'local', server })}
          />
        ))}
        <Option
          name={t`The demo model`}
          about={t`Works offline without a key, for trying things out`}
          checked={choice.kind === 'demo'}
          choose={() => choose({ kind: 'demo' })}
        />
      </div>
      <div className="row" role="status">
        <Button variant="q" small icon={Search} busy={isLooking} onClick={look}>
          <Trans>Look for model servers on this computer</Trans>
        </Button>
        {servers?.length === 0 && (
          <span className="ink3">
            <Trans>None found</Trans>
          </span>
        )}
      </div>
    </>
  )
}

function Claude({ app, choice, choose }: ChooseModelProps) {
  const provider = app.providers.find(({ id }) => id === 'anthropic')
  const key = choice.kind === 'claude' ? choice.key : ''
  const kept =
    app.mode === 'desktop'
      ? t`With your own Anthropic key, kept in the keychain`
      : t`With your own Anthropic key, kept only until you close Variorum`
  return (
    <Option
      name="Claude"
      about={provider?.key == null ? kept : worded(provider.key)}
      checked={choice.kind === 'claude'}
      choose={() => choose({ kind: 'claude', key })}
    >
      {provider?.ready === true ? (
        <span className="meta">
          <Trans>ready</Trans>
        </span>
      ) : (
        <span className="in mono">
          <input
            type="password"
            aria-label={t`Anthropic key`}
            placeholder="sk-ant-…"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => choose({ kind: 'claude', key: event.target.value })}
          />
        </span>
      )}
    </Option>
  )
}

interface OptionProps {
  readonly name: string
  readonly about: string
  readonly checked: boolean
  readonly choose: () => void
  readonly children?: ReactNode
}

function Option({ name, about, checked, choose, children }: OptionProps) {
  const id = useId()
  return (
    <div className={checked ? 'opt on' : 'opt'}>
      <input
        type="radio"
        name="first-model"
        id={id}
        aria-describedby={`${id}-about`}
        checked={checked}
        onChange={choose}
      />
      <label htmlFor={id}>
        <b>{name}</b>
        <small id={`${id}-about`}>{about}</small>
      </label>
      {children}
    </div>
  )
}
