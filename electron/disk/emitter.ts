/** Calls every listener with each event, synchronously and in order. */
export interface Emitter<Event> {
  emit(event: Event): void
  /** @returns a function that removes the listener */
  on(listener: (event: Event) => void): () => void
  readonly hasListeners: boolean
}

export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get hasListeners() {
      return listeners.size > 0
    },
  }
}
