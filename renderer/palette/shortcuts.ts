import { t } from '@lingui/core/macro'
import { canPress } from '../ui/keys.ts'

// Every key, with its name. What it does is bound where it works (ui/keys.ts); the list of keyboard shortcuts prints
// these names, and the palette runs them.

/** Keys of one part of the window, with what they do. */
export interface ShortcutGroup {
  readonly name: string
  /** The views in which they work, by the first part of the route; left out for all. */
  readonly views?: readonly string[]
  readonly keys: readonly (readonly [keys: string, action: string])[]
}

const anywhere = (): ShortcutGroup => ({
  name: t`Anywhere`,
  keys: [
    ['mod+1', t`Chat`],
    ['mod+2', t`Memory`],
    ['mod+3', t`Timeline`],
    ['mod+4', t`Review`],
    ['mod+5', t`Policies`],
    ['mod+6', t`Jobs`],
    ['mod+k', t`Search or type a command`],
    ['mod+f', t`Find`],
    ['f3', t`Next match`],
    ['shift+f3', t`Previous match`],
    ['mod+,', t`Settings`],
    ['mod+n', t`New conversation`],
    ['shift+mod+n', t`New temporary conversation`],
    ['mod+o', t`Switch store`],
    ['mod+\\', t`Side bar`],
    ['shift+mod+\\', t`Panel`],
    ['mod+[', t`Back`],
    ['mod+]', t`Forward`],
    ['shift+mod+x', t`Mark the selection as a secret`],
    ['f6', t`Next pane`],
    ['?', t`Keyboard shortcuts`],
    ['esc', t`Close, or go back to now`],
  ],
})

const changes = (): ShortcutGroup => ({
  name: t`Changes`,
  keys: [
    ['mod+z', t`Undo the last change`],
    ['shift+mod+z', t`Redo the last undone change`],
  ],
})

const chat = (): ShortcutGroup => ({
  name: t`Chat`,
  views: ['chat', ''],
  keys: [
    ['enter', t`Send`],
    ['shift+enter', t`New line`],
    ['mod+.', t`Stop`],
    ['mod+j', t`Model`],
    ['up', t`Edit your last message`],
    ['f2', t`Rename the conversation`],
    ['alt+up', t`Previous card`],
    ['alt+down', t`Next card`],
    ['u', t`On a card: undo`],
    ['d', t`On a card: show what changed`],
    ['g', t`On a card: show in the timeline`],
    ['shift+f10', t`On a card: open its menu`],
  ],
})

const memory = (): ShortcutGroup => ({
  name: t`Memory`,
  views: ['memory', 'then'],
  keys: [
    ['/', t`Filter files`],
    ['enter', t`Open`],
    ['e', t`Edit`],
    ['s', t`Switch between source and rendered text`],
    ['w', t`Who wrote each line`],
    ['shift+up', t`Line above`],
    ['shift+down', t`Line below`],
    ['h', t`History`],
    ['m', t`When did this change?`],
    ['p', t`Pin`],
    ['f2', t`Rename`],
    ['mod+backspace', t`Delete`],
    ['shift+down', t`In the tree: extend the selection`],
    ['mod+a', t`In the tree: select all`],
    ['shift+f10', t`In the tree: open the row’s menu`],
  ],
})

const editor = (): ShortcutGroup => ({
  name: t`Editor`,
  views: ['memory'],
  keys: [
    ['mod+s', t`Save`],
    ['esc', t`Close`],
    ['mod+f', t`Find and replace`],
    ['f3', t`Next match`],
    ['shift+f3', t`Previous match`],
    ['mod+g', t`Next match`],
    ['shift+mod+g', t`Previous match`],
    ['mod+b', t`Bold`],
    ['mod+i', t`Italic`],
    ['tab', t`Indent a list item`],
    ['shift+tab', t`Outdent a list item`],
    ['alt+up', t`Move line up`],
    ['alt+down', t`Move line down`],
    ['alt+shift+up', t`Copy line up`],
    ['alt+shift+down', t`Copy line down`],
  ],
})

const timeline = (): ShortcutGroup => ({
  name: t`Timeline`,
  views: ['timeline', 'bisect'],
  keys: [
    ['j', t`Next`],
    ['k', t`Previous`],
    ['pagedown', t`Page down`],
    ['pageup', t`Page up`],
    ['home', t`Newest change`],
    ['end', t`Oldest change`],
    ['right', t`Open`],
    ['left', t`Close`],
    ['enter', t`Select the point`],
    ['x', t`Select this change to undo with other changes`],
    ['shift+f10', t`Open the row’s menu`],
    ['1', t`Show or hide the agent’s changes`],
    ['2', t`Show or hide your changes`],
    ['3', t`Show or hide changes made by other programs`],
    ['4', t`Show or hide changes made by policies`],
    ['/', t`Filter by words`],
    ['t', t`Switch between “Change” and “Memory at this point”`],
    ['c', t`Compare with a second point`],
    ['b', t`While comparing: find the change`],
    ['y', t`While finding a change: answer Yes`],
    ['n', t`While finding a change: answer No`],
    ['b', t`While finding a change: take back the last answer`],
    ['u', t`Undo this change`],
    ['r', t`Restore this file`],
    ['shift+r', t`Restore the whole store`],
    ['mod+enter', t`Confirm`],
  ],
})

const review = (): ShortcutGroup => ({
  name: t`Review`,
  views: ['review'],
  keys: [
    ['j', t`Next`],
    ['k', t`Previous`],
    ['pagedown', t`Ten lines down`],
    ['enter', t`Keep`],
    ['shift+enter', t`Keep all`],
    ['u', t`Undo this change`],
    ['e', t`Edit`],
    ['s', t`Skip`],
    ['1', t`In a conflict: keep the current text`],
    ['2', t`In a conflict: use the restored text`],
    ['3', t`In a conflict: keep both`],
    ['4', t`In a conflict: edit`],
    ['mod+enter', t`Confirm`],
  ],
})

const jobs = (): ShortcutGroup => ({
  name: t`Jobs`,
  views: ['jobs'],
  keys: [
    ['up', t`Step above`],
    ['down', t`Step below`],
    ['space', t`Tick or untick`],
    ['enter', t`Edit the step`],
    ['alt+up', t`Move up`],
    ['alt+down', t`Move down`],
    ['delete', t`Remove`],
  ],
})

/** All keys, also those that a browser keeps for itself. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  return [anywhere(), changes(), chat(), memory(), editor(), timeline(), review(), jobs()]
}

/** Those that can be pressed here: a browser keeps some for itself. */
export function pressableGroups(): readonly ShortcutGroup[] {
  return shortcutGroups().map((group) => ({ ...group, keys: group.keys.filter(([keys]) => canPress(keys)) }))
}
