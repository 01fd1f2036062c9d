import { type BrowserWindow, dialog } from 'electron'
import { say } from '../../shared/messages/say.ts'
import { words } from './language.ts'

/** Where a browser would ask by itself: the page says that something typed would go with the window. A reload keeps it. */
export function askBeforeClosing(opened: BrowserWindow): void {
  let isClosing = false
  opened.on('close', (event) => (isClosing = !event.defaultPrevented))
  opened.webContents.on('will-prevent-unload', (event) => {
    const mayGo = !isClosing || isCloseConfirmed(opened)
    isClosing = false
    if (mayGo) event.preventDefault()
  })
}

/** Electron wants the answer before the event is over. */
function isCloseConfirmed(opened: BrowserWindow): boolean {
  const response = dialog.showMessageBoxSync(opened, {
    type: 'question',
    message: words(say('unsaved-text')),
    detail: words(say('unsaved-text-detail')),
    buttons: [say('button-cancel'), say('button-close-anyway')].map(words),
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}
