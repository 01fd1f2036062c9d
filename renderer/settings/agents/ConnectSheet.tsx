import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { sentencesText } from '../../format/language.ts'
import { worded } from '../../format/worded.ts'
import { api, sentence } from '../../state/api.ts'
import { useStatusBar } from '../../state/status-bar-store.ts'
import { useQuery } from '../../state/use-query.ts'
import { CodeBlock } from '../../text/CodeBlock.tsx'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { KnownProgram } from './agent-list.ts'

interface ConnectSheetProps {
  readonly program: KnownProgram
  /** Otherwise it disconnects. */
  readonly connects: boolean
  readonly onClose: () => void
}

/** Shows what changes in a program's configuration, and changes it. */
export function ConnectSheet({ program: { id, name }, connects, onClose }: ConnectSheetProps) {
  const [readOnly, setReadOnly] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = !connects ? 'disconnect' : readOnly ? 'connect-read-only' : 'connect'
  const { answer: plan, problem } = useQuery(change, failed, () => api.programs.plan.query({ program: id, change }))
  const carryOut = async (shown: string): Promise<void> => {
    setBusy(true)
    try {
      const asks = await api.programs.carryOut.mutate({ change: { program: id, change }, shown })
      const done = connects ? t`${name} is connected.` : t`${name} is no longer connected.`
      useStatusBar.getState().say(sentencesText([done, asks !== null && worded(asks)]))
      onClose()
    } catch (error) {
      setFailed(sentence(error))
    }
    setBusy(false)
  }
  return (
    <AskSheet title={connects ? t`Connect ${name}` : t`Disconnect ${name}`} onClose={onClose}>
      {plan === undefined && problem === null && <Skeleton rows={3} />}
      {plan !== undefined && <Plan plan={plan} />}
      {connects && (
        <Choice
          type="checkbox"
          name={t`It may only read`}
          hint={t`It is offered no tool that writes. You can also choose that later, without changing its configuration.`}
          checked={readOnly}
          onChange={setReadOnly}
        />
      )}
      <p role="alert" className="bad">
        {problem ?? failed}
      </p>
      <SheetActions onCancel={onClose}>
        <Button
          variant="pri"
          busy={busy}
          disabled={plan == null || problem !== null}
          onClick={() => plan != null && void carryOut(plan.diff)}
        >
          {connects ? <Trans>Connect</Trans> : <Trans>Disconnect</Trans>}
        </Button>
      </SheetActions>
    </AskSheet>
  )
}

function Plan({ plan }: { readonly plan: { readonly file: string; readonly diff: string } | null }) {
  if (plan === null)
    return (
      <p>
        <Trans>There is nothing to change.</Trans>
      </p>
    )
  if (plan.diff === '')
    return (
      <p>
        <Trans>The entry is in {plan.file} already. Variorum remembers it, so that you can take it out again.</Trans>
      </p>
    )
  return (
    <>
      <p>
        <Trans>
          This changes <span className="path">{plan.file}</span>. Everything else in it stays as it is, to the byte, and
          a copy of it is kept.
        </Trans>
      </p>
      <CodeBlock code={plan.diff}>{plan.diff}</CodeBlock>
    </>
  )
}
