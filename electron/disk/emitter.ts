/** Tells every listener what happened, at once and in the order in which it happened. */
export interface Emitter<Event> {
  emit(event: Event): void
  /** @returns stops listening */
  on(listener: (event: Event) => void): () => void
  /** Is anybody listening? */
  readonly isHeard: boolean
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
    get isHeard() {
      return listeners.size > 0
    },
  }
}
