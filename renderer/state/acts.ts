import { t } from '@lingui/core/macro'
import { useStatusBar } from './status-bar-store.ts'

// What the user did in this window, and the way back. Undo takes back the last act and then those before it; what a
// button takes back is an act itself, so that Undo right after it brings that back.

/** Something that can be taken back. It says in the status bar what it took back, by name. @returns the way back from there; `null` if it was not done, which was said */
export type Act = () => Promise<Act | null>

const MAX_ACTS = 200
let done: readonly Act[] = []
let undone: readonly Act[] = []
/** One after the other: pressed twice, Undo takes back two acts. */
let last: Promise<unknown> = Promise.resolve()

/** Remembers an act. */
export function did(takeBack: Act): void {
  done = [...done.slice(1 - MAX_ACTS), takeBack]
  undone = []
}

/** Another store is open: nothing that was done in the one before can be taken back here. */
export function forgetActs(): void {
  done = []
  undone = []
}

/** Says what the user did, and offers to take it back. */
export function tellAct(text: string, takeBack: Act): void {
  did(takeBack)
  useStatusBar.getState().say(text, { label: t`Undo`, keys: 'mod+z', run: () => void press(takeBack) })
}

/** Takes an act back because a button was pressed, which is an act itself. */
export async function press(takeBack: Act): Promise<void> {
  const back = await takeBack()
  if (back !== null) did(back)
}

export const undoLast = (): Promise<void> => step('undo')
export const redoLast = (): Promise<void> => step('redo')

function step(way: 'undo' | 'redo'): Promise<void> {
  const taken = last.then(async () => {
    const act = (way === 'undo' ? done : undone).at(-1)
    if (act === undefined) return useStatusBar.getState().say(nothing(way))
    if (way === 'undo') done = done.slice(0, -1)
    else undone = undone.slice(0, -1)
    const back = await act()
    if (back === null) return
    if (way === 'undo') undone = [...undone, back]
    else done = [...done, back]
  })
  last = taken.catch(() => undefined)
  return taken
}

const nothing = (way: 'undo' | 'redo'): string =>
  way === 'undo'
    ? t`There is nothing of yours to undo in this window. What the agent did is in the timeline.`
    : t`Nothing to redo.`
