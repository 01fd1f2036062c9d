import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import { ipcMain, MessageChannelMain } from 'electron'
import { WebSocketServer } from 'ws'
import { router } from '../contract.ts'
import type { Core } from '../core.ts'
import { PAGE_ORIGIN } from './page-protocol.ts'
import { PortSocket } from './port-socket.ts'

const LISTENING = 'variorum:listening'
const WIRE = 'variorum:wire'

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
