import { setTimeout as pause } from 'node:timers/promises'
import type { Waiting } from '../../shared/conversation.ts'
import { type ModelRequest, type Provider, ProviderError } from './provider.ts'

/** How long a turn waits for a model. */
export interface Patience {
  /** Resolves after so many milliseconds, and at once when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** After so long without an event of the answer, the user is told. */
  readonly quietMs: number
}

export const PATIENCE: Patience = {
  pause: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
  quietMs: 2 * 60_000,
}

const ATTEMPTS = 3
const MAX_WAIT_MS = 15_000
const FIRST_WAIT_MS = 500

interface Asking {
  /** Aborted when the user stops the turn; a wait ends then. */
  readonly signal: AbortSignal
  readonly patience: Patience
  /** Called when nothing arrives for now, and with `null` when the answer arrives after all. */
  readonly waiting: (wait: Waiting | null) => void
}

/**
 * The events of one answer. When a model fails in a way that may pass, before anything of its answer arrived, it is
 * asked again, up to twice, after the wait that it wants. One that wants more than 15 s fails at once and says when.
 */
export async function* ask(provider: Provider, request: ModelRequest, asking: Asking): AsyncIterable<unknown> {
  const { signal, patience, waiting } = asking
  for (let attempt = 1; ; attempt += 1) {
    const progress = { hasArrived: false, isAnnounced: attempt > 1 }
    try {
      yield* announcingQuiet(provider.stream(request, signal), asking, progress)
      return
    } catch (error) {
      const again = error instanceof ProviderError ? error.explanation.again : undefined
      const ms = again?.afterMs ?? FIRST_WAIT_MS * 4 ** (attempt - 1)
      if (again === undefined || progress.hasArrived || attempt === ATTEMPTS || ms > MAX_WAIT_MS) throw error
      const until = new Date(Date.now() + ms).toISOString()
      waiting({ kind: 'again', what: again.what, attempt: attempt + 1, of: ATTEMPTS, until })
      await patience.pause(ms, signal)
      if (signal.aborted) return
    }
  }
}

/** Whether anything has arrived, and whether the user was told of a wait. */
interface Progress {
  hasArrived: boolean
  isAnnounced: boolean
}

async function* announcingQuiet(
  events: AsyncIterable<unknown>,
  { patience, waiting }: Asking,
  progress: Progress,
): AsyncIterable<unknown> {
  const since = new Date().toISOString()
  const timer = setTimeout(() => {
    waiting({ kind: 'quiet', since })
    progress.isAnnounced = true
  }, patience.quietMs)
  try {
    for await (const event of events) {
      progress.hasArrived = true
      if (progress.isAnnounced) waiting(null)
      progress.isAnnounced = false
      timer.refresh()
      yield event
    }
  } finally {
    clearTimeout(timer)
  }
}
