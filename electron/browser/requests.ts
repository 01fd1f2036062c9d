import type { IncomingMessage } from 'node:http'

export const HOST = '127.0.0.1'
export const NEEDS_LINK = 'Press Enter in the terminal running Variorum, and open the link it prints.'

export interface Refusal {
  readonly status: 403 | 421
  readonly why: string
}

/** Refuses a request caused by another site's page, or sent under another name for this address. */
export function refusal(request: IncomingMessage): Refusal | null {
  const { origin } = request.headers
  // Of two Host headers Node takes the first, and a proxy may have looked at the second.
  const [host = '', second] = request.headersDistinct.host ?? []
  const port = request.socket.localPort
  const ours = [`${HOST}:${port}`, `localhost:${port}`]
  if (second !== undefined || !ours.includes(host.toLowerCase()))
    return { status: 421, why: 'Variorum can only be opened at 127.0.0.1.' }
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, why: 'Another site sent this request. Variorum only answers its own page.' }
  return null
}

/** Named by the port, since all ports of a host share their cookies. */
export function cookieName(port: number | undefined): string {
  return `variorum-${port}`
}

/** The values of all our cookies: a program at another port may have set one of the same name, for a longer path. */
export function cookiesOf(request: IncomingMessage): readonly string[] {
  const start = `${cookieName(request.socket.localPort)}=`
  return (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(start.length))
}
