export type Listener<T> = (event: T) => void

export interface Emitter<T> {
  /** The most recent event, if there was one. */
  readonly last: T | undefined
  /** The number of subscriptions. */
  readonly size: number
  /** Calls every listener, in the order of subscription. */
  emit(event: T): void
  /**
   * Subscribes a listener and returns the function that unsubscribes it. Subscribing twice makes two subscriptions.
   */
  on(listener: Listener<T>): () => void
}

/**
 * Creates an emitter for events of one type.
 *
 * @param onListenerError Called with the error of a listener that throws; the other listeners are still called.
 * Default: `reportError`, which makes it an uncaught error of the page.
 * @example
 * import { createEmitter } from '@portico/core'
 * const emitter = createEmitter<string>()
 * const unsubscribe = emitter.on((event) => console.log(event))
 * emitter.emit('hello')
 * unsubscribe()
 */
export function createEmitter<T>(
  onListenerError: (error: unknown) => void = (error) => globalThis.reportError?.(error),
): Emitter<T> {
  const listeners = new Set<Listener<T>>()
  let last: T | undefined
  return {
    get last() {
      return last
    },
    get size() {
      return listeners.size
    },
    emit(event) {
      last = event
      // A copy: a listener may unsubscribe itself or others while it runs.
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onListenerError(error)
        }
      }
    },
    on(listener) {
      const entry: Listener<T> = (event) => listener(event)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}
