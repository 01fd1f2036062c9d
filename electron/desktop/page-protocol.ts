import { protocol } from 'electron'
import { contentSecurityPolicy, pageFile } from '../browser/page-files.ts'

export const PAGE_ORIGIN = 'variorum://app'

/** Call this before Electron is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'variorum', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built page under its own origin, with the same policy as in the browser, and nothing else. */
export function servePage(root: string): void {
  protocol.handle('variorum', async ({ url, method }) => {
    const { origin, pathname } = new URL(url)
    // For a custom scheme, URL has no origin; scheme and host are compared instead.
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
