import { copyLineDown, copyLineUp, moveLineDown, moveLineUp } from '@codemirror/commands'
import { findNext, findPrevious } from '@codemirror/search'
import type { KeyBinding } from '@codemirror/view'

/** Beside those of every editor. Names for them are in palette/shortcuts.ts. */
export const OWN_KEYS: readonly KeyBinding[] = [
  { key: 'F3', run: findNext, shift: findPrevious },
  { key: 'Mod-g', run: findNext, shift: findPrevious },
  { key: 'Alt-ArrowUp', run: moveLineUp, shift: copyLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown, shift: copyLineDown },
]
