import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudAlert, Files, SquareTerminal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StoreLayout } from '../../shared/layout.ts'
import {
  type Adding,
  type HistoryPlace,
  isLargeAdoption,
  type OtherPlace,
  type OwnCommits,
  type Stranger,
} from '../../shared/stores.ts'
import { countText, files } from '../format/counts.ts'
import { listText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { worded } from '../format/worded.ts'
import { CameWith } from '../memory-parts/CameWith.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { addFolder, type FolderPreview, useStoreDialog } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { HistoryLine, LayoutLine } from './NewStoreLines.tsx'
import { Actions, close, Sheet } from './Sheet.tsx'

function meaningOf({ kind }: FolderPreview, history: HistoryPlace): string {
  if (kind !== 'store' && history === 'beside')
    return t`It becomes a store. Its history is kept in Variorum’s own data, nothing is added to the folder, and a .git that is in it isn’t touched.`
  switch (kind) {
    case 'new':
      return t`It’s new or empty. It becomes a store with its own history.`
    case 'folder':
      return t`It becomes a store: a git repository is created in it, and its files stay as they are.`
    case 'repository':
      return t`It’s a git repository. Its history stays, and every change to the memory becomes a commit on the current branch.`
    case 'store':
      return t`It’s already a store, with a history and policies.`
  }
}

interface AddSheetProps {
  readonly preview: FolderPreview
  /** The user chose it by what it is, so that there is no question whether a hidden folder is meant. */
  readonly isMeant: boolean
}

/** What a folder is that the user chose, and what adding it would do. */
export function AddSheet({ preview, isMeant }: AddSheetProps) {
  const { problem, busy, asked, add } = useAdding(preview)
  const [uses, setUses] = useState(false)
  const [hidden, setHidden] = useState(isMeant)
  const [mine, setMine] = useState(true)
  const [layout, setLayout] = useState<StoreLayout>('plain')
  const [history, setHistory] = useState<HistoryPlace>(preview.history)
  const [moved, setMoved] = useState<boolean | null>(preview.otherPlace?.isThere === false ? null : false)
  const { name, shown, uncommitted, stranger, otherPlace, ownCommits } = preview
  const adding = {
    trust: uses || moved === true,
    copy: moved === false && otherPlace !== null,
    hidden,
    mine: ownCommits !== null && mine,
    history: history === preview.history ? undefined : history,
    layout: layout === 'plain' ? undefined : layout,
  }
  return (
    <Sheet title={t`Add “${name}”?`}>
      <div className="sheet-body scroll">
        <p className="path cut" title={shown}>
          {shown}
        </p>
        <p>{meaningOf(preview, history)}</p>
        {preview.kind !== 'store' && preview.onlyBeside !== null && <p>{worded(preview.onlyBeside)}</p>}
        {otherPlace !== null && <MovedOrCopy place={otherPlace} moved={moved} onChoose={setMoved} />}
        <Amount preview={preview} />
        {uncommitted.count > 0 && <Uncommitted {...uncommitted} />}
        {preview.warning !== null && <Synchronised>{worded(preview.warning)}</Synchronised>}
        {preview.isHidden && !isMeant && <HiddenFolder checked={hidden} onChange={setHidden} />}
        {preview.kind !== 'store' && (
          <div className="frm">
            <LayoutLine layout={layout} onChoose={setLayout} />
            {preview.onlyBeside === null && <HistoryLine history={history} onChoose={setHistory} />}
          </div>
        )}
        {ownCommits !== null && <OwnCommitsChoice {...ownCommits} checked={mine} onChange={setMine} />}
        {stranger !== null && (
          <StrangerChoice stranger={stranger} uses={moved === true ? null : uses} onChange={setUses} />
        )}
      </div>
      {asked && <WaitingForEnter />}
      <p role="alert" className="bad">
        {problem}
      </p>
      <Actions>
        <Button
          variant="pri"
          busy={busy}
          disabled={moved === null || (preview.isHidden && !hidden)}
          onClick={() => void add(adding)}
        >
          {actionFor(preview)}
        </Button>
      </Actions>
    </Sheet>
  )
}

/** Commits of git by the user's own address. */
function OwnCommitsChoice({
  count,
  addresses,
  ...choice
}: OwnCommits & { readonly checked: boolean; readonly onChange: (checked: boolean) => void }) {
  const shown = listText(addresses)
  return (
    <Choice
      type="checkbox"
      name={plural(count, { one: '# commit in it is mine', other: '# commits in it are mine' })}
      hint={t`By ${shown}, as in your git configuration. Untick this if the folder comes from somebody else.`}
      {...choice}
    />
  )
}

/** What came with the folder. @param props.uses whether it is used; `null` where that is no question */
function StrangerChoice({
  stranger,
  uses,
  onChange,
}: {
  readonly stranger: Stranger
  readonly uses: boolean | null
  readonly onChange: (uses: boolean) => void
}) {
  return (
    <>
      <CameWith stranger={stranger} />
      {uses !== null && (
        <Choice
          type="checkbox"
          name={t`Use what came with this folder`}
          hint={t`Tick this only if the folder is yours or you trust whoever gave it to you. If you leave it unticked, the settings and data stay in the folder but aren’t used; you can start using them later in Settings.`}
          checked={uses}
          onChange={onChange}
        />
      )}
    </>
  )
}

function actionFor({ uncommitted }: FolderPreview): string {
  const { count, isComplete } = uncommitted
  if (!isComplete) return t`Add and commit everything`
  if (isLargeAdoption(uncommitted))
    return plural(count, { one: 'Add and commit # file', other: 'Add and commit # files' })
  return count > 0 ? t`Commit and open` : t`Add and open`
}

/** Adds the folder when asked to. `asked`: the terminal asks the user. Closing the sheet takes that question back. */
function useAdding(preview: FolderPreview) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const adding = useRef<AbortController | null>(null)
  useEffect(() => () => adding.current?.abort(), [])
  const add = async (how: Adding): Promise<void> => {
    setBusy(true)
    setProblem(null)
    adding.current = new AbortController()
    const refused = await addFolder(preview, { ...how, signal: adding.current.signal, onAsked: () => setAsked(true) })
    setProblem(refused)
    setAsked(false)
    setBusy(false)
    if (refused === null && useStoreDialog.getState().dialog?.kind === 'add') close()
  }
  return { problem, busy, asked, add }
}

