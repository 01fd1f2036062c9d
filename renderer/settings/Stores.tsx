import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert, FolderSearch, FolderX, Plus } from 'lucide-react'
import { worded } from '../format/worded.ts'
import type { AppState } from '../state/app-store.ts'
import { addStore, findStore, type KnownStore, openStore, showDialog } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'

/** All stores of the user, one of them open. */
export function Stores({ app }: { readonly app: AppState }) {
  const { list, note } = app.stores
  const synchronised = list.flatMap(({ key, isOpen, warning }) => (isOpen && warning !== null ? { key, warning } : []))
  return (
    <Section
      id="set-stores"
      name={t`Stores`}
      about={t`You can have several stores, one open at a time. Each has its own history, policies and conversations.`}
      effect={<Effect />}
    >
      {note !== null && (
        <Notice icon={FolderX} variant="wait" head={t`This isn’t the store you had open last time.`}>
          {worded(note)}
        </Notice>
      )}
      {synchronised.map(({ key, warning }) => (
        <Notice key={key} icon={CloudAlert} variant="wait" head={t`The open store is in a synchronised folder.`}>
          {worded(warning)}
        </Notice>
      ))}
      <ul className="stores" aria-label={t`Stores`}>
        {list.map((store) => (
          <StoreRow key={store.key} store={store} />
        ))}
      </ul>
      <Button small icon={Plus} onClick={() => void addStore()}>
        <Trans>Add a store…</Trans>
      </Button>
    </Section>
  )
}

function StoreRow({ store }: { readonly store: KnownStore }) {
  const { name, folder, isOpen, isDefault, isMissing } = store
  return (
    <li aria-label={name} aria-current={isOpen ? 'true' : undefined}>
      <span className="mk" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className="grow">
        <b className="cut">{name}</b>
        <span className="path cut" title={folder}>
          {folder}
        </span>
      </span>
      {isOpen && (
        <span className="badge agent">
          <Trans context="the store that is open">open</Trans>
        </span>
      )}
      {isDefault && !isOpen && (
        <span className="badge">
          <Trans>default</Trans>
        </span>
      )}
      {isMissing && (
        <span className="badge wait">
          <Trans>not found</Trans>
        </span>
      )}
      {!isOpen && !isMissing && (
        <Button small onClick={() => void openStore(store)}>
          <Trans>Open</Trans>
        </Button>
      )}
      {isMissing && (
        <Button small icon={FolderSearch} onClick={() => void findStore(store)}>
          <Trans>Find it…</Trans>
        </Button>
      )}
      {!isOpen && !isDefault && (
        <Button small variant="q" onClick={() => showDialog({ kind: 'forget', store })}>
          <Trans>Forget…</Trans>
        </Button>
      )}
    </li>
  )
}

function Effect() {
  return (
    <div className="fx">
      <h3>
        <Trans>What is kept</Trans>
      </h3>
      <p className="ink2">
        <Trans>
          Adding a folder doesn’t move it. Forgetting a store removes it from this list; its folder and conversations
          are kept, and so is its history unless you choose to remove it. You can add the store again at any time.
        </Trans>
      </p>
    </div>
  )
}
