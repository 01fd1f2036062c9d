import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import { create } from 'zustand'
import type { Router } from '../../electron/contract.ts'
import { WireSocket, wireUrl } from '../wire.ts'

interface Link {
  /** Whether the connection is open; `null` until it first opened or failed. */
  readonly open: boolean | null
  /** How often the connection opened; from the second time on, everything is loaded again. */
  readonly openings: number
}

export const useLink = create<Link>(() => ({ open: null, openings: 0 }))

const socket = createWSClient({
  url: wireUrl,
  WebSocket: WireSocket,
  retryDelayMs: (attempt) => Math.min(4000, 250 * 2 ** attempt),
  onOpen: () => useLink.setState(({ openings }) => ({ open: true, openings: openings + 1 })),
  onClose: () => useLink.setState({ open: false }),
})

export const api = createTRPCClient<Router>({ links: [wsLink({ client: socket })] })

/** The message of an error. The core's messages are written for people. */
export function sentence(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
