import type { MessagePortMain } from 'electron'
import { WebSocket } from 'ws'

/**
 * ws creates its server's sockets like this: without an address, and with options. It is missing from its types, and
 * from its documentation: a new version of ws needs the test of this file.
 */
const ServerSocket: new (address: null, protocols: undefined, options: object) => WebSocket = WebSocket

/** A message port as a server's WebSocket: the page speaks the same protocol through both doors. */
export class PortSocket extends ServerSocket {
  readonly #port: Pick<MessagePortMain, 'on' | 'once' | 'start' | 'close' | 'postMessage'>

  constructor(port: Pick<MessagePortMain, 'on' | 'once' | 'start' | 'close' | 'postMessage'>) {
    super(null, undefined, {})
    this.#port = port
    let open = true
    Object.defineProperty(this, 'readyState', { get: () => (open ? WebSocket.OPEN : WebSocket.CLOSED) })
    port.on('message', ({ data }) => {
      if (typeof data === 'string') this.emit('message', Buffer.from(data), false)
    })
    port.once('close', () => {
      open = false
      this.emit('close', 1000, Buffer.alloc(0))
    })
    port.start()
  }

  override send(data: unknown): void {
    if (this.readyState === WebSocket.OPEN) this.#port.postMessage(String(data))
  }

  override close(): void {
    this.#port.close()
  }

  override terminate(): void {
    this.#port.close()
  }
}
