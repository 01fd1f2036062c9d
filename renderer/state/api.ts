import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { create } from 'zustand'
import type { Router } from '../../electron/contract.ts'
import { isShutOut, WireSocket, wireParams, wireUrl } from '../wire.ts'

interface Link {
  /** Whether the connection is open; `null` until it first opened or failed. */
  readonly open: boolean | null
  /** How often the connection opened; from the second time on, everything is loaded again. */
  readonly openings: number
  /** This browser has no session: the user has to open a new link. */
  readonly shutOut: boolean
}

export const useLink = create<Link>(() => ({ open: null, openings: 0, shutOut: false }))

const socket = createWSClient({
  url: wireUrl,
  WebSocket: WireSocket,
  retryDelayMs: (attempt) => Math.min(4000, 250 * 2 ** attempt),
  onOpen: () => useLink.setState(({ openings }) => ({ open: true, openings: openings + 1 })),
  connectionParams: wireParams,
  onClose: (cause) => {
    useLink.setState({ open: false })
    void stopIfShutOut(cause?.code)
  },
})

async function stopIfShutOut(code: number | undefined): Promise<void> {
  if (!(await isShutOut(code))) return
  useLink.setState({ shutOut: true })
  await socket.close()
}

export const api = createTRPCClient<Router>({ links: [wsLink({ client: socket })] })

/** The message of an error. The core's messages are written for people. */
export function sentence(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
