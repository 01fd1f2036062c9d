import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'

type Group = readonly [name: string, keys: readonly (readonly [keys: string, action: string])[]]

const anywhere = (): Group => [
  t`Anywhere`,
  [
    ['mod+1', t`Chat`],
    ['mod+2', t`Memory`],
    ['mod+3', t`Timeline`],
    ['mod+4', t`Review`],
    ['mod+5', t`Policies`],
    ['mod+6', t`Jobs`],
    ['mod+,', t`Settings`],
    ['mod+n', t`New conversation`],
    ['mod+o', t`Switch store`],
    ['mod+\\', t`Side bar`],
    ['shift+mod+\\', t`Panel`],
    ['mod+[', t`Back`],
    ['mod+]', t`Forward`],
    ['shift+mod+x', t`This is a secret: the selection`],
    ['f6', t`Next pane`],
    ['?', t`Keyboard shortcuts`],
    ['esc', t`Close, or back to now`],
  ],
]

const changes = (): Group => [
  t`Changes`,
  [
    ['mod+z', t`Undo the last change`],
    ['shift+mod+z', t`Redo what was undone`],
  ],
]

const chat = (): Group => [
  t`Chat`,
  [
    ['enter', t`Send`],
    ['shift+enter', t`New line`],
    ['mod+.', t`Stop`],
    ['up', t`Edit the last message`],
    ['alt+up', t`Previous card`],
    ['alt+down', t`Next card`],
    ['u', t`On a card: undo`],
    ['d', t`On a card: what changed`],
    ['g', t`On a card: show in the timeline`],
  ],
]

const memory = (): Group => [
  t`Memory`,
  [
    ['/', t`Filter files`],
    ['enter', t`Open`],
    ['e', t`Edit`],
    ['s', t`Source or rendered`],
    ['w', t`Who wrote each line`],
    ['shift+up', t`Line above`],
    ['shift+down', t`Line below`],
    ['h', t`History`],
    ['m', t`Find the moment`],
    ['p', t`Pin`],
    ['f2', t`Rename`],
    ['mod+backspace', t`Delete`],
    ['shift+down', t`In the tree: select further`],
    ['mod+a', t`In the tree: select all`],
    ['shift+f10', t`In the tree: menu of the row`],
  ],
]

const editor = (): Group => [
  t`Editor`,
  [
    ['mod+s', t`Save`],
    ['esc', t`Close`],
    ['mod+f', t`Find and replace`],
    ['f3', t`Next match`],
    ['shift+f3', t`Previous match`],
    ['mod+b', t`Bold`],
    ['mod+i', t`Italic`],
    ['tab', t`Indent a list item`],
    ['shift+tab', t`Outdent a list item`],
    ['alt+up', t`Move the line up`],
    ['alt+down', t`Move the line down`],
  ],
]

const timeline = (): Group => [
  t`Timeline`,
  [
    ['j', t`Next`],
    ['k', t`Before`],
    ['right', t`Open`],
    ['left', t`Close`],
    ['enter', t`Select the point`],
    ['x', t`Pick, to undo several together`],
    ['1', t`agent`],
    ['2', t`you`],
    ['3', t`outside`],
    ['4', t`policy`],
    ['/', t`Words`],
    ['t', t`Change, or memory then`],
    ['c', t`Compare with a second point`],
    ['b', t`While comparing: find the change`],
    ['y', t`Yes, when asked at a point`],
    ['n', t`No, when asked at a point`],
    ['b', t`Undo the last answer`],
    ['u', t`Undo this change`],
    ['r', t`Restore this file`],
    ['shift+r', t`Restore the whole store`],
    ['mod+enter', t`Do it`],
  ],
]

const review = (): Group => [
  t`Review`,
  [
    ['j', t`Next`],
    ['k', t`Before`],
    ['pagedown', t`Ten lines on`],
    ['enter', t`Keep`],
    ['shift+enter', t`Keep all`],
    ['u', t`Undo this change`],
    ['e', t`Edit`],
    ['s', t`Skip`],
    ['1', t`In a conflict: the present text`],
    ['2', t`In a conflict: the text to bring back`],
    ['3', t`In a conflict: both`],
    ['4', t`In a conflict: edit`],
    ['mod+enter', t`Do it`],
  ],
]

const policies = (): Group => [
  t`Policies`,
  [
    ['mod+t', t`Test the rule`],
    ['mod+s', t`Save`],
    ['esc', t`Discard`],
  ],
]

const jobs = (): Group => [
  t`Jobs`,
  [
    ['up', t`Feature above`],
    ['down', t`Feature below`],
    ['space', t`Tick, or untick`],
    ['enter', t`Change the feature`],
    ['alt+up', t`Move up`],
    ['alt+down', t`Move down`],
    ['delete', t`Remove`],
  ],
]

/** The list of all keyboard shortcuts. */
export function AllKeys({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="keys-sheet"
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <header>
        <h2 id="keys-title" className="grow">
          <Trans>Keyboard shortcuts</Trans>
        </h2>
        <IconButton icon={X} name={t`Close`} keys="esc" onClick={onClose} />
      </header>
      <div className="cols">
        {[anywhere(), changes(), chat(), memory(), editor(), timeline(), review(), policies(), jobs()].map(
          ([name, shortcuts]) => (
            <section key={name}>
              <h3>{name}</h3>
              <ul>
                {shortcuts.map(([keys, action]) => (
                  <li key={keys + action}>
                    <span>{action}</span>
                    <Kbd keys={keys} boxed />
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
    </dialog>
  )
}
