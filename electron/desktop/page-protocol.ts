import { protocol } from 'electron'
import { contentSecurityPolicy, pageFile } from '../browser/page-files.ts'

export const PAGE_ORIGIN = 'variorum://app'

/** To be called before Electron is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'variorum', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** The built page under an origin of its own, with the same policy as in the browser. No other address has an answer. */
export function servePage(root: string): void {
  protocol.handle('variorum', async ({ url, method }) => {
    const { origin, pathname } = new URL(url)
    // A scheme of ours has no origin for URL; host and scheme are compared instead.
    const file =
      method === 'GET' && url.startsWith(`${PAGE_ORIGIN}/`) && origin === 'null' ? await pageFile(root, pathname) : null
    if (file === null) return new Response('There is nothing here.', { status: 404 })
    return new Response(new Uint8Array(file.bytes), {
      headers: {
        'Content-Type': file.type,
        'Content-Security-Policy': contentSecurityPolicy("'none'"),
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}
