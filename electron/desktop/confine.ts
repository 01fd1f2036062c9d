import { app, dialog, session, shell, type WebContents } from 'electron'
import { say } from '../../shared/messages/say.ts'
import { words } from './language.ts'
import { PAGE_ORIGIN } from './page-protocol.ts'

/** To write text to the clipboard: the buttons that copy. */
const COPY = 'clipboard-sanitized-write'

/** Confines every page, present and future: no navigation, windows, embedding, requests or other permissions. */
export function confineEverything(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
  void app.whenReady().then(() => {
    const { defaultSession } = session
    defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
      decide(permission === COPY && contents.getURL().startsWith(`${PAGE_ORIGIN}/`)),
    )
    defaultSession.setPermissionCheckHandler(
      (_contents, permission, origin) => permission === COPY && `${origin}/`.startsWith(`${PAGE_ORIGIN}/`),
    )
    defaultSession.setDevicePermissionHandler(() => false)
    defaultSession.on('will-download', (event) => event.preventDefault())
    // The page's policy forbids this already; this also covers what the policy does not.
    defaultSession.webRequest.onBeforeRequest(({ url }, decide) =>
      decide({ cancel: !url.startsWith(`${PAGE_ORIGIN}/`) && !url.startsWith('devtools:') }),
    )
  })
}

function confine(contents: WebContents): void {
  // The page may load itself again, which it does when its files have changed.
  const isReload = (url: string): boolean => url === contents.getURL() && url.startsWith(`${PAGE_ORIGIN}/`)
  contents.on('will-navigate', (event) => isReload(event.url) || event.preventDefault())
  contents.on('will-frame-navigate', (event) => (event.isMainFrame && isReload(event.url)) || event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url)
    return { action: 'deny' }
  })
}

let isAsking = false

/** Opens a link from a text that a model wrote: http(s) only, after the user confirmed its target. */
async function openOutside(url: string): Promise<void> {
  const target = URL.parse(url)
  // One question at a time: a page must not bury the user in them.
  if (isAsking || target === null || !['http:', 'https:'].includes(target.protocol)) return
  isAsking = true
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      buttons: [say('button-open-in-browser'), say('button-cancel')].map(words),
      defaultId: 1,
      cancelId: 1,
      noLink: true,
      message: words(say('dialog-open-link', { host: target.host })),
      detail: shortened(target.href),
    })
    if (response === 0) await shell.openExternal(target.href)
  } finally {
    isAsking = false
  }
}

const MAX_SHOWN = 500

/** What is left out is said, lest the end of a link stay hidden. */
function shortened(address: string): string {
  const rest = address.length - MAX_SHOWN
  return rest <= 0 ? address : words(say('link-shortened', { start: address.slice(0, MAX_SHOWN), count: rest }))
}
