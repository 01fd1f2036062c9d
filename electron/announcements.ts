import type { AppEvent } from '../shared/events.ts'
import { createEmitter, type Emitter } from './disk/emitter.ts'

/** The core's events, for every subscriber. */
export interface Announcements extends Pick<Emitter<AppEvent>, 'emit' | 'on'> {
  /** Every event from the call on, in order, until the signal is aborted. */
  events(signal?: AbortSignal): AsyncGenerator<AppEvent>
}

export function announcements(): Announcements {
  const { emit, on } = createEmitter<AppEvent>()
  return { emit, on, events: (signal) => collect(on, signal) }
}

/** Subscribes at the call, not at the first `next`. */
function collect(on: Announcements['on'], signal: AbortSignal | undefined): AsyncGenerator<AppEvent> {
  const waiting: AppEvent[] = []
  let wake: () => void = () => undefined
  const unsubscribe = on((event) => {
    waiting.push(event)
    wake()
  })
  const stop = (): void => {
    unsubscribe()
    wake()
  }
  signal?.addEventListener('abort', stop, { once: true })
  const isOver = (): boolean => signal?.aborted === true
  async function* generate(): AsyncGenerator<AppEvent> {
    try {
      while (!isOver()) {
        yield* waiting.splice(0)
        if (waiting.length === 0 && !isOver()) await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      unsubscribe()
    }
  }
  return generate()
}
