import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'

/** How requests leave this computer: a door may hand in its own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Hears of every request when it begins (`up`: the bytes of its body) and of every piece of an answer (`down`). */
export type Contacted = (host: string, bytes: { readonly up: number } | { readonly down: number }) => void

const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Sends what is said to the given address and nowhere else: no redirect is followed, no cookie is kept. An answer that
 * redirects counts as the server's failure; "manual" rather than "error", which would hide where it wanted to lead.
 */
export function guardedFetch(fetch: Fetch, contacted: Contacted): Fetch {
  return async (url, init) => {
    const { host } = new URL(url)
    contacted(host, { up: typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0 })
    const response = await orRedirect(fetch(url, { ...init, redirect: 'manual', credentials: 'omit' }))
    const { body, status, statusText, headers } = response
    if (body === null) return response
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        contacted(host, { down: piece.byteLength })
        controller.enqueue(piece)
      },
    })
    return new Response(body.pipeThrough(counted), { status, statusText, headers })
  }
}

/** Chromium's network stack refuses a redirect with an error, and does not say where it leads. */
async function orRedirect(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && /redirect/i.test(error.message)) return new Response(null, { status: 307 })
    throw error
  }
}

/** The host that an answer wanted to lead to, as a phrase; `null` when it is no redirect. */
export function whereItLed(status: number | null, location: string | null, baseUrl: string): string | Message | null {
  if (status === null || !REDIRECTS.includes(status)) return null
  return URL.parse(location ?? '', location === null ? undefined : baseUrl)?.host || say('another-address')
}
