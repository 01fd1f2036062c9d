import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import { ipcMain, MessageChannelMain, type MessagePortMain } from 'electron'
import { WebSocket, WebSocketServer } from 'ws'
import { router } from '../contract.ts'
import type { Core } from '../core.ts'
import { PAGE_ORIGIN } from './page-protocol.ts'

const LISTENING = 'variorum:listening'
const WIRE = 'variorum:wire'

/** ws creates its server's sockets like this: without an address, and with options (missing from its types). */
const ServerSocket: new (address: null, protocols: undefined, options: object) => WebSocket = WebSocket

/** A message port as a server's WebSocket: the page speaks the same protocol through both doors. */
class PortSocket extends ServerSocket {
  readonly #port: MessagePortMain

  constructor(port: MessagePortMain) {
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

/** Gives one end of a wire to each page of ours that says it is listening. Any other sender gets nothing. */
export function answerPages(core: Promise<Core>): void {
  const connect = getWSConnectionHandler({
    wss: new WebSocketServer({ noServer: true }),
    router,
    createContext: async () => ({ core: await core }),
  })
  ipcMain.on(LISTENING, ({ senderFrame }) => {
    if (senderFrame === null || senderFrame.parent !== null || !senderFrame.url.startsWith(`${PAGE_ORIGIN}/`)) return
    const { port1, port2 } = new MessageChannelMain()
    const request = new IncomingMessage(new Socket())
    request.url = '/api'
    connect(new PortSocket(port1), request)
    senderFrame.postMessage(WIRE, null, [port2])
  })
}
