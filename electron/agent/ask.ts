import { setTimeout as pause } from 'node:timers/promises'
import type { Waiting } from '../../shared/conversation.ts'
import { say } from '../../shared/messages/say.ts'
import { type ModelRequest, type Provider, ProviderError } from './provider.ts'
import type { ArrivingReply } from './reply.ts'

/** How long a turn waits for a model. */
export interface Patience {
  /** Resolves after so many milliseconds, and at once when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** How long nothing of the answer may arrive before the window says so. */
  readonly quietMs: number
  /** After so long without anything of the answer it is given up, whatever else arrives. */
  readonly stalledMs: number
  /** After so long it is given up, whatever arrives. */
  readonly answerMs: number
  /** After so many events in a row that bring nothing of the answer it is given up: nobody sends as many signs of life. */
  readonly idleEvents: number
  /** For so long an answer that is complete may be followed by what it cost. */
  readonly afterEndMs: number
}

/**
 * Only what is part of the answer counts as progress: not a ping, nor an event that brings nothing. A slow model of this
 * computer may read a long prompt, or think where nobody sees it, for half an hour, with a ping now and then; so it has an
 * hour. After two minutes the window says that nothing arrives, and the user can stop it. One that writes a word a second
 * has a day.
 */
export const PATIENCE: Patience = {
  pause: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
  quietMs: 2 * 60_000,
  stalledMs: 60 * 60_000,
  answerMs: 24 * 60 * 60_000,
  idleEvents: 20_000,
  afterEndMs: 10_000,
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
  /** What the caller makes of the events; it has taken each before it asks for the next. */
  readonly arriving: Pick<ArrivingReply, 'size' | 'isWhole'>
}

/**
 * The events of one answer. When a model fails in a way that may pass, before anything of its answer arrived, it is
 * asked again, up to twice, after the wait that it wants. One that wants more than 15 s fails at once and says when.
 */
export async function* ask(provider: Provider, request: ModelRequest, asking: Asking): AsyncIterable<unknown> {
  const { signal, patience, waiting, arriving } = asking
  for (let attempt = 1; ; attempt += 1) {
    try {
      yield* watched((until) => provider.stream(request, until), asking, attempt > 1)
      return
    } catch (error) {
      const again = error instanceof ProviderError ? error.explanation.again : undefined
      const ms = again?.afterMs ?? FIRST_WAIT_MS * 4 ** (attempt - 1)
      if (again === undefined || arriving.size > 0 || attempt === ATTEMPTS || ms > MAX_WAIT_MS) throw error
      const until = new Date(Date.now() + ms).toISOString()
      waiting({ kind: 'again', what: again.what, attempt: attempt + 1, of: ATTEMPTS, until })
      await patience.pause(ms, signal)
      if (signal.aborted) return
    }
  }
}

/** @param isTold whether the user was told of a wait */
async function* watched(
  open: (signal: AbortSignal) => AsyncIterable<unknown>,
  { signal, patience, waiting, arriving }: Asking,
  isTold: boolean,
): AsyncIterable<unknown> {
  const since = new Date().toISOString()
  const late = new AbortController()
  const giveUpIn = (ms: number): NodeJS.Timeout => setTimeout(() => late.abort(), ms)
  const quiet = setTimeout(() => {
    waiting({ kind: 'quiet', since })
    isTold = true
  }, patience.quietMs)
  const answer = giveUpIn(patience.answerMs)
  let stalled = giveUpIn(patience.stalledMs)
  let idle = 0
  try {
    for await (const event of open(AbortSignal.any([signal, late.signal]))) {
      const before = progressOf(arriving)
      yield event
      const { size, isWhole } = progressOf(arriving)
      idle = size > before.size ? 0 : idle + 1
      if (idle > patience.idleEvents) throw stalledError()
      if (size === before.size && isWhole === before.isWhole) continue
      if (isTold) waiting(null)
      isTold = false
      quiet.refresh()
      clearTimeout(stalled)
      stalled = giveUpIn(isWhole ? patience.afterEndMs : patience.stalledMs)
    }
    if (late.signal.aborted && !signal.aborted) throw stalledError()
  } finally {
    for (const timer of [quiet, answer, stalled]) clearTimeout(timer)
  }
}

const progressOf = ({ size, isWhole }: Asking['arriving']): Asking['arriving'] => ({ size, isWhole })

function stalledError(): ProviderError {
  return new ProviderError({ words: say('answer-stalled'), next: ['retry'] })
}
