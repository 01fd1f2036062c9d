import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { worded } from '../format/worded.ts'
import { api } from '../state/api.ts'
import { forgetStore, type KnownStore } from '../state/stores-store.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Actions, Sheet } from './Sheet.tsx'

/** Takes a store off the list, with its history if nothing in it is anybody else's. */
export function ForgetSheet({ store }: { readonly store: KnownStore }) {
  const [removes, setRemoves] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const why = useQuery('why keep history', store.key, () => api.stores.whyKeepHistory.query({ key: store.key }))
  const forget = async (): Promise<void> => {
    setBusy(true)
    setProblem(await forgetStore(store, removes ? 'remove' : 'keep'))
    setBusy(false)
  }
  return (
    <Sheet title={t`Forget “${store.name}”?`}>
      <p>
        <Trans>
          This removes the store from the list. Its files in <span className="path">{store.folder}</span> and its
          conversations are kept.
        </Trans>
      </p>
      <Choice
        type="checkbox"
        name={t`Remove its history too (.git)`}
        hint={
          why === undefined
            ? t`Reading the history…`
            : why !== null
              ? worded(why)
              : t`Every earlier version is deleted. This can’t be undone. The files stay as they are now.`
        }
        disabled={why !== null}
        checked={removes}
        onChange={setRemoves}
      />
      <p role="alert" className="bad">
        {problem}
      </p>
      <Actions>
        <Button variant={removes ? 'red' : 'pri'} busy={busy} onClick={() => void forget()}>
          {removes ? <Trans>Forget it and remove its history</Trans> : <Trans>Forget</Trans>}
        </Button>
      </Actions>
    </Sheet>
  )
}
