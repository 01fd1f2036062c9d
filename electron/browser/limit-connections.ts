import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** More than a few browsers need, and fewer than the files a process may open: connections never use those up. */
const MAX_CONNECTIONS = 256
/** Of these, how many may be of strangers, who have not shown a session. */
const MAX_STRANGERS = 128

/** Says that a connection is no stranger's any more. */
export type Admit = (socket: Socket) => void

/**
 * Limits the connections. Any program on this computer may open some and say nothing, so a new one takes the place of
 * the stranger that has been there for longest: neither keeps a browser out.
 */
export function limitConnections(http: Server): Admit {
  const strangers = new Set<Socket>()
  http.maxConnections = MAX_CONNECTIONS
  http.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [longest] = strangers
    if (strangers.size > MAX_STRANGERS) longest?.destroy()
  })
  return (socket) => void strangers.delete(socket)
}
