import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { ClientAccess, type ClientRightsChange, type KnownClient } from '../../shared/clients.ts'
import { when } from '../format/time.ts'
import { api } from '../state/api.ts'
import { type AppState } from '../state/app-store.ts'
import { warnOf } from '../state/attempt.ts'
import { copy } from '../state/copy.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'

/** For the configuration of another agent. */
const ENTRY = JSON.stringify(
  { mcpServers: { variorum: { command: 'variorum', args: ['mcp', '--client', 'my-agent'] } } },
  null,
  2,
)

/** The agents of others that use the memory, and what each may do. */
export function OtherAgents({ app }: { readonly app: AppState }) {
  const [changes, setChanges] = useState(0)
  const { answer: known } = useQuery('other agents', `${changes} ${app.store?.head ?? ''}`, () =>
    api.clients.list.query(),
  )
  const change = async (name: string, to: ClientRightsChange): Promise<void> => {
    try {
      await api.clients.change.mutate({ name, change: to })
    } catch (error) {
      warnOf(error)
    }
    setChanges((count) => count + 1)
  }
  return (
    <Section
      id="set-agents"
      name={t`Other agents`}
      about={t`Programs such as Claude Code, Codex or Cursor can use this memory, too. Their changes pass your policies and carry their names.`}
      effect={<Effect />}
    >
      {known?.length === 0 && (
        <p className="ink3">
          <Trans>No other agent has used it yet.</Trans>
        </p>
      )}
      {known?.map((client) => (
        <Agent key={client.name} client={client} onChange={(to) => void change(client.name, to)} />
      ))}
      <FormLine label={t`Connect an agent`} hint={t`Put this into its configuration, with a name of your choice.`}>
        <Button small icon={Copy} onClick={() => void copy(ENTRY, t`The entry was copied.`)}>
          <Trans>Copy the entry</Trans>
        </Button>
      </FormLine>
    </Section>
  )
}

/** The choice that is two fields of its rights. */
const TRUSTED = 'trusted'

interface AgentProps {
  readonly client: KnownClient
  readonly onChange: (to: ClientRightsChange) => void
}

function Agent({ client: { name, access, trusted, use }, onChange }: AgentProps) {
  return (
    <FormLine label={name} hint={use === null ? t`never seen` : didWhat(use)}>
      <Select
        name={t`What ${name} may do`}
        value={access === 'write' && trusted ? TRUSTED : access}
        isSet={access !== 'write' || trusted}
        onChange={(value) =>
          onChange(
            value === TRUSTED
              ? { access: 'write', trusted: true }
              : { access: ClientAccess.parse(value), trusted: false },
          )
        }
      >
        <option value={TRUSTED}>{t`Read and write, trusted`}</option>
        <option value="write">{t`Read and write`}</option>
        <option value="read">{t`Only read`}</option>
        <option value="none">{t`Nothing`}</option>
      </Select>
    </FormLine>
  )
}

function didWhat({ lastSeen, reads, writes, refusals }: NonNullable<KnownClient['use']>): string {
  const [read, written, refused] = [
    plural(reads, { one: '# read', other: '# reads' }),
    plural(writes, { one: '# write', other: '# writes' }),
    plural(refusals, { one: '# refused', other: '# refused' }),
  ]
  const seen = when(lastSeen)
  return t`${read}, ${written}, ${refused}; last seen ${seen}`
}

function Effect() {
  return (
    <div className="fx">
      <h3>
        <Trans>What trust changes</Trans>
      </h3>
      <p className="ink2">
        <Trans>
          What an agent writes counts as text from outside until you trust the agent. Then it counts as an agent’s
          words, unless the agent has read text from outside before. No agent can approve changes or change policies.
        </Trans>
      </p>
    </div>
  )
}
