import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { USUAL_HTTP_PORT } from '../../../shared/clients.ts'
import { ClientName } from '../../../shared/origin.ts'
import { worded } from '../../format/worded.ts'
import { api, sentence } from '../../state/api.ts'
import { type AppState, changeSettings } from '../../state/app-store.ts'
import { copy } from '../../state/copy.ts'
import { CodeBlock } from '../../text/CodeBlock.tsx'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'

interface OtherProgramSheetProps {
  readonly app: AppState
  readonly onClose: () => void
}

/** An entry for the configuration of any program. */
export function OtherProgramSheet({ app, onClose }: OtherProgramSheetProps) {
  const [name, setName] = useState('my-agent')
  const [overHttp, setOverHttp] = useState(false)
  const [entry, setEntry] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  // A token is for our door alone: whoever else has its port gets none.
  const { url, problem: shut } = app.httpDoor
  const choose = (http: boolean): void => {
    if (http && app.settings.httpPort === null) void changeSettings({ httpPort: USUAL_HTTP_PORT })
    setOverHttp(http)
    setEntry(null)
  }
  const make = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    const named = ClientName.safeParse(name)
    if (!named.success) return setProblem(t`A name is one line of 1 to 100 characters.`)
    try {
      setEntry(await (overHttp && url !== null ? entryOverHttp(url, named.data) : entryThatStarts(named.data)))
      setProblem(null)
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <AskSheet title={t`Connect another program`} onClose={onClose}>
      <form onSubmit={(event) => void make(event)}>
        <p>
          <Trans>Give it a name, and put the entry into its configuration. Everything it does carries this name.</Trans>
        </p>
        <label htmlFor={id} className="vh">
          <Trans>Name</Trans>
        </label>
        <span className="in">
          <input
            id={id}
            value={name}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== null}
            onChange={(event) => {
              setName(event.target.value)
              setEntry(null)
            }}
          />
        </span>
        <Ways overHttp={overHttp} onChoose={choose} />
        {entry !== null && <Entry entry={entry} hasToken={overHttp} />}
        <p role="alert" className="bad">
          {problem ?? (overHttp && shut !== null ? worded(shut) : null)}
        </p>
        <SheetActions onCancel={onClose}>
          <Next entry={entry} isReady={!overHttp || url !== null} onClose={onClose} />
        </SheetActions>
      </form>
    </AskSheet>
  )
}

const asEntry = (server: object): string => JSON.stringify({ mcpServers: { variorum: server } }, null, 2)

async function entryThatStarts(name: string): Promise<string> {
  const { command, args, env } = await api.programs.startFor.query({ name })
  return asEntry({ command, args, ...(Object.keys(env).length > 0 && { env }) })
}

async function entryOverHttp(url: string, name: string): Promise<string> {
  const token = await api.clients.newToken.mutate({ name })
  return asEntry({ type: 'http', url, headers: { Authorization: `Bearer ${token}` } })
}

interface NextProps {
  readonly entry: string | null
  readonly isReady: boolean
  readonly onClose: () => void
}

/** First the entry is made, then taken along. */
function Next({ entry, isReady, onClose }: NextProps) {
  const copyAndClose = async (made: string): Promise<void> => {
    if (await copy(made, t`The entry was copied.`)) onClose()
  }
  return entry === null ? (
    <Button type="submit" variant="pri" disabled={!isReady}>
      <Trans>Make the entry</Trans>
    </Button>
  ) : (
    <Button variant="pri" icon={Copy} onClick={() => void copyAndClose(entry)}>
      <Trans>Copy it and close</Trans>
    </Button>
  )
}

interface WaysProps {
  readonly overHttp: boolean
  readonly onChoose: (overHttp: boolean) => void
}

function Ways({ overHttp, onChoose }: WaysProps) {
  return (
    <>
      <Choice
        type="radio"
        name={t`It starts Variorum`}
        hint={t`Whether or not this window is open. Most programs do so.`}
        checked={!overHttp}
        onChange={() => onChoose(false)}
      />
      <Choice
        type="radio"
        name={t`Over HTTP`}
        hint={t`Only while Variorum is open, with a token of its own. An earlier token of this name stops working.`}
        checked={overHttp}
        onChange={() => onChoose(true)}
      />
    </>
  )
}

function Entry({ entry, hasToken }: { readonly entry: string; readonly hasToken: boolean }) {
  return (
    <>
      <CodeBlock code={entry}>{entry}</CodeBlock>
      {hasToken && (
        <p>
          <Trans>Copy it now: the token isn’t shown again.</Trans>
        </p>
      )}
    </>
  )
}
