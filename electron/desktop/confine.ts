import { app, dialog, session, shell, type WebContents } from 'electron'
import { PAGE_ORIGIN } from './page-protocol.ts'

/** Every page there will ever be stays the page: it goes nowhere, opens nothing, embeds nothing, asks nobody and is permitted nothing. */
export function confineEverything(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
  void app.whenReady().then(() => {
    const { defaultSession } = session
    defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
    defaultSession.setPermissionCheckHandler(() => false)
    defaultSession.setDevicePermissionHandler(() => false)
    // The page's policy forbids it already; this holds also where the policy does not reach.
    defaultSession.webRequest.onBeforeRequest(({ url }, decide) =>
      decide({ cancel: !url.startsWith(`${PAGE_ORIGIN}/`) && !url.startsWith('devtools:') }),
    )
  })
}

function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url)
    return { action: 'deny' }
  })
}

let asking = false

/** A link of a text that a model wrote: http(s) only, and the user sees first where it leads. */
async function openOutside(url: string): Promise<void> {
  const target = URL.parse(url)
  // One question at a time: a page must not bury the user in them.
  if (asking || target === null || !['http:', 'https:'].includes(target.protocol)) return
  asking = true
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      buttons: ['Open in browser', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
      message: `Open ${target.host}?`,
      detail: target.href.slice(0, 500),
    })
    if (response === 0) await shell.openExternal(target.href)
  } finally {
    asking = false
  }
}
