import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { worded } from '../format/worded.ts'
import { AgentMemories } from '../memory-parts/AgentMemories.tsx'
import { api } from '../state/api.ts'
import {
  askAbout,
  forgetStore,
  type KnownStore,
  onDesktop,
  openStore,
  pickFolder,
  relocateStore,
  type StoreDialog,
  useAgentFolders,
  useStoreDialog,
} from '../state/stores-store.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { AddSheet } from './AddSheet.tsx'
import { Actions, Sheet } from './Sheet.tsx'

/** The dialogs about stores, over whichever view is open. */
export function StoreSheets() {
  const dialog = useStoreDialog((state) => state.dialog)
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'busy':
      return <Busy dialog={dialog} />
    case 'find':
      return <Find dialog={dialog} />
    case 'choose':
      return <ChooseFolder />
    case 'add':
      return <AddSheet preview={dialog.preview} isMeant={dialog.isMeant} />
    case 'forget':
      return <ForgetSheet store={dialog.store} />
  }
}

function Busy({ dialog: { store, answering, trust } }: { readonly dialog: Extract<StoreDialog, { kind: 'busy' }> }) {
  return (
    <Sheet
      title={plural(answering, { one: 'An answer is still being written', other: '# answers are still being written' })}
    >
      <p>
        <Trans>
          What the agent has written to this memory so far is kept either way. “{store.name}” can open once the agent is
          done, or right away.
        </Trans>
      </p>
      <Actions>
        <Button variant="red" onClick={() => void openStore(store, 'stop', trust)}>
          <Trans>Stop and open</Trans>
        </Button>
        <Button variant="pri" onClick={() => void openStore(store, 'finish', trust)}>
          <Trans>Open when done</Trans>
        </Button>
      </Actions>
    </Sheet>
  )
}

/** A field for a path. The browser cannot browse folders of this computer, so it suggests their names while typing. */
function FolderForm({
  action,
  submit,
  children,
}: {
  readonly action: string
  readonly submit: (folder: string) => Promise<string | null>
  readonly children?: ReactNode
}) {
  const [typed, setTyped] = useState('~/')
  const suggestions = useFolderSuggestions(typed)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const go = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(await submit(typed))
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void go(event)}>
      <label htmlFor={id} className="vh">
        <Trans>Folder</Trans>
      </label>
      <span className="in mono">
        <input
          id={id}
          list={`${id}-suggestions`}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          aria-invalid={problem !== null}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      <datalist id={`${id}-suggestions`}>
        {suggestions.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </datalist>
      <p role="alert" className="bad">
        {problem}
      </p>
      {children}
      <Actions>
        <Button type="submit" variant="pri" busy={busy} disabled={typed.trim() === ''}>
          {action}
        </Button>
      </Actions>
    </form>
  )
}

/** Folders whose paths begin with what is typed. */
function useFolderSuggestions(typed: string): readonly string[] {
  const [suggestions, setSuggestions] = useState<readonly string[]>([])
  useEffect(() => {
    let stale = false
    api.stores.complete
      .query({ typed })
      .then((found) => {
        if (!stale) setSuggestions(found)
      })
      .catch(() => undefined)
    return () => {
      stale = true
    }
  }, [typed])
  return suggestions
}

/** A folder of the user's, or one in which another agent keeps a memory. */
function ChooseFolder() {
  const { found } = useAgentFolders(true)
  return (
    <Sheet title={t`Add a store`}>
      <p>
        <Trans>
          Choose a folder. If it doesn’t exist, it will be created; existing files and git history are kept.
        </Trans>
      </p>
      {onDesktop() ? (
        <>
          <AgentMemories found={found} />
          <Actions>
            <Button variant="pri" onClick={() => void pickFolder()}>
              <Trans>Choose a folder…</Trans>
            </Button>
          </Actions>
        </>
      ) : (
        <FolderForm action={t`Continue`} submit={askAbout}>
          <AgentMemories found={found} />
        </FolderForm>
      )}
    </Sheet>
  )
}

function Find({ dialog: { store } }: { readonly dialog: Extract<StoreDialog, { kind: 'find' }> }) {
  return (
    <Sheet title={t`Where is “${store.name}” now?`}>
      <p>
        <Trans>It was at {store.folder}. Variorum recognises the folder even if it was renamed.</Trans>
      </p>
      <FolderForm action={t`Use this folder`} submit={(folder) => relocateStore(store, folder)} />
    </Sheet>
  )
}

/** Takes a store off the list, with its history if nothing in it is anybody else's. */
function ForgetSheet({ store }: { readonly store: KnownStore }) {
  const [removes, setRemoves] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { answer: why } = useQuery('why keep history', store.key, () =>
    api.stores.whyKeepHistory.query({ key: store.key }),
  )
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
