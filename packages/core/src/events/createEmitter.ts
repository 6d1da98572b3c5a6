export type Listener<T> = (event: T) => void

export interface Emitter<T> {
  /** The newest event, if there was one. */
  readonly last: T | undefined
  emit(event: T): void
  /** Returns the unsubscribe. */
  on(listener: Listener<T>): () => void
}

/** Events of one type. A listener that throws does not keep the others from hearing. */
export function createEmitter<T>(onListenerError: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<Listener<T>>()
  let last: T | undefined
  return {
    get last() {
      return last
    },
    emit(event) {
      last = event
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onListenerError(error)
        }
      }
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
