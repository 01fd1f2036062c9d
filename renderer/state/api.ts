import { t } from '@lingui/core/macro'
import { createTRPCClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client'
import { create } from 'zustand'
import type { Router } from '../../electron/contract.ts'
import { worded } from '../format/worded.ts'
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

/** What to say of an error. The core says what of its own was meant for people; of all others, that it happened. */
export function sentence(error: unknown): string {
  const said = isFromCore(error) ? error.data?.error?.said : undefined
  return said === undefined
    ? t`Something went wrong in Variorum. Nothing was lost; try again, or restart the app.`
    : worded(said)
}

const isFromCore = (error: unknown): error is TRPCClientError<Router> => error instanceof TRPCClientError
