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

/** The window controls that overlap the page: the traffic lights or caption buttons of the desktop app, else none. */
export const frameOf = (system: 'mac' | 'win' | 'linux', desktop = onDesktop): 'lights' | 'captions' | 'none' =>
  !desktop || system === 'linux' ? 'none' : system === 'mac' ? 'lights' : 'captions'

/** The system for which shortcuts are written. */
export const os: 'mac' | 'win' | 'linux' = /mac|iphone|ipad/i.test(navigator.platform)
  ? 'mac'
  : /win/i.test(navigator.platform)
    ? 'win'
    : 'linux'
