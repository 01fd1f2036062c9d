import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArrowLeft,
  CalendarClock,
  CircleQuestionMark,
  Copy,
  Download,
  Ellipsis,
  EyeOff,
  Flag,
  History,
  Lock,
  LockOpen,
  PencilLine,
  Pin,
  PinOff,
  Trash2,
  Users,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { isLockOf, type WriteRule } from '../../shared/write-rules.ts'
import { ruleKindName, writeRuleText } from '../format/write-rule-words.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { ShowAs } from '../memory-parts/ShowAs.tsx'
import { beginExport } from '../state/export-store.ts'
import { removeAll } from '../state/file-actions.ts'
import { copyPaths, rename as renameFile } from '../state/file-actions.ts'
import { setLocked } from '../state/lock.ts'
import { usePolicies } from '../state/policy-store.ts'
import { openFile, policiesPath } from '../state/routes.ts'
import { ruleAt } from '../state/rule-marks.ts'
import { toggle, useWindow } from '../state/window-store.ts'
import { afterPress } from '../ui/after-press.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { explained, tooltip } from '../ui/Tooltip.tsx'
import { openItems } from './open-items.ts'
import { PastSheet } from './PastSheet.tsx'

interface FileToolbarProps {
  readonly path: string
  readonly renaming: boolean
  readonly onRenaming: (renaming: boolean) => void
  readonly pinned: boolean
  readonly onPin: () => void
  readonly onMoment: () => void
  /** `null` for a file that cannot be edited. */
  readonly onEdit: (() => void) | null
  /** Images and the like have no lines. */
  readonly isText: boolean
}

/** The path of the open file, and what can be done with it. */
export function FileToolbar(props: FileToolbarProps) {
  const { path, renaming, onRenaming, pinned, onPin, onEdit, isText } = props
  const [past, setPast] = useState(false)
  const items = useItems(props, () => setPast(true))
  return (
    <div className="tools">
      <span className="only-one">
        <IconButton icon={ArrowLeft} small name={t`All files`} onClick={() => openFile()} />
      </span>
      {renaming ? (
        <RenameField path={path} onDone={() => onRenaming(false)} />
      ) : (
        <span className="cut fit">
          <PathText path={path} />
        </span>
      )}
      <Menu
        align="start"
        trigger={<IconButton icon={Ellipsis} small name={t`More actions for this file`} />}
        items={items}
      />
      {pinned && (
        <button
          type="button"
          className="ib sm on"
          aria-pressed
          aria-label={t`Pin`}
          {...explained(t`Pinned: no policy will delete this file`)}
          onClick={onPin}
        >
          <Pin className="i s" aria-hidden />
        </button>
      )}
      <RuleMark path={path} />
      {!renaming && (
        <>
          <span className="grow" />
          {isText && <ShowAs keys="s" />}
          <Button small icon={PencilLine} keys="e" disabled={onEdit === null} onClick={() => onEdit?.()}>
            <Trans>Edit</Trans>
          </Button>
        </>
      )}
      {past && <PastSheet path={path} onClose={() => setPast(false)} />}
    </div>
  )
}

const useRule = (path: string): WriteRule | null =>
  usePolicies(({ state }) => (state === null ? null : ruleAt(path, state.policies.rules)))

/** To lock a file that no rule is about, and to unlock one that was locked alone. */
function lockItems(path: string, rule: WriteRule | null): readonly MenuItem[] {
  if (rule === null) return [{ label: t`Lock for agents`, icon: Lock, run: () => setLocked(path, true) }]
  if (!isLockOf(path, rule)) return []
  return [{ label: t`Unlock for agents`, icon: LockOpen, run: () => setLocked(path, false) }]
}

/** What a rule does for agents here, and the way to it. */
function RuleMark({ path }: { readonly path: string }) {
  const rule = useRule(path)
  if (rule === null) return null
  const name = ruleKindName(rule.do)
  const Icon = rule.do === 'hide' ? EyeOff : rule.do === 'ask' ? CircleQuestionMark : Lock
  return (
    <a
      className="ib sm on"
      href={`#${policiesPath('rules')}`}
      aria-label={t`For agents: ${name}`}
      {...tooltip(writeRuleText(rule))}
    >
      <Icon className="i s" aria-hidden />
    </a>
  )
}

function useItems(props: FileToolbarProps, onPast: () => void): readonly MenuItem[] {
  const { path, onRenaming, pinned, onPin, onMoment, isText } = props
  const who = useWindow((state) => state.who)
  const rule = useRule(path)
  return [
    { label: t`Rename`, icon: PencilLine, keys: 'f2', takesFocus: true, run: () => onRenaming(true) },
    { label: pinned ? t`Unpin` : t`Pin`, icon: pinned ? PinOff : Pin, keys: 'p', run: onPin },
    ...lockItems(path, rule),
    { label: t`Copy path`, icon: Copy, run: () => void copyPaths([path]) },
    { label: t`Export…`, icon: Download, run: () => beginExport({ kind: 'file', path }) },
    ...openItems(path, true),
    { label: t`History`, icon: History, keys: 'h', apart: true, run: () => toggle('panel') },
    { label: t`As it was…`, icon: CalendarClock, takesFocus: true, run: () => onPast() },
    { label: t`When did this change?`, icon: Flag, keys: 'm', run: onMoment },
    ...(isText ? [authorsItem(who)] : []),
    {
      label: t`Delete`,
      icon: Trash2,
      keys: 'mod+backspace',
      danger: true,
      apart: true,
      run: () => void removeAll([path]),
    },
  ]
}

function authorsItem(shown: boolean): MenuItem {
  return {
    label: shown ? t`Hide who wrote each line` : t`Show who wrote each line`,
    icon: Users,
    keys: 'w',
    run: () => toggle('who'),
  }
}

function RenameField({ path, onDone }: { readonly path: string; readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  /** The focus stays in the pane, where the keys of a file work. */
  const done = (): void => {
    field.current?.closest('main')?.focus()
    onDone()
  }
  const rename = async (name: string): Promise<void> => {
    const to = name.trim().replace(/^\/+|\/+$/g, '')
    done()
    if (to !== '' && to !== path && (await renameFile(path, to)) !== null) openFile(to)
  }
  return (
    <label className="in mono grow">
      <input
        ref={field}
        autoFocus
        aria-label={t`New path`}
        defaultValue={path}
        onBlur={() => afterPress(onDone)}
        onFocus={(event) =>
          event.target.setSelectionRange(
            path.lastIndexOf('/') + 1,
            path.endsWith('.md') ? path.length - 3 : path.length,
          )
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') void rename(event.currentTarget.value)
          else if (event.key === 'Escape') done()
        }}
      />
    </label>
  )
}
