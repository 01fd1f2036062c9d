import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert, SquareTerminal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PathText } from '../memory-parts/PathText.tsx'
import { api, sentence } from '../state/api.ts'
import {
  addFolder,
  type FolderPreview,
  openStore,
  relocateStore,
  showDialog,
  type StoreDialog,
  useStoreDialog,
} from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

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
    case 'add':
      return dialog.preview === null ? <ChooseFolder /> : <ConfirmFolder preview={dialog.preview} />
  }
}

const close = (): void => showDialog(null)

function Sheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, .btn.pri')?.focus()
  }, [])
  return (
    <dialog ref={dialog} className="ask-sheet" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

function Actions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="row sheet-acts">
      <span className="grow" />
      <Button onClick={close} keys="esc">
        <Trans>Cancel</Trans>
      </Button>
      {children}
    </div>
  )
}

function Busy({ dialog: { store, answering } }: { readonly dialog: Extract<StoreDialog, { kind: 'busy' }> }) {
  return (
    <Sheet
      title={plural(answering, { one: 'An answer is still being written', other: '# answers are still being written' })}
    >
      <p>
        <Trans>
          What the agent has written to this memory so far is kept either way. “{store.name}” can open when the answer
          is complete, or at once.
        </Trans>
      </p>
      <Actions>
        <Button variant="red" onClick={() => void openStore(store, 'stop')}>
          <Trans>Stop and open</Trans>
        </Button>
        <Button variant="pri" onClick={() => void openStore(store, 'finish')}>
          <Trans>Open when it is complete</Trans>
        </Button>
      </Actions>
    </Sheet>
  )
}

/** A field for a path. The browser cannot browse folders of this computer, so it suggests their names while typing. */
function FolderForm({
  action,
  submit,
}: {
  readonly action: string
  readonly submit: (folder: string) => Promise<string | null>
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
      <Actions>
        <button type="submit" className="btn pri" disabled={busy}>
          {action}
        </button>
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

function ChooseFolder() {
  const inspect = async (folder: string): Promise<string | null> => {
    try {
      showDialog({ kind: 'add', preview: await api.stores.look.query({ folder }) })
      return null
    } catch (error) {
      return sentence(error)
    }
  }
  return (
    <Sheet title={t`Add a store`}>
      <p>
        <Trans>
          Which folder of this computer is it? One that is not there yet is made; one with files or a git repository
          keeps them.
        </Trans>
      </p>
      <FolderForm action={t`Look at it`} submit={inspect} />
    </Sheet>
  )
}

function Find({ dialog: { store } }: { readonly dialog: Extract<StoreDialog, { kind: 'find' }> }) {
  return (
    <Sheet title={t`Where is “${store.name}” now?`}>
      <p>
        <Trans>It was at {store.folder}. Its folder is known by an id of its own, whatever it is called now.</Trans>
      </p>
      <FolderForm action={t`This is it`} submit={(folder) => relocateStore(store, folder)} />
    </Sheet>
  )
}

function meaningOf({ kind }: FolderPreview): string {
  switch (kind) {
    case 'new':
      return t`Nothing is in it yet. It becomes a memory with a history of its own.`
    case 'folder':
      return t`It becomes a memory: a git repository is made in it, and its files stay as they are.`
    case 'repository':
      return t`It is a git repository. Its history stays, and every change of the memory becomes a commit on the branch that is checked out.`
    case 'store':
      return t`It is a memory already, with its history and policies.`
  }
}

/** Adds the folder when asked to. `asked`: the terminal asks the user. Closing the sheet takes that question back. */
function useAdding(preview: FolderPreview) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const adding = useRef<AbortController | null>(null)
  useEffect(() => () => adding.current?.abort(), [])
  const add = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    adding.current = new AbortController()
    const refused = await addFolder(preview, { signal: adding.current.signal, onAsked: () => setAsked(true) })
    setProblem(refused)
    setAsked(false)
    setBusy(false)
    if (refused === null && useStoreDialog.getState().dialog?.kind === 'add') close()
  }
  return { problem, busy, asked, add }
}

function Uncommitted({ count, names }: FolderPreview['uncommitted']) {
  const more = count - names.length
  return (
    <>
      <p>
        <b>
          {plural(count, {
            one: '# file is not committed, and becomes a commit of “outside” at once:',
            other: '# files are not committed, and become a commit of “outside” at once:',
          })}
        </b>
      </p>
      <ul className="scroll uncommitted" tabIndex={0} aria-label={t`Not committed`}>
        {names.map((path) => (
          <li key={path} className="cut" title={path}>
            <PathText path={path} />
          </li>
        ))}
        {more > 0 && <li className="meta">{plural(more, { one: 'and # more', other: 'and # more' })}</li>}
      </ul>
    </>
  )
}

function ConfirmFolder({ preview }: { readonly preview: FolderPreview }) {
  const { problem, busy, asked, add } = useAdding(preview)
  const { name, shown, uncommitted, warning } = preview
  return (
    <Sheet title={t`Add “${name}”?`}>
      <p className="path cut" title={shown}>
        {shown}
      </p>
      <p>{meaningOf(preview)}</p>
      {uncommitted.count > 0 && <Uncommitted {...uncommitted} />}
      {warning !== null && (
        <Notice icon={CloudAlert} variant="wait" head={t`A shared place.`}>
          {warning}
        </Notice>
      )}
      {asked && (
        <Notice icon={SquareTerminal} variant="wait" head={t`Waiting for Enter in the terminal.`}>
          <Trans>
            A browser may not add folders by itself. Press Enter in the terminal where Variorum runs, within two
            minutes; Cancel takes the question back.
          </Trans>
        </Notice>
      )}
      <p role="alert" className="bad">
        {problem}
      </p>
      <Actions>
        <Button variant="pri" busy={busy} onClick={() => void add()}>
          {uncommitted.count > 0 ? <Trans>Commit them and open</Trans> : <Trans>Add and open</Trans>}
        </Button>
      </Actions>
    </Sheet>
  )
}
