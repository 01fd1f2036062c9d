import { t } from '@lingui/core/macro'
import { useStatusBar } from './status-bar-store.ts'

/**
 * Copies a text; the status bar says that it did, or why it could not.
 * @param said like "Path copied"
 */
export async function copy(text: string, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    useStatusBar
      .getState()
      .warn(
        t`Couldn’t copy: Variorum can’t use the clipboard here. If the text is on screen, select it and copy it yourself.`,
      )
    return false
  }
  useStatusBar.getState().say(said)
  return true
}