/** The id of the folder's store is known at another place. */
function MovedOrCopy({
  place: { folder, isThere },
  moved,
  onChoose,
}: {
  readonly place: OtherPlace
  readonly moved: boolean | null
  readonly onChoose: (moved: boolean) => void
}) {
  if (isThere)
    return (
      <p>
        <Trans>
          It’s a copy of your store in <span className="path">{folder}</span>, which is still there. The copy becomes a
          store of its own.
        </Trans>
      </p>
    )
  return (
    <fieldset className="choices">
      <legend>
        <Trans>
          Your store in <span className="path">{folder}</span> is no longer there. Did it move here, or is this a copy?
        </Trans>
      </legend>
      <Choice
        type="radio"
        name={t`It moved here`}
        hint={t`It stays the same store, keeps its conversations, and uses what came with the folder.`}
        checked={moved === true}
        onChange={() => onChoose(true)}
      />
      <Choice
        type="radio"
        name={t`It’s a copy`}
        hint={t`It becomes a store of its own, with the same files and history.`}
        checked={moved === false}
        onChange={() => onChoose(false)}
      />
    </fieldset>
  )
}

function Amount({ preview: { uncommitted } }: { readonly preview: FolderPreview }) {
  if (!isLargeAdoption(uncommitted)) return null
  const { count, bytes, isComplete } = uncommitted
  return (
    <Notice
      icon={Files}
      variant="wait"
      head={isComplete ? t`That’s a lot: ${files(count)}, ${size(bytes)}.` : t`There is too much here to count.`}
    >
      <Trans>
        Everything in this folder becomes a lasting part of its history. A folder with only the notes the model needs
        works better.
      </Trans>
    </Notice>
  )
}

function Uncommitted({ count, names, isComplete }: FolderPreview['uncommitted']) {
  const more = count - names.length
  return (
    <>
      <p>
        <b>
          {isComplete
            ? plural(count, {
                one: '# uncommitted file will be committed now:',
                other: '# uncommitted files will be committed now:',
              })
            : t`Uncommitted files will be committed now. Among them:`}
        </b>
      </p>
      <ul className="scroll uncommitted" tabIndex={0} aria-label={t`Not committed`}>
        {names.map((path) => (
          <li key={path} className="cut" title={path}>
            <PathText path={path} />
          </li>
        ))}
        {isComplete && more > 0 && <li className="meta">{t`and ${countText(more)} more`}</li>}
      </ul>
    </>
  )
}

function Synchronised({ children }: { readonly children: string }) {
  return (
    <Notice icon={CloudAlert} variant="wait" head={t`A synchronised folder.`}>
      {children}
    </Notice>
  )
}

function HiddenFolder(choice: { readonly checked: boolean; readonly onChange: (checked: boolean) => void }) {
  return (
    <Choice
      type="checkbox"
      name={t`This hidden folder contains only my notes`}
      hint={t`Programs keep settings and keys in folders like this, and what they run when they start. The model can read and change everything in it.`}
      {...choice}
    />
  )
}

function WaitingForEnter() {
  return (
    <Notice icon={SquareTerminal} variant="wait" head={t`Waiting for Enter in the terminal.`}>
      <Trans>
        A browser can’t add folders on its own. To allow this folder, press Enter in the terminal running Variorum
        within two minutes, or cancel here.
      </Trans>
    </Notice>
  )
}
