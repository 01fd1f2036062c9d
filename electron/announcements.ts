import type { AppEvent } from '../shared/events.ts'

export interface Announcements {
  emit(event: AppEvent): void
  /** @returns stops listening */
  on(listener: (event: AppEvent) => void): () => void
  /** Everything announced from the call on, in order, until the signal is aborted. */
  events(signal?: AbortSignal): AsyncGenerator<AppEvent>
}

/** Tells every subscriber what happened, in the order in which it happened. */
export function announcements(): Announcements {
  const listeners = new Set<(event: AppEvent) => void>()
  const on = (listener: (event: AppEvent) => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    on,
    events: (signal) => collect(on, signal),
  }
}

/** Listens from the call on, not only from the first `next`. */
function collect(on: Announcements['on'], signal: AbortSignal | undefined): AsyncGenerator<AppEvent> {
  const waiting: AppEvent[] = []
  let wake: () => void = () => undefined
  const forget = on((event) => {
    waiting.push(event)
    wake()
  })
  const stop = (): void => {
    forget()
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
      forget()
    }
  }
  return generate()
}
