/**
 * The only place that knows how this page reaches the core: through a real WebSocket in the browser, through a message
 * port that looks like one on the desktop.
 */
export const onDesktop = navigator.userAgent.includes('Electron/')

const LISTENING_MESSAGE = 'variorum:listening'
const PORT_MESSAGE = 'variorum:wire'

/** The part of WebSocket that two ends on one machine need: text, without protocols or buffering. */
class PortSocket extends EventTarget implements WebSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly url: string
  readonly protocol = ''
  readonly extensions = ''
  readonly bufferedAmount = 0
  binaryType: BinaryType = 'arraybuffer'
  onopen = null
  onmessage = null
  onerror = null
  onclose = null
  #port: MessagePort | null = null
  #closed = false

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    const arrive = ({ source, data, ports: [port] }: MessageEvent): void => {
      if (source !== window || data !== PORT_MESSAGE || port === undefined) return
      window.removeEventListener('message', arrive)
      this.#open(port)
    }
    window.addEventListener('message', arrive)
    window.postMessage(LISTENING_MESSAGE, location.origin)
  }

  get readyState(): 0 | 1 | 3 {
    if (this.#closed) return this.CLOSED
    return this.#port === null ? this.CONNECTING : this.OPEN
  }

  #open(port: MessagePort): void {
    this.#port = port
    port.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })))
    port.addEventListener('close', () => this.close())
    port.start()
    this.dispatchEvent(new Event('open'))
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    this.#port?.postMessage(data)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#port?.close()
    this.dispatchEvent(new CloseEvent('close', { code: 1000, wasClean: true }))
  }
}

export const WireSocket: typeof WebSocket = onDesktop ? PortSocket : WebSocket

export function wireUrl(): string {
  if (onDesktop) return 'ws://variorum/api'
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api`
}

const SECRET_KEY = 'variorum.session'

/**
 * This origin's half of the session, which the link brought in the address; it leaves the address at once. The other
 * half is a cookie, which every port of this computer gets. Must run before anything looks at the address.
 */
function sessionSecret(): string {
  const [, brought] = /^#session=([\w-]+)$/.exec(location.hash) ?? []
  if (brought !== undefined) {
    history.replaceState(null, '', location.pathname)
    localStorage.setItem(SECRET_KEY, brought)
  }
  return localStorage.getItem(SECRET_KEY) ?? ''
}

if (!onDesktop) sessionSecret()

/** Sent first on each connection, in the browser. Another tab may have brought a newer secret by then. */
export const wireParams = onDesktop ? null : () => ({ secret: sessionSecret() })

/** The close code for a page that needs a new link. */
const NO_SESSION = 4403

/** Whether the core closed this connection, or does not open one, because this browser has no session. */
export async function isShutOut(code: number | undefined): Promise<boolean> {
  if (onDesktop || code === NO_SESSION) return !onDesktop
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 403
}

/** The window controls that overlap the page: the traffic lights or caption buttons of the desktop app, else none. */
export const frameOf = (system: 'mac' | 'win' | 'linux', desktop = onDesktop): 'lights' | 'captions' | 'none' =>
  !desktop || system === 'linux' ? 'none' : system === 'mac' ? 'lights' : 'captions'

/** The system for which shortcuts are written. */
export const os: 'mac' | 'win' | 'linux' = /mac|iphone|ipad/i.test(navigator.platform)
  ? 'mac'
  : /win/i.test(navigator.platform)
    ? 'win'
    : 'linux'
