import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileWarning, FolderX, PackageOpen } from 'lucide-react'
import type { Signature } from '../../shared/commit.ts'
import type { StoreLayout } from '../../shared/layout.ts'
import type { Vanished } from '../../shared/memory.ts'
import { Saving } from '../../shared/saving.ts'
import type { ToldOfWaiting } from '../../shared/settings.ts'
import type { Stranger } from '../../shared/stores.ts'
import { savingName } from '../format/saving-words.ts'
import { worded } from '../format/worded.ts'
import { CameWith } from '../memory-parts/CameWith.tsx'
import { layouts } from '../memory-parts/layouts.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { restoreVanished } from '../state/actions.ts'
import { api } from '../state/api.ts'
import { type AppState, statusQuery } from '../state/app-store.ts'
import { attempt } from '../state/attempt.ts'
import { saveSettings, saveStoreSettings } from '../state/settings-acts.ts'
import { openStore } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { ExportLines } from './ExportLines.tsx'
import { Field } from './Field.tsx'

/** The open store: its folder, its contents, and how it records what happens. */
export function StoreSection({ app }: { readonly app: AppState }) {
  const { storeSettings } = app
  return (
    <Section
      id="set-store"
      name={t`The open store`}
      about={
        app.store.history === 'inside'
          ? t`An ordinary git repository. It stays if you remove the app.`
          : t`Its history lies beside the folder, in Variorum’s own data. It’s an ordinary git repository.`
      }
    >
      {app.stores.waiting !== null && <Waiting app={app} waiting={app.stores.waiting} />}
      {app.store.vanished !== null && <VanishedNotice vanished={app.store.vanished} />}
      <LeftOut app={app} />
      <SignatureLines signature={app.store.signature} />
      {storeSettings.program !== '' && (
        <Field
          name={t`Program`}
          hint={t`whose memory this is: what changes outside Variorum is its doing`}
          value={storeSettings.program}
          mono={false}
          save={(program) => void saveStoreSettings({ program })}
        />
      )}
      <FormLine label={t`Layout`} hint={t`with an index, the model reads MEMORY.md first`}>
        <SegmentedControl<StoreLayout>
          name={t`Layout`}
          value={storeSettings.layout}
          options={layouts()}
          onChange={(layout) => void saveStoreSettings({ layout })}
        />
      </FormLine>
      <ReviewLines settings={app.settings} />
      <ExportLines />
    </Section>
  )
}

/** What the user is asked about, and what agents are told of it. */
function ReviewLines({ settings }: Pick<AppState, 'settings'>) {
  return (
    <>
      <SavingLine usual={settings.saving} />
      <FormLine label={t`What agents are told`} hint={t`of a change that waits, when they look at its file`}>
        <SegmentedControl<ToldOfWaiting>
          name={t`What agents are told of a change that waits`}
          value={settings.toldOfWaiting}
          options={[
            { value: 'nothing', label: t`Nothing of it` },
            { value: 'note', label: t`That it waits` },
            { value: 'text', label: t`Its text too` },
          ]}
          onChange={(toldOfWaiting) => void saveSettings({ toldOfWaiting })}
        />
      </FormLine>
      <FormLine
        label={t`Remember what I undo`}
        hint={t`you and the agent are told if it is written again; we keep a fingerprint, never the line`}
      >
        <Switch
          name={t`Remember what I undo`}
          on={settings.rememberRejected}
          onChange={(rememberRejected) => void saveSettings({ rememberRejected })}
        />
      </FormLine>
    </>
  )
}

/** What becomes of what the agent writes, where a conversation does not say otherwise. */
function SavingLine({ usual }: { readonly usual: Saving }) {
  return (
    <FormLine
      label={t`What the agent saves`}
      hint={t`each conversation can say otherwise; for other programs, see Other agents`}
    >
      <Select
        name={t`What the agent saves`}
        value={usual}
        onChange={(saving) => void saveSettings({ saving: Saving.parse(saving) })}
      >
        {Saving.options.map((saving) => (
          <option key={saving} value={saving}>
            {savingName(saving)}
          </option>
        ))}
      </Select>
    </FormLine>
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

/** What vanished from the folder all at once, and what the user can say of it. */
function VanishedNotice({ vanished: { kind, files } }: { readonly vanished: Vanished }) {
  return (
    <Notice
      icon={FolderX}
      variant="wait"
      head={
        kind === 'folder'
          ? t`The folder of this memory is gone.`
          : plural(files, { one: '# file vanished.', other: '# files vanished all at once.' })
      }
      actions={
        <>
          <Button small variant="pri" onClick={() => void restoreVanished()}>
            <Trans>Restore the files</Trans>
          </Button>
          <Button small onClick={() => void attempt(() => api.store.acceptVanished.mutate(), statusQuery)}>
            <Trans>They’re meant to be gone</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Nothing is recorded as deleted, and every version is still in the history. Agents can’t write until you decide.
      </Trans>{' '}
      {kind === 'folder' && <Trans>If it moved, open another store, then find this one under Stores.</Trans>}
    </Notice>
  )
}

/** Why nothing can be saved, and the files that are no part of the memory. */
function LeftOut({ app: { store } }: { readonly app: AppState }) {
  return (
    <>
      {store.blocked !== null && (
        <p className="bad" role="alert">
          {worded(store.blocked)}
        </p>
      )}
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
    </>
  )
}
