import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis, Folder, House, History, KeyRound, ListChecks, Plug, Undo2, Unplug } from 'lucide-react'
import { useState } from 'react'
import { ClientAccess, type ClientRightsChange, type KnownClient, USUAL_RIGHTS } from '../../../shared/clients.ts'
import { factsText } from '../../format/language.ts'
import { when } from '../../format/time.ts'
import { worded } from '../../format/worded.ts'
import { api } from '../../state/api.ts'
import { attempt, orWarn } from '../../state/attempt.ts'
import { useReview } from '../../state/review-store.ts'
import { openPoint, openReview } from '../../state/routes.ts'
import { NO_FILTER } from '../../state/timeline-filter.ts'
import { setFilter } from '../../state/timeline-store.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { isConnected, type KnownProgram, type ListedAgent } from './agent-list.ts'
import type { AgentDialog } from './AgentSheet.tsx'

interface AgentRowProps {
  readonly agent: ListedAgent
  readonly onChange: (name: string, to: ClientRightsChange) => void
  readonly onAsk: (dialog: AgentDialog) => void
  /** Something else of it has changed. */
  readonly onChanged: () => void
}

/** One agent: what it did and may do, or how to connect it. */
export function AgentRow({ agent, onChange, onAsk, onChanged }: AgentRowProps) {
  const { name, title, program, client } = agent
  const [tested, setTested] = useState<string | null>(null)
  const waiting = useReview(({ review }) => review?.lines.filter(({ by }) => by.client === name).length ?? 0)
  // What it still asks is news until it has come.
  const asks = program !== null && client?.use == null ? worded(program.asks) : null
  const note = isConnected(agent) ? (tested ?? asks) : null
  const isUsing = client !== null || isConnected(agent)
  const problem = program?.files[0]?.problem ?? null
  return (
    <li aria-label={title}>
      <span className="mk" aria-hidden>
        {title.slice(0, 1).toUpperCase()}
      </span>
      <span className="grow">
        <b className="cut">{title}</b>
        <small className="ink3">{problem === null ? factsOf(agent) : worded(problem)}</small>
      </span>
      {waiting > 0 && (
        <Button small variant="q" onClick={() => review(name)}>
          {plural(waiting, { one: '# to review', other: '# to review' })}
        </Button>
      )}
      {program !== null && isConnected(agent) && <TestButton program={program} onTested={setTested} />}
      {isUsing && <Rights title={title} client={client} onChange={(to) => onChange(name, to)} />}
      {program !== null && !isUsing && (
        <Button
          small
          disabled={problem !== null}
          aria-label={t`Connect ${title}…`}
          onClick={() => onAsk({ kind: 'connect', program })}
        >
          <Trans>Connect…</Trans>
        </Button>
      )}
      {program?.id === 'claude-code' && !isUsing && (
        <IconButton icon={House} small name={t`Its own memory…`} onClick={() => onAsk({ kind: 'memory-home' })} />
      )}
      {isUsing && (
        <Menu
          trigger={<IconButton icon={Ellipsis} small name={t`More about ${title}`} />}
          items={menuOf({ agent, waiting, onAsk, onChanged })}
        />
      )}
      {note !== null && (
        <p className="note" role="status">
          {note}
        </p>
      )}
    </li>
  )
}

function review(name: string): void {
  useReview.setState({ writer: name })
  openReview()
}

function factsOf(agent: ListedAgent): string {
  const { program, client } = agent
  const folder = client?.folder ?? ''
  const only = folder === '' ? '' : t`only ${folder}`
  if (client?.use != null) return factsText([only, didWhat(client.use)])
  if (program === null) return factsText([only, t`never seen`])
  return factsText([only, isConnected(agent) && t`connected`, program.files[0]?.shown])
}

function didWhat({ lastSeen, reads, writes, refusals }: NonNullable<KnownClient['use']>): string {
  return factsText([
    reads > 0 && plural(reads, { one: '# read', other: '# reads' }),
    writes > 0 && plural(writes, { one: '# write', other: '# writes' }),
    refusals > 0 && plural(refusals, { one: '# refused', other: '# refused' }),
    t`last seen ${when(lastSeen)}`,
  ])
}

/** Starts what the program would start. */
function TestButton({
  program,
  onTested,
}: {
  readonly program: KnownProgram
  readonly onTested: (said: string) => void
}) {
  const [busy, setBusy] = useState(false)
  const test = async (): Promise<void> => {
    setBusy(true)
    const trial = await orWarn(() => api.programs.test.mutate({ program: program.id }))
    setBusy(false)
    if (trial === null) return
    if (trial.kind === 'fails') return onTested(worded(trial.why))
    const tools = plural(trial.tools, { one: '# tool', other: '# tools' })
    const asks = worded(program.asks)
    onTested(trial.writes ? t`It works: ${tools}, a write made and undone. ${asks}` : t`It works: ${tools}. ${asks}`)
  }
  return (
    <Button small busy={busy} aria-label={t`Test ${program.name}`} onClick={() => void test()}>
      <Trans>Test</Trans>
    </Button>
  )
}

/** The choice that is two fields of its rights. */
const TRUSTED = 'trusted'

interface RightsProps {
  readonly title: string
  readonly client: KnownClient | null
  readonly onChange: (to: ClientRightsChange) => void
}

function Rights({ title, client, onChange }: RightsProps) {
  const { access, trusted } = client ?? USUAL_RIGHTS
  return (
    <Select
      name={t`What ${title} may do`}
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
      <option value={TRUSTED}>{t`Trusted`}</option>
      <option value="write">{t`Read and write`}</option>
      <option value="ask">{t`Read, and ask before writing`}</option>
      <option value="read">{t`Only read`}</option>
      <option value="none">{t`Nothing`}</option>
    </Select>
  )
}

interface MenuParts extends Pick<AgentRowProps, 'agent' | 'onAsk' | 'onChanged'> {
  readonly waiting: number
}

function menuOf({ agent, waiting, onAsk, onChanged }: MenuParts): readonly MenuItem[] {
  const { name, program, client } = agent
  const item = (isShown: boolean, shown: MenuItem): readonly MenuItem[] => (isShown ? [shown] : [])
  return [
    ...item(waiting > 0, { label: t`Review its changes`, icon: ListChecks, run: () => review(name) }),
    {
      label: t`Show its changes`,
      icon: History,
      run: () => {
        setFilter({ ...NO_FILTER, client: name })
        openPoint()
      },
    },
    { label: t`Undo its changes…`, icon: Undo2, takesFocus: true, run: () => onAsk({ kind: 'undo', agent }) },
    {
      label: t`Only one folder…`,
      icon: Folder,
      apart: true,
      takesFocus: true,
      run: () => onAsk({ kind: 'folder', agent }),
    },
    ...item(program?.id === 'claude-code', {
      label: t`Its own memory…`,
      icon: House,
      takesFocus: true,
      run: () => onAsk({ kind: 'memory-home' }),
    }),
    ...item(client?.hasToken === true, {
      label: t`Revoke its token`,
      icon: KeyRound,
      run: () => void attempt(() => api.clients.revokeToken.mutate({ name })).then(onChanged),
    }),
    ...(program === null
      ? []
      : isConnected(agent)
        ? item(true, {
            label: t`Disconnect…`,
            icon: Unplug,
            takesFocus: true,
            run: () => onAsk({ kind: 'disconnect', program }),
          })
        : item(program.files[0]?.problem === null, {
            label: t`Connect…`,
            icon: Plug,
            takesFocus: true,
            run: () => onAsk({ kind: 'connect', program }),
          })),
  ]
}
