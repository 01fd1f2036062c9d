import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import type { Commit } from '../../shared/commit.ts'
import { files } from '../format/counts.ts'
import { labelOf, onlyDeletes } from '../memory-parts/fates.ts'
import { useApp } from '../state/app-store.ts'
import type { StatusBarMessage } from '../state/status-bar-store.ts'
import { willLeadTo } from '../state/undo-flow.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import type { Way } from './restore-ways.ts'
import type { Restore } from './use-restore.ts'

interface RestoreBoxProps {
  readonly commit: Commit
  readonly restore: Restore
  readonly diffs: boolean
  readonly onDiffs: (shown: boolean) => void
}

/** The ways back from one point and what each would do. Each makes a new commit and can be undone. */
export function RestoreBox({ commit, restore, diffs, onDiffs }: RestoreBoxProps) {
  const { way, busy, why, run, choose } = restore
  const preview = restore.previews[way]
  useKeys({
    'mod+enter': () => void run(way),
    u: () => void run('undo'),
    r: () => choose(restore.file === undefined ? 'store' : 'file'),
    'shift+r': () => choose('store'),
  })
  const count = preview?.changeCount ?? 0
  return (
    <div className="acts" role="region" aria-label={t`Restore or undo`}>
      {restore.isOpen ? (
        <Options commit={commit} restore={restore} />
      ) : (
        !doesNothing(restore) && <p className="ex">{optionOf('undo', commit, restore).meaning}</p>
      )}
      {way === 'store' && restore.policiesDiffer && (
        <div className="row policies-too">
          <Switch
            name={t`Also restore the policies as they were then`}
            on={restore.withPolicies}
            onChange={restore.takePolicies}
          />
          <span className="ex">
            <Trans>Also restore the policies as they were then</Trans>
          </span>
        </div>
      )}
      {!doesNothing(restore) && <WhenNoticed />}
      {why !== null && <WhyNot {...why} />}
      <div className="row">
        <Button
          variant={preview !== undefined && onlyDeletes(preview) ? 'red' : 'pri'}
          keys="mod+enter"
          busy={busy}
          disabled={doesNothing(restore)}
          onClick={() => void run(way)}
        >
          {buttonLabel(restore)}
        </Button>
        {!restore.isOpen && <OtherWays restore={restore} />}
        {restore.isOpen && count > 0 && (
          <Button variant="q" aria-pressed={diffs} onClick={() => onDiffs(!diffs)}>
            {diffs
              ? plural(count, { one: 'Hide the diff', other: 'Hide the # diffs' })
              : plural(count, { one: 'See the diff', other: 'See all # diffs' })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A program reads its memory when it starts, and changes made meanwhile do not reach it. */
function WhenNoticed() {
  const program = useApp(({ app }) => app?.storeSettings.program ?? '')
  return program === '' ? null : <p className="ex">{t`${program} will notice when it starts next.`}</p>
}

function WhyNot({ text, action }: StatusBarMessage) {
  return (
    <div className="why row" role="alert">
      <span className="grow">{text}</span>
      {action !== undefined && (
        <Button small onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  )
}

/** Shows all ways, and takes the focus to them. */
function OtherWays({ restore }: { readonly restore: Restore }) {
  const onClick = (event: React.MouseEvent): void => {
    const box = event.currentTarget.closest('.acts')
    flushSync(() => restore.choose('undo'))
    box?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus()
  }
  return (
    <Button variant="q" aria-expanded={false} onClick={onClick}>
      <Trans>Other ways back</Trans>
    </Button>
  )
}

const undoLabel = ({ undoneBy }: Restore): string => (undoneBy === null ? t`Undo this change` : t`Redo this change`)

/** Until its preview is there, an undo may be tried: it says what prevents it. */
function doesNothing({ way, previews: { undo, ...others } }: Restore): boolean {
  if (way === 'undo') return undo?.changeCount === 0 && undo.conflicts.length === 0
  return (others[way]?.changeCount ?? 0) === 0
}

function buttonLabel(restore: Restore): string {
  const { way, previews } = restore
  if (way === 'undo') return undoLabel(restore)
  const preview = previews[way]
  if (preview === undefined) return t`Restore`
  return preview.changeCount === 0 ? t`Nothing to restore` : labelOf(preview, 'restore')
}

interface Option {
  readonly label: string
  readonly meaning: string
  readonly count: string
}

function optionOf(way: Way, commit: Commit, restore: Restore): Option {
  const counted = (count: number | undefined): string =>
    count === undefined ? '' : count === 0 ? t`No changes` : files(count)
  const only = commit.changeCount === 1 ? commit.changes[0]?.change : undefined
  switch (way) {
    case 'undo': {
      const { changeCount } = restore.previews.undo ?? commit
      const meaning = willLeadTo(commit, restore.undoneBy !== null)
      return { label: undoLabel(restore), meaning, count: files(changeCount === 0 ? commit.changeCount : changeCount) }
    }
    case 'file':
      return {
        label: t`Restore this file`,
        meaning:
          only?.after === null ? t`deletes the file: it didn’t exist at this point` : t`to how it was at this point`,
        count: counted(restore.previews.file?.changeCount),
      }
    case 'folder':
      return {
        label: t`Restore a folder…`,
        meaning: restore.way === 'folder' ? '' : t`to how it was at this point`,
        // Of which folder is chosen first.
        count: restore.way === 'folder' ? counted(restore.previews.folder?.changeCount) : '',
      }
    case 'store':
      return {
        label: t`Restore the whole store`,
        meaning: t`to how it was at this point; later changes stay in the timeline`,
        count: counted(restore.previews.store?.changeCount),
      }
  }
}

function Options({ commit, restore }: { readonly commit: Commit; readonly restore: Restore }) {
  const { ways, way, choose } = restore
  const onKey = (event: React.KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (by === undefined || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    event.stopPropagation()
    const next = ways[(ways.indexOf(way) + by + ways.length) % ways.length]
    if (next === undefined) return
    choose(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-way=${next}]`)?.focus()
  }
  return (
    <div role="radiogroup" aria-label={t`What to restore`} onKeyDown={onKey}>
      {ways.map((each) => {
        const { label, meaning, count } = optionOf(each, commit, restore)
        const on = each === way
        return (
          <div key={each} className={on ? 'opt-row on' : 'opt-row'} role="none">
            <button
              type="button"
              className="opt"
              role="radio"
              aria-checked={on}
              tabIndex={on ? 0 : -1}
              data-way={each}
              onClick={() => choose(each)}
            >
              <span className="rd" />
              <span className="cut" title={meaning}>
                <span className="nm">{label}</span> {on && meaning !== '' && <span className="ex">{meaning}</span>}
              </span>
              <span className="meta num">{count}</span>
            </button>
            {each === 'folder' && on && <FolderSelect restore={restore} />}
          </div>
        )
      })}
    </div>
  )
}

function FolderSelect({ restore: { folder, folders, chooseFolder } }: { readonly restore: Restore }) {
  return (
    <Select name={t`Folder`} value={folder ?? ''} mono onChange={chooseFolder}>
      {folders.near.length > 0 && (
        <optgroup label={t`In this change`}>
          {folders.near.map((each) => (
            <option key={each} value={each}>
              {each}/
            </option>
          ))}
        </optgroup>
      )}
      {folders.others.length > 0 && (
        <optgroup label={t`Other folders`}>
          {folders.others.map((each) => (
            <option key={each} value={each}>
              {each}/
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  )
}
