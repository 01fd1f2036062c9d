import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, FileWarning, PackageOpen } from 'lucide-react'
import type { Signature } from '../../shared/commit.ts'
import type { ExportWhat } from '../../shared/export.ts'
import type { StoreLayout } from '../../shared/layout.ts'
import type { Stranger } from '../../shared/stores.ts'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { CameWith } from '../memory-parts/CameWith.tsx'
import { layouts } from '../memory-parts/layouts.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { type AppState, changeSettings, changeStoreSettings, statusQuery } from '../state/app-store.ts'
import { attempt } from '../state/attempt.ts'
import { beginExport, useExport } from '../state/export-store.ts'
import { openStore } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Field } from './Field.tsx'
import { HistoryCheck } from './HistoryCheck.tsx'

/** The open store: its folder, its contents, and how it records what happens. */
export function StoreSection({ app }: { readonly app: AppState }) {
  const { storeSettings } = app
  return (
    <Section
      id="set-store"
      name={t`Store`}
      about={t`A folder of plain text with an ordinary git repository in it. It stays if you remove the app.`}
      effect={<Effect app={app} />}
    >
      {app.stores.waiting !== null && <Waiting app={app} waiting={app.stores.waiting} />}
      <FolderLine folder={app.store.folder} />
      <SignatureLines signature={app.store.signature} />
      <FormLine
        label={t`Layout`}
        hint={t`with an index, the model reads MEMORY.md first; if there is no such file, it is created, and nothing else changes`}
      >
        <SegmentedControl<StoreLayout>
          name={t`Layout`}
          value={storeSettings.layout}
          options={layouts()}
          onChange={(layout) => void changeStoreSettings({ layout })}
        />
      </FormLine>
      <FormLine
        label={t`Record reads as commits`}
        hint={t`one empty commit per read; otherwise a line in the access log`}
      >
        <Switch
          name={t`Record reads as commits`}
          on={storeSettings.recordReads}
          onChange={(recordReads) => void changeStoreSettings({ recordReads })}
        />
      </FormLine>
      <FormLine
        label={t`“Create” may overwrite a file`}
        hint={t`as the older memory tool did; the old text stays in the timeline`}
      >
        <Switch
          name={t`“Create” may overwrite a file`}
          on={storeSettings.createOverwrites}
          onChange={(createOverwrites) => void changeStoreSettings({ createOverwrites })}
        />
      </FormLine>
      <FormLine
        label={t`Remember what I undo`}
        hint={t`you and the agent are told if a line you undid is written again; only keyed hashes of such lines are kept, on this device`}
      >
        <Switch
          name={t`Remember what I undo`}
          on={app.settings.rememberRejected}
          onChange={(rememberRejected) => void changeSettings({ rememberRejected })}
        />
      </FormLine>
      <ExportLines />
      <HistoryCheck />
    </Section>
  )
}

/** Who signs what the user does. Git's own configuration decides; where it is silent, the fields are empty. */
function SignatureLines({ signature }: { readonly signature: Signature | null }) {
  const { name, email } = signature ?? { name: '', email: '' }
  const sign = (as: Signature): void => void attempt(() => api.store.sign.mutate(as), statusQuery)
  return (
    <>
      <Field
        name={t`Your name`}
        hint={t`in the history, for what you do here`}
        value={name}
        mono={false}
        required
        save={(to) => sign({ name: to, email: email === '' ? NO_ADDRESS : email })}
      />
      {signature !== null && (
        <Field
          name={t`Your address`}
          hint={t`as in git`}
          value={email}
          required
          save={(to) => sign({ name, email: to })}
        />
      )}
    </>
  )
}

/** Git wants an address; this one reaches nobody. */
const NO_ADDRESS = 'user@variorum.invalid'

function FolderLine({ folder }: { readonly folder: string }) {
  return (
    <FormLine label={t`Folder`}>
      <span className="path cut" title={folder}>
        <b>{folder}</b>
      </span>
    </FormLine>
  )
}

/** What came with the open store's folder is kept there, and the user may look at it and use it. */
function Waiting({ app, waiting }: { readonly app: AppState; readonly waiting: Stranger }) {
  const open = app.stores.list.find(({ isOpen }) => isOpen)
  return (
    <>
      <Notice
        icon={PackageOpen}
        variant="wait"
        head={t`This folder came with settings or data that aren’t in use.`}
        actions={
          <Button small disabled={open === undefined} onClick={() => open && void openStore(open, 'ask', true)}>
            <Trans>Use what came with the folder</Trans>
          </Button>
        }
      >
        <Trans>They stay in the folder. Use them only if they’re yours or you trust whoever gave you the folder.</Trans>
      </Notice>
      <CameWith stranger={waiting} />
    </>
  )
}

function Effect({ app: { store } }: { readonly app: AppState }) {
  return (
    <div className={store.blocked === null ? 'fx' : 'fx bad'} aria-live="polite">
      <h3>
        <Trans>Contents now</Trans>
      </h3>
      <p className="big">
        {files(store.files)}, {size(store.bytes)}
      </p>
      <p className="ink2">
        {store.savedAt === null
          ? t`Nothing has been saved yet.`
          : t`Last saved ${when(store.savedAt)}, on branch ${store.branch}.`}
      </p>
      {store.blocked !== null && <p role="alert">{worded(store.blocked)}</p>}
      {store.leftOut.length > 0 && (
        <ul className="effects" aria-label={t`Left out`}>
          {store.leftOut.map(({ path, reason }) => (
            <li key={path}>
              <div className="cut">
                <FileWarning className="i s" aria-hidden /> <PathText path={path} />
              </div>
              {worded(reason)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Copies of the open store: its files, or its history. */
function ExportLines() {
  return (
    <>
      <FormLine
        label={t`Export the files`}
        hint={t`as the agent sees them, in a new folder; without history, policies or withheld text`}
      >
        <ExportButton what={{ kind: 'folder' }} name={t`Export the files…`} />
      </FormLine>
      <FormLine
        label={t`Export the history`}
        hint={t`a git bundle with every version of every file, including deleted ones; open it with “git clone”`}
      >
        <ExportButton what={{ kind: 'bundle' }} name={t`Export the history…`} />
      </FormLine>
    </>
  )
}

function ExportButton({ what, name }: { readonly what: ExportWhat; readonly name: string }) {
  const running = useExport((state) => state.running)
  return (
    <Button
      small
      icon={Download}
      busy={running?.kind === what.kind}
      disabled={running !== null}
      aria-label={name}
      onClick={() => beginExport(what)}
    >
      <Trans>Export…</Trans>
    </Button>
  )
}
