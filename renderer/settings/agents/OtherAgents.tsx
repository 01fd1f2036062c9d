import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ClientRightsChange, USUAL_HTTP_PORT } from '../../../shared/clients.ts'
import { Settings } from '../../../shared/settings.ts'
import { worded } from '../../format/worded.ts'
import { api } from '../../state/api.ts'
import type { AppState } from '../../state/app-store.ts'
import { attempt } from '../../state/attempt.ts'
import { reviewQuery } from '../../state/review-store.ts'
import { saveSettings } from '../../state/settings-acts.ts'
import { useQuery, useShown } from '../../state/use-query.ts'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormLine } from '../../ui/FormLine.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { agentList } from './agent-list.ts'
import { AgentRow } from './AgentRow.tsx'
import { type AgentDialog, AgentSheet } from './AgentSheet.tsx'

/** The agents of others: those that use the memory, what each may do, and those that can be connected. */
export function OtherAgents({ app }: { readonly app: AppState }) {
  const [changes, setChanges] = useState(0)
  const [dialog, setDialog] = useState<AgentDialog | null>(null)
  useShown(reviewQuery)
  const { answer: list, problem } = useQuery(
    'other agents',
    [changes, app.store.head, app.httpDoor.url].join(' '),
    async () => agentList(...(await Promise.all([api.programs.list.query(), api.clients.list.query()]))),
  )
  const changed = (): void => setChanges((count) => count + 1)
  const change = (name: string, to: ClientRightsChange): void =>
    void attempt(() => api.clients.change.mutate({ name, change: to })).then(changed)
  const row = { onChange: change, onAsk: setDialog, onChanged: changed }
  return (
    <Section
      id="set-agents"
      name={t`Other agents`}
      about={t`Claude Code, Codex, Cursor and others can use this memory, too. What one writes counts as text from outside until you trust it.`}
    >
      {list === undefined && (problem === null ? <Skeleton rows={2} /> : <p className="bad">{problem}</p>)}
      {list !== undefined && list.using.length + list.found.length > 0 && (
        <ul className="stores" aria-label={t`Other agents`}>
          {[...list.using, ...list.found].map((agent) => (
            <AgentRow key={agent.name} agent={agent} {...row} />
          ))}
        </ul>
      )}
      {list !== undefined && list.using.length + list.found.length === 0 && (
        <p className="ink3">
          <Trans>No program that Variorum knows was found here.</Trans>
        </p>
      )}
      <Button small icon={Plus} onClick={() => setDialog({ kind: 'other' })}>
        <Trans>Another program…</Trans>
      </Button>
      <HttpDoor app={app} />
      {dialog !== null && (
        <AgentSheet
          dialog={dialog}
          app={app}
          onClose={() => {
            setDialog(null)
            changed()
          }}
        />
      )}
    </Section>
  )
}

/** The door that is open as long as the app runs. */
function HttpDoor({ app: { settings, httpDoor } }: { readonly app: AppState }) {
  const { httpPort } = settings
  const { url, problem } = httpDoor
  const hint = problem !== null ? worded(problem) : (url ?? t`for programs that don’t start Variorum themselves`)
  return (
    <FormLine label={t`Over HTTP, while Variorum is open`} hint={hint}>
      <span className="row">
        {httpPort !== null && (
          <AmountField
            name={t`Port`}
            value={httpPort}
            schema={Settings.unwrap().shape.httpPort.unwrap()}
            expected={t`Enter a port from 1024 to 65535.`}
            tight
            onChange={(port) => void saveSettings({ httpPort: port })}
          />
        )}
        <Switch
          name={t`Serve other agents over HTTP`}
          on={httpPort !== null}
          onChange={(on) => void saveSettings({ httpPort: on ? USUAL_HTTP_PORT : null })}
        />
      </span>
    </FormLine>
  )
}
