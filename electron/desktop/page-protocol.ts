import { protocol } from 'electron'
import { contentSecurityPolicy, pageFile } from '../browser/page-files.ts'
import type { Core } from '../core.ts'
import { IMAGE_POLICY, isImageAddress } from '../images.ts'

export const PAGE_ORIGIN = 'variorum://app'

/** Call this before Electron is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'variorum', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built page under its own origin, with the same policy as in the browser, and the images it asked for. */
export function servePage(root: string, core: Promise<Pick<Core, 'images'>>): void {
  protocol.handle('variorum', async ({ url, method }) => {
    const { origin, pathname } = new URL(url)
    // For a custom scheme, URL has no origin; scheme and host are compared instead.
    if (method !== 'GET' || !url.startsWith(`${PAGE_ORIGIN}/`) || origin !== 'null') return nothing()
    const file = await pageFile(root, pathname)
    if (file !== null) return answer(file, contentSecurityPolicy("'none'"))
    const image = isImageAddress(pathname) ? await (await core).images.at(pathname) : null
    return image === null ? nothing() : answer(image, IMAGE_POLICY)
  })
}

const nothing = (): Response => new Response('There is nothing here.', { status: 404 })

function answer({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array }, policy: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'X-DNS-Prefetch-Control': 'off',
    },
  })
}
