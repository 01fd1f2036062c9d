import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert, FolderSearch, FolderX, Plus } from 'lucide-react'
import { files } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import type { AppState } from '../state/app-store.ts'
import { addStore, findStore, keepStore, type KnownStore, openStore, showDialog } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { Switch } from '../ui/Switch.tsx'

/** All stores of the user, one of them open. */
export function Stores({ app }: { readonly app: AppState }) {
  const { list, note } = app.stores
  const synchronised = list.flatMap(({ key, isOpen, warning }) => (isOpen && warning !== null ? { key, warning } : []))
  return (
    <Section
      id="set-stores"
      name={t`Stores`}
      about={t`Folders of plain text, each with its own history, policies and conversations.`}
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
          <StoreRow
            key={store.key}
            store={store}
            contents={store.isOpen ? contentsOf(app) : null}
            isOneOfMany={list.length > 1}
          />
        ))}
      </ul>
      <Button small icon={Plus} onClick={() => void addStore()}>
        <Trans>Add a store…</Trans>
      </Button>
    </Section>
  )
}

/** How much the open store has, and when it was last saved. */
function contentsOf({ store }: AppState): string {
  const [count, bytes] = [files(store.files), size(store.bytes)]
  if (store.savedAt === null) return factsText([count, bytes])
  return factsText([count, bytes, t`last saved ${when(store.savedAt)}`, t`branch ${store.branch}`])
}

interface StoreRowProps {
  readonly store: KnownStore
  readonly contents: string | null
  /** The only store there is, is open, so it is kept. */
  readonly isOneOfMany: boolean
}

function StoreRow({ store, contents, isOneOfMany }: StoreRowProps) {
  const { name, folder, isOpen, isDefault, isMissing, isAway, isKept, keepingProblem } = store
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
        {contents !== null && <small className="ink2">{contents}</small>}
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
      {(isMissing || isAway) && (
        <span className="badge wait">
          <Trans>not found</Trans>
        </span>
      )}
      {!isOpen && !isMissing && (
        <Button small onClick={() => void openStore(store)}>
          <Trans>Open</Trans>
        </Button>
      )}
      {(isMissing || (isAway && !isOpen && !isDefault)) && (
        <Button small icon={FolderSearch} onClick={() => void findStore(store)}>
          <Trans>Find it…</Trans>
        </Button>
      )}
      {!isOpen && !isDefault && (
        <Button small variant="q" onClick={() => showDialog({ kind: 'forget', store })}>
          <Trans>Forget…</Trans>
        </Button>
      )}
      {isOneOfMany && (
        <span className="note row">
          <span className="grow">
            {keepingProblem === null ? (
              <Trans>Keep its history while another store is open</Trans>
            ) : (
              <span className="wait">{worded(keepingProblem)}</span>
            )}
          </span>
          <Switch name={t`Keep the history of ${name}`} on={isKept} onChange={(on) => void keepStore(store, on)} />
        </span>
      )}
    </li>
  )
}
