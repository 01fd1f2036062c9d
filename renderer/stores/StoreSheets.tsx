import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PathText } from '../memory-parts/PathText.tsx'
import { api, sentence } from '../state/api.ts'
import { ask, type Asking, type FolderLook, openStore, sayWhere, takeIn, useStores } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What is asked about stores, whichever view is open. */
export function StoreSheets() {
  const asking = useStores((state) => state.asking)
  switch (asking?.kind) {
    case undefined:
      return null
    case 'busy':
      return <Busy asking={asking} />
    case 'find':
      return <Find asking={asking} />
    case 'add':
      return asking.look === null ? <Choose /> : <Preview look={asking.look} />
  }
}

const close = (): void => ask(null)

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

function Acts({ children }: { readonly children: ReactNode }) {
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

function Busy({ asking: { store, answering } }: { readonly asking: Extract<Asking, { kind: 'busy' }> }) {
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
      <Acts>
        <Button look="red" onClick={() => void openStore(store, 'stop')}>
          <Trans>Stop and open</Trans>
        </Button>
        <Button look="pri" onClick={() => void openStore(store, 'finish')}>
          <Trans>Open when it is complete</Trans>
        </Button>
      </Acts>
    </Sheet>
  )
}

/** A typed path: the browser shows no folders of this computer, so their names are offered as one types. */
function FolderForm({
  act,
  submit,
}: {
  readonly act: string
  readonly submit: (folder: string) => Promise<string | null>
}) {
  const [typed, setTyped] = useState('~/')
  const [offered, setOffered] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  useEffect(() => {
    let stale = false
    api.stores.complete
      .query({ typed })
      .then((found) => {
        if (!stale) setOffered(found)
      })
      .catch(() => undefined)
    return () => {
      stale = true
    }
  }, [typed])
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
          list={`${id}-offered`}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          aria-invalid={problem !== null}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      <datalist id={`${id}-offered`}>
        {offered.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </datalist>
      <p role="alert" className="bad">
        {problem}
      </p>
      <Acts>
        <button type="submit" className="btn pri" disabled={busy}>
          {act}
        </button>
      </Acts>
    </form>
  )
}

function Choose() {
  const look = async (folder: string): Promise<string | null> => {
    try {
      ask({ kind: 'add', look: await api.stores.look.query({ folder }) })
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
      <FolderForm act={t`Look at it`} submit={look} />
    </Sheet>
  )
}

function Find({ asking: { store } }: { readonly asking: Extract<Asking, { kind: 'find' }> }) {
  return (
    <Sheet title={t`Where is “${store.name}” now?`}>
      <p>
        <Trans>It was at {store.folder}. Its folder is known by an id of its own, whatever it is called now.</Trans>
      </p>
      <FolderForm act={t`This is it`} submit={(folder) => sayWhere(store, folder)} />
    </Sheet>
  )
}

function kindWords({ kind }: FolderLook): string {
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

function Preview({ look }: { readonly look: FolderLook }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const {
    name,
    shown,
    uncommitted: { count, names },
    warning,
  } = look
  const more = count - names.length
  const add = async (): Promise<void> => {
    setBusy(true)
    const refused = await takeIn(look)
    setProblem(refused)
    setBusy(false)
    if (refused === null && useStores.getState().asking?.kind === 'add') close()
  }
  return (
    <Sheet title={t`Add “${name}”?`}>
      <p className="path cut" title={shown}>
        {shown}
      </p>
      <p>{kindWords(look)}</p>
      {count > 0 && (
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
      )}
      {warning !== null && (
        <Notice icon={CloudAlert} look="wait" head={t`A shared place.`}>
          {warning}
        </Notice>
      )}
      <p role="alert" className="bad">
        {problem}
      </p>
      <Acts>
        <Button look="pri" busy={busy} onClick={() => void add()}>
          {count > 0 ? <Trans>Commit them and open</Trans> : <Trans>Add and open</Trans>}
        </Button>
      </Acts>
    </Sheet>
  )
}
